package memory

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	// A rule of so many characters at most is made of a message: it stands in every prompt.
	longestRule = 600
	recalled    = 12 // that are found

	tidyings       = 10 // that are listed
	tidyingsOfJSON = 20 // that programs get
)

// listRules lists the founder's rules, or forgets one.
func (s records) listRules(ctx context.Context, in noun.Input) (noun.View, error) {
	switch do := strings.ToLower(in.Args[optionDo]); do {
	case "", "list":
	case "forget", "remove", "delete":
		return s.forgetOne(ctx, in)
	default:
		return noun.View{}, noun.Refuse(RulesHow(do))
	}
	all, err := s.Lessons(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Rules(all).Page("rules", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

// rememberRule makes a rule of words, or of the message that it was used on.
func (s records) rememberRule(ctx context.Context, in noun.Input) (noun.View, error) {
	words := strings.TrimSpace(in.Args[optionText])
	if words == "" {
		words = strings.TrimSpace(in.Message)
	}
	if words == "" {
		return noun.View{}, noun.Refuse(RememberWhat(rememberExample))
	}
	rule := prose.OneLine(words)
	if r := []rune(rule); len(r) > longestRule {
		return noun.View{}, noun.Refuse(RememberTooLong(len(r), longestRule))
	}
	id, err := s.Remember(ctx, rule)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Remembered(id, rule).Reply()}, nil
}

// forgetOne takes a rule or lesson out of use, or deletes what was said.
func (s records) forgetOne(ctx context.Context, in noun.Input) (noun.View, error) {
	id := strings.ToLower(strings.TrimSpace(in.Args[optionID]))
	all, err := s.Lessons(ctx)
	if err != nil {
		return noun.View{}, err
	}
	for _, l := range all {
		if string(l.ID) != id {
			continue
		}
		if err := s.Forget(ctx, id); err != nil {
			return noun.View{}, err
		}
		return noun.Say(Forgot(id, l.Text))
	}
	if id == "" {
		return noun.View{}, noun.Refuse(ForgetWhat())
	}
	err = s.Forget(ctx, id)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(ForgetUnknown(id))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(ForgetNotNow(id, strings.TrimSuffix(strings.TrimPrefix(err.Error(), "forget "+id+": "), ": "+org.ErrConflict.Error())))
	case err != nil:
		return noun.View{}, err
	}
	if !strings.HasPrefix(id, "m") { // it was forgotten before
		return noun.Say(Forgot(id, ""))
	}
	return noun.Say(ForgotMessage(id))
}

// listLearnt shows what was learnt without being told and how it was tidied, or
// takes one tidying back.
func (s records) listLearnt(ctx context.Context, in noun.Input) (noun.View, error) {
	switch do := strings.ToLower(in.Args[optionDo]); do {
	case "", "list":
	case "undo":
		return s.undoTidying(ctx, in)
	default:
		return noun.View{}, noun.Refuse(How(do))
	}
	all, err := s.Lessons(ctx)
	if err != nil {
		return noun.View{}, err
	}
	tidied, err := s.Curations(ctx, tidyings)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Learnt(all, tidied).Page("memory", in.Page), JSON: func(ctx context.Context) (any, error) { return s.Curations(ctx, tidyingsOfJSON) }}, nil
}

// undoTidying takes a tidying back: the one that is named, or the last one that
// changed something.
func (s records) undoTidying(ctx context.Context, in noun.Input) (noun.View, error) {
	id := strings.ToLower(strings.TrimSpace(in.Args[optionID]))
	did, err := in.DoneBefore(ctx, org.EventCurated)
	if err != nil {
		return noun.View{}, err
	}
	for _, e := range did {
		if n, err := strconv.Atoi(e.Data["restored"]); err == nil && (id == "" || id == e.Data["curation"]) {
			return noun.Say(TidyingUndone(e.Data["curation"], n))
		}
	}
	if id == "" {
		if id, err = s.findLastTidying(ctx); err != nil {
			return noun.View{}, err
		}
	}
	n, err := s.UndoCuration(ctx, id)
	if errors.Is(err, org.ErrNotFound) {
		return noun.View{}, noun.Refuse(TidyingUnknown(id))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(TidyingUndone(id, n))
}

// findLastTidying finds the last tidying that changed something and still stands.
func (s records) findLastTidying(ctx context.Context) (string, error) {
	last, err := s.Curations(ctx, tidyings)
	if err != nil {
		return "", err
	}
	for _, t := range last {
		if !t.Undone && len(t.Ops) > 0 {
			return t.ID, nil
		}
	}
	return "", noun.Refuse(TidyingNone())
}

// recall finds what was said, learnt and delivered about something.
func (s records) recall(ctx context.Context, in noun.Input) (noun.View, error) {
	about := in.Args[optionText]
	found, err := s.Recall(ctx, about, recalled)
	if err != nil {
		return noun.View{}, err
	}
	again := wording.Clip("recall "+about, 70)
	return noun.View{Reply: Recalled(about, found).Page(again, in.Page), JSON: func(context.Context) (any, error) { return found, nil }}, nil
}
