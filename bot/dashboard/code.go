package dashboard

import (
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// diffMost is how much of a patch a page shows; all of it is in the project's folder.
const diffMost = 200 << 10

// change is what a step changed in code, as its pages show it.
type change struct {
	coding.StepChange
	Patches []view.FilePatch
	Cut     bool // the patch is longer than what is shown
}

// Last are the checks of the newest round.
func (c change) Last() []coding.Trial {
	var out []coding.Trial
	for _, t := range c.Trials {
		if len(out) > 0 && t.Round > out[0].Round {
			out = nil
		}
		out = append(out, t)
	}
	return out
}

// changeOf is what a step changed in code; nil for one that changes none.
func (s *server) changeOf(q *request, step org.Step) (*change, error) {
	all, err := s.Records.Changes(q.Context(), step.Project)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.Step.ID != step.ID {
			continue
		}
		return &change{StepChange: c, Patches: view.Patch(string(c.Patch[:min(len(c.Patch), diffMost)])), Cut: len(c.Patch) > diffMost}, nil
	}
	return nil, nil // most steps change no code
}

// change shows what a step changed in code, and what each check wrote.
func (s *server) change(q *request) error {
	_, base, err := s.trace(q)
	if err != nil {
		return err
	}
	c, err := s.changeOf(q, base.S)
	if err != nil {
		return err
	}
	if c == nil {
		return org.ErrNotFound
	}
	page := struct {
		ofStep
		C *change
	}{base, c}
	page.Live = false
	return s.show(q, "change", page)
}
