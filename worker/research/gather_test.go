package research_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/testing/webtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

func TestRecallOnTheSmallWeb(t *testing.T) {
	t.Parallel()
	w, r := smallWeb(t)
	got, err := w.Measure(t.Context(), func(ctx context.Context, q webtest.Question) (work.Evidence, []string, error) {
		m := &memory{}
		r.Records = m
		ev, err := r.Gather(ctx, research.Job{Step: step(q.Text)}, ask(q.Text, q.Query))
		if err != nil {
			return ev, nil, err
		}
		docs, err := m.StepDocuments(ctx, "s1")
		var read []string
		for _, d := range docs {
			if d.Failure == "" {
				read = append(read, d.URL)
			}
		}
		return ev, read, err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("fetch recall %.2f, span recall %.2f, honesty %.2f; missed %q", got.FetchRecall(), got.SpanRecall(), got.Honesty(), got.Missed)
	if got.FetchRecall() < 0.90 || got.SpanRecall() < 0.80 || got.Honesty() < 0.80 {
		t.Errorf("fetch recall %.2f (want 0.90), span recall %.2f (want 0.80), honesty %.2f (want 0.80); missed %q",
			got.FetchRecall(), got.SpanRecall(), got.Honesty(), got.Missed)
	}
}

func TestASecondGatherFetchesNothing(t *testing.T) {
	w, r := smallWeb(t)
	job := research.Job{Step: step("How many licensed cafes are there in Northland?"), Context: work.StepContext{URLs: []string{w.URL("rentwatch.example/harbour"), w.URL("gone.example/lost")}}}
	inq := ask("How many licensed cafes are there in Northland?", "number of licensed cafes Northland")
	first, err := r.Gather(t.Context(), job, inq)
	if err != nil {
		t.Fatal(err)
	}
	pages, queries := len(w.Asked()), len(w.Queries())
	second, err := r.Gather(t.Context(), job, inq)
	if err != nil {
		t.Fatal(err)
	}
	if n, m := len(w.Asked())-pages, len(w.Queries())-queries; n != 0 || m != 0 {
		t.Errorf("the second Gather asked for %d pages and %d searches, want none", n, m)
	}
	if d := cmp.Diff(first, second); d != "" {
		t.Errorf("the second Gather found something else (-first +second):\n%s", d)
	}
	if len(first.Passages) == 0 || first.Spent.Unread == 0 {
		t.Errorf("evidence = %+v, want passages and one unread page", first)
	}
}

// Research that reaches its limit while a page is fetched hands over what was
// read by then and says so; it is no fault of the step.
func TestWhatWasReadIsUsedWhenTheTimeIsOver(t *testing.T) {
	w, r := smallWeb(t)
	r.Limit = 500 * time.Millisecond
	hung := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/slow" {
			<-hung
		}
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(hung) })
	const question = "How many licensed cafes are there in Northland?"
	job := research.Job{Step: step(question), Context: work.StepContext{URLs: []string{w.URL("rentwatch.example/harbour"), slow.URL + "/slow"}}}
	ev, err := r.Gather(t.Context(), job, ask(question, "number of licensed cafes Northland"))
	if err != nil {
		t.Fatal(err)
	}
	if len(ev.Passages) == 0 || !slices.ContainsFunc(ev.Notes, func(n string) bool { return strings.Contains(n, "stopped after 500ms") }) {
		t.Errorf("%d passages, notes %q; want those of the page that was read and a note", len(ev.Passages), ev.Notes)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := r.Gather(ctx, job, ask(question, "cafes")); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v, want %v", err, context.Canceled)
	}
}
