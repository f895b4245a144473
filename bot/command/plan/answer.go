package plan

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// What programs get of a plan. Its fields are a promise: none goes, none changes its meaning.
type (
	planAnswer struct {
		Project  org.ProjectID   `json:"project"`
		Missions []missionAnswer `json:"missions"`
	}
	missionAnswer struct {
		ID           org.MissionID    `json:"id"`
		Phase        int              `json:"phase"`
		Label        string           `json:"label,omitempty"`
		State        org.MissionState `json:"state"`
		Outcome      string           `json:"outcome,omitempty"`
		Objective    string           `json:"objective,omitempty"`
		Requirements []needAnswer     `json:"requirements"`
		Assumptions  []string         `json:"assumptions"`
		OutOfScope   []string         `json:"out_of_scope"`
		Risk         string           `json:"risk,omitempty"`
		Steps        []org.StepID     `json:"steps"`
	}
	needAnswer struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
)

func (s records) givePlan(ctx context.Context, q noun.AnswerRequest) (any, error) {
	id := q.Path("id")
	if !syntax.IsProjectID(id) {
		return nil, org.ErrNotFound
	}
	t, err := s.Ticket(ctx, org.ProjectID(id), q.Now)
	if err != nil {
		return nil, err
	}
	out := planAnswer{t.Project.ID, []missionAnswer{}}
	for _, m := range t.Missions {
		notes := t.Notes[m.ID]
		one := missionAnswer{
			ID: m.ID, Phase: m.Phase, Label: m.Label, State: m.State, Outcome: m.Outcome, Objective: notes.Objective, Requirements: []needAnswer{},
			Assumptions: noun.ListOf(notes.Assumptions), OutOfScope: noun.ListOf(notes.OutOfScope), Risk: notes.Risk, Steps: []org.StepID{},
		}
		for _, n := range notes.Needs {
			one.Requirements = append(one.Requirements, needAnswer{n.ID, n.Text})
		}
		for _, step := range t.Steps {
			if step.Mission == m.ID {
				one.Steps = append(one.Steps, step.ID)
			}
		}
		out.Missions = append(out.Missions, one)
	}
	return out, nil
}
