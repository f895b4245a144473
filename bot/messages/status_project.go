package messages

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// ProjectFacts is one project as status shows it.
type ProjectFacts struct {
	Status reports.ProjectStatus
	Steps  []org.Step // in plan order
	Costs  map[org.StepID]org.CostLine
	Names  map[org.AgentID]string
	Left   *forecast.Forecast // nil when that is not known
	Now    time.Time
}

// Project says how one project stands: how far, how long, what it needs. Its
// steps and all that it waits for stand behind More.
func Project(f ProjectFacts) wording.Message {
	p := f.Status.Project
	lines := []string{fmt.Sprintf("%s %s: %s", projectMark(f.Status), wording.NameWithID(p), wording.DescribeProgress(f.Status, nil))}
	var figures []string
	if f.Left != nil {
		figures = append(figures, f.left())
	}
	if money := soFar(f.Status); money != "" {
		figures = append(figures, prose.Capital(money)+".")
	}
	if len(figures) > 0 {
		lines = append(lines, strings.Join(figures, " "))
	}
	if p.Outcome != "" && p.State != org.ProjectCompleted {
		lines = append(lines, prose.Capital(wording.Clip(wording.Spoken(wording.Plain(p.Outcome)), 200)))
	}
	if now := f.now(); now != "" {
		lines = append(lines, now)
	}
	for i, q := range f.Status.Decisions {
		if i == 1 {
			lines = append(lines, fmt.Sprintf("And %s; `!inbox` shows them.", wording.CountOf(len(f.Status.Decisions)-1, "more question for you", "more questions for you")))
			break
		}
		lines = append(lines, "Question for you: "+wording.Clip(wording.Spoken(wording.Plain(q)), 200))
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: wording.JoinDetails(f.tree(), f.waits()), Buttons: ProjectButtons(f.Status)}
}

// left is what remains, such as "Up to 5 min left in this phase, for 1 to 6 cents".
func (f ProjectFacts) left() string {
	text := prose.Capital(spanLeft(*f.Left))
	p := f.Status.Project
	if p.Phase+1 < len(p.Phases) {
		text += " in this phase"
	}
	text += ", " + costLeft(*f.Left)
	if !f.Left.Own {
		text += " (a rough guess)"
	}
	return text + "."
}

// now names what is worked on at this moment.
func (f ProjectFacts) now() string {
	const shown = 2
	var titles []string
	for _, s := range f.Steps {
		if s.State.Claimed() {
			titles = append(titles, "“"+wording.Clip(wording.Plain(wording.StepTitle(s)), 60)+"”")
		}
	}
	if more := len(titles) - shown; more > 0 {
		titles = append(titles[:shown], fmt.Sprintf("%d more", more))
	}
	if len(titles) == 0 {
		return ""
	}
	return "Working on " + wording.List(titles) + "."
}

// waits lists what the project waits for.
func (f ProjectFacts) waits() string {
	var lines []string
	for _, w := range f.Status.Waiting {
		lines = append(lines, wording.Clip(wording.Spoken(wording.Plain(w)), 160))
	}
	return wording.ListBelow("Waiting for", lines)
}

// ProjectButtons are what a founder can do with one project.
func ProjectButtons(p reports.ProjectStatus) []org.Button {
	id := " " + string(p.Project.ID)
	var out []org.Button
	switch {
	case p.Project.State == org.ProjectActive:
		out = append(out, org.Button{Label: "Pause", Command: org.CommandPause + id})
	case p.Project.State == org.ProjectPaused:
		out = append(out, org.Button{Label: "Resume", Command: org.CommandResume + id, Style: org.StylePrimary})
	case p.Steps[org.StepCompleted] > 0:
		out = append(out, org.Button{Label: "Read here", Command: org.CommandRead + id}, org.Button{Label: "Sources", Command: org.CommandSources + id})
	}
	if !p.Project.State.Ended() {
		out = append(out,
			org.Button{Label: "Tell the team", Command: "steer" + id, Ask: "What should they know?"},
			org.Button{Label: "Cancel project", Command: org.CommandCancel + id, Style: org.StyleDanger})
	}
	return out
}

// tree is a line for each step, below the ones it needs.
func (f ProjectFacts) tree() string {
	if len(f.Steps) == 0 {
		return ""
	}
	number, depth := map[org.StepID]int{}, map[org.StepID]int{}
	var out []string
	phase, phases := -1, f.Status.Project.Phases
	for i, s := range f.Steps {
		number[s.ID] = i + 1
		for _, n := range s.DependsOn {
			depth[s.ID] = max(depth[s.ID], depth[n]+1)
		}
		if s.Phase != phase && s.Phase < len(phases) && len(phases) > 1 {
			phase = s.Phase
			out = append(out, fmt.Sprintf("__%s__", wording.Clip(wording.Plain(phases[phase].Label), 60)))
		}
		out = append(out, f.step(s, number, depth[s.ID]))
	}
	return strings.Join(out, "\n")
}

func (f ProjectFacts) step(s org.Step, number map[org.StepID]int, depth int) string {
	const deepest = 4
	parts := []string{string(s.ID)}
	if a := f.Names[s.Agent]; a != "" && s.Kind != org.KindAssembly {
		parts = append(parts, wording.Plain(a))
	}
	if t := f.took(s); t != "" {
		parts = append(parts, t)
	}
	if c, ok := f.Costs[s.ID]; ok {
		parts = append(parts, wording.DescribeSpending(c))
	}
	if s.Strikes > 0 {
		parts = append(parts, "sent back "+times(s.Strikes))
	}
	if s.State == org.StepPending && s.OpenDeps > 0 {
		if after := follows(s, number); after != "" {
			parts = append(parts, "after "+after)
		}
	}
	indent := strings.Repeat("\u2003", min(depth, deepest)) // an em space: a chat keeps it
	return fmt.Sprintf("%s%s %d. %s (%s)", indent, wording.MarkStep(s), number[s.ID], wording.Clip(wording.Plain(wording.StepTitle(s)), 60), strings.Join(parts, ", "))
}

// took is how long a step took, or works already.
func (f ProjectFacts) took(s org.Step) string {
	switch {
	case s.StartedAt.IsZero():
		return ""
	case !s.EndedAt.IsZero():
		return wording.Duration(s.EndedAt.Sub(s.StartedAt))
	case s.State.Claimed():
		return wording.Duration(f.Now.Sub(s.StartedAt)) + " so far"
	}
	return ""
}

// follows lists the numbers of the steps that a step comes after.
func follows(s org.Step, number map[org.StepID]int) string {
	var out []string
	for _, n := range s.DependsOn {
		if i := number[n]; i > 0 {
			out = append(out, fmt.Sprint(i))
		}
	}
	return wording.Clip(strings.Join(out, ", "), 40)
}

// times is how often something happened: "once", "twice", "3 times".
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// PlanShown shows a project's plan: who does what after what. What a step is
// done by, and what the plan takes for granted, stand behind More.
func PlanShown(p org.Project, steps []org.Step, notes []work.PlanNotes, names map[org.AgentID]string) wording.Message {
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
		if after := follows(s, number); after != "" {
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
