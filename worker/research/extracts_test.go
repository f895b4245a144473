package research_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// A page behind a wall is cited as the search engine extracted it, says so,
// counts as one search, and is taken from the records the next time.
func TestExtractsOfPagesThatCannotBeRead(t *testing.T) {
	const question, fact = "How many riders did the night buses of Sandford carry?", "carried 91,400 riders"
	for _, on := range []bool{false, true} {
		w, r := smallWeb(t)
		if on {
			r.Extracts = &web.Brave{Key: "key", URL: w.BraveURL}
		}
		j := research.Job{Step: step(question)}
		ev, err := r.Gather(t.Context(), j, ask(question, "night buses Sandford riders"))
		if err != nil {
			t.Fatal(err)
		}
		var from *work.Passage
		for i, p := range ev.Passages {
			if strings.Contains(p.Text, fact) {
				from = &ev.Passages[i]
			}
		}
		if on != (from != nil) {
			t.Fatalf("with extracts %v: fact found %v, notes %q, asked %q", on, from != nil, ev.Notes, w.Queries())
		}
		if !on {
			continue
		}
		if !strings.Contains(from.Title, "as the search engine extracted it") || !strings.HasPrefix(from.URL, w.URL("locked.example/nightbus")) || from.Date != "2026-01-01" {
			t.Errorf("the source is %+v, want its address, its date and who extracted it", from)
		}
		if all := strings.Join(ev.Notes, " "); !strings.Contains(all, "the text is as the search engine extracted it") || !strings.Contains(all, "blocked") {
			t.Errorf("notes %q, want the blocked page and its extract named", ev.Notes)
		}
		if n := len(w.Queries()); n > org.MaxQueries || ev.Spent.Queries != n {
			t.Errorf("%d searches, %d counted", n, ev.Spent.Queries)
		}
		pages, searches := len(w.Asked()), len(w.Queries())
		again, err := r.Gather(t.Context(), j, ask(question, "night buses Sandford riders"))
		if err != nil || cmp.Diff(ev, again) != "" || len(w.Asked()) != pages || len(w.Queries()) != searches {
			t.Errorf("once more: %v, %d pages, %d searches:\n%s", err, len(w.Asked())-pages, len(w.Queries())-searches, cmp.Diff(ev, again))
		}
	}
}

// An engine that has no extracts for this key is asked for them once.
func TestNoExtractsForThisKey(t *testing.T) {
	for _, c := range []struct {
		status, asked int
		body          string
	}{
		{404, 1, ""}, {403, 1, `{"error":{"code":"SUBSCRIPTION"}}`}, {500, 2, ""}, {200, 2, `{"web":{}}`}, {200, 2, `{"grounding":{"generic":[]}}`},
	} {
		var got []string
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			got = append(got, q.URL.Path)
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		_, r := smallWeb(t)
		r.Extracts = &web.Brave{Key: "key", URL: s.URL}
		for n := range 2 {
			question := []string{"How many riders did the night buses of Sandford carry?", "What does an hour of night bus cost Sandford?"}[n]
			r.Records = &memory{}
			if _, err := r.Gather(t.Context(), research.Job{Step: step(question)}, ask(question, "night buses Sandford study")); err != nil {
				t.Errorf("%d: %v", c.status, err)
			}
		}
		s.Close()
		if len(got) != c.asked || got[0] != "/res/v1/llm/context" {
			t.Errorf("status %d: asked %d times for %s, want %d", c.status, len(got), got[0], c.asked)
		}
	}
}
