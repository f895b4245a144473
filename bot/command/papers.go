package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// document returns the newest document of the project that an order means.
func (d *Handler) document(ctx context.Context, o *order) (org.ProjectName, org.Deliverable, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return p, org.Deliverable{}, err
	}
	doc, err := d.Store.Deliverable(ctx, p.ID)
	if isNotFound(err) {
		return p, doc, refuse("%s %s has no document yet. `!status %s` says what it waits for.", p.ID, title(p.Title), p.ID)
	}
	return p, doc, err
}

// read shows a document page by page.
func (d *Handler) read(ctx context.Context, o *order) (org.Reply, error) {
	p, doc, err := d.document(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	s := sheet{again: "read " + string(p.ID)}
	for part := range strings.SplitSeq(forPhone(doc.Markdown), "\n\n") {
		if strings.TrimSpace(part) != "" {
			s.blocks = append(s.blocks, strings.TrimRight(part, "\n")+"\n")
		}
	}
	return s.reply(o.Page), nil
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
	if len(all) == 0 {
		return say("%s %s has no sources yet.", p.ID, title(p.Title))
	}
	s := sheet{head: fmt.Sprintf("**Sources of %s %s**: %s\n", p.ID, title(p.Title), org.Count(len(all), "quote")), again: "sources " + string(p.ID)}
	for i, c := range all {
		claim := fmt.Sprintf("%d. %s\n> %s\n", i+1, clip(tame(c.Claim), 200), clip(tame(c.Quote), 300))
		if org.Fold(c.Claim) == org.Fold(c.Quote) { // the document says it in its source's words
			claim = fmt.Sprintf("%d.\n> %s\n", i+1, clip(tame(c.Quote), 300))
		}
		s.blocks = append(s.blocks, claim+place(c))
	}
	return s.reply(o.Page), nil
}

// place says where a quote stands: its title and, for a page of the web, its
// address, read when.
func place(c org.StepCitation) string {
	text := clip(tame(c.Title), 80)
	if strings.HasPrefix(c.URL, "http://") || strings.HasPrefix(c.URL, "https://") {
		text += " <" + strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "").Replace(c.URL) + ">"
	}
	if !c.FetchedAt.IsZero() {
		text += ", read on " + c.FetchedAt.Format("2 Jan 2006")
	}
	return text
}

// accept records that a document is accepted.
func (d *Handler) accept(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.Accept(ctx, p.ID, o.Author); errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse("%s %s has no document yet, so there is nothing to accept.", p.ID, title(p.Title))
	} else if err != nil {
		return org.Reply{}, err
	}
	return say("Accepted: **%s %s**. Thank you.", p.ID, title(p.Title))
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
	r := org.Reply{Text: fmt.Sprintf("**%s %s**, made on %s: the document, its plan, its %s and the receipt.",
		p.ID, title(p.Title), doc.At.Format("2 Jan 2006"), org.Count(len(cited), "source"))}
	r.Files = []org.File{{Name: "deliverable.md", Data: []byte(doc.Markdown)}, {Name: "deliverable.pdf", Data: doc.PDF}}
	for _, f := range []struct {
		name  string
		value any
	}{{"plan.json", org.PlanFileOf(status.Project, string(status.Project.State), steps)}, {"sources.json", sourceRows(cited)}, {"receipt.json", receipt}} {
		raw, err := json.MarshalIndent(f.value, "", "  ")
		if err != nil {
			return org.Reply{}, fmt.Errorf("write %s: %w", f.name, err)
		}
		r.Files = append(r.Files, org.File{Name: f.name, Data: raw})
	}
	return r, nil
}

// sourceRow is one quote with the field names of sources.json (design 8).
type sourceRow struct {
	Step     org.StepID     `json:"step"`
	Claim    string         `json:"claim"`
	Quote    string         `json:"quote"`
	Document org.DocumentID `json:"document"`
	Title    string         `json:"title"`
	URL      string         `json:"url"`
	Start    int            `json:"start"`
	End      int            `json:"end"`
	Fetched  time.Time      `json:"fetched_at"`
}

func sourceRows(all []org.StepCitation) []sourceRow {
	out := make([]sourceRow, 0, len(all))
	for _, c := range all {
		out = append(out, sourceRow{c.Step, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.FetchedAt})
	}
	return out
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
			return say("%s is sent again.", id)
		}
		err := d.Store.Reannounce(ctx, org.DeliveryID(id), o.Origin)
		switch {
		case isNotFound(err):
			return org.Reply{}, refuse("There is no delivery %s. `!reannounce` alone sends all that were given up.", clip(tame(id), 20))
		case errors.Is(err, org.ErrConflict):
			return org.Reply{}, refuse("%s is still on its way, so it is not sent twice.", clip(tame(id), 20))
		case err != nil:
			return org.Reply{}, err
		}
		return say("%s is sent again.", id)
	}
	const atOnce = 50 // so that a long failure does not flood a channel
	all, err := d.Store.Dropped(ctx, atOnce)
	if err != nil {
		return org.Reply{}, err
	}
	var sent []org.Delivery
	for _, e := range did {
		sent = append(sent, org.Delivery{ID: org.DeliveryID(e.Data["delivery"]), Kind: org.DeliveryKind(e.Data["kind"]), Reason: e.Data["reason"]})
	}
	for _, v := range all {
		if slices.ContainsFunc(sent, func(s org.Delivery) bool { return s.ID == v.ID }) {
			continue // it was given up once more
		}
		if err := d.Store.Reannounce(ctx, v.ID, o.Origin); err != nil && !errors.Is(err, org.ErrConflict) {
			return org.Reply{}, err
		}
		sent = append(sent, v)
	}
	if len(sent) == 0 {
		return say("Nothing was given up: all that was to be said was sent, or is on its way.")
	}
	s := sheet{head: fmt.Sprintf("%s sent again:\n", org.Count(len(sent), "delivery that was given up is"))}
	if len(sent) > 1 {
		s.head = fmt.Sprintf("%d deliveries that were given up are sent again:\n", len(sent))
	}
	for _, v := range sent {
		s.blocks = append(s.blocks, fmt.Sprintf("- %s (%s): %s", v.ID, v.Kind, clip(tame(v.Reason), 120)))
	}
	return s.reply(1), nil
}
