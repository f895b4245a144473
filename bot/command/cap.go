package command

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// capShow stands for the amount of a cap that is only asked for.
const capShow = "show"

// capped reads what follows "project" as an order to cap one: "cap 5", "cap
// p3 5", "cap off", "cap p3". It is false for the words of a goal.
func (c *Call) capped(rest string) bool {
	words := strings.Fields(strings.ToLower(rest))
	if len(words) == 0 || words[0] != optionCap {
		return false
	}
	args := map[string]string{optionCap: capShow}
	for _, w := range words[1:] {
		_, isMoney := org.ParseLimit(w)
		switch {
		case syntax.IsProjectID(w) && args[optionProject] == "":
			args[optionProject] = w
		case isMoney && args[optionCap] == capShow:
			args[optionCap] = w
		case !slices.Contains([]string{"at", "to", "of", "on", "for"}, w):
			return false
		}
	}
	c.Args = args
	return true
}

// capProject caps what a project may cost in all, or says how it is capped.
func (d *Handler) capProject(ctx context.Context, o *order) (org.Reply, error) {
	if o.Args["goal"] != "" || len(o.Attachments) > 0 {
		return org.Reply{}, refuse(messages.CapOrGoal())
	}
	p, err := d.which(ctx, o, true)
	if err != nil {
		return org.Reply{}, err
	}
	now, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	word := strings.ToLower(strings.TrimSpace(o.Args[optionCap]))
	amount, isMoney := org.ParseLimit(word)
	switch {
	case word == capShow || word == "":
		return say(messages.ProjectCap(now))
	case !isMoney:
		return org.Reply{}, refuse(messages.NoAmount(word, false, p.ID))
	case p.State.Ended():
		return org.Reply{}, refuse(messages.CapTooLate(p))
	}
	if err := d.Store.SetCap(ctx, org.Cap{Scope: org.ScopeProject, Project: p.ID, Kind: org.KindCap, Amount: amount}); err != nil {
		return org.Reply{}, err
	}
	now.Cap = amount
	return say(messages.ProjectCapSet(now))
}
