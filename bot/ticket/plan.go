package ticket

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	goalMost  = 200 // UTF-16 units
	yieldMost = 70
	noteMost  = 160
	notesMost = 4 // of assumptions and of the lint's notes each
)

// plan is the plan's card: the goal, the steps with what each yields, what is
// assumed, and what it will probably cost and take.
func (t view) plan(e org.Event) []org.Delivery {
	m, ok := t.mission(e.Mission)
	if !ok {
		return nil
	}
	var steps []org.Step
	for _, s := range t.Steps {
		if s.Mission == m.ID {
			steps = append(steps, s)
		}
	}
	notes := t.Notes[m.ID]
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** is planned", flat(t.Project.Title))
	if len(t.Project.Phases) > 1 {
		fmt.Fprintf(&b, ", %s (phase %d of %d)", flat(m.Label), m.Phase+1, len(t.Project.Phases))
	}
	b.WriteString(".\n")
	goal := notes.Objective
	if strings.TrimSpace(goal) == "" {
		goal = t.Project.Goal
	}
	if goal = short(goal, goalMost); goal != "" {
		b.WriteString("Goal: " + goal + "\n")
	}
	b.WriteString(t.numbered(steps))
	rest, part := t.rest(m)
	b.WriteString(rest)
	b.WriteString(listed("Assumed:", notes.Assumptions))
	b.WriteString(listed("Note:", org.ForFounder(notes.Lint)))
	est := org.ForecastOf(steps, t.Usual, t.Project.Offline, t.Now)
	fmt.Fprintf(&b, "\nPrice%s: %s. Time: %s", part, est.Price(), est.Span())
	switch {
	case est.Own:
		b.WriteString(", by what such steps took before.")
	case est.Free:
		b.WriteString(".")
	default:
		b.WriteString(", a first guess: there is no history of such steps yet.")
	}
	id := " " + string(t.Project.ID)
	card := org.Card{Buttons: []org.Button{
		{Label: "Hold", Command: org.CommandHold + id},
		{Label: "Edit", Command: org.CommandPlan + id, Ask: "What should be different?"},
	}}
	if !est.Free && est.CostHigh >= org.Dollar/100 {
		card.Buttons = append(card.Buttons, org.Button{
			Label: "Cap at " + org.Cents(est.CostHigh), Command: fmt.Sprintf("%s mission %.2f cap%s", org.CommandBudget, est.CostHigh.USD(), id),
		})
	}
	if t.waits() {
		b.WriteString("\nIt waits for your decision before it starts.")
		card.Buttons = card.Buttons[1:]
	} else {
		b.WriteString("\nIt starts now. Hold stops it.")
	}
	var files []org.File
	if pic, drawn := t.Pictures[m.ID]; drawn {
		files = append(files, pic)
	}
	return []org.Delivery{t.message(org.DeliverPlan, keyOf(e, "plan:"+string(m.ID)), b.String(), card, files...)}
}

// rest says what of the roadmap comes after a mission's steps, and of what its
// price is.
func (t view) rest(m org.Mission) (line, part string) {
	switch last := t.Missions[len(t.Missions)-1]; {
	case t.Later > 0 && m.ID == last.ID:
		return fmt.Sprintf("\nAfter these: %s of the roadmap, planned when these are done.\n", org.Count(t.Later, "more item")), " for these"
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

// numbered lists steps with what each yields and who does it after what.
func (t view) numbered(steps []org.Step) string {
	var b strings.Builder
	number := map[org.StepID]int{}
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		number[s.ID] = len(number) + 1
		most := titleMost
		if len(steps) > yieldsUpTo {
			most = stepMost
		}
		fmt.Fprintf(&b, "\n%d. %s", number[s.ID], short(s.Title, most))
		if s.Agent != "" {
			fmt.Fprintf(&b, " (%s)", t.name(s.Agent))
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
			if y := yields(s); y != "" {
				fmt.Fprintf(&b, "\n  → %s", y)
			}
		}
	}
	return b.String() + "\n"
}

// yieldsUpTo is the number of steps up to which a card says what each yields;
// a longer one would no longer be one message.
const yieldsUpTo = 10

// yields is what a step hands in: its first criterion, else its goal.
func yields(s org.Step) string {
	for _, c := range s.Acceptance {
		if text := short(c.Text, yieldMost); text != "" {
			return text
		}
	}
	if goal := short(s.Goal, yieldMost); !strings.EqualFold(goal, short(s.Title, yieldMost)) {
		return goal
	}
	return ""
}

func listed(head string, items []string) string {
	var b strings.Builder
	for i, it := range items {
		if i == notesMost {
			fmt.Fprintf(&b, "\n- and %d more", len(items)-i)
			break
		}
		b.WriteString("\n- " + short(it, noteMost))
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + head + b.String() + "\n"
}
