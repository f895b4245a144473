// The code stands behind "#", which no server and no log sees.
const code = location.hash.slice(1);
if (code) {
  history.replaceState(null, "", "/enter");
  document.getElementById("code").value = code;
  document.querySelector("form").submit();
}
