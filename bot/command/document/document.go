// Package document is what a project delivers, as it is read, checked and accepted
// in a chat, and how what could not be sent is sent again.
package document

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/planfile"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Origins reads what a document was made of.
type Origins interface {
	Receipt(ctx context.Context, id org.ProjectID) (reports.Receipt, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	Steps(ctx context.Context, id org.ProjectID) ([]org.Step, error)
}

// PageRecords reads what pages show besides.
type PageRecords interface {
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	Versions(ctx context.Context, id org.ProjectID) ([]work.Deliverable, error)
	DocumentsCited(ctx context.Context, id org.ProjectID) ([]work.Document, error)
}

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	Origins
	PageRecords
	Accept(ctx context.Context, id org.ProjectID, by string) error
	Dropped(ctx context.Context, n int) ([]reports.Delivery, error)
	Reannounce(ctx context.Context, id org.DeliveryID, asked string) error
}

// records reads and changes what the commands show.
type records struct{ Records }

const (
	optionDelivery = "delivery"
	suggested      = 25 // deliveries, when one is to be completed
	atOnce         = 50 // that are sent again, so that a long failure does not flood a channel
)

// New returns the noun: the commands accept, read, sources, export and reannounce, and the pages of a document and its sources.
func New(r Records) noun.Noun {
	s := records{r}
	project := []syntax.Option{noun.ProjectOption()}
	return noun.Noun{
		Pages: []noun.Page{
			{Path: "/projects/{id}/document", Part: "Document", Place: 20, Template: documentPage, Build: s.buildDocument},
			{Path: "/projects/{id}/sources", Part: "Sources", Place: 30, Template: sourcesPage, Build: s.buildSources},
			{Path: "/projects/{id}/document.html", File: s.giveHTML},
			{Path: "/projects/{id}/document.md", File: s.giveMarkdown},
		},
		Commands: s.listCommands(project),
	}
}

func (s records) listCommands(project []syntax.Option) []noun.Command {
	return []noun.Command{
		{
			Name: "accept", Summary: "accept a project's document", Example: "accept p3", Aliases: []string{"ok"},
			Options: project, Acts: true, Leaves: org.EventAccepted, Run: s.acceptDocument,
		},
		{Name: "read", Summary: "read a project's document here, page by page", Example: "read p3", Options: project, Run: s.readDocument},
		{
			Name: "sources", Summary: "what each claim of a document rests on", Example: "sources p3", Aliases: []string{"quotes"},
			Options: project, Run: s.listSources,
		},
		{
			Name: "export", Summary: "a project's document and sources as files", Example: "export p3", Aliases: []string{"download", "files"},
			Options: project, Run: s.exportDocument,
		},
		{
			Name: "reannounce", Summary: "send again what couldn't be sent", Example: "reannounce d12", Aliases: []string{"resend"},
			Options: []syntax.Option{{Name: optionDelivery, Kind: syntax.Text, Autocomplete: true, Description: "which one; all when left out"}},
			Acts:    true, Suggest: s.suggestDeliveries, Run: s.sendAgain,
		},
	}
}

// find finds the newest document of the project that is meant.
func (s records) find(ctx context.Context, in noun.Input) (org.ProjectName, work.Deliverable, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return p, work.Deliverable{}, err
	}
	doc, err := s.Deliverable(ctx, p.ID)
	return p, doc, noun.Explain(err, org.ErrNotFound, wording.DocumentNone(p))
}

// readDocument shows the newest document page by page.
func (s records) readDocument(ctx context.Context, in noun.Input) (noun.View, error) {
	p, doc, err := s.find(ctx, in)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(Pages(FitPhone(doc.Markdown)), "read "+string(p.ID), in.Page)
}

// exportDocument sends a project's document and what it rests on as files.
func (s records) exportDocument(ctx context.Context, in noun.Input) (noun.View, error) {
	p, doc, err := s.find(ctx, in)
	if err != nil {
		return noun.View{}, err
	}
	receipt, err := s.Receipt(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	cited, err := s.Citations(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	status, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	steps, err := s.Steps(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	r := org.Reply{Text: Exported(p, doc.At, len(cited))}
	r.Files = []org.File{{Name: "deliverable.md", Data: []byte(doc.Markdown)}, {Name: "deliverable.pdf", Data: doc.PDF}}
	const besides = 5 // the message holds ten files, and five are the document and its records
	r.Files = append(r.Files, doc.Files[:min(len(doc.Files), besides)]...)
	for _, f := range []struct {
		name  string
		value any
	}{{"plan.json", planfile.Of(status.Project, string(status.Project.State), steps)}, {"sources.json", bundle.Sources(cited)}, {"receipt.json", receipt}} {
		raw, err := json.MarshalIndent(f.value, "", "  ")
		if err != nil {
			return noun.View{}, fmt.Errorf("write %s: %w", f.name, err)
		}
		r.Files = append(r.Files, org.File{Name: f.name, Data: raw})
	}
	return noun.View{Reply: r}, nil
}

// listSources shows each claim of a project's results with its quote and link.
func (s records) listSources(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	all, err := s.Citations(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(Sources(p, all), "sources "+string(p.ID), in.Page)
}

// acceptDocument records that a document is accepted.
func (s records) acceptDocument(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	if err := s.Accept(ctx, p.ID, in.Author); errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.Refuse(AcceptTooEarly(p))
	} else if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Accepted(p))
}

// sendAgain says again what could not be sent: one delivery, or all that were
// given up.
func (s records) sendAgain(ctx context.Context, in noun.Input) (noun.View, error) {
	did, err := in.DoneBefore(ctx, org.EventDeliveryRetried)
	if err != nil {
		return noun.View{}, err
	}
	did = slices.DeleteFunc(did, func(e org.Event) bool { return e.Data["asked"] != in.Origin })
	if id := strings.ToLower(strings.TrimSpace(in.Args[optionDelivery])); id != "" && id != "all" {
		if len(did) > 0 {
			return noun.Say(SentAgain(id))
		}
		return s.sendOneAgain(ctx, id, in.Origin)
	}
	all, err := s.Dropped(ctx, atOnce)
	if err != nil {
		return noun.View{}, err
	}
	var sent []reports.Delivery
	for _, e := range did {
		sent = append(sent, reports.Delivery{ID: org.DeliveryID(e.Data["delivery"]), Kind: reports.DeliveryKind(e.Data["kind"]), Reason: e.Data["reason"]})
	}
	for _, v := range all {
		if slices.ContainsFunc(sent, func(s reports.Delivery) bool { return s.ID == v.ID }) {
			continue // it was given up once more
		}
		if err := s.Reannounce(ctx, v.ID, in.Origin); err != nil && !errors.Is(err, org.ErrConflict) {
			return noun.View{}, err
		}
		sent = append(sent, v)
	}
	return noun.Show(SentAgainAll(sent), "reannounce", 1)
}

func (s records) sendOneAgain(ctx context.Context, id, asked string) (noun.View, error) {
	err := s.Reannounce(ctx, org.DeliveryID(id), asked)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(SendUnknown(id))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(SendUnderWay(id))
	case err != nil:
		return noun.View{}, err
	}
	return noun.Say(SentAgain(id))
}

// suggestDeliveries lists what was given up.
func (s records) suggestDeliveries(ctx context.Context, option string) ([]org.Choice, error) {
	if option != optionDelivery {
		return nil, nil
	}
	all, err := s.Dropped(ctx, suggested)
	if err != nil {
		return nil, err
	}
	out := make([]org.Choice, 0, len(all))
	for _, v := range all {
		out = append(out, org.Choice{Label: fmt.Sprintf("%s: %s", v.ID, wording.Plain(v.Reason)), Value: string(v.ID)})
	}
	return out, nil
}
