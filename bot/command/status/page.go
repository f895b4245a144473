package status

import (
	"context"
	_ "embed"
	"net/url"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed today.html
var todayPage string

//go:embed projects.html
var projectsPage string

// Projects on one page of the dashboard; the rest is behind a link.
const (
	rowsOfProjects = 50
	rowsOfToday    = 10
)

// projectLine is a project in a list.
type projectLine struct {
	reports.ProjectStatus
	Done, Steps int
}

func makeLines(all []reports.ProjectStatus) []projectLine {
	out := make([]projectLine, 0, len(all))
	for _, p := range all {
		l := projectLine{ProjectStatus: p, Done: p.Steps[org.StepCompleted]}
		for _, n := range p.Steps {
			l.Steps += n
		}
		out = append(out, l)
	}
	return out
}

func (s records) buildToday(ctx context.Context, q noun.PageRequest) (any, error) {
	board, _, err := s.Board(ctx, q.Now, reports.BoardQuery{Bare: true, Limit: rowsOfToday})
	if err != nil {
		return nil, err
	}
	page := struct {
		view.Base
		Decisions []org.Decision
		Asked     []company.Memo // by directors
		Projects  []projectLine
		Status    reports.StatusReport
		Health    reports.Health
		Spent     org.CostLine
	}{Base: q.Base, Projects: makeLines(board.Projects), Status: board}
	if page.Decisions, err = s.Decisions(ctx); err != nil {
		return nil, err
	}
	org.SortDecisions(page.Decisions)
	if page.Asked, err = s.CompanyQuestions(ctx); err != nil {
		return nil, err
	}
	if page.Health, err = s.Health(ctx); err != nil {
		return nil, err
	}
	costs, err := s.Costs(ctx, 1)
	if err != nil {
		return nil, err
	}
	page.Spent = costs[0].Total
	if len(page.Projects)+len(page.Asked) == 0 && !q.Second {
		all, _, err := s.Board(ctx, q.Now, reports.BoardQuery{All: true, Bare: true, Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(all.Projects) == 0 { // whoever has no project yet reads first
			return nil, noun.ErrNothingYet
		}
	}
	return page, nil
}

func (s records) buildProjects(ctx context.Context, q noun.PageRequest) (any, error) {
	query := reports.BoardQuery{State: org.ProjectState(q.Query.Get("state")), All: true, Bare: true, Limit: rowsOfProjects}
	if from, err := strconv.Atoi(q.Query.Get("from")); err == nil && from > 0 {
		query.Offset = from
	}
	query.Words = strings.TrimSpace(q.Query.Get("q"))
	board, more, err := s.Board(ctx, q.Now, query)
	if err != nil {
		return nil, err
	}
	page := struct {
		view.Base
		Query    string
		State    org.ProjectState
		States   []org.ProjectState
		Projects []projectLine
		Next     string
	}{Base: q.Base, Query: q.Query.Get("q"), State: query.State, States: append([]org.ProjectState{""}, org.ProjectStates()...), Projects: makeLines(board.Projects)}
	if query.Offset+rowsOfProjects < more {
		page.Next = "/projects?" + url.Values{"q": {page.Query}, "state": {string(page.State)}, "from": {strconv.Itoa(query.Offset + rowsOfProjects)}}.Encode()
	}
	return page, nil
}
