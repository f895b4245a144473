package research_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

// What a draft lacks is looked up within what the step has left, is new, and
// is found the same way when it is asked again.
func TestMoreForADraft(t *testing.T) {
	const hall = "How many climbing halls are there in Fellmark?"
	for _, c := range []struct {
		name, want, says string
		spent            bool // that anything had to be fetched or searched
		found            bool
	}{
		{"on another page", "income of halls from courses and the cafe as a share of revenue", "courses bring 22 percent", true, true},
		{"of another matter", "telephone of the harbour master at Amsel", "", true, false},
		{"nothing", "", "", false, false},
	} {
		w, r := smallWeb(t)
		j := research.Job{Step: step(hall)}
		ev, err := r.Gather(t.Context(), j, ask(hall, "number of climbing halls inspected Fellmark ministry"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(packed(ev.Passages), c.says) && c.says != "" {
			t.Fatalf("%s: the evidence has it already", c.name)
		}
		more, err := r.More(t.Context(), j, ev, []string{c.want})
		if err != nil {
			t.Fatal(err)
		}
		queries, fetches := more.Spent.Queries-ev.Spent.Queries, more.Spent.Fetches-ev.Spent.Fetches
		if queries > research.RevisionQueries || fetches > research.RevisionFetches || c.want == "" && queries+fetches > 0 {
			t.Errorf("%s: %d queries and %d pages, want at most %d and %d", c.name, queries, fetches, research.RevisionQueries, research.RevisionFetches)
		}
		got := packed(more.Passages)
		if c.found != (len(more.Passages) > 0) || !strings.Contains(got, c.says) {
			t.Errorf("%s: found %q, want %q in it (asked %q)", c.name, got, c.says, w.Queries())
		}
		last := 0
		for _, p := range ev.Passages {
			last = max(last, p.Source)
		}
		for _, p := range more.Passages {
			if p.Source <= last || !strings.Contains(strings.Join(more.Wants[0].Found, " "), p.ID) {
				t.Errorf("%s: passage %s of source %d; want a number after %d, and its id with the want: %v", c.name, p.ID, p.Source, last, more.Wants)
			}
		}
		pages, searches := len(w.Asked()), len(w.Queries())
		again, err := r.More(t.Context(), j, ev, []string{c.want})
		if err != nil || cmp.Diff(more, again) != "" {
			t.Errorf("%s: asked again it differs (%v):\n%s", c.name, err, cmp.Diff(more, again))
		}
		if n, m := len(w.Asked())-pages, len(w.Queries())-searches; n+m > 0 {
			t.Errorf("%s: asked again it fetched %d pages and made %d searches", c.name, n, m)
		}
	}
}

// A step that has used up its searches and pages looks up nothing outside.
func TestMoreKeepsTheBudget(t *testing.T) {
	w, r := smallWeb(t)
	b := org.ResearchBudget(org.DepthStandard)
	ev := work.Evidence{Spent: work.BudgetUsed{Queries: b.Queries, Fetches: b.Fetches}}
	more, err := r.More(t.Context(), research.Job{Step: step("Halls")}, ev, []string{"climbing halls in Fellmark"})
	if err != nil || len(w.Asked())+len(w.Queries()) > 0 || more.Spent != ev.Spent {
		t.Errorf("%d pages, %d searches, spent %+v, %v; want nothing", len(w.Asked()), len(w.Queries()), more.Spent, err)
	}
}

func packed(list []work.Passage) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Text)
	}
	return strings.Join(out, "\n")
}
