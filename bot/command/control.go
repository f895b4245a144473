package command

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

func isNotFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

// project hears its words, or the message that it was used on, as an order to
// start a project.
func (d *Handler) project(ctx context.Context, o *order) (org.Reply, error) {
	starts := o.Args["goal"] != "" || len(o.Attachments) > 0
	if o.Args[optionProject] != "" || o.Args[optionCap] != "" && !starts {
		return d.capProject(ctx, o)
	}
	limit, isMoney := org.ParseLimit(strings.ToLower(strings.TrimSpace(o.Args[optionCap])))
	if o.Args[optionCap] != "" && !isMoney {
		return org.Reply{}, refuse(messages.NoAmount(o.Args[optionCap], true, ""))
	}
	words := strings.TrimSpace(o.Args["goal"])
	if words == "" {
		words = strings.TrimSpace(o.Message)
	}
	if words == "" && len(o.Attachments) == 0 {
		return org.Reply{}, refuse(messages.ProjectNeedsGoal(o.spec.example))
	}
	if o.Args["goal"] == "" && len(o.Attachments) == 0 && syntax.IsRule(words) {
		return org.Reply{}, refusal(wording.RuleOrProject(words))
	}
	m := o.message(words)
	m.Explicit, m.Cap = true, limit
	if _, _, err := d.Store.SaveMessage(ctx, m); err != nil {
		return org.Reply{}, err
	}
	what := words
	if what == "" {
		what = o.Attachments[0].Name
	}
	return say(messages.ProjectStarting(what, limit))
}
