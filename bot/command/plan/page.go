package plan

import (
	"context"
	_ "embed"
	"html/template"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed plan.html
var planPage string

// stepLine is a step in the list of a project.
type stepLine struct {
	org.Step
	By    string
	Cost  org.NanoUSD
	Took  time.Duration
	Needs []org.StepID
}

// missionLine is one part of a project with its steps.
type missionLine struct {
	Label string
	Plan  template.HTML // its picture
	Steps []stepLine
}

func (s records) buildPlan(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	base := view.NewProjectPage(q.Base, t, "Plan")
	page := struct {
		view.ProjectPage
		Goal     string
		Ordered  []company.Memo
		Missions []missionLine
		Controls []view.Control
	}{ProjectPage: base, Missions: listMissions(t), Controls: listControls(base)}
	if p := t.Project; p.OpenedBy != "" { // the messages that led to it, the last one first
		if page.Ordered, err = s.CompanyReasons(ctx, p.ForMemo); err != nil {
			return nil, err
		}
	}
	if goal := t.Project.Goal; goal != t.Project.Title {
		page.Goal = goal
	}
	return page, nil
}

func listMissions(t reports.Ticket) []missionLine {
	var out []missionLine
	for _, m := range t.Missions {
		line := missionLine{Label: m.Label}
		var boxes []view.Box
		for _, step := range t.Steps {
			if step.Mission != m.ID {
				continue
			}
			l := stepLine{Step: step, By: t.Names[step.Agent], Cost: t.Costs[step.ID], Needs: step.DependsOn}
			if !step.StartedAt.IsZero() {
				end := step.EndedAt
				if end.IsZero() {
					end = t.Now
				}
				l.Took = end.Sub(step.StartedAt)
			}
			line.Steps = append(line.Steps, l)
			boxes = append(boxes, view.Box{Step: step, By: l.By, Took: l.Took, Cost: l.Cost})
		}
		if line.Label == "" {
			line.Label = "Steps"
		}
		line.Plan = view.Plan(boxes)
		out = append(out, line)
	}
	return out
}

// listControls lists what can be done with a plan: a project's state decides which of them it has.
func listControls(p view.ProjectPage) []view.Control {
	id := string(p.T.Project.ID)
	pause, cancel := p.Control("Pause", "pause "+id, ""), p.Control("Cancel project", "cancel "+id, "")
	cancel.Style = org.StyleDanger
	steer := p.Control("Tell the team something", "steer "+id, "What should they know?")
	switch p.T.Project.State {
	case org.ProjectActive:
		return []view.Control{pause, steer, p.Control("Plan again", "replan "+id, "What should be different?"), cancel}
	case org.ProjectPaused:
		resume := p.Control("Resume", "resume "+id, "")
		resume.Style = org.StylePrimary
		return []view.Control{resume, steer, cancel}
	case org.ProjectCompleted, org.ProjectPartial:
		return p.DocumentControls()
	case org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}
