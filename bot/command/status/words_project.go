package status

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
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
	lines := []string{fmt.Sprintf("%s %s: %s", markProject(f.Status), wording.NameWithID(p), wording.DescribeProgress(f.Status, nil))}
	if p.OrderedBy != "" {
		lines = append(lines, fmt.Sprintf("Ordered by token %s.", wording.Plain(p.OrderedBy)))
	}
	var figures []string
	if f.Left != nil {
		figures = append(figures, f.describeLeft())
	}
	if money := describeCostSoFar(f.Status); money != "" {
		figures = append(figures, prose.Capital(money)+".")
	}
	if len(figures) > 0 {
		lines = append(lines, strings.Join(figures, " "))
	}
	if p.Outcome != "" && p.State != org.ProjectCompleted {
		lines = append(lines, prose.Capital(wording.Clip(wording.Spoken(wording.Plain(p.Outcome)), 200)))
	}
	if now := f.describeWork(); now != "" {
		lines = append(lines, now)
	}
	for i, q := range f.Status.Decisions {
		if i == 1 {
			lines = append(lines, fmt.Sprintf("And %s; `!inbox` shows them.", wording.CountOf(len(f.Status.Decisions)-1, "more question for you", "more questions for you")))
			break
		}
		lines = append(lines, "Question for you: "+wording.Clip(wording.Spoken(wording.Plain(q)), 200))
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: wording.JoinDetails(f.drawSteps(), f.listWaiting()), Buttons: wording.ProjectButtons(f.Status)}
}

// "Up to 5 min left in this phase, for 1 to 6 cents".
func (f ProjectFacts) describeLeft() string {
	text := prose.Capital(describeTimeLeft(*f.Left))
	p := f.Status.Project
	if p.Phase+1 < len(p.Phases) {
		text += " in this phase"
	}
	text += ", " + describeCostLeft(*f.Left)
	if !f.Left.Own {
		text += " (a rough guess)"
	}
	return text + "."
}

// describeWork names what is worked on at this moment.
func (f ProjectFacts) describeWork() string {
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

// listWaiting lists what the project waits for.
func (f ProjectFacts) listWaiting() string {
	var lines []string
	for _, w := range f.Status.Waiting {
		lines = append(lines, wording.Clip(wording.Spoken(wording.Plain(w)), 160))
	}
	return wording.ListBelow("Waiting for", lines)
}

// drawSteps is a line for each step, below the ones it needs.
func (f ProjectFacts) drawSteps() string {
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
		out = append(out, f.describeStep(s, number, depth[s.ID]))
	}
	return strings.Join(out, "\n")
}

func (f ProjectFacts) describeStep(s org.Step, number map[org.StepID]int, depth int) string {
	const deepest = 4
	parts := []string{string(s.ID)}
	if a := f.Names[s.Agent]; a != "" && s.Kind != org.KindAssembly {
		parts = append(parts, wording.Plain(a))
	}
	if t := f.describeDuration(s); t != "" {
		parts = append(parts, t)
	}
	if c, ok := f.Costs[s.ID]; ok {
		parts = append(parts, wording.DescribeSpending(c))
	}
	if s.Strikes > 0 {
		parts = append(parts, "sent back "+wording.CountTimes(s.Strikes))
	}
	if s.State == org.StepPending && s.OpenDeps > 0 {
		if after := wording.ListNeeded(s, number); after != "" {
			parts = append(parts, "after "+after)
		}
	}
	indent := strings.Repeat("\u2003", min(depth, deepest)) // an em space: a chat keeps it
	return fmt.Sprintf("%s%s %d. %s (%s)", indent, wording.MarkStep(s), number[s.ID], wording.Clip(wording.Plain(wording.StepTitle(s)), 60), strings.Join(parts, ", "))
}

// A step that is worked on has a duration too.
func (f ProjectFacts) describeDuration(s org.Step) string {
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
