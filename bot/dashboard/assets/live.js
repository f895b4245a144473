// Refreshes the page's main element when the journal has new lines. Focus,
// scroll, open folds and typed text stay. "." pauses; hidden pages close the stream.
(() => {
  const status = document.getElementById("live");
  const main = document.getElementById("main").dataset, about = main.about || "";
  let stream, seq = main.seq, paused = false, busy = false, again = false;
  const say = (text) => { if (status) status.textContent = text; };
  async function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
      if (answer.status === 401) { location.assign("/enter"); return; }
      if (answer.ok) {
        const made = document.createElement("main");
        made.id = "main";
        made.innerHTML = await answer.text();
        const said = document.querySelector("#main > .said");
        if (said) made.prepend(said.cloneNode(true));
        Idiomorph.morph(document.getElementById("main"), made.childNodes, {
          morphStyle: "innerHTML", ignoreActiveValue: true,
          callbacks: { beforeAttributeUpdated: (name, node) => !(node.tagName === "DETAILS" && name === "open"), beforeNodeMorphed: (old) => !(old.tagName === "TEXTAREA" && old.value) && old.tagName !== "IFRAME" },
        });
      }
    } catch (e) { console.warn(e); } // perhaps the server is away; the stream opens again by itself
    busy = false;
    if (again) { again = false; refresh(); }
  }
  function open() {
    if (paused || document.hidden || stream) return;
    stream = new EventSource("/live?after=" + encodeURIComponent(seq) + "&about=" + encodeURIComponent(about));
    stream.onopen = () => say("● live");
    stream.onerror = () => say("○ waiting");
    stream.addEventListener("changed", (e) => { seq = e.lastEventId; refresh(); });
  }
  function close(text) { if (stream) stream.close(); stream = null; say(text); }
  document.addEventListener("visibilitychange", () => document.hidden ? close("") : (refresh(), open()));
  document.addEventListener("keydown", (e) => {
    if (e.key !== "." || e.target.closest("input,textarea,select")) return;
    paused = !paused;
    paused ? close("⏸ paused") : (refresh(), open());
  });
  open();
})();
