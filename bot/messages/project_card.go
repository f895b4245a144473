package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	cardMost  = 1800 // UTF-16 units of a card
	stepMost  = 44   // of a step's title on it
	waitsMost = 3
	pullsMost = 2
)

// Card is a project's card: how it stands, its steps, and what waits for the
// founder.
func Card(ticket reports.Ticket) org.Reply {
	t := view{ticket}
	return org.Reply{Text: t.card(), Card: org.Card{Buttons: t.cardButtons()}}
}

// CardMoved stands in the old message of a card that goes on in a new one.
func CardMoved(p org.Project) string {
	return fmt.Sprintf("**%s**: moved down ↓", wording.OneLine(p.Title))
}

// Slowest is the step under way that is usually done last, and how long such a
// step usually takes; 0 when none is.
func Slowest(ticket reports.Ticket) (org.Step, time.Duration) { return view{ticket}.slowest() }

func (t view) cardButtons() []org.Button {
	id := " " + string(t.Project.ID)
	plan, stop := org.Button{Label: "Plan", Command: org.CommandPlan + id}, org.Button{Label: "Cancel project", Command: org.CommandCancel + id, Style: org.StyleDanger}
	steer := org.Button{Label: "Tell the team", Command: org.CommandSteer + id, Ask: "What should they know?"}
	switch t.Project.State {
	case org.ProjectActive:
		return []org.Button{{Label: "Pause", Command: org.CommandPause + id}, steer, plan, stop}
	case org.ProjectPaused:
		return []org.Button{{Label: "Resume", Command: org.CommandResume + id, Style: org.StylePrimary}, steer, plan, stop}
	case org.ProjectCompleted, org.ProjectPartial, org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}

// card is the card's text.
func (t view) card() string {
	head := fmt.Sprintf("**%s** (%s): %s\n%s", wording.OneLine(t.Project.Title), t.Project.ID, t.stateWord(), t.figures())
	if code := t.codeHead(); code != "" {
		head += "\n" + code
	}
	for _, p := range t.Pulls[:min(pullsMost, len(t.Pulls))] {
		head += "\nPull request " + wording.PullLine(p)
		if waits := wording.PullWaits(p, p.Lacks()); waits != "" {
			head += "\n" + waits
		}
	}
	tail := t.tail()
	room := cardMost - prose.CountUnits(head) - prose.CountUnits(tail) - 2
	return strings.TrimRight(head+"\n"+t.tree(room)+tail, "\n")
}

func (t view) stateWord() string {
	switch t.Project.State {
	case org.ProjectActive:
		if len(t.Steps) == 0 {
			return "planning"
		}
		return "working"
	case org.ProjectPaused:
		return "paused"
	case org.ProjectCompleted:
		return "done"
	case org.ProjectPartial:
		return "done, with gaps"
	case org.ProjectFailed:
		if len(t.asks()) > 0 {
			return "waits for your answer"
		}
		return "stopped"
	case org.ProjectCancelled:
		return "cancelled"
	}
	return string(t.Project.State)
}

// figures is the line that counts: "4 of 7 done, $1.12 of $5.00, 18-25 min left".
func (t view) figures() string {
	done, all := t.counts()
	parts := []string{}
	if all > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d done", done, all))
	}
	cost := sayMoney(t.Spent, t.Project.Offline)
	if t.Cap > 0 && !t.Project.Offline {
		cost += " of " + wording.Limit(t.Cap)
	}
	parts = append(parts, cost)
	switch {
	case t.Project.State == org.ProjectActive && all > 0:
		est := forecast.Of(t.Steps, t.Usual, t.Project.Offline, t.Now)
		if est.TimeHigh > 0 {
			left := span(est) + " left"
			if t.Later > 0 {
				left += " for these"
			} else if ahead := len(t.Project.Phases) - t.Project.Phase - 1; ahead > 0 {
				left += " in this phase"
			}
			parts = append(parts, left)
		}
	case t.Project.State.Ended():
		parts = append(parts, "in "+wording.Elapsed(t.Project.EndedAt.Sub(t.Project.CreatedAt)))
	}
	return strings.Join(parts, ", ")
}

// tree is the steps of the present phase, the phases before it in a line each,
// and what comes after it, in at most room units.
func (t view) tree(room int) string {
	if len(t.Missions) == 0 {
		return ""
	}
	var head, rows []string
	last := t.Missions[len(t.Missions)-1]
	for _, m := range t.Missions[:len(t.Missions)-1] {
		done, all := 0, 0
		for _, s := range t.Steps {
			if s.Mission == m.ID && s.Kind != org.KindAssembly {
				all++
				if s.State == org.StepCompleted {
					done++
				}
			}
		}
		head = append(head, fmt.Sprintf("%s %s: %d/%d", endMark(m.State), wording.ShortenLine(m.Label, stepMost), done, all))
	}
	indent := ""
	if len(t.Missions) > 1 || len(t.Project.Phases) > 1 {
		head = append(head, endMark(last.State)+" "+wording.ShortenLine(last.Label, stepMost))
		indent = "  "
	}
	steps := slices.DeleteFunc(slices.Clone(t.Steps), func(s org.Step) bool { return s.Mission != last.ID })
	for _, s := range steps {
		rows = append(rows, indent+t.row(s))
	}
	rows = foldRows(rows, steps, indent, room-prose.CountUnits(strings.Join(head, "\n"))-2)
	var ahead []string
	for _, p := range t.Project.Phases {
		if p.Index > t.Project.Phase && len(t.Project.Phases) > 1 && !t.Project.State.Ended() {
			ahead = append(ahead, wording.ShortenLine(p.Label, 30))
		}
	}
	if t.Later > 0 && !t.Project.State.Ended() {
		rows = append(rows, indent+"· then "+prose.Count(t.Later, "more item"))
	}
	if len(ahead) > 0 {
		rows = append(rows, "· then "+wording.Shorten(strings.Join(ahead, ", "), 120))
	}
	return strings.Join(append(head, rows...), "\n") + "\n"
}

func endMark(s org.MissionState) string {
	switch s {
	case org.MissionCompleted, org.MissionPartial:
		return "✓"
	case org.MissionFailed:
		return "✗"
	case org.MissionCancelled:
		return "–"
	case org.MissionPlanning, org.MissionInProgress, org.MissionPaused:
	}
	return "▸"
}

// foldRows makes rows fit: first the done steps become one row, then those that
// come last.
func foldRows(rows []string, steps []org.Step, indent string, room int) []string {
	size := func(rs []string) int { return prose.CountUnits(strings.Join(rs, "\n")) }
	if size(rows) <= room {
		return rows
	}
	var keep []string
	done := 0
	for i, s := range steps {
		if s.State == org.StepCompleted {
			done++
			continue
		}
		keep = append(keep, rows[i])
	}
	if done > 0 {
		keep = append([]string{fmt.Sprintf("%s✓ %s done", indent, prose.Count(done, "step"))}, keep...)
	}
	for cutOff := 0; len(keep) > 1; cutOff++ {
		more := keep
		if cutOff > 0 {
			more = append(slices.Clone(keep), fmt.Sprintf("%s· and %d more", indent, cutOff))
		}
		if size(more) <= room {
			return more
		}
		keep = keep[:len(keep)-1]
	}
	return keep
}

// row is one step: its mark, title, agent, how long it took and what it cost.
func (t view) row(s org.Step) string {
	mark := wording.MarkStep(s)
	if t.isAsked(s) {
		mark = "❗"
	}
	parts := []string{mark + " " + wording.ShortenLine(wording.StepTitle(s), stepMost)}
	if s.Kind != org.KindAssembly && s.Agent != "" {
		parts = append(parts, t.name(s.Agent))
	}
	if now := cmp.Or(wording.CodeProgress(t.Changes, s), StepNow(s)); now != "" {
		parts = append(parts, now)
	}
	if s.Strikes > 0 && !s.State.Ended() {
		parts = append(parts, fmt.Sprintf("try %d of %d", s.Round(), org.StrikeCap))
	}
	if !s.StartedAt.IsZero() && (s.State.Claimed() || !s.EndedAt.IsZero()) {
		end := s.EndedAt
		if end.IsZero() {
			end = t.Now
		}
		parts = append(parts, wording.Elapsed(end.Sub(s.StartedAt)))
	}
	if c := t.Costs[s.ID]; c > 0 {
		parts = append(parts, org.Cents(c))
	}
	return strings.Join(parts, " · ")
}

// isAsked reports whether a step ended with a question that nobody has answered yet: it has not failed then.
func (t view) isAsked(s org.Step) bool {
	return s.State == org.StepFailed && slices.ContainsFunc(t.Decisions, func(d org.Decision) bool { return d.Open() && d.Step == s.ID })
}

// The last finished stage tells what is under way now.
func sayDoing(s org.Step) string {
	switch {
	case s.State == org.StepInReview:
		return "in review"
	case s.Stage == "" && s.Kind == org.KindResearch:
		return "researching"
	}
	return org.StageOf(s.Stage).Card
}

// asked is a decision in a few words.
func (t view) asked(d org.Decision) string {
	if s, ok := t.step(d.Step); ok && d.Kind == org.DecideStrikes {
		return fmt.Sprintf("“%s” didn't work out in %d tries", wording.ShortenLine(s.Title, stepMost), org.StrikeCap)
	}
	return wording.ShortenLine(d.Question, 120)
}

// tail says what it waits for and for how long nothing moved.
func (t view) tail() string {
	var out []string
	if t.Project.State.Ended() {
		if t.Project.State != org.ProjectCompleted && t.Project.Outcome != "" {
			out = append(out, wording.ShortenLine(wording.Spoken(t.Project.Outcome), 300))
		}
		return strings.Join(out, "\n")
	}
	for _, d := range t.Decisions {
		if d.Open() {
			out = append(out, fmt.Sprintf("Waiting for you: %s (%s)", t.asked(d), d.ID))
		}
	}
	for _, w := range t.Waiting {
		out = append(out, "Waiting: "+wording.ShortenLine(wording.Spoken(w), noteMost))
	}
	if more := len(out) - waitsMost; more > 0 {
		out = append(out[:waitsMost], fmt.Sprintf("and %d more", more))
	}
	if q := t.quiet(); q != "" {
		out = append(out, q)
	}
	return strings.Join(out, "\n")
}

// slowest is the claimed step that is usually done last, and how long such a
// step usually takes.
func (t view) slowest() (org.Step, time.Duration) {
	var at org.Step
	var usual time.Duration
	for _, s := range t.Steps {
		if !s.State.Claimed() {
			continue
		}
		if u := forecast.UsualTime(s, t.Usual, t.Project.Offline); u > usual {
			at, usual = s, u
		}
	}
	return at, usual
}

// quiet is the line about a project in which nothing has moved for twice the
// time that its work usually takes.
func (t view) quiet() string {
	s, usual := t.slowest()
	still := t.Now.Sub(t.Moved)
	if usual == 0 || still < 2*usual {
		return ""
	}
	doing := "working on"
	if s.State == org.StepInReview {
		doing = "reviewing"
	}
	return fmt.Sprintf("Quiet for %s (usually done in %s): still %s “%s”", wording.Elapsed(still), wording.Elapsed(usual), doing, wording.ShortenLine(s.Title, stepMost))
}
