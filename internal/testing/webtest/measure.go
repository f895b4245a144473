package webtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/work"
)

// Score is how research did on the questions of the small web.
type Score struct {
	Questions    int // that have an answer
	Fetched      int // whose page was read
	Spanned      int // whose answer stands in the passages
	Unanswerable int
	Admitted     int // of those: research said that it found nothing
	Missed       []string
}

// FetchRecall is the share of answerable questions whose page was read.
func (s Score) FetchRecall() float64 { return share(s.Fetched, s.Questions) }

// SpanRecall is the share of answerable questions whose answer is in the pack.
func (s Score) SpanRecall() float64 { return share(s.Spanned, s.Questions) }

// Honesty is the share of unanswerable questions that were admitted.
func (s Score) Honesty() float64 { return share(s.Admitted, s.Unanswerable) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// Measure asks every question of gather, which returns the evidence and the
// addresses of the pages that were read, and counts.
func (w *Web) Measure(ctx context.Context, gather func(context.Context, Question) (work.Evidence, []string, error)) (Score, error) {
	list, err := Questions()
	if err != nil {
		return Score{}, err
	}
	var s Score
	for _, q := range list {
		ev, read, err := gather(ctx, q)
		if err != nil {
			return Score{}, fmt.Errorf("question %s: %w", q.ID, err)
		}
		if len(q.Gold) == 0 {
			s.Unanswerable++
			if len(ev.Covered) == 0 && len(ev.Gaps) > 0 {
				s.Admitted++
			} else {
				s.Missed = append(s.Missed, q.ID+": not admitted")
			}
			continue
		}
		s.Questions++
		fetched, spanned := w.found(q, ev, read)
		if fetched {
			s.Fetched++
		} else {
			s.Missed = append(s.Missed, q.ID+": page not read")
		}
		if spanned {
			s.Spanned++
		} else {
			s.Missed = append(s.Missed, q.ID+": answer not among the passages")
		}
	}
	return s, nil
}

// found tells whether a page with the answer was read and whether the answer
// stands in a passage; one that was read as a copy of the page counts.
func (w *Web) found(q Question, ev work.Evidence, read []string) (fetched, spanned bool) {
	for _, g := range q.Gold {
		fetched = fetched || slices.Contains(read, w.URL(g.Page))
		for _, p := range ev.Passages {
			spanned = spanned || strings.Contains(plain(p.Text), plain(g.Span))
		}
	}
	return fetched, spanned
}

func plain(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
