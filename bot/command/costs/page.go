package costs

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed costs.html
var costsPage string

//go:embed project.html
var projectPage string

// What the pages show; the rest is told in a line.
const (
	chartDays   = 30
	projectsRow = 50
	replaysMost = 50 // of a project, the newest first
)

// table is one grouping of costs.
type table struct {
	Title, Head, Link string
	Lines             []org.CostLine
	Titles            map[string]string // of what the lines are about; nil when their names say it
}

func tableOfSizes(lines []org.CostLine) table {
	return table{Title: "By size of model", Head: "Size", Lines: nameLines(lines, func(tier string) string { return wording.TierWord(org.Tier(tier)) })}
}

func tableOfModels(lines []org.CostLine) table {
	return table{Title: "By model", Head: "Model", Lines: lines}
}

func tableOfWork(lines []org.CostLine) table {
	return table{Title: "By kind of work", Head: "For", Lines: nameLines(lines, wording.StageWord)}
}

// nameLines are lines whose names are said in words.
func nameLines(lines []org.CostLine, word func(string) string) []org.CostLine {
	out := slices.Clone(lines)
	for n := range out {
		out[n].Name = word(out[n].Name)
	}
	return out
}

// joinCheapest makes one line of the cheapest, when there are many.
func joinCheapest(lines []org.CostLine) []org.CostLine {
	if len(lines) <= projectsRow {
		return lines
	}
	rest := org.CostLine{Name: fmt.Sprintf("%d others", len(lines)-projectsRow+1)}
	for _, l := range lines[projectsRow-1:] {
		rest.Calls, rest.Cost, rest.Unknown, rest.In, rest.Out = rest.Calls+l.Calls, rest.Cost+l.Cost, rest.Unknown+l.Unknown, rest.In+l.In, rest.Out+l.Out
	}
	return append(slices.Clone(lines[:projectsRow-1]), rest)
}

func (s records) buildCosts(ctx context.Context, q noun.PageRequest) (any, error) {
	ranges := []org.Choice{{Label: "today", Value: "1"}, {Label: "7 days", Value: "7"}, {Label: "30 days", Value: "30"}, {Label: "ever", Value: "0"}}
	chosen := q.Query.Get("days")
	days, err := strconv.Atoi(chosen)
	if err != nil || !slices.ContainsFunc(ranges, func(r org.Choice) bool { return r.Value == chosen }) {
		chosen, days = "30", 30
	}
	all, err := s.Costs(ctx, days)
	if err != nil {
		return nil, err
	}
	daily, err := s.Daily(ctx, chartDays)
	if err != nil {
		return nil, err
	}
	anew, err := s.Replays(ctx, "", 1)
	if err != nil {
		return nil, err
	}
	r := all[0]
	return struct {
		view.Base
		Days   string
		Ranges []org.Choice
		Report reports.CostReport
		Chart  template.HTML
		Tables []table
		Anew   bool
	}{q.Base, chosen, ranges, r, view.Columns(daily, q.Base.Today(), chartDays), []table{
		{Title: "By project", Head: "Project", Lines: joinCheapest(r.ByProject)},
		tableOfSizes(r.ByTier), tableOfModels(r.ByModel),
		{Title: "By agent", Head: "Agent", Lines: r.ByAgent},
		tableOfWork(r.ByPurpose),
	}, len(anew) > 0}, nil
}

func (s records) buildProject(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	by, err := s.StepSpending(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	all, err := s.ProjectCosts(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	anew, err := s.Replays(ctx, t.Project.ID, replaysMost)
	if err != nil {
		return nil, err
	}
	steps := table{Title: "By step", Head: "Step", Link: "/steps/", Titles: map[string]string{}}
	for _, step := range t.Steps {
		if line, there := by[step.ID]; there {
			line.Name = string(step.ID)
			steps.Titles[line.Name] = step.Title
			steps.Lines = append(steps.Lines, line)
		}
	}
	return struct {
		view.ProjectPage
		Anew   []reports.Replay
		Total  org.CostLine
		Tables []table
	}{view.NewProjectPage(q.Base, t, "Costs"), anew, all.Total, []table{steps, tableOfWork(all.ByPurpose), tableOfSizes(all.ByTier), tableOfModels(all.ByModel)}}, nil
}
