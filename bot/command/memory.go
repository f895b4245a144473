package command

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// longestRule is how much of a message becomes a rule, in characters: it
// stands in every prompt.
const longestRule = 600

// rules lists the founder's rules, or forgets one.
func (d *Handler) rules(ctx context.Context, o *order) (org.Reply, error) {
	switch do := strings.ToLower(o.Args["do"]); do {
	case "", "list":
	case "forget", "remove", "delete":
		return d.forget(ctx, o)
	default:
		return org.Reply{}, refuse(messages.RulesHow(do))
	}
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Rules(all), "rules", o.Page)
}

// remember makes a rule of words, or of the message that it was used on.
func (d *Handler) remember(ctx context.Context, o *order) (org.Reply, error) {
	words := strings.TrimSpace(o.Args[optionText])
	if words == "" {
		words = strings.TrimSpace(o.Message)
	}
	if words == "" {
		return org.Reply{}, refuse(messages.RememberWhat(o.spec.example))
	}
	rule := strings.Join(strings.Fields(words), " ")
	if r := []rune(rule); len(r) > longestRule {
		return org.Reply{}, refuse(messages.RememberTooLong(len(r), longestRule))
	}
	id, err := d.Store.Remember(ctx, rule)
	if err != nil {
		return org.Reply{}, err
	}
	return messages.Remembered(id, rule).Reply(), nil
}

// forget takes a rule or lesson out of use.
func (d *Handler) forget(ctx context.Context, o *order) (org.Reply, error) {
	id := strings.ToLower(strings.TrimSpace(o.Args[optionID]))
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	for _, l := range all {
		if string(l.ID) != id {
			continue
		}
		if err := d.Store.Forget(ctx, id); err != nil {
			return org.Reply{}, err
		}
		return say(messages.Forgot(id, l.Text))
	}
	if id == "" {
		return org.Reply{}, refuse(messages.ForgetWhat())
	}
	err = d.Store.Forget(ctx, id)
	switch {
	case isNotFound(err):
		return org.Reply{}, refuse(messages.ForgetUnknown(id))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.ForgetNotNow(id, strings.TrimSuffix(strings.TrimPrefix(err.Error(), "forget "+id+": "), ": "+org.ErrConflict.Error())))
	case err != nil:
		return org.Reply{}, err
	}
	if !strings.HasPrefix(id, "m") { // it was forgotten before
		return say(messages.Forgot(id, ""))
	}
	return say(messages.ForgotMessage(id))
}
