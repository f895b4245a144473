package dashboard

import (
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The newest are listed first.
const replaysMost = 50

// replayLine is one of them, with its sums.
type replayLine struct {
	reports.Replay
	Before, Now  reports.Worth
	Done, Failed int
}

func sumReplay(r reports.Replay) replayLine {
	l := replayLine{Replay: r}
	l.Before, l.Now, l.Done, l.Failed = r.Sums()
	return l
}

// replays lists what other prompts made of projects.
func (s *server) replays(q *request) error {
	all, err := s.Records.Replays(q.Context(), "", replaysMost)
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		All []replayLine
	}{Base: q.base}
	for _, r := range all {
		page.All = append(page.All, sumReplay(r))
	}
	page.Title, page.Tab = "Done anew with other prompts", "Costs"
	return s.show(q, "replays", page)
}

// replay shows what other prompts made of each step, beside what there is.
func (s *server) replay(q *request) error {
	r, err := s.Records.Replay(q.Context(), q.PathValue("id"))
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		R    replayLine
		Rows []reports.RenewedStep
	}{q.base, sumReplay(r), r.Steps}
	if page.R.Done > 1 {
		page.Rows = append(page.Rows, reports.RenewedStep{Before: page.R.Before, Now: page.R.Now})
	}
	page.Title, page.Tab = "Done anew: "+r.ID, "Costs"
	return s.show(q, "replay", page)
}
