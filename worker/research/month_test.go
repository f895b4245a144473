package research_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

// When the month's searches are used up, research goes on with what was read
// before and says so.
func TestGatherWithoutSearchesLeft(t *testing.T) {
	w, r := smallWeb(t)
	q := ask("How many practising vets are there in Westvale?", "practising vets Westvale")
	text := "The chamber counts 1,204 practising vets in Westvale in 2026. It counts them each spring, by district."
	kept := &memory{month: reports.SearchMonth{Month: "2026-06", Asked: 5, Limit: 5}, before: []work.Document{
		{ID: "x", URL: "https://other.example", Title: "Harbours", Site: "other.example", Origin: work.OriginWeb, Text: strings.Repeat("Ships and cranes. ", 20), FetchedAt: clock()},
		{ID: "y", URL: "https://vets.example", Title: "Vets of Westvale", Site: "vets.example", Origin: work.OriginWeb, Text: text, FetchedAt: clock()},
	}}
	r.Records = kept
	ev := look(t, r, q)
	if n := len(w.Queries()); n != 0 {
		t.Errorf("%d searches were made, want none", n)
	}
	if len(ev.Passages) == 0 || ev.Passages[0].URL != "https://vets.example" || ev.Sources != 1 {
		t.Errorf("passages %+v; want those of the page that was read before", ev.Passages)
	}
	if notes := strings.Join(ev.Notes, "\n"); !strings.Contains(notes, "limit of 5 for June 2026 is used up") {
		t.Errorf("notes %q do not say why nothing was searched", notes)
	}
	kept.month.Limit = 6
	if ev = look(t, r, q); len(w.Queries()) != 1 {
		t.Errorf("with one search left %d were made; want one", len(w.Queries()))
	}
	if notes := strings.Join(ev.Notes, "\n"); ev.Sources < 2 {
		t.Errorf("with one search left: %d sources, notes %q", ev.Sources, notes)
	}
}

func look(t *testing.T, r *research.Researcher, q work.Inquiry) work.Evidence {
	t.Helper()
	ev, err := r.Gather(t.Context(), research.Job{Step: step("Count the vets of Westvale")}, q)
	if err != nil {
		t.Fatal(err)
	}
	return ev
}
