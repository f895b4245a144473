package step

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// isolate chooses whether a step's change stays out of the founder's own folder, or says what holds.
func (s records) isolate(ctx context.Context, in noun.Input) (noun.View, error) {
	step, err := s.Step(ctx, syntax.ReadStepID(in.Args[optionStep]))
	if errors.Is(err, org.ErrNotFound) {
		return noun.View{}, noun.Refuse(wording.RedoUnknown(in.Args[optionStep]))
	}
	if err != nil {
		return noun.View{}, err
	}
	c, changes, err := s.findChange(ctx, step)
	if err != nil {
		return noun.View{}, err
	}
	r := c.Order.Repository
	switch {
	case !changes:
		return noun.View{}, noun.Refuse(wording.CodeNone(string(step.ID)) + ".")
	case !r.HasFolder():
		return noun.View{}, noun.Refuse(wording.IsolateNoFolder(r))
	case in.Args[optionDo] == "":
		return noun.Say(Isolation(c))
	}
	to, ok := coding.ParseIsolation(in.Args[optionDo])
	switch {
	case !ok:
		return noun.View{}, noun.Refuse(IsolateHow(step.ID))
	case to == coding.NotIsolated && r.Policy.Isolation == coding.Isolated:
		return noun.View{}, noun.Refuse(IsolateFixed(r))
	}
	switch err := s.SetIsolation(ctx, step.ID, to); {
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(IsolateTooLate(c.Step))
	case err != nil:
		return noun.View{}, err
	}
	c.Order.Isolation = to
	return noun.Say(Isolated(c))
}

// describeIsolation says where a step's change goes, and who says so.
func describeIsolation(c coding.StepChange, is coding.Sourced[coding.Isolation]) string {
	return fmt.Sprintf("The change of %s “%s” %s (%s).", c.Step.ID, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), wording.DescribeIsolation(is.Value, wording.Plain(c.Order.Repository.Source)), is.From)
}

// Isolation says where a step's change goes, who says so, and how that is turned round.
func Isolation(c coding.StepChange) string {
	is, id := c.Order.Isolated(), c.Step.ID
	if p := c.Placed; p != nil && p.Isolated.Value != "" {
		is = p.Isolated
	}
	switch folder := wording.Plain(c.Order.Repository.Source); {
	case c.Arrival != nil:
		return fmt.Sprintf("%s “%s”: %s", id, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), wording.DescribeArrival(c.Arrival, folder))
	case c.Step.State.Ended():
		return describeIsolation(c, is)
	case c.Order.Repository.Policy.Isolation == coding.Isolated:
		return describeIsolation(c, is) + " Whoever runs me has settled that."
	}
	other := "off"
	if is.Value == coding.NotIsolated {
		other = "on"
	}
	return describeIsolation(c, is) + fmt.Sprintf(" `!isolate %s %s` turns that round.", id, other)
}

// Isolated confirms where a step's change goes; to one that has begun it says that this try goes on as it was decided.
func Isolated(c coding.StepChange) string {
	text := describeIsolation(c, c.Order.Isolated())
	p := c.Placed
	if p == nil || !c.Step.State.Claimed() {
		return text
	}
	was := p.Isolated.Value
	if was == "" {
		was = coding.Isolated
	}
	if was == c.Order.Isolated().Value {
		return text
	}
	return text + " It has begun already, and this try goes on as it was decided: its change " + wording.DescribeIsolation(was, wording.Plain(c.Order.Repository.Source)) + ". What you say now holds from the next try on."
}

// IsolateHow says which words choose where a change goes.
func IsolateHow(id org.StepID) string {
	return fmt.Sprintf("`!isolate %s` takes on (in a copy of mine), off (in your folder too) or default (as its repository says).", id)
}

// IsolateTooLate refuses to choose for a step that has ended.
func IsolateTooLate(s org.Step) string {
	return fmt.Sprintf("%s “%s” has ended, so where its change goes is settled. `!redo %s` does it again.", s.ID, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost), s.ID)
}

// IsolateFixed refuses to overrule the operator.
func IsolateFixed(r coding.Repository) string {
	return fmt.Sprintf("Whoever runs me has settled that changes stay out of the folder of %s, and I can't overrule that from here. On the machine, `frasier repo set %s isolated default` leaves it to you.", wording.OneLine(r.Name), wording.OneLine(r.Name))
}
