package company

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func toNanoUSD(usd float64) org.NanoUSD { return org.NanoUSD(usd*float64(org.Dollar) + 0.5) }

// openProject opens a project as a founder's message would, with a cap that its calls keep.
func (x *turn) openProject(n int, a company.DirectorAction, m company.Memo, deed *company.Deed) error {
	id, err := x.storeMessage(n, formatRequest(a))
	if err != nil {
		return err
	}
	want := org.NewProject{Title: a.Subject, Goal: a.Body, Mode: org.ModeResearch, Template: org.TemplateReport, Depth: org.DepthStandard}
	if x.s.Lease.Department == org.Marketing {
		want.Mode, want.Template = org.ModeContent, org.TemplateKit
	}
	if len(a.Items) > 0 {
		plan, err := roadmap.Parse("order.md", formatRoadmap(a))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrFault, err)
		}
		plan.Source = ""
		want.Roadmap = &plan
	} else {
		want.Phases = []org.Phase{{Label: a.Subject}}
	}
	about := org.Message{ID: id, Channel: x.state.toChannel(), Text: a.Body}
	p, err := engine.StartProject(x.t, about, want)
	if err != nil {
		return err
	}
	if err := x.t.Exec(`UPDATE projects SET opened_by = ?, for_memo = ? WHERE id = ?`, x.s.Lease.Department, m.ID, p); err != nil {
		return err
	}
	if err := engine.SaveTurn(x.t, org.Turn{Message: id, Route: org.ActionNewProject}, p); err != nil {
		return err
	}
	deed.Project, deed.Cap = p, toNanoUSD(a.Cap)
	if err := ledger.SetCap(x.t, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: deed.Cap}); err != nil {
		return err
	}
	if m.Kind == company.MemoDirective { // it goes on when the project has ended
		x.markDeferred(m.ID)
		return memos.PutOff(x.t, m.ID, "", x.s.Day.Add(org.MemoLife), "until "+string(p)+" has ended")
	}
	return x.endMemo(m.ID, company.MemoSettled, "opened "+string(p), false)
}

func (x *turn) storeMessage(n int, text string) (org.MessageID, error) {
	minted, err := x.t.NextID("m")
	if err != nil {
		return "", err
	}
	err = x.t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, explicit, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, 1, 'handled', ?, ?)`,
		minted, org.CompanyTransport, x.s.Lease.Department, x.makeKey(n), x.s.Lease.Department.Director(), text, x.t.Now, x.t.Now)
	if err != nil {
		return "", fmt.Errorf("store the order: %w", err)
	}
	return org.MessageID(minted), x.t.Event(org.Event{
		Kind: org.EventMessageReceived, Message: org.MessageID(minted), Text: x.s.Lease.Department.Name() + " orders something", Data: map[string]string{"turn": x.by},
	})
}

func formatRequest(a company.DirectorAction) string {
	text := a.Subject + "\n\n" + a.Body
	if len(a.Items) > 0 {
		text += "\n\n" + formatItems(a)
	}
	return text
}

func formatRoadmap(a company.DirectorAction) string {
	return "# " + flattenText(a.Subject) + "\n\n" + formatItems(a)
}

func formatItems(a company.DirectorAction) string {
	var b strings.Builder
	for _, it := range a.Items {
		b.WriteString("- " + flattenText(it) + "\n")
	}
	return b.String()
}

// flattenText makes a text one line, which starts no heading or list.
func flattenText(t string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(t), " "), "#-*+> ")
}

func (x *turn) steerProject(n int, a company.DirectorAction, deed *company.Deed) error {
	p, err := record.ProjectOf(x.t.Ctx, x.t, org.ProjectID(a.Project))
	if err != nil {
		return err
	}
	id, err := x.storeMessage(n, a.Body)
	if err != nil {
		return err
	}
	if err := engine.SaveTurn(x.t, org.Turn{Message: id, Route: org.ActionResponse}, ""); err != nil {
		return err
	}
	err = x.t.Exec(`INSERT INTO steering (project_id, message_id, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, p.ID, id, a.Body, x.t.Now)
	if err != nil {
		return err
	}
	deed.Project = p.ID
	return x.t.Event(org.Event{Kind: org.EventSteering, Message: id, Project: p.ID, Text: x.s.Lease.Department.Name() + " steers the project"})
}

func raiseCap(t *sqldb.Tx, p org.ProjectID, to org.NanoUSD) error {
	return ledger.SetCap(t, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: to})
}
