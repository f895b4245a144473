package step

import (
	"context"
	"errors"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// steer hands words to the agents of a project, or to whoever works on one step.
func (s records) steer(ctx context.Context, in noun.Input) (noun.View, error) {
	if name := syntax.ReadStepID(in.Args[optionSubject]); syntax.IsStepID(name) {
		return s.steerStep(ctx, in, name)
	}
	in.Args[noun.OptionProject] = in.Args[optionSubject]
	p, err := in.FindProject(ctx, true)
	if err != nil {
		return noun.View{}, err
	}
	return s.steerProject(ctx, in, p, in.Args[optionText])
}

func (s records) steerProject(ctx context.Context, in noun.Input, p org.ProjectName, words string) (noun.View, error) {
	err := s.Steer(ctx, in.Heard(words), p.ID, "", words)
	if errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.Refuse(SteerTooLate(p))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Steered(p, words))
}

func (s records) steerStep(ctx context.Context, in noun.Input, name string) (noun.View, error) {
	words := in.Args[optionText]
	step, err := s.Step(ctx, name)
	if err == nil {
		err = s.Steer(ctx, in.Heard(words), step.Project, step.ID, words)
	}
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(wording.RedoUnknown(name))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(SteerStepTooLate(step.ID, words))
	case err != nil:
		return noun.View{}, err
	}
	return noun.Say(SteeredStep(step.ID, step.Title, words))
}

// addMessage hands the message that it was used on to a project. The project is
// chosen by a menu whose line names the command that holds the message.
func (s records) addMessage(ctx context.Context, in noun.Input) (noun.View, error) {
	if in.Message == "" && len(in.Heard("").Attachments) == 0 && in.Args[optionMessage] == "" {
		return noun.View{}, noun.Refuse(AddHow())
	}
	if in.Args[optionMessage] == "" {
		in.Args[optionMessage] = in.Origin
	}
	p, err := in.FindProject(ctx, true)
	if err != nil {
		return noun.View{}, err
	}
	words := in.Message
	if words == "" {
		given, err := s.CommandGiven(ctx, in.Channel, in.Args[optionMessage], in.Author)
		if errors.Is(err, org.ErrNotFound) || err == nil && given.Message == "" {
			return noun.View{}, noun.Refuse(AddGone())
		}
		if err != nil {
			return noun.View{}, err
		}
		words = given.Message
	}
	return s.steerProject(ctx, in, p, words)
}
