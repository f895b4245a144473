package plan_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// planner answers drafts of plans with one text, and lets the server answer
// the rest.
type planner struct {
	says string
	rest *http.Client
}

func (p planner) RoundTrip(r *http.Request) (*http.Response, error) {
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(asked))
	if !bytes.Contains(asked, []byte(`"name":"`+org.StagePlan+`"`)) {
		return p.rest.Do(r)
	}
	said, err := json.Marshal(p.says)
	if err != nil {
		return nil, err
	}
	body := `{"choices":[{"message":{"content":` + string(said) + `},"finish_reason":"stop"}]}`
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// hostileDrafts are drafts with one thing wrong each.
func hostileDrafts() map[string]string {
	type steps = []map[string]any
	many := func(n int) func(s steps, w map[string]any) {
		return func(s steps, w map[string]any) {
			all := steps{}
			for i := range n {
				c := map[string]any{}
				for k, v := range s[0] {
					c[k] = v
				}
				c["key"], c["title"] = "s"+strings.Repeat("x", i+1), strings.Repeat("y", i+1)
				all = append(all, c)
			}
			w["steps"] = all
		}
	}
	whole := draft(nil).Text
	return map[string]string{
		"good": whole, "cut": whole[:len(whole)/2], "twice": whole + whole, "empty": "", "null": "null", "hollow": "{}", "prose": "A plan: first look, then write.", "deep": strings.Repeat("[", 20_000), "not a number": strings.Replace(whole, `"n":2`, `"n":NaN`, 1),
		"wrong type": strings.Replace(whole, `"key":"s1"`, `"key":1`, 1), "single quotes": strings.ReplaceAll(whole, `"`, `'`), "trailing comma": strings.Replace(whole, `]}`, `],}`, 1), "controls": strings.Replace(whole, `"s1"`, `"s1\u0000\u202e"`, 1),
		"self edge": draft(func(s steps, _ map[string]any) { s[0]["depends_on"] = []string{"s1"} }).Text, "cycle": draft(func(s steps, _ map[string]any) { s[0]["depends_on"] = []string{"s2"} }).Text,
		"dangling": draft(func(s steps, _ map[string]any) { s[1]["uses"] = []string{"s9", ""} }).Text, "one key": draft(func(s steps, _ map[string]any) { s[1]["key"] = "s1" }).Text, "no key": draft(func(s steps, _ map[string]any) { s[0]["key"] = "" }).Text,
		"no role": draft(func(s steps, _ map[string]any) { s[0]["role"] = "Emperor" }).Text, "no steps": draft(func(_ steps, w map[string]any) { w["steps"] = []any{} }).Text, "500 steps": draft(many(500)).Text, "all final": draft(func(s steps, _ map[string]any) { s[0]["final"] = true }).Text,
		"none final": draft(func(s steps, _ map[string]any) { s[2]["final"] = false }).Text, "no title": draft(func(s steps, _ map[string]any) { s[0]["title"] = " " }).Text, "over budget": draft(func(s steps, _ map[string]any) { s[0]["goal"] = "Read 4000000000000 sources." }).Text,
		"tier": draft(func(s steps, _ map[string]any) { s[0]["tier"] = "T9" }).Text, "crowd": draft(func(s steps, _ map[string]any) {
			s[0]["entities"] = strings.Split(strings.Repeat("a,", 90)+"a", ",")
		}).Text, "call": draft(func(s steps, w map[string]any) {
			s[0]["title"], w["title"] = "@everyone <@1>", "[a](https://evil.example)"
		}).Text,
	}
}

// sound checks what holds of every plan that is stored, whoever wrote it.
func (o *office) sound(what string, id org.ProjectID, made work.Plan) {
	o.t.Helper()
	if _, err := dag.Order(made.Steps, nil); err != nil || len(made.Steps) == 0 || len(made.Steps) > org.MaxSteps || dag.Depth(made.Steps) > org.MaxDepth {
		o.t.Errorf("%q: %d steps, %d deep, %v", what, len(made.Steps), dag.Depth(made.Steps), err)
	}
	finals := 0
	for _, s := range made.Steps {
		if s.Final {
			finals++
		}
		if strings.TrimSpace(s.Title) == "" || s.Key == "" || s.Agent == "" || !utf8.ValidString(s.Title+s.Goal) || strings.Contains(s.Title+s.Goal, "@everyone") || strings.Contains(s.Title+s.Goal, "<@") {
			o.t.Errorf("%q: step %+v", what, s)
		}
	}
	if finals != 1 {
		o.t.Errorf("%q: %d final steps", what, finals)
	}
	stored, err := o.db.Steps(o.t.Context(), id)
	if err != nil || len(stored) != len(made.Steps)+1 {
		o.t.Errorf("%q: %d steps are stored, %v; want the plan's %d and the assembly", what, len(stored), err, len(made.Steps))
	}
}

// hostile has a project planned while drafts are one text.
func (o *office) hostile(reply string) {
	o.t.Helper()
	o.planner.Client.Provider = &llm.Endpoint{Base: o.base, HTTP: &http.Client{Transport: planner{reply, &http.Client{}}}, Now: o.planner.Now}
	id := o.start(request, org.NewProject{})
	o.sound(reply, id, o.plan())
}

// FuzzPlanJSON: whatever a planner answers, a plan is stored whole that can be
// carried out: its own, or the one without a model.
func FuzzPlanJSON(f *testing.F) {
	for _, s := range hostileDrafts() {
		f.Add(s)
	}
	o := newOffice(f, llmtest.Options{})
	f.Fuzz(func(t *testing.T, reply string) {
		o.t = t
		o.hostile(reply)
	})
}
