package worker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// version is a draft of a hundred characters with ten citations.
func version(change func(*worker.Version)) worker.Version {
	v := worker.Version{Scored: true}
	v.Draft.Text = strings.Repeat("x", 100)
	v.Audit.Citations = make([]org.Citation, 10)
	v.Audit.Accept = []check.Acceptance{{ID: "a1", ByCode: true, Met: true}, {ID: "a2", ByCode: true}, {ID: "a3"}}
	v.Audit.Factual, v.Audit.Supported = 10, 8
	v.Critique.Scores.Average = 3.2
	if change != nil {
		change(&v)
	}
	return v
}

// A good draft, whose musts all hold, is polished once at most, and never on
// the cheapest tier or when research has spent its budget (llm.md 1.11).
func TestRevisable(t *testing.T) {
	good := review.Scores{Depth: 3, Accuracy: 3.5, Actionability: 3, Completeness: 4, Average: 3.375}
	weak, fine, edge := good, good, good
	weak.Depth, weak.Average = 2.99, 3.3725
	fine.Average = 3.5
	edge.Average = 3.4999
	spent := org.BudgetUsed{Queries: org.MaxQueries, Fetches: org.MaxFetches}
	research := org.Step{Tier: org.T2, Depth: org.DepthStandard}
	cheap, deep, simple := research, research, research
	cheap.Tier, deep.Depth, simple.Depth = org.T1, org.DepthDeep, org.DepthSimple
	for _, c := range []struct {
		name     string
		step     org.Step
		scores   review.Scores
		defects  int
		n        int
		polished bool
		spent    org.BudgetUsed
		want     bool
	}{
		{"good", research, good, 0, 1, false, org.BudgetUsed{}, true},
		{"just below the average", research, edge, 0, 1, false, org.BudgetUsed{}, true},
		{"at the average", research, fine, 0, 1, false, org.BudgetUsed{}, false},
		{"good a second time", research, good, 0, 2, true, org.BudgetUsed{}, false},
		{"good after a weak draft", research, good, 0, 2, false, org.BudgetUsed{}, true},
		{"good on the cheapest tier", cheap, good, 0, 1, false, org.BudgetUsed{}, false},
		{"good with nothing left to spend", research, good, 0, 1, false, spent, false},
		{"weak", research, weak, 0, 2, true, spent, true},
		{"weak on the cheapest tier", cheap, weak, 0, 1, false, spent, true},
		{"good with a defect", cheap, good, 1, 2, true, spent, true},
		{"deep", deep, fine, 0, 1, false, spent, true},
		{"deep and polished", deep, good, 0, 2, true, org.BudgetUsed{}, false},
		{"simple", simple, weak, 0, 1, false, org.BudgetUsed{}, false},
	} {
		v := version(func(v *worker.Version) {
			v.Critique.Scores, v.Audit.MustFix = c.scores, make([]check.Defect, c.defects)
		})
		if got := worker.Revisable(c.step, v, c.n, c.polished, c.spent); got != c.want {
			t.Errorf("%s: revised %v, want %v", c.name, got, c.want)
		}
	}
	unscored := version(func(v *worker.Version) { v.Scored = false })
	if worker.Revisable(research, unscored, 1, false, org.BudgetUsed{}) {
		t.Error("a draft without a score and without a defect is sent back")
	}
}

func TestKeeps(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*worker.Version)
		want   bool
	}{
		{"the same", nil, true},
		{"40 % shorter", func(v *worker.Version) { v.Draft.Text = v.Draft.Text[:60] }, true},
		{"more than 40 % shorter", func(v *worker.Version) { v.Draft.Text = v.Draft.Text[:59] }, false},
		{"20 % fewer citations", func(v *worker.Version) { v.Audit.Citations = v.Audit.Citations[:8] }, true},
		{"more than 20 % fewer", func(v *worker.Version) { v.Audit.Citations = v.Audit.Citations[:7] }, false},
		{"one more invented quote", func(v *worker.Version) { v.Audit.Fabricated = []string{"x"} }, false},
		{"one criterion for another", func(v *worker.Version) { v.Audit.Accept[0].Met, v.Audit.Accept[1].Met = false, true }, false},
		{"one criterion more", func(v *worker.Version) { v.Audit.Accept[1].Met = true }, true},
	} {
		if got := worker.Keeps(version(c.change), version(nil)); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBetterAndStalled(t *testing.T) {
	score := func(s float64) func(*worker.Version) {
		return func(v *worker.Version) { v.Critique.Scores.Average = s }
	}
	fix := func(n int, s float64) func(*worker.Version) {
		return func(v *worker.Version) { v.Audit.MustFix, v.Critique.Scores.Average = make([]check.Defect, n), s }
	}
	for _, c := range []struct {
		name            string
		before, after   func(*worker.Version)
		better, stalled bool
	}{
		{"the same", nil, nil, false, true},
		{"a little more", score(3.0), score(3.19), true, true},
		{"enough more", score(3.0), score(3.2), true, false},
		{"a defect less, lower", fix(2, 3.4), fix(1, 3.0), true, false},
		{"a defect more, higher", fix(1, 3.0), fix(2, 4.0), false, false},
		{"better recall", nil, func(v *worker.Version) { v.Audit.Supported = 9 }, true, true},
		{"a contradiction", nil, func(v *worker.Version) { v.Critique.MustFix = 1 }, false, true},
	} {
		before, after := version(c.before), version(c.after)
		if got := worker.Better(after, before); got != c.better {
			t.Errorf("%s: better: got %v, want %v", c.name, got, c.better)
		}
		if got := worker.Stalled(before, after); got != c.stalled {
			t.Errorf("%s: stalled: got %v, want %v", c.name, got, c.stalled)
		}
	}
}

// Best-of is an order: no two versions are better than each other.
func TestBetterIsAnOrder(t *testing.T) {
	draw := func(t *rapid.T, name string) worker.Version {
		return version(func(v *worker.Version) {
			v.Audit.MustFix = make([]check.Defect, rapid.IntRange(0, 2).Draw(t, name+" defects"))
			v.Critique.Scores.Average = float64(rapid.IntRange(2, 5).Draw(t, name+" average"))
			v.Audit.Supported = rapid.IntRange(0, 3).Draw(t, name+" supported")
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := draw(t, "a"), draw(t, "b"), draw(t, "c")
		if worker.Better(a, b) && worker.Better(b, a) {
			t.Fatal("each is better than the other")
		}
		if worker.Better(a, b) && worker.Better(b, c) && !worker.Better(a, c) {
			t.Fatal("better is not transitive")
		}
	})
}

// Whatever earlier steps cited, the carried text names passages of the new
// evidence, each of which is a part of its document.
func TestCarryKeepsCitationsVerifiable(t *testing.T) {
	const doc = "The stall opens in April. It sells forty boxes in a week. Then it closes for good."
	rapid.Check(t, func(t *rapid.T) {
		var up []org.Upstream
		for i := range rapid.IntRange(1, 3).Draw(t, "steps") {
			u := org.Upstream{Title: fmt.Sprint(i)}
			for j := range rapid.IntRange(0, 5).Draw(t, "citations") {
				start := rapid.IntRange(0, 40).Draw(t, "start")
				end := start + rapid.IntRange(5, 30).Draw(t, "length")
				id := fmt.Sprintf("S%d:p%d", rapid.IntRange(1, 2).Draw(t, "source"), rapid.IntRange(1, 3).Draw(t, "passage"))
				u.Sources = append(u.Sources, org.Citation{
					Document: org.DocumentID(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "document")), Start: start, End: end, Quote: doc[start:end], Passage: id,
				})
				u.Result += fmt.Sprintf("Claim %d [%s]. ", j, id)
			}
			u.Result += "Unknown [S9:p9]."
			up = append(up, u)
		}
		ev := org.Evidence{Passages: []org.Passage{{ID: "S1:p1", Source: 1, Document: "own", Text: doc, End: len(doc)}}}
		out, got := worker.Carry(up, ev)
		if len(ev.Passages) != 1 || got.Passages[0].ID != "S1:p1" {
			t.Fatalf("the step's own passages changed: %v", got.Passages)
		}
		ids := map[string]org.Passage{}
		for _, p := range got.Passages {
			if _, twice := ids[p.ID]; twice {
				t.Fatalf("two passages have the id %s", p.ID)
			}
			ids[p.ID] = p
			if doc[p.Start:p.End] != p.Text {
				t.Fatalf("passage %s is no part of its document", p.ID)
			}
		}
		for i, u := range out {
			if len(u.Sources) > 0 && len(check.Markers(u.Result)) == 0 || strings.Contains(u.Result, "S9:p9") {
				t.Fatalf("markers of %q became %q", up[i].Result, u.Result)
			}
			for _, m := range check.Markers(u.Result) {
				p, ok := ids[m]
				if !ok || p.Document == "own" || !slices.ContainsFunc(u.Sources, func(c org.Citation) bool { return c.Passage == m && c.Quote == p.Text }) {
					t.Fatalf("marker %s of %q names %+v", m, u.Result, p)
				}
			}
		}
	})
}

func TestGist(t *testing.T) {
	got := worker.Gist("The answer is 40 [S1:p1]. More of it.\n\nA second paragraph.\n\n## Costs\n\nThey are low. Very.\n\n- a list\n\n## Risks\n\n| a | b |\n|---|---|\n| x | y |\n")
	const want = "The answer is 40 [S1:p1].\n## Costs\nThey are low.\n## Risks"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want it to begin %q", got, want)
	}
	const most = org.DigestTokens * org.CharsPerToken
	if n := len(worker.Gist(strings.Repeat("## Heading\n\nA sentence of some length stands here.\n\n", 400))); n > most || n < most*3/4 {
		t.Errorf("a long text's gist has %d characters, want close to %d and not more", n, most)
	}
}
