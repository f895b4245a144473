package command

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// status shows all projects, or one step by step.
func (d *Handler) status(ctx context.Context, o *order) (org.Reply, error) {
	here, err := d.here(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	name := o.Args[optionProject]
	if name == "" && here != "" {
		o.Args[optionProject] = string(here)
	}
	if name == "" && here == "" || strings.EqualFold(name, "all") {
		return d.board(ctx, o)
	}
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	return d.statusOf(ctx, o, p.ID)
}

// board shows the first few projects in a line each; the pages after it show
// all of them with what each waits for.
func (d *Handler) board(ctx context.Context, o *order) (org.Reply, error) {
	q := reports.BoardQuery{Limit: messages.BoardShown}
	if o.Page > 1 {
		q.Offset, q.Limit = (o.Page-2)*messages.BoardPage, messages.BoardPage
	}
	f, err := d.boardFacts(ctx, q)
	if err != nil {
		return org.Reply{}, err
	}
	pages := 1 + (f.Total+messages.BoardPage-1)/messages.BoardPage
	if f.Total == 0 {
		pages = 1
	}
	m := messages.Board(f)
	switch {
	case o.Page > 1:
		m = messages.BoardList(f)
	case !f.ListTellsMore():
		pages = 1
	}
	r := m.Reply()
	wording.Turn(&r, "status", min(o.Page, pages), pages)
	return r, nil
}

// projects lists projects of all times.
func (d *Handler) projects(ctx context.Context, o *order) (org.Reply, error) {
	q := reports.BoardQuery{All: true, Offset: (o.Page - 1) * messages.BoardPage, Limit: messages.BoardPage}
	if word := strings.ToLower(o.Args["state"]); word != "" && word != "all" {
		if word == "stopped" { // as it is said everywhere
			word = string(org.ProjectFailed)
		}
		state, far := nearest(word, []string{"active", "paused", "completed", "partial", "failed", "cancelled"})
		if far > 2 {
			return org.Reply{}, refuse(messages.ProjectStateUnknown(word))
		}
		q.State = org.ProjectState(state)
	}
	f, err := d.boardFacts(ctx, q)
	if err != nil {
		return org.Reply{}, err
	}
	r := messages.BoardList(f).Reply()
	pages := max(1, (f.Total+messages.BoardPage-1)/messages.BoardPage)
	wording.Turn(&r, strings.TrimSpace("projects "+o.Args["state"]), min(o.Page, pages), pages)
	return r, nil
}

// boardFacts reads the projects that a query selects, and how Frasier stands.
func (d *Handler) boardFacts(ctx context.Context, q reports.BoardQuery) (messages.BoardFacts, error) {
	f := messages.BoardFacts{Now: d.Now()}
	var err error
	if f.Report, f.Total, err = d.Store.Board(ctx, f.Now, q); err != nil {
		return f, err
	}
	if f.Lefts, err = d.lefts(ctx, f.Report.Projects); err != nil {
		return f, err
	}
	var ids []org.ProjectID
	for _, p := range f.Report.Projects {
		ids = append(ids, p.Project.ID)
	}
	f.Accepted, err = d.Store.Accepted(ctx, ids)
	return f, err
}

// lefts forecasts what each active project still takes and costs.
func (d *Handler) lefts(ctx context.Context, all []reports.ProjectStatus) (map[org.ProjectID]forecast.Forecast, error) {
	out := map[org.ProjectID]forecast.Forecast{}
	usual, err := d.Store.Usual(ctx)
	if err != nil {
		return out, err
	}
	for _, p := range all {
		if p.Project.State != org.ProjectActive {
			continue
		}
		steps, err := d.Store.Steps(ctx, p.Project.ID)
		if err != nil {
			return nil, err
		}
		if left := forecast.Of(steps, usual, p.Project.Offline, d.Now()); left.TimeHigh > 0 {
			out[p.Project.ID] = left
		}
	}
	return out, nil
}

// statusOf shows one project. Its picture stands with the plan, and is not sent again.
func (d *Handler) statusOf(ctx context.Context, o *order, id org.ProjectID) (org.Reply, error) {
	f := messages.ProjectFacts{Now: d.Now()}
	var err error
	if f.Status, err = d.Store.ProjectStatus(ctx, id, f.Now); err != nil {
		return org.Reply{}, err
	}
	if f.Steps, err = d.Store.Steps(ctx, id); err != nil {
		return org.Reply{}, err
	}
	if f.Costs, err = d.Store.StepSpending(ctx, id); err != nil {
		return org.Reply{}, err
	}
	if f.Names, err = d.names(ctx); err != nil {
		return org.Reply{}, err
	}
	lefts, err := d.lefts(ctx, []reports.ProjectStatus{f.Status})
	if err != nil {
		return org.Reply{}, err
	}
	if left, ok := lefts[id]; ok {
		f.Left = &left
	}
	return messages.Project(f).Page("status "+string(id), o.Page), nil
}

// names are the names of the team.
func (d *Handler) names(ctx context.Context) (map[org.AgentID]string, error) {
	agents, err := d.Store.Roster(ctx)
	if err != nil {
		return nil, err
	}
	out := map[org.AgentID]string{}
	for _, a := range agents {
		out[a.ID] = a.Name
	}
	return out, nil
}

// here is the project in whose thread an order was given; empty elsewhere.
func (d *Handler) here(ctx context.Context, o *order) (org.ProjectID, error) {
	if !o.Channel.Threaded() {
		return "", nil
	}
	id, err := d.Store.ProjectOfThread(ctx, o.Channel)
	if isNotFound(err) {
		return "", nil
	}
	return id, err
}
