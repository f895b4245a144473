package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
)

// share shows a project to whoever has its link. It asks first and names what will
// be seen; sure=yes, which the button of the question says, carries it out.
func (d *Handler) share(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	how := strings.Fields(strings.ToLower(o.Args["how"]))
	for _, word := range how {
		if !slices.Contains([]string{"cost", "listed", "off"}, word) {
			return org.Reply{}, refuse(messages.ShareHow(word))
		}
	}
	if slices.Contains(how, "off") {
		return d.unshare(ctx, o, p)
	}
	cost, listed := slices.Contains(how, "cost"), slices.Contains(how, "listed")
	if _, err := d.Store.Deliverable(ctx, p.ID); isNotFound(err) {
		return org.Reply{}, refuse(messages.ShareNone(p))
	} else if err != nil {
		return org.Reply{}, err
	}
	if !strings.EqualFold(strings.TrimSpace(o.Args[optionSure]), "yes") {
		all, err := d.Store.Citations(ctx, p.ID)
		if err != nil {
			return org.Reply{}, err
		}
		return messages.ShareFirst(p, len(all), cost, listed).Reply(), nil
	}
	s, err := d.Store.Share(ctx, p.ID, cost, listed)
	if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(messages.ShareNone(p))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return messages.Shared(p, bundle.Address(s, p.Title), d.Site).Reply(), nil
}

// unshare takes a project away again. An order whose process died after it was
// carried out finds nothing to take away, and is answered as it would have been.
func (d *Handler) unshare(ctx context.Context, o *order, p org.ProjectName) (org.Reply, error) {
	err := d.Store.Unshare(ctx, p.ID)
	if isNotFound(err) {
		did, err := d.did(ctx, o, p.ID, org.EventUnshared)
		if err == nil && len(did) == 0 {
			err = refuse(messages.NotShared(p))
		}
		if err != nil {
			return org.Reply{}, err
		}
	} else if err != nil {
		return org.Reply{}, err
	}
	if d.StillPublic != nil && d.StillPublic(ctx, p.ID) {
		return say(messages.StillPublic(p))
	}
	return say(messages.Unshared(p))
}
