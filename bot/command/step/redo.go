package step

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

const (
	// One request may have so many steps done again without a question: more would be the whole
	// project.
	changedAtOnce = 4
	// So many steps may be done again without the founder's yes to their price.
	unasked = 2
)

// redo has a step done again, with words for whoever does it, and says what goes with it.
func (s records) redo(ctx context.Context, in noun.Input) (noun.View, error) {
	name, note := in.Args[optionStep], strings.TrimSpace(in.Args[optionText])
	if syntax.IsProjectID(strings.TrimSpace(name)) && note != "" { // "redo p3 s12 ..." says more than is needed
		name, note = syntax.CutWord(note)
	}
	step, err := s.findStep(ctx, in, name)
	if err != nil {
		return noun.View{}, err
	}
	if step.Project != "" {
		did, err := listDone(ctx, in, step.Project)
		if err != nil {
			return noun.View{}, err
		}
		if all := noun.ListReopened(did, step.ID); all != nil {
			return sayRedone(step.ID, note, all)
		}
		if err := s.askFirst(ctx, in, step.Project, []org.StepID{step.ID}); err != nil {
			return noun.View{}, err
		}
	}
	all, err := s.Redo(ctx, step.ID, note, in.Author)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(wording.RedoUnknown(string(step.ID)))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(RedoNotNow(step.ID, wording.TellConflict(err)))
	case err != nil:
		return noun.View{}, err
	}
	return sayRedone(step.ID, note, all)
}

// sayRedone says which steps are done again; programs get their ids.
func sayRedone(id org.StepID, note string, all []org.StepID) (noun.View, error) {
	return noun.View{Reply: org.Reply{Text: wording.Redone(id, note, all[1:])}, JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

// listDone lists which steps of a project were to be done again since the command began, in
// a process that died of it.
func listDone(ctx context.Context, in noun.Input, p org.ProjectID) ([]org.Event, error) {
	all, err := in.DoneBefore(ctx, org.EventStepReopened)
	return slices.DeleteFunc(all, func(e org.Event) bool { return e.Project != p }), err
}

// askFirst refuses to have steps done again before the founder has seen what it comes to,
// where it is more than unasked steps.
func (s records) askFirst(ctx context.Context, in noun.Input, p org.ProjectID, ids []org.StepID) error {
	if in.Args[noun.OptionSure] == "yes" {
		return nil
	}
	all, effort, err := s.RedoExtent(ctx, p, ids)
	if err != nil || len(all) <= unasked {
		return err
	}
	var titles []string
	for _, step := range all {
		titles = append(titles, step.Title)
	}
	return noun.RefuseWith(RedoAsks(titles, effort.String(), org.CommandConfirm+" "+in.Origin).Reply())
}

// changeDocument has the parts of a document done again that a founder's words are
// about. Work that is still going on hears them as a note.
func (s records) changeDocument(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	words := strings.TrimSpace(in.Args[optionText])
	did, err := listDone(ctx, in, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	if !p.State.Ended() && len(did) == 0 {
		return s.steerProject(ctx, in, p, words)
	}
	picked, err := s.pickSteps(ctx, p, words)
	if err != nil {
		return noun.View{}, err
	}
	if len(did) == 0 {
		var ids []org.StepID
		for _, step := range picked {
			ids = append(ids, step.ID)
		}
		if err := s.askFirst(ctx, in, p.ID, ids); err != nil {
			return noun.View{}, err
		}
	}
	var out []ChangedStep
	for _, step := range picked {
		all := noun.ListReopened(did, step.ID)
		if all == nil {
			all, err = s.Redo(ctx, step.ID, words, in.Author)
		}
		if errors.Is(err, org.ErrConflict) {
			if len(picked) > 1 {
				continue // an earlier one took it along
			}
			return noun.View{}, noun.Refuse(ChangesNotNow(p, wording.TellConflict(err)))
		}
		if err != nil {
			return noun.View{}, err
		}
		out = append(out, ChangedStep{ID: step.ID, Title: step.Title, More: len(all) - 1})
	}
	return noun.Say(ChangesBegun(p, words, out))
}

// pickSteps picks the steps that words are about; it refuses where that is none or too many.
func (s records) pickSteps(ctx context.Context, p org.ProjectName, words string) ([]org.Step, error) {
	steps, err := s.Steps(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	left, err := s.LeftOut(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	picked := Concerned(steps, words, left...)
	if len(picked) == 0 || len(picked) > changedAtOnce {
		return nil, noun.Refuse(ChangesWhere(p, steps))
	}
	return picked, nil
}
