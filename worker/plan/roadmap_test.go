package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// road writes a roadmap in the founder's hand.
func road(t *testing.T, src string) *org.Roadmap {
	t.Helper()
	r, err := roadmap.Parse("plan.md", src)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return &r
}

// someRoadmap draws a roadmap of one phase with marks of all kinds.
func someRoadmap() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("# Drawn\n")
		n := rapid.IntRange(1, 9).Draw(t, "items")
		verbs := []string{"Compare", "Write", "Interview 20", "Read 50 threads on", "Name", "Board memo on", "Analyse"}
		var titles []string
		for i := range n {
			box := rapid.SampledFrom([]string{"- ", "- [ ] ", "- [x] "}).Draw(t, "box")
			titles = append(titles, fmt.Sprintf("%s subject%d", rapid.SampledFrom(verbs).Draw(t, "verb"), i))
			b.WriteString(box + titles[i])
			b.WriteString(rapid.SampledFrom([]string{"", " @writer", " !t1", " !t3", " !critical", " ~4h"}).Draw(t, "mark"))
			if i > 0 && rapid.Bool().Draw(t, "edge") {
				fmt.Fprintf(&b, " (after: %s)", rapid.SampledFrom(titles[:i]).Draw(t, "first"))
			}
			b.WriteString("\n")
			if rapid.Bool().Draw(t, "accept") {
				b.WriteString("  - accept: at least 3 sources\n")
			}
		}
		return b.String()
	})
}

// Whatever a model answers, the open items are the steps: none dropped,
// merged, renamed or put in another order, and the founder's marks hold.
func TestItemsStayTheFounders(t *testing.T) {
	for _, mode := range []llmtest.Mode{llmtest.ModeAuthor, llmtest.ModeSchema, llmtest.ModeGarbage, llmtest.ModeByzantine, llmtest.ModeCut, llmtest.ModeEmpty} {
		o := newOffice(t, llmtest.Options{Mode: mode, Seed: 11})
		for i := range 6 {
			src := someRoadmap().Example(i)
			r := road(t, src)
			var open []org.Item
			for _, it := range r.Items {
				if !it.Done {
					open = append(open, it)
				}
			}
			if len(open) == 0 {
				continue
			}
			id := o.start("do it", org.NewProject{Title: "Drawn", Roadmap: r})
			made := o.plan()
			if len(made.Steps) == 0 {
				t.Fatalf("%s: no plan of\n%s\nproject %+v", mode, src, o.project(id))
			}
			checkItems(t, string(mode)+"\n"+src, open, made)
		}
	}
}

func checkItems(t *testing.T, what string, open []org.Item, made work.Plan) {
	t.Helper()
	var got []string
	byItem := map[string]work.PlannedStep{}
	for _, s := range made.Steps {
		if s.Item != "" {
			got = append(got, s.Item+" "+s.Title)
			byItem[s.Item] = s
		}
	}
	var want []string
	for _, it := range open {
		want = append(want, it.Key+" "+it.Title)
		s := byItem[it.Key]
		if it.Tier != "" && s.Tier != it.Tier {
			t.Errorf("%s\nitem %s: tier %s, want the founder's %s", what, it.Key, s.Tier, it.Tier)
		}
		if s.Critical != it.Critical || it.Role != "" && prose.Fold(s.Role) != prose.Fold(it.Role) {
			t.Errorf("%s\nitem %s: critical %v, role %q; want %v, %q", what, it.Key, s.Critical, s.Role, it.Critical, it.Role)
		}
		if s.Agent == "" || len(s.Acceptance) < max(1, len(it.Accept)) {
			t.Errorf("%s\nitem %s: agent %q, acceptance %v; want somebody, and his lines", what, it.Key, s.Agent, s.Acceptance)
		}
		for k, line := range it.Accept {
			if s.Acceptance[k].Text != line {
				t.Errorf("%s\nitem %s: criterion %d is %q, want the founder's %q", what, it.Key, k, s.Acceptance[k].Text, line)
			}
		}
		for _, n := range it.Needs {
			if !slices.Contains(s.Needs, n) {
				t.Errorf("%s\nitem %s: needs %q, want %s among them", what, it.Key, s.Needs, n)
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s\nsteps (-want +got):\n%s", what, d)
	}
}

func TestMarksAndLists(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	r := road(t, `# Marks
- Research rivals @writer !t1
- Board memo on prices !critical
- Compare Alpha, Beta, Gamma, Delta, Epsilon and Zeta (after: Research rivals)
- Interview 20 customers
- Read 50 threads on churn
  - accept: a table of 12 rows
  - accept: names "Acme", mentions "Bolt"
- Draft the guide @Quill
- Board letter !t2
`)
	o.start("do it", org.NewProject{Title: "Marks", Roadmap: r, Depth: org.DepthDeep})
	made := o.plan()
	titled := func(title string) work.PlannedStep {
		i := slices.IndexFunc(made.Steps, func(s work.PlannedStep) bool { return s.Title == title })
		if i < 0 {
			t.Fatalf("no step %q in %+v", title, made.Steps)
		}
		return made.Steps[i]
	}
	if s := titled("Research rivals"); s.Tier != org.T1 || s.Category != "content" || s.Agent != "agent-quill" || s.Depth != org.DepthStandard && s.Depth != org.DepthDeep {
		t.Errorf("@writer !t1: %+v", s)
	}
	if s := titled("Board memo on prices"); s.Tier != org.T3 || !s.Critical {
		t.Errorf("high stakes and critical: tier %s, critical %v", s.Tier, s.Critical)
	}
	if s := titled("Board letter"); s.Tier != org.T2 {
		t.Errorf("!t2 on words of high stakes: tier %s; want the founder's", s.Tier)
	}
	if s := titled("Draft the guide"); s.Agent != "agent-quill" {
		t.Errorf("@Quill: given to %s", s.Agent)
	}
	merge := titled("Compare Alpha, Beta, Gamma, Delta, Epsilon and Zeta")
	if len(merge.Needs) != 3 || !slices.Contains(merge.Needs, titled("Research rivals").Key) {
		t.Errorf("six entities: the merge needs %q; want its two parts and what the item names", merge.Needs)
	}
	c := titled("Read 50 threads on churn").Acceptance
	if c[0].Check != org.CheckTable && c[0].Check != org.CheckCount || c[1].Text != `names "Acme", mentions "Bolt"` {
		t.Errorf("acceptance %+v; want the founder's lines", c)
	}
	for _, id := range []string{"LIM-FETCH", "CAP-NOSURVEY"} {
		if !has(made.Notes.Lint, id) {
			t.Errorf("notes %q; want %s", made.Notes.Lint, id)
		}
	}
}

// Twenty-four steps and a depth of eight bind what a model invents, not what
// the founder writes.
func TestLongRoadmaps(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Long\n")
	for i := range 24 {
		fmt.Fprintf(&b, "%d. Compare A%d, B%d, C%d, D%d and E%d\n", i+1, i, i, i, i, i)
	}
	o := newOffice(t, llmtest.Options{})
	id := o.start("do it", org.NewProject{Title: "Long", Roadmap: road(t, b.String())})
	made := o.plan()
	if len(made.Steps) != 24*3 || dag.Depth(made.Steps) < 24 {
		t.Errorf("%d steps, depth %d; want 72 in one chain", len(made.Steps), dag.Depth(made.Steps))
	}
	if p := o.project(id); p.State != org.ProjectActive {
		t.Errorf("project %s: %s", p.State, p.Outcome)
	}
}

// A model's criteria for the founder's item stay within reach.
func TestUnreachableCriteriaAreLeftOut(t *testing.T) {
	item := func(criteria string) llmtest.Reply {
		return llmtest.Reply{Text: `{"trade":"oats","items":[{"key":"i1","goal":"g","kind":"writing","role":"Writer","category":"content","depth":"standard","instead":"","tier":"T3","builds_on":[],"grave":"no","acceptance":[` + criteria + `]}]}`}
	}
	o := newOffice(t, llmtest.Options{Script: llmtest.Script{"enrich/*": {item(
		`{"id":"a1","text":"At least 16 sources","check":"sources","n":16},{"id":"a2","text":"At least 17 web sources","check":"sources","n":17},` +
			`{"id":"a3","text":"Quotes from twenty interviews with users","check":"judge","n":null},{"id":"a4","text":"Covers prices","check":"sections","n":9000}`,
	)}}})
	o.start("do it", org.NewProject{Title: "T", Roadmap: road(t, "# T\n- Write the price page\n")})
	made := o.plan()
	if len(made.Steps) != 1 || len(made.Steps[0].Acceptance) != 1 || made.Steps[0].Acceptance[0].N != 16 {
		t.Errorf("steps %+v; want the criterion at the limit alone", made.Steps)
	}
	if made.Steps[0].Tier != org.T2 {
		t.Errorf("tier %s; want T2: nothing builds on it, and a model raises nothing", made.Steps[0].Tier)
	}
}

// road2 has two phases.
const road2 = "# Oats\n\n## Phase 1: Market\n- Find the price of oats\n- Find where oats grow\n\n## Phase 2: Offer\n- Decide our price\n- Write the offer\n"

// A roadmap's phases are planned by one call: the plan of a later one finds it in the
// ledger.
func TestPhasesOfARoadmapAreOneCall(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.start("do it", org.NewProject{Title: "Oats", Roadmap: road(t, road2)})
	first := o.plan()
	o.finish("Oats cost 212 euros.")
	o.now = o.now.Add(26 * time.Hour) // the day is no reason to ask again
	second := o.plan()
	if n := len(o.server.Requests()); n != 1 || len(first.Steps) != 2 || len(second.Steps) != 2 {
		t.Errorf("%d calls for phases of %d and %d steps; want 1 for 2 and 2", n, len(first.Steps), len(second.Steps))
	}
	for _, s := range append(first.Steps, second.Steps...) {
		if !strings.Contains(s.Goal, "The finished result of this item") {
			t.Errorf("%q: goal %q, want the model's", s.Title, s.Goal)
		}
	}
}

// More items than one call holds are planned mission by mission.
func TestManyItemsAreSeveralCalls(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.start("do it", org.NewProject{Title: "Many", Roadmap: road(t, "# Many\n"+numbered(50))})
	made := o.plan()
	if asked := o.prompts(org.StageEnrich); len(asked) != 1 || len(made.Steps) != 24 || has(made.Notes.Lint, "words alone") || strings.Contains(asked[0], "key i25:") {
		t.Errorf("%d calls for %d steps, notes %q; want 1 about the 24 of the first mission", len(asked), len(made.Steps), made.Notes.Lint)
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- Find the price of oat number %d\n", i)
	}
	return b.String()
}

// An item that a reply leaves out is asked for by itself; what was said of the others
// stays.
func TestAForgottenItemIsAskedForAgain(t *testing.T) {
	item := func(key string) string {
		return `{"key":"` + key + `","goal":"Said of ` + key + `","kind":"research","role":"Researcher","category":"research","depth":"standard","tier":"T2","acceptance":[{"id":"a1","text":"It is answered","check":"judge","n":null}]}`
	}
	reply := func(keys ...string) llmtest.Reply {
		var list []string
		for _, k := range keys {
			list = append(list, item(k))
		}
		return llmtest.Reply{Text: `{"items":[` + strings.Join(list, ",") + `]}`}
	}
	src := road(t, "# T\n- Find the price of oats\n- Find where oats grow\n- Find who sells oats\n")
	for _, c := range []struct {
		name    string
		replies []llmtest.Reply
		calls   int
		bare    bool // the forgotten item is planned by its words
	}{
		{"comes then", []llmtest.Reply{reply("i1", "i3"), reply("i2")}, 2, false},
		{"never comes", []llmtest.Reply{reply("i1", "i3"), reply("i1")}, 2, true},
		{"one that nobody asked for, one twice", []llmtest.Reply{reply("i1", "i1", "i9", "i2", "i3")}, 1, false},
	} {
		o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StageEnrich: c.replies}})
		o.start("do it", org.NewProject{Title: "T", Roadmap: src})
		made := o.plan()
		if n := o.calls(org.StageEnrich); n != c.calls || len(made.Steps) != 3 {
			t.Fatalf("%s: %d calls, %d steps; want %d and 3", c.name, n, len(made.Steps), c.calls)
		}
		for _, s := range made.Steps {
			if bare := !strings.Contains(s.Goal, "Said of "+s.Item); bare != (c.bare && s.Item == "i2") {
				t.Errorf("%s: item %s has the goal %q", c.name, s.Item, s.Goal)
			}
		}
		if has(made.Notes.Lint, `the words alone for: "Find where oats grow"`) != c.bare {
			t.Errorf("%s: notes %q", c.name, made.Notes.Lint)
		}
		if asked := o.prompts(org.StageEnrich); c.calls == 2 && (strings.Contains(asked[1], "key i1:") || !strings.Contains(asked[1], "key i2:")) {
			t.Errorf("%s: the second prompt asks for more than the forgotten item", c.name)
		}
	}
}
