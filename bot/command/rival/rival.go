// Package rival has several make one change against each other, and shows what became of each.
package rival

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Step(ctx context.Context, name string) (org.Step, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	Rivals(ctx context.Context, id org.StepID) ([]coding.Rival, error)
	SetRivals(ctx context.Context, id org.StepID, all []coding.Rival, who string) error
	Usual(ctx context.Context) (work.History, error)
}

const (
	optionStep = "step"
	optionWho  = "who"
	wordOff    = "off"
)

type records struct{ Records }

// New returns the noun: the command compete.
func New(r Records) noun.Noun {
	s := records{r}
	step := syntax.Option{Name: optionStep, Kind: syntax.Text, Autocomplete: true, Required: true, Description: "a step that changes code, like s12"}
	return noun.Noun{Commands: []noun.Command{{
		Name: "compete", Summary: "have two or three make one change against each other, and take the best", Example: "compete s12 medium large",
		Options: []syntax.Option{step, noun.WordOption(optionWho, "who: small, medium, large, claude, codex, opencode; show, or off")}, Acts: true, AsksBack: true,
		Changes: func(args map[string]string) bool { return args[optionWho] != wordShow }, Words: []string{wordOff, wordShow}, Run: s.run,
		Shell: &noun.Shell{
			Group: noun.GroupSteer, Use: "compete STEP [WHO WHO|show|off] [sure=yes]", IDs: "step", JSON: true,
			Summary: "have two or three make one change against each other; names the price first, and sure=yes is the answer", Refuses: []string{"compete s99", "compete"},
		},
	}}}
}

const wordShow = "show"

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	step, err := s.Step(ctx, syntax.ReadStepID(in.Args[optionStep]))
	if errors.Is(err, org.ErrNotFound) {
		return noun.View{}, noun.Refuse(wording.RedoUnknown(in.Args[optionStep]))
	}
	if err != nil {
		return noun.View{}, err
	}
	who := strings.ToLower(strings.TrimSpace(in.Args[optionWho]))
	if who == wordShow || step.State.Ended() {
		all, err := s.Rivals(ctx, step.ID)
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{Reply: Shown(step, all).Page("compete "+string(step.ID)+" "+wordShow, in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
	}
	var all []coding.Rival
	if who != wordOff {
		if all, err = s.choose(ctx, step, who); err != nil {
			return noun.View{}, err
		}
		price, err := s.price(ctx, all)
		if err != nil {
			return noun.View{}, err
		}
		if in.Args[noun.OptionSure] != "yes" {
			return noun.View{}, noun.RefuseWith(Asks(step, all, price, org.CommandConfirm+" "+in.Origin).Reply())
		}
	}
	switch err := s.SetRivals(ctx, step.ID, all, in.Author); {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(wording.CodeNone(string(step.ID)) + ".")
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(TooLate(step))
	case err != nil:
		return noun.View{}, err
	}
	return noun.View{Reply: org.Reply{Text: Set(step, all)}, JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

// choose returns who competes: those that are named, else a model of the step's size and one of another.
func (s records) choose(ctx context.Context, step org.Step, who string) ([]coding.Rival, error) {
	changes, err := s.Changes(ctx, step.Project)
	if err != nil {
		return nil, err
	}
	given := false
	for _, c := range changes {
		given = given || c.Step.ID == step.ID && len(c.Order.Patches) > 0
	}
	if given {
		return nil, noun.Refuse(Given(step))
	}
	if who == "" {
		return coding.ChooseRivals(step.Tier), nil
	}
	var out []coding.Rival
	for _, word := range strings.Fields(strings.NewReplacer(",", " ", " and ", " ").Replace(who)) {
		r, ok := coding.ParseRival(word)
		if !ok {
			return nil, noun.Refuse(How(word))
		}
		r.N = len(out) + 1
		out = append(out, r)
	}
	if len(out) < 2 || len(out) > coding.RivalsMost {
		return nil, noun.Refuse(HowMany(len(out)))
	}
	return out, nil
}

// price sums what each costs as a rule, by what such steps cost before; zero where none was done yet.
func (s records) price(ctx context.Context, all []coding.Rival) (org.NanoUSD, error) {
	known, err := s.Usual(ctx)
	if err != nil {
		return 0, err
	}
	var sum org.NanoUSD
	for _, r := range all {
		tier := r.Tier
		if tier == "" {
			tier = org.T2
		}
		u := known[work.Work{Kind: org.KindEngineering, Tier: tier}]
		if u.Priced == 0 {
			return 0, nil
		}
		sum += u.Cost
	}
	return sum, nil
}
