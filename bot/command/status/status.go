// Package status shows how things stand: all projects in a line each, one
// project step by step, and how Frasier itself does.
package status

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Projects reads the lists of projects.
type Projects interface {
	Board(ctx context.Context, now time.Time, q reports.BoardQuery) (reports.StatusReport, int, error)
	Accepted(ctx context.Context, ids []org.ProjectID) (map[org.ProjectID]reports.Acceptance, error)
	Usual(ctx context.Context) (work.History, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	Steps(ctx context.Context, id org.ProjectID) ([]org.Step, error)
	StepSpending(ctx context.Context, id org.ProjectID) (map[org.StepID]org.CostLine, error)
}

// Overview reads everything together.
type Overview interface {
	Status(ctx context.Context, now time.Time) (reports.StatusReport, error)
	Health(ctx context.Context) (reports.Health, error)
	Costs(ctx context.Context, days ...int) ([]reports.CostReport, error)
	Decisions(ctx context.Context) ([]org.Decision, error)
	CompanyQuestions(ctx context.Context) ([]company.Memo, error)
	Roster(ctx context.Context) ([]org.AgentView, error)
	LastEvent(ctx context.Context) (int64, error)
}

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Projects
	Overview
}

// records reads what the commands, pages and answers show.
type records struct {
	Records
	now func() time.Time
}

// New returns the noun: the commands status and projects, the pages of today and of the
// projects, and what programs get of it.
func New(r Records, now func() time.Time) noun.Noun {
	s := records{r, now}
	state := noun.WordOption("state", "only those in this state", "active", "paused", "completed", "partial", "stopped", "cancelled")
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "status", Summary: "how things stand, or one project in detail", Example: "status p3", Aliases: []string{"s", "st"},
				Options: []syntax.Option{noun.ProjectOption()}, Run: s.showStatus,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "status [PROJECT]", IDs: "project", JSON: true, Refuses: []string{"status p99"}},
			},
			{
				Name: "projects", Summary: "all projects, also those that ended", Example: "projects completed", Aliases: []string{"list", "ls"},
				Options: []syntax.Option{state}, Run: s.listProjects,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "projects [STATE]", Summary: "all projects, those that ended too", Refuses: []string{"projects nosuch"}},
			},
		},
		Pages: []noun.Page{
			{Path: "/{$}", Title: "Today", Tab: "Today", Listed: true, Place: 20, Phone: true, Template: todayPage, Build: s.buildToday},
			{Path: "/projects", Title: "Projects", Tab: "Projects", Listed: true, Place: 30, Phone: true, Template: projectsPage, Build: s.buildProjects},
		},
		Answers: []noun.Answer{{Path: "status", Give: s.giveStatus}},
	}
}

// showStatus shows all projects, or one step by step.
func (s records) showStatus(ctx context.Context, in noun.Input) (noun.View, error) {
	name := in.Args[noun.OptionProject]
	if name == "" && in.Thread == "" || strings.EqualFold(name, "all") {
		return s.showBoard(ctx, in)
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	return s.showProject(ctx, p.ID, in.Page)
}

// showBoard shows the first few projects in a line each; the pages after it show
// all of them with what each waits for.
func (s records) showBoard(ctx context.Context, in noun.Input) (noun.View, error) {
	q := reports.BoardQuery{Limit: BoardShown}
	if in.Page > 1 {
		q.Offset, q.Limit = (in.Page-2)*BoardPage, BoardPage
	}
	f, err := s.readBoard(ctx, q)
	if err != nil {
		return noun.View{}, err
	}
	pages := 1 + (f.Total+BoardPage-1)/BoardPage
	if f.Total == 0 {
		pages = 1
	}
	m := Board(f)
	switch {
	case in.Page > 1:
		m = BoardList(f)
	case !f.ListTellsMore():
		pages = 1
	}
	v := noun.View{Reply: m.Reply(), JSON: func(ctx context.Context) (any, error) { return s.Status(ctx, s.now()) }}
	wording.Turn(&v.Reply, "status", min(in.Page, pages), pages)
	return v, nil
}

// listProjects lists projects of all times.
func (s records) listProjects(ctx context.Context, in noun.Input) (noun.View, error) {
	q := reports.BoardQuery{All: true, Offset: (in.Page - 1) * BoardPage, Limit: BoardPage}
	if word := strings.ToLower(in.Args["state"]); word != "" && word != "all" {
		if word == "stopped" { // as it is said everywhere
			word = string(org.ProjectFailed)
		}
		state, far := prose.FindNearest(word, []string{"active", "paused", "completed", "partial", "failed", "cancelled"})
		if far > 2 {
			return noun.View{}, noun.Refuse(ProjectStateUnknown(word))
		}
		q.State = org.ProjectState(state)
	}
	f, err := s.readBoard(ctx, q)
	if err != nil {
		return noun.View{}, err
	}
	v := noun.View{Reply: BoardList(f).Reply()}
	pages := max(1, (f.Total+BoardPage-1)/BoardPage)
	wording.Turn(&v.Reply, strings.TrimSpace("projects "+in.Args["state"]), min(in.Page, pages), pages)
	return v, nil
}

// showProject shows one project. Its picture stands with the plan, and is not sent again.
func (s records) showProject(ctx context.Context, id org.ProjectID, page int) (noun.View, error) {
	f := ProjectFacts{Now: s.now()}
	var err error
	if f.Status, err = s.ProjectStatus(ctx, id, f.Now); err != nil {
		return noun.View{}, err
	}
	if f.Steps, err = s.Steps(ctx, id); err != nil {
		return noun.View{}, err
	}
	if f.Costs, err = s.StepSpending(ctx, id); err != nil {
		return noun.View{}, err
	}
	agents, err := s.Roster(ctx)
	if err != nil {
		return noun.View{}, err
	}
	f.Names = map[org.AgentID]string{}
	for _, a := range agents {
		f.Names[a.ID] = a.Name
	}
	lefts, err := s.forecastLefts(ctx, []reports.ProjectStatus{f.Status})
	if err != nil {
		return noun.View{}, err
	}
	if left, ok := lefts[id]; ok {
		f.Left = &left
	}
	whole := func(ctx context.Context) (any, error) {
		r, err := s.Status(ctx, s.now())
		r.Projects = []reports.ProjectStatus{f.Status}
		return r, err
	}
	return noun.View{Reply: Project(f).Page("status "+string(id), page), JSON: whole}, nil
}

// readBoard reads the projects that a query selects, and how Frasier stands.
func (s records) readBoard(ctx context.Context, q reports.BoardQuery) (BoardFacts, error) {
	f := BoardFacts{Now: s.now()}
	var err error
	if f.Report, f.Total, err = s.Board(ctx, f.Now, q); err != nil {
		return f, err
	}
	if f.Lefts, err = s.forecastLefts(ctx, f.Report.Projects); err != nil {
		return f, err
	}
	var ids []org.ProjectID
	for _, p := range f.Report.Projects {
		ids = append(ids, p.Project.ID)
	}
	f.Accepted, err = s.Accepted(ctx, ids)
	return f, err
}

// forecastLefts forecasts what each active project still takes and costs.
func (s records) forecastLefts(ctx context.Context, all []reports.ProjectStatus) (map[org.ProjectID]forecast.Forecast, error) {
	out := map[org.ProjectID]forecast.Forecast{}
	usual, err := s.Usual(ctx)
	if err != nil {
		return out, err
	}
	for _, p := range all {
		if p.Project.State != org.ProjectActive {
			continue
		}
		steps, err := s.Steps(ctx, p.Project.ID)
		if err != nil {
			return nil, err
		}
		if left := forecast.Of(steps, usual, p.Project.Offline, s.now()); left.TimeHigh > 0 {
			out[p.Project.ID] = left
		}
	}
	return out, nil
}
