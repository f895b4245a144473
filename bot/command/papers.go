package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/planfile"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// document returns the newest document of the project that an order means.
func (d *Handler) document(ctx context.Context, o *order) (org.ProjectName, work.Deliverable, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return p, work.Deliverable{}, err
	}
	doc, err := d.Store.Deliverable(ctx, p.ID)
	if isNotFound(err) {
		return p, doc, refuse(messages.DocumentNone(p))
	}
	return p, doc, err
}

// read shows a document page by page.
func (d *Handler) read(ctx context.Context, o *order) (org.Reply, error) {
	p, doc, err := d.document(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.DocumentPages(forPhone(doc.Markdown)), "read "+string(p.ID), o.Page)
}

// sources shows each claim of a project's results with its quote and link.
func (d *Handler) sources(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	all, err := d.Store.Citations(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Sources(p, all), "sources "+string(p.ID), o.Page)
}

// accept records that a document is accepted.
func (d *Handler) accept(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.Accept(ctx, p.ID, o.Author); errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(messages.AcceptTooEarly(p))
	} else if err != nil {
		return org.Reply{}, err
	}
	return say(messages.Accepted(p))
}

// export sends a project's document and what it rests on as files.
func (d *Handler) export(ctx context.Context, o *order) (org.Reply, error) {
	p, doc, err := d.document(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	receipt, err := d.Store.Receipt(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	cited, err := d.Store.Citations(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	steps, err := d.Store.Steps(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	r := org.Reply{Text: messages.Exported(p, doc.At, len(cited))}
	r.Files = []org.File{{Name: "deliverable.md", Data: []byte(doc.Markdown)}, {Name: "deliverable.pdf", Data: doc.PDF}}
	const besides = 5 // the message holds ten files, and five are the document and its records
	r.Files = append(r.Files, doc.Files[:min(len(doc.Files), besides)]...)
	for _, f := range []struct {
		name  string
		value any
	}{{"plan.json", planfile.Of(status.Project, string(status.Project.State), steps)}, {"sources.json", bundle.Sources(cited)}, {"receipt.json", receipt}} {
		raw, err := json.MarshalIndent(f.value, "", "  ")
		if err != nil {
			return org.Reply{}, fmt.Errorf("write %s: %w", f.name, err)
		}
		r.Files = append(r.Files, org.File{Name: f.name, Data: raw})
	}
	return r, nil
}

// reannounce says again what could not be sent: one delivery, or all that were
// given up.
func (d *Handler) reannounce(ctx context.Context, o *order) (org.Reply, error) {
	did, err := d.did(ctx, o, "", org.EventDeliveryRetried)
	if err != nil {
		return org.Reply{}, err
	}
	did = slices.DeleteFunc(did, func(e org.Event) bool { return e.Data["asked"] != o.Origin })
	if id := strings.ToLower(strings.TrimSpace(o.Args["delivery"])); id != "" && id != "all" {
		if len(did) > 0 {
			return say(messages.SentAgain(id))
		}
		err := d.Store.Reannounce(ctx, org.DeliveryID(id), o.Origin)
		switch {
		case isNotFound(err):
			return org.Reply{}, refuse(messages.SendUnknown(id))
		case errors.Is(err, org.ErrConflict):
			return org.Reply{}, refuse(messages.SendUnderWay(id))
		case err != nil:
			return org.Reply{}, err
		}
		return say(messages.SentAgain(id))
	}
	const atOnce = 50 // so that a long failure does not flood a channel
	all, err := d.Store.Dropped(ctx, atOnce)
	if err != nil {
		return org.Reply{}, err
	}
	var sent []reports.Delivery
	for _, e := range did {
		sent = append(sent, reports.Delivery{ID: org.DeliveryID(e.Data["delivery"]), Kind: reports.DeliveryKind(e.Data["kind"]), Reason: e.Data["reason"]})
	}
	for _, v := range all {
		if slices.ContainsFunc(sent, func(s reports.Delivery) bool { return s.ID == v.ID }) {
			continue // it was given up once more
		}
		if err := d.Store.Reannounce(ctx, v.ID, o.Origin); err != nil && !errors.Is(err, org.ErrConflict) {
			return org.Reply{}, err
		}
		sent = append(sent, v)
	}
	return show(messages.SentAgainAll(sent), "reannounce", 1)
}
