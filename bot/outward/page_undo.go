package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/frasier-cos/frasier/internal/outward"
)

// pageInverse returns how an action with a page is taken back; nil for one with anything else.
func (d *Doer) pageInverse(a outward.Action) pageDeed {
	var u outward.UndoOrder
	if a.Kind != outward.TakeBack || json.Unmarshal(a.Order, &u) != nil {
		return nil
	}
	switch u.Kind { //nolint:exhaustive // what is taken back at forges is theirs
	case outward.PublishPage:
		return d.undoPublishing
	case outward.TrashPage:
		return d.undoTrashing
	}
	return nil
}

// undoPublishing puts a page into the bin, and keeps newer versions from it. One that somebody else changed is his too by now.
func (d *Doer) undoPublishing(ctx context.Context, c outward.Claim, p pageAt) (made, error) {
	if p.page.Object == "" {
		return made{}, &outward.RefusedError{Text: "there is no page of mine any more"}
	}
	o, err := p.sink.Look(ctx, p.page.Object, p.page.Mark)
	if err != nil {
		return made{}, err
	}
	if !o.Gone && !o.Ours && o.Hash != p.page.Hash {
		return made{}, &outward.RefusedError{Status: http.StatusConflict, Text: fmt.Sprintf("left the page as it is: somebody changed it in %s since I wrote it; !publish %s %s remove puts it into the bin all the same",
			outward.SinkName(p.at.Service), p.page.Project, p.at.Name)}
	}
	if err := d.Records.SetPermit(ctx, p.permit(c, outward.LevelOff)); err != nil {
		return made{}, err
	}
	return d.trashPage(ctx, c, p)
}

// undoTrashing takes a page out of the bin.
func (d *Doer) undoTrashing(ctx context.Context, c outward.Claim, p pageAt) (made, error) {
	o, err := d.restorePage(ctx, p)
	if err != nil {
		return made{}, err
	}
	if o.Gone {
		return made{}, &outward.RefusedError{Text: fmt.Sprintf("the page is gone for good in %s; !publish %s %s makes a new one", outward.SinkName(p.at.Service), p.page.Project, p.at.Name)}
	}
	err = d.Records.SetPermit(ctx, p.permit(c, ""))
	return made{p.page.Link, outward.PageAnswer{Object: p.page.Object, Link: p.page.Link}}, err
}

// What taking something back says of newer versions.
func (p pageAt) permit(c outward.Claim, l outward.Level) outward.Permit {
	return outward.Permit{Project: p.page.Project, Sink: outward.Sink(p.at.Name), Level: l, By: c.Action.AllowedBy}
}
