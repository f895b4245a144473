package command

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/planfile"
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
		return p, doc, refuse(wording.DocumentNone(p))
	}
	return p, doc, err
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
