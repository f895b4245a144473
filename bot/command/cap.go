package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
		_, isMoney := money(w)
		switch {
		case isID(w) && args[optionProject] == "":
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
		return org.Reply{}, refuse("This names a project and orders a new one. Leave one of both out.")
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
	amount, isMoney := money(word)
	switch {
	case word == capShow || word == "":
		return say("**%s %s** has cost %s. To cap it: `!project cap %s 5`", p.ID, title(p.Title), spentOf(now), p.ID)
	case !isMoney:
		return org.Reply{}, refuse("%q is no amount. Say dollars, such as `!project cap %s 5`, or `!project cap %s off`.", clip(tame(word), 20), p.ID, p.ID)
	case p.State.Ended():
		return org.Reply{}, refuse("%s %s is %s, so it costs nothing more.", p.ID, title(p.Title), p.State)
	}
	if err := d.Store.SetCap(ctx, org.Cap{Scope: org.ScopeProject, Project: p.ID, Kind: org.KindCap, Amount: amount}); err != nil {
		return org.Reply{}, err
	}
	if amount == 0 {
		return say("**%s %s** has no cap any more. What it held goes on.", p.ID, title(p.Title))
	}
	now.Cap = amount
	text := fmt.Sprintf("**%s %s** may cost %s in all; it has cost %s. What would pass that waits, and I tell you then.", p.ID, title(p.Title), amount, spent(now.Spent))
	if now.Spent.Cost >= amount {
		text = fmt.Sprintf("**%s %s** has cost %s already, so nothing more of it begins. `!project cap %s off` lets it go on.", p.ID, title(p.Title), spentOf(now), p.ID)
	}
	return org.Reply{Text: text}, nil
}

// spentOf is what a project has cost, and of how much it may.
func spentOf(p org.ProjectStatus) string {
	if p.Cap == 0 {
		return spent(p.Spent)
	}
	return fmt.Sprintf("%s of %s", spent(p.Spent), p.Cap)
}
