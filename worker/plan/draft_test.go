package plan_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/plan"
)

const request = "Find the prices of coffee subscriptions. Compare the rivals."

// draft is a plan as a model writes it; change edits its first step.
func draft(change func(steps []map[string]any, whole map[string]any)) llmtest.Reply {
	criteria := []any{
		map[string]any{"id": "a1", "text": "At least 2 sections", "check": "sections", "n": 2},
		map[string]any{"id": "a2", "text": "It answers the goal", "check": "judge", "n": nil},
	}
	step := func(key, title, kind string, needs ...string) map[string]any {
		return map[string]any{
			"key": key, "title": title, "kind": kind, "depth": "standard", "role": "Market Research Lead", "category": "research", "goal": "The goal of " + title,
			"depends_on": append([]string{}, needs...), "uses": append([]string{}, needs...), "entities": []string{}, "serves": []string{"R1"},
			"acceptance": criteria, "tier": "T2", "final": key == "s3",
		}
	}
	steps := []map[string]any{
		step("s1", "Prices of subscriptions", "research"), step("s2", "Rivals in a table", "analysis", "s1"), step("s3", "Write the report", "writing", "s2"),
	}
	whole := map[string]any{
		"requirements": []any{map[string]any{"id": "R1", "quote": "prices of coffee subscriptions", "text": "prices", "kind": "explicit"}},
		"ledger":       map[string]any{"given": []string{}, "to_look_up": []string{}, "to_derive": []string{}, "guesses": []string{}},
		"title":        "Coffee", "objective": "Know the prices", "success": []string{}, "assumptions": []string{}, "out_of_scope": []string{},
		"steps": steps,
	}
	if change != nil {
		change(steps, whole)
	}
	raw, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	return llmtest.Reply{Text: string(raw)}
}

func bad(steps []map[string]any, _ map[string]any) { steps[0]["goal"] = "Interview 30 customers" }

func TestDraft(t *testing.T) {
	for _, c := range []struct {
		name    string
		replies []llmtest.Reply
		plans   int // calls for a draft
		quality string
		shown   string // what the last prompt for a draft says
	}{
		{"good at once", []llmtest.Reply{draft(nil)}, 1, "model", ""},
		{"mended once", []llmtest.Reply{draft(bad), draft(nil)}, 2, "model", "CAP-NOSURVEY"},
		{"bad twice", []llmtest.Reply{draft(bad), draft(bad)}, 2, "fallback", "CAP-NOSURVEY"},
		{"a cycle, then good", []llmtest.Reply{draft(func(s []map[string]any, _ map[string]any) { s[0]["depends_on"] = []string{"s2"} }), draft(nil)}, 2, "model", "wait for each other"},
		{"a title that is blank, then good", []llmtest.Reply{draft(func(s []map[string]any, _ map[string]any) { s[0]["title"] = " " }), draft(nil)}, 2, "model", "no key or no title"},
		{"a step that is none", []llmtest.Reply{draft(func(s []map[string]any, _ map[string]any) { s[0]["uses"] = []string{"s9"} }), draft(nil)}, 2, "model", "s9"},
	} {
		o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StagePlan: c.replies}})
		id := o.start(request, org.NewProject{})
		made := o.plan()
		if made.Notes.Quality != c.quality || o.calls(org.StagePlan) != c.plans {
			t.Errorf("%s: quality %q after %d drafts; want %q after %d", c.name, made.Notes.Quality, o.calls(org.StagePlan), c.quality, c.plans)
		}
		asked := o.prompts(org.StagePlan)
		for _, method := range []string{"### Leading a design", "### Sending out work", "### Coordinating several", "### Writing a plan"} {
			if !strings.Contains(asked[0], method) {
				t.Errorf("%s: whoever plans is not given %q", c.name, method)
			}
		}
		if c.shown != "" && !strings.Contains(asked[len(asked)-1], c.shown) {
			t.Errorf("%s: the last prompt does not name the fault %q", c.name, c.shown)
		}
		if steps, err := o.db.Steps(t.Context(), id); err != nil || len(steps) != len(made.Steps)+1 {
			t.Errorf("%s: %d steps stored, %v; want the plan's %d and the assembly", c.name, len(steps), err, len(made.Steps))
		}
	}
}

func TestDraftAsItIsRead(t *testing.T) {
	o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StagePlan: {draft(func(s []map[string]any, w map[string]any) {
		s[0]["title"], s[0]["tier"], s[0]["depth"], s[0]["serves"] = "Prices for the board", "T1", "simple", []string{"R1", "R2"}
		w["requirements"] = []any{
			map[string]any{"id": "R1", "quote": "prices of coffee subscriptions", "text": "prices", "kind": "explicit"},
			map[string]any{"id": "R2", "quote": "in Japanese", "text": "in Japanese", "kind": "explicit"},
		}
	})}}})
	o.start(request, org.NewProject{Depth: org.DepthDeep})
	made := o.plan()
	if s := step(made, "s1"); s.Tier != org.T3 || s.Depth != org.DepthSimple {
		t.Errorf("words of high stakes: tier %s, depth %s; want T3, which no model lowers, and simple", s.Tier, s.Depth)
	}
	if s := step(made, "s2"); s.Depth != org.DepthDeep || s.Tier != org.T2 || !slices.Equal(s.Needs, []string{"s1"}) {
		t.Errorf("a step of a deep project: %+v; want it deep, T2, each need once", s)
	}
	if s := step(made, "s3"); !s.Final || !s.Soft || s.Agent == "" {
		t.Errorf("the final step: %+v; want soft needs and somebody to do it", s)
	}
	if n := made.Notes.Needs[1]; n.Kind != "implicit" || n.Quote != "" {
		t.Errorf("a requirement that the founder never said: %+v; want it implicit", n)
	}
}

// atStake is a request that a second model looks at the plan of.
const atStake = "Write the board memo: find the prices of coffee subscriptions. Compare the rivals."

// An ordinary plan is one call; a review that cannot be had holds nothing up.
func TestPlansAreOneCall(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.start(request, org.NewProject{})
	if made := o.plan(); made.Notes.Quality != "model" || len(o.server.Requests()) != 1 {
		t.Errorf("%s plan after %d calls, want one by a model after 1", made.Notes.Quality, len(o.server.Requests()))
	}
	o = newOffice(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StagePlanReview, Do: "empty"}}})
	o.start(atStake, org.NewProject{})
	if made := o.plan(); !strings.HasPrefix(made.Notes.Review, "not done") || made.Notes.Quality != "model" || o.calls(org.StagePlanReview) == 0 {
		t.Errorf("review %q, quality %q; want it asked for and named as missing", made.Notes.Review, made.Notes.Quality)
	} else if !slices.ContainsFunc(made.Notes.Lint, func(n string) bool { return strings.HasPrefix(n, "Nobody but its author") }) {
		t.Errorf("the plan's card says %q, want that nobody reviewed it", made.Notes.Lint)
	}
}

// A reviewer of another family; only what code confirms sends a plan
// back.
func TestPlanReview(t *testing.T) {
	review := func(missing string) []llmtest.Reply {
		return []llmtest.Reply{{Text: `{"missing":[` + missing + `],"order":[{"before":"s2","after":"s9","why":"x"}],"unused":["s3","s1"],"riskiest_assumption":"Prices are public.","proof":[],"verdict":"revise"}`}}
	}
	for missing, plans := range map[string]int{`{"requirement_id":"R1","why":"nominal"}`: 2, `{"requirement_id":"R7","why":"nominal"}`: 1} {
		o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StagePlan + "/*": {draft(nil)}, org.StagePlanReview + "/*": review(missing)}})
		o.start(atStake, org.NewProject{})
		made := o.plan()
		if o.calls(org.StagePlan) != plans || made.Notes.Risk != "Prices are public." {
			t.Errorf("review that misses %s: %d drafts, risk %q; want %d and the risk", missing, o.calls(org.StagePlan), made.Notes.Risk, plans)
		}
		for _, r := range o.server.Requests() {
			if r.Stage == org.StagePlanReview && strings.Contains(r.Model, "anthropic") {
				t.Errorf("the review was asked of %s, the author's family", r.Model)
			}
		}
	}
}

// A reviewer's pass counts for the requirements that he quotes a step for; the
// others send the plan back.
func TestPlanReviewsPassNeedsProof(t *testing.T) {
	for proof, want := range map[string]struct {
		plans int
		how   string
	}{
		`{"requirement_id":"R1","quote":"PRICES of subscriptions"}`: {1, "passed"},
		``:                                   {2, "without proof"},
		`{"requirement_id":"R1","quote":""}`: {2, "without proof"},
		`{"requirement_id":"R1","quote":"a plan of great promise"}`:                                                              {2, "without proof"},
		`{"requirement_id":"R2","quote":"Prices of subscriptions"}`:                                                              {2, "without proof"},
		`{"requirement_id":"R1","quote":"stands nowhere"},{"requirement_id":"R1","quote":"The goal of Prices of subscriptions"}`: {1, "passed"},
	} {
		pass := []llmtest.Reply{{Text: `{"missing":[],"order":[],"unused":[],"riskiest_assumption":"Prices are public.","proof":[` + proof + `],"verdict":"pass"}`}}
		o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StagePlan + "/*": {draft(nil)}, org.StagePlanReview + "/*": pass}})
		o.start(atStake, org.NewProject{})
		made := o.plan()
		if o.calls(org.StagePlan) != want.plans || !strings.Contains(made.Notes.Review, want.how) {
			t.Errorf("a pass with the proof [%s]: %d drafts, review %q; want %d and %q", proof, o.calls(org.StagePlan), made.Notes.Review, want.plans, want.how)
		}
		if back := want.plans == 2; has(made.Notes.Lint, "requirement R1: nobody can show") != back {
			t.Errorf("a pass with the proof [%s]: notes %q, want the requirement named %v", proof, made.Notes.Lint, back)
		}
	}
}

// The review sends a plan back once; a revised plan that the lint refuses is dropped
// for the first.
func TestOneRevision(t *testing.T) {
	o := newOffice(t, llmtest.Options{
		Script: llmtest.Script{org.StagePlan: {draft(nil), draft(bad), draft(nil)}},
		Rules:  []llmtest.Rule{{Stage: org.StagePlanReview, Do: "reject"}},
	})
	o.start(atStake, org.NewProject{})
	made := o.plan()
	if o.calls(org.StagePlan) != 2 || step(made, "s1").Goal != "The goal of Prices of subscriptions" || !strings.Contains(made.Notes.Review, "no better plan came") {
		t.Errorf("%d drafts, review %q, first step %+v; want the first draft kept", o.calls(org.StagePlan), made.Notes.Review, step(made, "s1"))
	}
}

// Whatever comes back for a plan, a mission is planned, and the plan is sound.
func TestWildDrafts(t *testing.T) {
	for _, mode := range []llmtest.Mode{llmtest.ModeSchema, llmtest.ModeGarbage, llmtest.ModeByzantine, llmtest.ModeCut, llmtest.ModeEmpty} {
		o := newOffice(t, llmtest.Options{Mode: mode, Seed: 4})
		for _, text := range []string{request, "Interview 30 customers. Then read 50 threads. Compare Alpha, Beta, Gamma, Delta, Epsilon and Zeta.", "A report.", "Compare prices. Compare prices."} {
			id := o.start(text, org.NewProject{Title: "T"})
			made := o.plan()
			if len(made.Steps) == 0 {
				t.Fatalf("%s: no plan for %q: %+v", mode, text, o.project(id))
			}
			if bad := plan.Errors(plan.Lint(made, plan.Founders)); len(bad) > 0 {
				t.Errorf("%s: plan for %q has errors %+v", mode, text, bad)
			}
			if n := len(made.Steps); n > org.MaxSteps || dag.Depth(made.Steps) > org.MaxDepth || o.calls(org.StagePlan) > 30 {
				t.Errorf("%s: %d steps, depth %d; want them within the limits", mode, n, dag.Depth(made.Steps))
			}
		}
	}
}

// The planner is shown the numbers that the lint enforces.
func TestPlannerReadsTheLimits(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.start(request, org.NewProject{})
	o.plan()
	shown := o.prompts(org.StagePlan)[0]
	for _, want := range []string{
		prompt.Manifest(prompt.Office{}), fmt.Sprintf("At most %d steps, no chain longer than %d", org.MaxSteps, org.MaxDepth),
		fmt.Sprintf("at most %d entities", org.EntitiesPerStep), fmt.Sprintf("%d searches and %d pages", org.MaxQueries, org.MaxFetches),
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the planner's prompt lacks %q", want)
		}
	}
	for _, c := range prompt.Capabilities() {
		if c.ID == "LIM-ENTITIES" {
			continue // Split sees to them
		}
		for _, unit := range c.Units {
			for n, want := range map[int]bool{c.Limit: false, c.Limit + 1: true} {
				s := work.PlannedStep{Key: "s1", Title: "T", Goal: fmt.Sprintf("Take %d %s", n, unit), Depth: org.DepthStandard, Final: true}
				found := plan.Errors(plan.Lint(work.Plan{Steps: []work.PlannedStep{s}}, plan.Models))
				if got := slices.ContainsFunc(found, func(f plan.Finding) bool { return f.Rule == "L9" && f.Capability == c.ID }); got != want {
					t.Errorf("%q with a limit of %d: refused %v, want %v", s.Goal, c.Limit, got, want)
				}
			}
		}
	}
}
