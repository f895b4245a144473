package worker

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// fetchMissing looks for what a draft's defects say is missing, before the draft is
// revised: an author who gets no new evidence can only word it otherwise. It
// returns the evidence with what was found, and the draft with defects that
// name it.
func (r *documentRun) fetchMissing(ctx context.Context, ev work.Evidence, v version, n int) (work.Evidence, version, error) {
	fixes := *fixesOf(&v)
	var wants []string
	for _, d := range fixes {
		if d.Find != "" && !slices.Contains(wants, d.Find) {
			wants = append(wants, d.Find)
		}
	}
	if len(wants) == 0 || ev.Unsought {
		return ev, v, nil
	}
	more, err := stage(ctx, r, org.StageSearch, n, func(ctx context.Context) (work.More, error) {
		job := r.researchJob()
		job.Noted = r.recallGiven(org.StageSearch, n)
		return r.Research.More(ctx, job, ev, wants)
	})
	if err != nil {
		return ev, v, fmt.Errorf("look for what step %s lacks: %w", r.step.ID, err)
	}
	*fixesOf(&v) = addFound(fixes, more.Wants)
	ev.Passages = slices.Concat(ev.Passages, more.Passages)
	ev.Unopened = slices.DeleteFunc(slices.Clone(ev.Unopened), func(paper string) bool {
		return slices.ContainsFunc(more.Passages, func(p work.Passage) bool { return strings.Contains(paper, strings.TrimPrefix(p.URL, "file:")) })
	})
	ev.Spent, ev.Trail, ev.Sources = more.Spent, more.Trail, max(ev.Sources, more.Sources)
	r.notes = append(r.notes, more.Notes...)
	return ev, v, nil
}

// addFound adds to each defect what was found for it.
func addFound(fixes []check.Defect, wants []work.Want) []check.Defect {
	out := slices.Clone(fixes)
	for i, d := range out {
		for _, w := range wants {
			switch {
			case d.Find != w.Text:
			case len(w.Found) > 0:
				out[i].Fix += " Looked up for it: [" + strings.Join(w.Found, "] [") + "] among the sources."
			default:
				out[i].Fix += " It was looked up and not found: name it under Not established."
			}
		}
	}
	return out
}
