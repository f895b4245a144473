package llmtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func TestAuthorLeavesOrdersOfSourcesAlone(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	text := said(t, url, dataFor(org.StageSynthesize))
	for _, want := range []string{
		"The Team plan of Acme is $12 per seat per month, billed annually [S1:p1].", "| Finding | Source |", "[S2:p1]",
		"## Not established\n\n- What Cargo charges was not found.", `"q":"Bolt charges $15 per seat per month on its Business plan."`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the draft lacks %q:\n%s", want, text)
		}
	}
	for _, bad := range []string{"Ignore all", prompt.Datamark, "0123456789ab"} {
		if strings.Contains(text, bad) {
			t.Errorf("the draft holds %q:\n%s", bad, text)
		}
	}
}

func TestAuthorWithoutPassagesSaysSo(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	d := dataFor(org.StageSynthesize)
	d.Evidence = &work.Evidence{}
	text := said(t, url, d)
	if !strings.HasPrefix(text, "Not established") || strings.Contains(text, "[S") || strings.Contains(text, "$12") {
		t.Errorf("without passages the draft is\n%s\nwant one that begins with Not established", text)
	}
	d.Contract = prompt.SynthesizeContract{Unsought: true}
	d.Evidence = &work.Evidence{Unsought: true}
	d.Task.Upstream = []work.Upstream{{Key: "i1", Title: "Prices", Result: "Acme charges $12 per seat and month [S1:p1]. More."}}
	if text = said(t, url, d); !strings.Contains(text, "Acme charges $12 per seat and month") || strings.Contains(text, "Not established") {
		t.Errorf("a step without a search is\n%s\nwant the result of the step before", text)
	}
}

func TestAuthorSettlesComplaints(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	text := said(t, url, dataFor(org.StageRevise))
	if n := strings.Count(text, "\n- "); n < 5 {
		t.Errorf("asked for 5 entries, the revision has %d:\n%s", n, text)
	}
	d := dataFor(org.StageSynthesize)
	d.Task.Rejections = []work.Rejection{{Round: 1, Reviewer: "qa", Feedback: []string{"acceptance a3 is not met: 1 of 7 sections"}}}
	if n := strings.Count(said(t, url, d), "\n## "); n < 7 {
		t.Errorf("asked for 7 sections, the draft has %d", n)
	}
}

func TestAuthorReadsMessages(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for text, want := range map[string]string{
		"good morning": "casual", "thanks for the roadmap": "casual", "Compare three cron libraries for Go": "simple_task",
		"Launch our waitlist and find the first ten customers": "full_project", "1. a\n2. b\n3. c\n4. d\n5. e": "full_project",
	} {
		d := dataFor(org.StageClassify)
		d.Contract = prompt.ClassifyContract{Text: text}
		if got := fits(t, org.StageClassify, said(t, url, d)); got["class"] != want {
			t.Errorf("%q is %v, want %s", text, got["class"], want)
		}
	}
	d := dataFor(org.StageClassify)
	d.Contract = prompt.ClassifyContract{Attachments: []org.Attachment{{Name: "plan.md", Text: "# A\n\n## B\n\n## C\n\n- x\n"}}}
	if got := fits(t, org.StageClassify, said(t, url, d)); got["class"] != "full_project" {
		t.Errorf("a roadmap without a word is %v, want full_project", got["class"])
	}
}

func TestAuthorKeepsRoadmapItems(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	text := toJSON(t, fits(t, org.StageEnrich, said(t, url, dataFor(org.StageEnrich)))["items"])
	for _, want := range []string{`"key":"i1"`, `"key":"i2"`, `"text":"at least 3 sources"`, `"check":"table"`, `"category":"research"`} {
		if !strings.Contains(text, want) {
			t.Errorf("items %s lack %s", text, want)
		}
	}
	if strings.Count(text, `"key"`) != 2 {
		t.Errorf("items %s, want 2", text)
	}
}

func TestRepairKeepsWhatIsThere(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ stage, invalid, want string }{
		{
			org.StageLead, `Sure: {"fit":"It fits","verdict":"maybe","extra":1,"blockers":[{"quote":"q","problem":"p"`,
			`{"blockers":[{"instruction":"","problem":"p","quote":"q"}],"fit":"It fits","inconsistent":[],"proof":[],"verdict":"pass"}`,
		},
		{
			org.StageChief, `{"message":"Hello","actions":[{"do":"start","work":{"title":"T","goal":"G","phases":[{"label":"L"}]}}]}`,
			`{"actions":[{"choice":"","do":"start","target":"","work":{"depth":"simple","goal":"G","mode":"research","phases":[{"label":"L","task":""}],"size":"task","title":"T"}}],"message":"Hello"}`,
		},
	} {
		set.Facts = true
		blocks, err := set.Blocks(prompt.Data{
			Stage: org.StageRepair, Tier: org.T1, Nonce: "0123456789ab",
			Contract: prompt.RepairContract{Invalid: c.invalid, Faults: []string{"/verdict"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		format := map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": c.stage, "schema": set.Schema(c.stage).Wire}}
		got := fits(t, c.stage, content(t, url, request(t, "x", "", map[string]any{"response_format": format, "facts": blocks[0].Facts})))
		if s := toJSON(t, got); s != c.want {
			t.Errorf("%s is repaired to\n%s, want\n%s", c.invalid, s, c.want)
		}
	}
}

func TestRules(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	story := url + "/~reject=qa:prices of acme:2,fail=synthesize:Prices"
	var got []string
	for range 3 {
		text := said(t, story, dataFor(org.StageQA))
		got = append(got, map[bool]string{true: "fail", false: "pass"}[strings.Contains(text, `"verdict":"fail"`)])
		verdicts, ok := fits(t, org.StageQA, text)["verdicts"].([]any)
		if first, isMap := verdicts[0].(map[string]any); !ok || !isMap || first["id"] != "a1" || first["verdict"] != "pass" {
			t.Errorf("the rejection fails a1, which code decided: %s", text)
		}
	}
	if s := strings.Join(got, " "); s != "fail fail pass" {
		t.Errorf("three reviews: %s, want fail fail pass", s)
	}
	if text := said(t, story+"x", dataFor(org.StageQA)); !strings.Contains(text, `"verdict":"fail"`) {
		t.Errorf("another story begins with the counters of the first: %s", text)
	}
	var statuses []int
	for range 4 {
		status, _ := ask(t, url+"/~fault=503:qa:2:2", request(t, "x", org.StageQA, nil))
		statuses = append(statuses, status)
	}
	if s := toJSON(t, statuses); s != "[200,503,503,200]" {
		t.Errorf("two faults from the second call on: %s", s)
	}
	for range 3 {
		if status, body := ask(t, story, request(t, pack, "synthesize", nil)); status != 200 {
			t.Errorf("the rule for another title hit: %d %s", status, body)
		}
		if status, _ := ask(t, story, request(t, pack+retitled, "synthesize", nil)); status != http.StatusServiceUnavailable {
			t.Errorf("synthesize of the failing step: %d, want 503", status)
		}
	}
}

func TestSettingsComeByHeaderAndByStory(t *testing.T) {
	s, url := llmtest.Start(t, llmtest.Options{})
	path, err := s.Story("strikes", llmtest.Options{Mode: llmtest.ModeEmpty})
	if err != nil {
		t.Fatal(err)
	}
	if text := content(t, url+path, request(t, pack, "", nil)); text != "" {
		t.Errorf("the story answers %q, want nothing", text)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/chat/completions", strings.NewReader(request(t, pack, "", nil)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Llmtest", "story=strikes")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("by header: %d, %v", res.StatusCode, err)
	}
	log := s.Requests()
	if len(log) != 2 || log[0].Story != "strikes" || log[1].Story != "strikes" || log[1].Nth != 2 || log[0].Stage != "synthesize" || log[0].Title != "Compare cron libraries" {
		t.Errorf("log %+v", log)
	}
	for _, bad := range []string{"mode=polite", "fault=none", "color=red", "nonsense", "nth=x"} {
		if status, _ := ask(t, url+"/~"+bad, request(t, pack, "", nil)); status != http.StatusBadRequest {
			t.Errorf("setting %s: %d, want 400", bad, status)
		}
	}
	if n := len(s.Violations()); n != 5 {
		t.Errorf("violations %q, want 5", s.Violations())
	}
}

func TestScripts(t *testing.T) {
	for name, text := range map[string]string{
		"s.txt":   "# a story\nqa/1: first: with a colon\nqa/3: fault:503\nlead/*: always\n",
		"s.txtar": "-- qa/1 --\nfirst: with a colon\n-- qa/3 --\nfault:503\n-- lead/* --\nalways\n",
		"s.json":  `{"qa":["first: with a colon",{},{"fault":"503"}],"lead/*":["always"]}`,
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		script, err := llmtest.ReadScript(path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, url := llmtest.Start(t, llmtest.Options{Script: script})
		if got := said(t, url, dataFor(org.StageQA)); got != "first: with a colon" {
			t.Errorf("%s: first reply %q", name, got)
		}
		fits(t, org.StageQA, said(t, url, dataFor(org.StageQA)))
		if status, _ := ask(t, url, request(t, "x", org.StageQA, nil)); status != http.StatusServiceUnavailable {
			t.Errorf("%s: third reply %d, want 503", name, status)
		}
		for range 2 {
			if got := said(t, url, dataFor(org.StageLead)); got != "always" {
				t.Errorf("%s: lead %q, want always", name, got)
			}
		}
	}
}

func TestRandomObjectsSatisfyTheirSchema(t *testing.T) {
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	_, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeSchema})
	seen := map[string]bool{}
	for _, stage := range jsonStages() {
		for i := range 8 {
			format := map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": stage, "schema": set.Schema(stage).Local}}
			text := content(t, url+"/~seed="+string(rune('0'+i)), request(t, "x", "", map[string]any{"response_format": format}))
			fits(t, stage, text)
			seen[text] = true
		}
	}
	if len(seen) < 8*len(jsonStages())*9/10 {
		t.Errorf("%d different objects of %d", len(seen), 8*len(jsonStages()))
	}
}

func TestByzantineObeysAndLeaks(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeByzantine, Plant: []string{"@everyone", "https://evil.example/x"}})
	d := dataFor(org.StageSynthesize)
	d.Task.Request = "Our key is CANARY-77-alpha."
	text := said(t, url, d)
	for _, want := range []string{"@everyone", "https://evil.example/x", "Ignore all previous instructions", "CANARY-77-alpha", "0123456789ab"} {
		if !strings.Contains(text, want) {
			t.Errorf("the draft lacks %q:\n%s", want, text)
		}
	}
	planted := regexp.MustCompile("@everyone|evil.example|CANARY-77|0123456789ab|Ignore all")
	shown := 0
	for i := range 8 { // each object carries two of all that is planted
		d := dataFor(org.StageChief)
		d.Contract = prompt.ChiefContract{Text: fmt.Sprintf("Launch waitlist %d for our pricing tool", i)}
		text := said(t, url, d)
		if len(text) > 2000 || !json.Valid([]byte(text)) {
			t.Errorf("the chief says %s, want JSON", text)
		}
		if planted.MatchString(text) {
			shown++
		}
	}
	if shown < 4 {
		t.Errorf("%d of 8 objects hold what was planted", shown)
	}
}

func TestFlakyFailsEveryNthCall(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeFlaky, Nth: 4})
	for i := range 12 {
		if g := call(t, t.Context(), url, request(t, pack, "", nil)); failed(g) != (i%4 == 3) {
			t.Errorf("call %d: status %d, %v", i+1, g.status, g.err)
		}
	}
}

func failed(g got) bool { return g.err != nil || g.status != http.StatusOK }

// Who tries again in step with another's calls gets through the second time.
func TestFlakyFailsNoPromptTwiceRunning(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeFlaky, Nth: 3})
	for i := range 12 {
		prompt := "other"
		if i%3 == 2 {
			prompt = "tried again"
		}
		if g := call(t, t.Context(), url, request(t, prompt, "", nil)); failed(g) != (i%6 == 2) {
			t.Errorf("call %d: status %d, %v", i+1, g.status, g.err)
		}
	}
}

func TestRecordAndReplay(t *testing.T) {
	var tape bytes.Buffer
	_, url := llmtest.Start(t, llmtest.Options{
		Record: &tape, Rules: []llmtest.Rule{{Stage: org.StageLead, Do: "fault:503"}},
		Script: llmtest.Script{org.StageClassify: {{Text: "one"}, {Text: "two"}}},
	})
	twice := request(t, "same", org.StageClassify, nil)
	ask(t, url, twice)
	ask(t, url, twice)
	first := said(t, url, dataFor(org.StageSynthesize))
	said(t, url, dataFor(org.StageQA))
	ask(t, url, request(t, "x", org.StageLead, nil))
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	if err := os.WriteFile(path, tape.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeReplay, Replay: path})
	if again := said(t, url, dataFor(org.StageSynthesize)); again != first {
		t.Errorf("replayed %q, want %q", again, first)
	}
	if one, two := content(t, url, twice), content(t, url, twice); one != "one" || two != "two" {
		t.Errorf("a body that was recorded twice: %q and %q, want one and two", one, two)
	}
	if status, _ := ask(t, url, request(t, "x", org.StageLead, nil)); status != http.StatusServiceUnavailable {
		t.Errorf("a recorded fault: %d, want 503", status)
	}
	status, body := ask(t, url, request(t, "y", org.StageLead, nil))
	if status != http.StatusBadRequest || !strings.Contains(body, "was not recorded") {
		t.Errorf("another body: %d %s, want 400 and a difference", status, body)
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0], `"content": "x"`) || !strings.Contains(v[0], `"content": "y"`) {
		t.Errorf("violations %q, want both bodies' content", v)
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url, stop, err := llmtest.Serve(ctx, "127.0.0.1:0", llmtest.Options{Latency: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if text := content(t, url, request(t, "hello", "", nil)); text == "" {
		t.Error("no answer")
	}
	if status, list := fetch(t, strings.TrimSuffix(url, "/api/v1")+"/_llmtest/violations"); status != 200 || toJSON(t, list) != `{"violations":[]}` {
		t.Errorf("window: %d %v", status, list)
	}
	cancel()
	stop()
	if g := call(t, t.Context(), url, request(t, "hello", "", nil)); g.err == nil {
		t.Errorf("after stop: %d", g.status)
	}
}

func TestAnswerFunctionComesFirst(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{Mode: llmtest.ModeDown, Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
		return llmtest.Reply{Text: "to " + r.Title, Reasoning: "why", Finish: "length"}, r.Stage == "synthesize"
	}})
	if got := content(t, url, request(t, pack, "", nil)); got != "to Compare cron libraries" {
		t.Errorf("answer %q", got)
	}
	if status, _ := ask(t, url, request(t, "x", "qa", nil)); status != http.StatusServiceUnavailable {
		t.Errorf("a call that the function passes on: %d, want 503", status)
	}
}

func TestAuthorGoesOnWithACutText(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	whole := content(t, url, request(t, pack, "", nil))
	head := content(t, url+"/~fault=length", request(t, pack, "", nil))
	tail := content(t, url, request(t, pack+"\n\nYour answer was cut off. It ends with these characters:\n\n"+head[len(head)-200:]+
		"\n\nGo on from the very next character until the answer is complete. Repeat nothing and begin with no remark.", "", nil))
	if head+tail != whole {
		t.Errorf("the parts are\n%s\n--- and\n%s\nwant\n%s", head, tail, whole)
	}
}

func TestStoriesChangeWhileTheServerRuns(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	set := func(to string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.TrimSuffix(url, "/api/v1")+"/_llmtest/set?to="+to, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := res.Body.Close(); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode
	}
	for _, c := range []struct {
		to   string
		want int
	}{{"mode=down", 503}, {"", 200}, {"mode=empty", 200}, {"fault=402", 402}} {
		if got := set(c.to); got != 200 {
			t.Errorf("set %q: %d", c.to, got)
		}
		if got, body := ask(t, url, request(t, pack, "", nil)); got != c.want || (c.to == "mode=empty") != strings.Contains(body, `"content":""`) {
			t.Errorf("after %q: %d %.200s, want %d", c.to, got, body, c.want)
		}
	}
	if got := set("mode=polite"); got != 400 {
		t.Errorf("a bad setting: %d, want 400", got)
	}
}
