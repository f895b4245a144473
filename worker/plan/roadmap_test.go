package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/llm/llmtest"
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

func checkItems(t *testing.T, what string, open []org.Item, made org.Plan) {
	t.Helper()
	var got []string
	byItem := map[string]org.PlannedStep{}
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
		if s.Critical != it.Critical || it.Role != "" && org.Fold(s.Role) != org.Fold(it.Role) {
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
	titled := func(title string) org.PlannedStep {
		i := slices.IndexFunc(made.Steps, func(s org.PlannedStep) bool { return s.Title == title })
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
	if len(made.Steps) != 24*3 || org.DepthOf(made.Steps) < 24 {
		t.Errorf("%d steps, depth %d; want 72 in one chain", len(made.Steps), org.DepthOf(made.Steps))
	}
	if p := o.project(id); p.State != org.ProjectActive {
		t.Errorf("project %s: %s", p.State, p.Outcome)
	}
}

// A model's criteria for the founder's item stay within reach.
func TestUnreachableCriteriaAreLeftOut(t *testing.T) {
	item := func(criteria string) llmtest.Reply {
		return llmtest.Reply{Text: `{"items":[{"key":"i1","goal":"g","kind":"writing","role":"Writer","depth":"standard","tier":"T3","acceptance":[` + criteria + `]}]}`}
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
	if made.Steps[0].Tier != org.T1 {
		t.Errorf("tier %s; want T1: a model raises nothing", made.Steps[0].Tier)
	}
}
