package command

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// remove takes a project that has ended out of the lists.
func (d *Handler) remove(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.removable(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	err = d.Store.Archive(ctx, p.ID)
	if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refusal(messages.DeleteOpen(p))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return messages.Deleted(p).Reply(), nil
}

// putBack brings a project back into the lists.
func (d *Handler) putBack(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.removable(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.Unarchive(ctx, p.ID); err != nil {
		return org.Reply{}, err
	}
	return say(messages.Undeleted(p))
}

// removable is the project of an order to delete one or to bring it back, which
// names it by its number: a slip costs less than a guess.
func (d *Handler) removable(ctx context.Context, o *order) (org.ProjectName, error) {
	name := strings.ToLower(syntax.TrimName(o.Args[optionProject]))
	if name == "" {
		here, err := d.here(ctx, o)
		if err != nil {
			return org.ProjectName{}, err
		}
		name = string(here)
	}
	if company.Reserved(org.ProjectID(name)) {
		return org.ProjectName{}, refuse(messages.DeleteReserved())
	}
	if !syntax.IsProjectID(name) {
		return org.ProjectName{}, refuse(messages.DeleteWhich(o.Name))
	}
	p, err := d.Store.Project(ctx, name)
	if isNotFound(err) {
		return org.ProjectName{}, d.noProject(ctx, o, name)
	}
	return org.ProjectName{ID: p.ID, Title: p.Title, State: p.State}, err
}
