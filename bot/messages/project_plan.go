package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	goalMost  = 200 // UTF-16 units
	yieldMost = 70
	noteMost  = 160
	notesMost = 4 // of assumptions and of the lint's notes each
)

// Plan is a mission's plan: the goal, the steps with what each yields, what is
// assumed, and what it will probably cost and take. ok is false when there is no
// such mission.
func Plan(ticket reports.Ticket, id org.MissionID) (out org.Reply, ok bool) {
	t := view{ticket}
	m, ok := t.mission(id)
	if !ok {
		return out, false
	}
	var steps []org.Step
	for _, s := range t.Steps {
		if s.Mission == m.ID {
			steps = append(steps, s)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: here's the plan", wording.OneLine(t.Project.Title))
	if len(t.Project.Phases) > 1 {
		fmt.Fprintf(&b, " for %s (phase %d of %d)", wording.OneLine(m.Label), m.Phase+1, len(t.Project.Phases))
	}
	b.WriteString(".\n")
	if by := OrderedBy(t.Project); by != "" {
		b.WriteString(by + "\n")
	}
	b.WriteString(t.goal(m) + t.numberSteps(steps))
	rest, part := t.rest(m)
	notes := t.Notes[m.ID]
	var reading []string
	if m.ID == t.Missions[0].ID {
		reading = t.Reading
	}
	b.WriteString(rest + listItems("Assumed:", notes.Assumptions) + listItems("How I read your roadmap:", reading) + listItems("Note:", wording.ForFounder(notes.Lint)))
	if !t.Project.State.Ended() {
		t.offer(&b, &out, steps, notes.Shelf, part)
		if len(reading) > 0 {
			out.Card.Buttons = append(out.Card.Buttons, org.Button{Label: "Put it right", Command: org.CommandPlan + " " + string(t.Project.ID), Ask: "What did I misread?"})
		}
	}
	if pic, drawn := t.Pictures[m.ID]; drawn && hasBranches(steps) {
		out.Files = append(out.Files, pic)
	}
	out.Card.Slot = PlanSlot
	out.Text = b.String()
	return out, true
}

// offer ends a plan with what comes of it, what it will cost, and what can still be done about it.
func (t view) offer(b *strings.Builder, out *org.Reply, steps []org.Step, shelf *work.Shelf, part string) {
	est := forecast.Of(steps, t.Usual, t.Project.Offline, t.Now)
	b.WriteString("\n" + t.documents(steps) + sayReach(shelf, t.Project.Offline, t.First) + estimate(est, part))
	about := " " + string(t.Project.ID)
	pause := org.Button{Label: "Pause", Command: org.CommandPause + about}
	out.Card.Buttons = []org.Button{{Label: "Change", Command: org.CommandPlan + about, Ask: "What should be different?"}}
	if !est.Free && est.CostHigh >= org.Dollar/100 {
		out.Card.Buttons = append(out.Card.Buttons, org.Button{
			Label: "Limit to " + org.Cents(est.CostHigh), Command: fmt.Sprintf("%s plan %.2f cap%s", org.CommandBudget, est.CostHigh.USD(), about),
		})
	}
	switch {
	case t.waits():
		b.WriteString("\nI'll start when you've answered the question below.")
	case t.Project.State == org.ProjectActive:
		b.WriteString("\nStarting now. **Pause** holds it.")
		out.Card.Buttons = append([]org.Button{pause}, out.Card.Buttons...)
	}
}

// PlanSlot is the slot of a project's plan: it has one, which is edited when
// the next part is planned.
const PlanSlot = "plan"

// goal is the plan's objective in a line, empty when it says no more than the
// title or the plan of an earlier part.
func (t view) goal(m org.Mission) string {
	goal := t.goalOf(m)
	if goal == "" || prose.Fold(goal) == prose.Fold(t.Project.Title) || slices.ContainsFunc(t.Missions, func(o org.Mission) bool {
		return o.Phase < m.Phase && prose.Fold(t.goalOf(o)) == prose.Fold(goal)
	}) {
		return ""
	}
	return "Goal: " + goal + "\n"
}

// A mission without an objective of its own serves the project's goal.
func (t view) goalOf(m org.Mission) string {
	goal := t.Notes[m.ID].Objective
	if strings.TrimSpace(goal) == "" {
		goal = t.Project.Goal
	}
	return wording.ShortenLine(goal, goalMost)
}

// estimate says what a plan will probably cost and take, and how well that is
// known.
func estimate(f forecast.Forecast, part string) string {
	switch {
	case f.Free:
		return fmt.Sprintf("Free%s, %s.", part, span(f))
	case f.Own:
		return fmt.Sprintf("%s and %s%s%s, going by similar work.", prose.Capital(priceRange(f)), span(f), part, asked(f.Calls, f.CallsHigh))
	}
	return fmt.Sprintf("%s and %s%s%s (rough guess: I haven't done this kind of work yet).", prose.Capital(priceRange(f)), span(f), part, asked(f.Calls, f.CallsHigh))
}

// documents says which files come of a plan.
func (t view) documents(steps []org.Step) string {
	if t.Project.Single {
		return ""
	}
	var own []string
	for _, s := range steps {
		if org.OnePage(s.Title) {
			own = append(own, "“"+wording.ShortenLine(s.Title, wording.TitleMost)+"”")
		}
	}
	line := "You'll get one document, as PDF, Word and Markdown"
	if len(own) > 0 {
		line += ". A page of its own: " + wording.List(own)
	}
	return line + ".\n"
}

// sayReach says once in a project that nothing can be looked up on the web, and in the first
// project which setting would change that: later doctor knows. Only a first plan keeps what there was to
// work from. Without a model the result says so itself.
func sayReach(s *work.Shelf, offline, first bool) string {
	const line = "I can't search the web here"
	switch {
	case s == nil || !s.NoWeb || offline:
		return ""
	case len(s.Documents) == 0 && first:
		return line + " and have no folder of yours, so I'll work from what you gave me. A search key (`BRAVE_API_KEY`) or a folder (`FRASIER_CORPUS`) changes that.\n"
	case len(s.Documents) == 0:
		return line + ", so I'll work from what you gave me.\n"
	case first:
		return line + ", so I'll work from your documents and list what they don't say. A search key (`BRAVE_API_KEY`) changes that.\n"
	}
	return line + ", so I'll work from your documents and list what they don't say.\n"
}

// The number of model calls stands behind a comma: ", 9-18 AI calls"; empty when it is not known.
func asked(low, high int) string {
	switch {
	case high == 0:
		return ""
	case low >= high:
		return ", about " + prose.Count(high, "AI call")
	}
	return fmt.Sprintf(", %d-%d AI calls", low, high)
}

// hasBranches reports whether a picture of the plan shows what a list cannot: work
// that parts and joins again. A chain and a handful of steps beside each other
// read as well in a list.
func hasBranches(steps []org.Step) bool {
	needed := map[org.StepID]int{}
	parts, joins := false, false
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		joins = joins || len(s.DependsOn) > 1
		for _, n := range s.DependsOn {
			needed[n]++
			parts = parts || needed[n] > 1
		}
	}
	return parts && joins
}

// rest says what of the roadmap comes after a mission's steps, and of what its
// price is.
func (t view) rest(m org.Mission) (line, part string) {
	switch last := t.Missions[len(t.Missions)-1]; {
	case t.Later > 0 && m.ID == last.ID:
		return fmt.Sprintf("\nThen %s from the roadmap, planned once these are done.\n", prose.Count(t.Later, "more item")), " for this part"
	case len(t.Project.Phases) > 1:
		return "", " for this phase"
	}
	return "", ""
}

// waits reports whether the plan waits for the founder's yes.
func (t view) waits() bool {
	for _, d := range t.Decisions {
		if (d.Kind == org.DecidePlan || d.Kind == org.DecideGate) && d.Open() {
			return true
		}
	}
	return false
}

// numberSteps lists steps with what each yields and who does it after what.
func (t view) numberSteps(steps []org.Step) string {
	var b strings.Builder
	number := map[org.StepID]int{}
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		number[s.ID] = len(number) + 1
		most := wording.TitleMost
		if len(steps) > yieldsUpTo {
			most = stepMost
		}
		fmt.Fprintf(&b, "\n%d. %s", number[s.ID], wording.ShortenLine(s.Title, most))
		if s.Agent != "" {
			fmt.Fprintf(&b, " (%s)", t.name(s.Agent))
		}
		if kind := t.changeKind(s.ID); kind != "" {
			fmt.Fprintf(&b, ", %s", kind)
		}
		var after []string
		for _, id := range s.DependsOn {
			if n, ok := number[id]; ok {
				after = append(after, fmt.Sprint(n))
			}
		}
		if len(after) > 0 {
			fmt.Fprintf(&b, ", after %s", strings.Join(after, ", "))
		}
		if len(steps) <= yieldsUpTo {
			if y := sayYield(s); y != "" {
				fmt.Fprintf(&b, "\n  → %s", y)
			}
		}
	}
	return b.String() + "\n" + t.shown(steps)
}

// changeKind returns the kind as which the change of a step was ordered or planned; empty where nobody named it.
func (t view) changeKind(id org.StepID) coding.ChangeKind {
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == id })
	if i < 0 {
		return ""
	}
	return t.Changes[i].Named()
}

// shown says what must be shown of the changes of code in a plan, by their kinds.
func (t view) shown(steps []org.Step) string {
	var kinds []coding.ChangeKind
	for _, s := range steps {
		if k := t.changeKind(s.ID); k != "" && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	var names []string // of kinds of which the same must be shown
	var parts []string
	for i, k := range kinds {
		if names = append(names, k.String()); i+1 < len(kinds) && kinds[i+1].Shown() == k.Shown() {
			continue
		}
		parts = append(parts, strings.Join(names, " and ")+" by "+k.Shown())
		names = nil
	}
	return "I show " + strings.Join(parts, "; ") + ". What turns out to be more than its kind I ask you about.\n"
}

// yieldsUpTo is the number of steps up to which a card says what each yields;
// a longer one would no longer be one message.
const yieldsUpTo = 10

// The first criterion tells best what a step hands in; without one its goal does.
func sayYield(s org.Step) string {
	for _, c := range s.Acceptance {
		if text := wording.ShortenLine(c.Text, yieldMost); text != "" {
			return text
		}
	}
	if goal := wording.ShortenLine(s.Goal, yieldMost); !strings.EqualFold(goal, wording.ShortenLine(s.Title, yieldMost)) {
		return goal
	}
	return ""
}

func listItems(head string, items []string) string {
	var b strings.Builder
	for i, it := range items {
		if i == notesMost {
			fmt.Fprintf(&b, "\n- and %d more", len(items)-i)
			break
		}
		b.WriteString("\n- " + wording.ShortenLine(it, noteMost))
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + head + b.String() + "\n"
}
