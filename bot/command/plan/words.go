package plan

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Shown shows a project's plan: who does what after what. What a step is
// done by, and what the plan takes for granted, stand behind More.
func Shown(p org.Project, steps []org.Step, notes []work.PlanNotes, names map[org.AgentID]string) wording.Message {
	const shown = 8
	id := " " + string(p.ID)
	m := wording.Message{}
	switch p.State { //nolint:exhaustive // the others have ended
	case org.ProjectActive:
		m.Buttons = []org.Button{{Label: "Pause", Command: org.CommandPause + id}, {Label: "Change", Command: org.CommandPlan + id, Ask: "What should be different?"}}
	case org.ProjectPaused:
		m.Buttons = []org.Button{{Label: "Resume", Command: org.CommandResume + id, Style: org.StylePrimary}}
	}
	if len(steps) == 0 {
		m.Text = fmt.Sprintf("%s isn't planned yet. It starts by itself; you don't need to do anything.", wording.NameWithID(p))
		return m
	}
	lines := []string{"The plan for " + wording.NameWithID(p) + ":"}
	number := map[org.StepID]int{}
	var whole, assumed []string
	phase := -1
	for i, s := range steps {
		number[s.ID] = i + 1
		line := fmt.Sprintf("%s %d. %s", wording.MarkStep(s), i+1, wording.Clip(wording.Plain(wording.StepTitle(s)), 60))
		if a := names[s.Agent]; a != "" && s.Kind != org.KindAssembly {
			line += " (" + wording.Plain(a) + ")"
		}
		if after := wording.ListNeeded(s, number); after != "" {
			line += ", after " + after
		}
		if i < shown {
			lines = append(lines, line)
		}
		if s.Phase != phase && s.Phase < len(p.Phases) && len(p.Phases) > 1 {
			phase = s.Phase
			whole = append(whole, fmt.Sprintf("__Phase %d of %d: %s__", phase+1, len(p.Phases), wording.Clip(wording.Plain(p.Phases[phase].Label), 60)))
		}
		for _, a := range s.Acceptance {
			line += "\n\u2003done when: " + wording.Clip(wording.Plain(a.Text), 120)
		}
		whole = append(whole, line)
	}
	for i := phase + 1; i < len(p.Phases) && len(p.Phases) > 1; i++ {
		whole = append(whole, fmt.Sprintf("__Phase %d of %d: %s__ is planned when it begins.", i+1, len(p.Phases), wording.Clip(wording.Plain(p.Phases[i].Label), 60)))
	}
	for _, n := range notes {
		for _, a := range n.Assumptions {
			assumed = append(assumed, wording.Clip(wording.Plain(a), 200))
		}
	}
	if more := len(steps) - shown; more > 0 {
		lines = append(lines, "And "+wording.CountOf(more, "more step.", "more steps."))
	}
	m.Text, m.More = strings.Join(lines, "\n"), wording.JoinDetails(strings.Join(whole, "\n"), wording.ListBelow("I assumed", assumed))
	return m
}

// ReplanNotNow refuses to plan again for a reason.
func ReplanNotNow(p org.ProjectName, why string) string {
	return fmt.Sprintf("I can't plan %s again: %s.", wording.NameProject(p), why)
}
