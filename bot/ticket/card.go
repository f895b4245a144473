package ticket

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	cardMost     = 1800             // UTF-16 units of a card
	stepMost     = 44               // of a step's title on it
	rollAfter    = 50 * time.Minute // a message older than an hour can be edited a few times only (error 30046)
	refreshEvery = 5 * time.Minute  // while something runs, so that times do not go stale
	waitsMost    = 3
	planWithin   = time.Minute // so long the first card waits for the plan: who asked for one task needs none
)

// Card makes a project's card as it should stand at the ticket's moment, and
// returns its new state, what has to be said for it and when to look again
// though nothing happens; the zero time for never.
func Card(ticket org.Ticket, c org.CardState) (org.CardState, []org.Delivery, time.Time) {
	t := view{ticket}
	text := t.card()
	next := t.again()
	if text == c.Text {
		return c, nil, next
	}
	if c.N == 0 && t.Single {
		return c, nil, time.Time{}
	}
	if begun := t.Project.CreatedAt.Add(planWithin); c.N == 0 && len(t.Steps) == 0 && t.Project.State == org.ProjectActive && t.Now.Before(begun) {
		return c, nil, begun
	}
	var said []org.Delivery
	if c.N == 0 || t.Now.Sub(c.Opened) >= rollAfter {
		if c.N > 0 {
			old := org.Card{Slot: slot(c.N), Silent: true}
			said = append(said, t.message(org.DeliverCard, t.cardKey(c.N, "end"), fmt.Sprintf("**%s**: its card goes on below.", flat(t.Project.Title)), old))
		}
		c.N++
		c.Opened = t.Now
	}
	c.Said, c.Text = t.Now, text
	card := org.Card{Slot: slot(c.N), Silent: true, Buttons: t.cardButtons()}
	said = append(said, t.message(org.DeliverCard, t.cardKey(c.N, fmt.Sprintf("%d:%d", t.Now.UnixMicro(), c.Marks)), text, card))
	return c, said, t.again()
}

func slot(n int) string { return fmt.Sprintf("card:%d", n) }

func (t view) cardKey(n int, what string) string {
	return fmt.Sprintf("card:%s:%d:%s", t.Project.ID, n, what)
}

func (t view) cardButtons() []org.Button {
	id := " " + string(t.Project.ID)
	plan, stop := org.Button{Label: "Plan", Command: org.CommandPlan + id}, org.Button{Label: "Stop", Command: org.CommandCancel + id, Style: org.StyleDanger}
	steer := org.Button{Label: "Steer", Command: org.CommandSteer + id, Ask: "What should its agents know?"}
	switch t.Project.State {
	case org.ProjectActive:
		return []org.Button{{Label: "Pause", Command: org.CommandPause + id}, steer, plan, stop}
	case org.ProjectPaused:
		return []org.Button{{Label: "Go on", Command: org.CommandResume + id, Style: org.StylePrimary}, steer, plan, stop}
	case org.ProjectCompleted, org.ProjectPartial, org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}

// card is the card's text.
func (t view) card() string {
	head := fmt.Sprintf("**%s** (%s), %s\n%s", flat(t.Project.Title), t.Project.ID, t.stateWord(), t.figures())
	tail := t.tail()
	room := cardMost - units(head) - units(tail) - 2
	return strings.TrimRight(head+"\n"+t.tree(room)+tail, "\n")
}

func (t view) stateWord() string {
	switch t.Project.State {
	case org.ProjectActive:
		if len(t.Steps) == 0 {
			return "being planned"
		}
		return "working"
	case org.ProjectPaused:
		return "paused"
	case org.ProjectCompleted:
		return "finished"
	case org.ProjectPartial:
		return "finished in part"
	case org.ProjectFailed:
		return "failed"
	case org.ProjectCancelled:
		return "cancelled"
	}
	return string(t.Project.State)
}

// figures is the line that counts: "4/7 done, $1.12 of $5.00, about 18 min left".
func (t view) figures() string {
	done, all := t.counts()
	parts := []string{}
	if all > 0 {
		parts = append(parts, fmt.Sprintf("%d/%d done", done, all))
	}
	cost := spent(t.Spent, t.Project.Offline)
	if t.Cap > 0 && !t.Project.Offline {
		cost += " of " + org.Cents(t.Cap)
	}
	parts = append(parts, cost)
	switch {
	case t.Project.State == org.ProjectActive && all > 0:
		est := org.ForecastOf(t.Steps, t.Usual, t.Project.Offline, t.Now)
		if est.TimeHigh > 0 {
			left := est.Span() + " left"
			if t.Later > 0 {
				left += " for these"
			} else if ahead := len(t.Project.Phases) - t.Project.Phase - 1; ahead > 0 {
				left += " in this phase"
			}
			parts = append(parts, left)
		}
	case t.Project.State.Ended():
		parts = append(parts, "in "+took(t.Project.EndedAt.Sub(t.Project.CreatedAt)))
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
		head = append(head, fmt.Sprintf("%s %s: %d/%d", endMark(m.State), short(m.Label, stepMost), done, all))
	}
	indent := ""
	if len(t.Missions) > 1 || len(t.Project.Phases) > 1 {
		head = append(head, endMark(last.State)+" "+short(last.Label, stepMost))
		indent = "  "
	}
	steps := slices.DeleteFunc(slices.Clone(t.Steps), func(s org.Step) bool { return s.Mission != last.ID })
	for _, s := range steps {
		rows = append(rows, indent+t.row(s))
	}
	rows = folded(rows, steps, indent, room-units(strings.Join(head, "\n"))-2)
	var ahead []string
	for _, p := range t.Project.Phases {
		if p.Index > t.Project.Phase && len(t.Project.Phases) > 1 && !t.Project.State.Ended() {
			ahead = append(ahead, short(p.Label, 30))
		}
	}
	if t.Later > 0 && !t.Project.State.Ended() {
		rows = append(rows, indent+"· then "+org.Count(t.Later, "more item"))
	}
	if len(ahead) > 0 {
		rows = append(rows, "· then "+cut(strings.Join(ahead, ", "), 120))
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

// folded makes rows fit: first the done steps become one row, then those that
// come last.
func folded(rows []string, steps []org.Step, indent string, room int) []string {
	size := func(rs []string) int { return units(strings.Join(rs, "\n")) }
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
		keep = append([]string{fmt.Sprintf("%s✓ %s done", indent, org.Count(done, "step"))}, keep...)
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
	parts := []string{stepMark(s) + " " + short(titleOf(s), stepMost)}
	if s.Kind != org.KindAssembly && s.Agent != "" {
		parts = append(parts, t.name(s.Agent))
	}
	switch {
	case s.State.Claimed():
		if d := doing(s); d != "" {
			parts = append(parts, d)
		}
	case s.State == org.StepPending && s.Held != 0 && s.Held != org.HoldMission:
		parts = append(parts, s.Held.Reasons()[0])
	}
	if s.Strikes > 0 && !s.State.Ended() {
		parts = append(parts, fmt.Sprintf("round %d of %d", s.Round(), org.StrikeCap))
	}
	if !s.StartedAt.IsZero() && (s.State.Claimed() || !s.EndedAt.IsZero()) {
		end := s.EndedAt
		if end.IsZero() {
			end = t.Now
		}
		parts = append(parts, took(end.Sub(s.StartedAt)))
	}
	if c := t.Costs[s.ID]; c > 0 {
		parts = append(parts, org.Cents(c))
	}
	return strings.Join(parts, " · ")
}

// doing is what is being done to a step, by the last stage that is finished.
func doing(s org.Step) string {
	switch {
	case s.State == org.StepInReview:
		return "in review"
	case s.Stage == "" && s.Kind == org.KindResearch:
		return "researching"
	case s.Stage == org.StageClaims || s.Stage == org.StageGap:
		return "writing"
	case s.Stage == org.StageSynthesize || s.Stage == org.StageRevise || s.Stage == org.StageCritique:
		return "checking"
	}
	return ""
}

// asked is a decision in a few words.
func (t view) asked(d org.Decision) string {
	if s, ok := t.step(d.Step); ok && d.Kind == org.DecideStrikes {
		return fmt.Sprintf("“%s” was rejected %d times", short(s.Title, stepMost), org.StrikeCap)
	}
	return short(d.Question, 120)
}

func stepMark(s org.Step) string {
	switch s.State {
	case org.StepCompleted:
		return "✓"
	case org.StepFailed:
		return "✗"
	case org.StepCancelled:
		return "–"
	case org.StepInProgress, org.StepInReview:
		return "▸"
	case org.StepPending:
		if s.Held != 0 {
			return "⏸"
		}
	}
	return "·"
}

// tail says what it waits for and for how long nothing moved.
func (t view) tail() string {
	var out []string
	if t.Project.State.Ended() {
		if t.Project.State != org.ProjectCompleted && t.Project.Outcome != "" {
			out = append(out, short(t.Project.Outcome, 300))
		}
		return strings.Join(out, "\n")
	}
	for _, d := range t.Decisions {
		if d.Open() {
			out = append(out, fmt.Sprintf("waiting for you: %s (%s)", t.asked(d), d.ID))
		}
	}
	for _, w := range t.Waiting {
		out = append(out, "waiting: "+short(w, noteMost))
	}
	if more := len(out) - waitsMost; more > 0 {
		out = append(out[:waitsMost], fmt.Sprintf("and for %d more", more))
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
		if u := org.UsualTime(s, t.Usual, t.Project.Offline); u > usual {
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
	return fmt.Sprintf("quiet for %s (usual %s): still %s “%s”", took(still), took(usual), doing, short(s.Title, stepMost))
}

// again is when the card has to be looked at though nothing happens: when its
// times have gone stale, when it becomes quiet, and before its message is too
// old to be edited.
func (t view) again() time.Time {
	if t.Project.State != org.ProjectActive {
		return time.Time{}
	}
	if _, usual := t.slowest(); usual > 0 {
		next := t.Now.Add(refreshEvery)
		if turn := t.Moved.Add(2 * usual); turn.After(t.Now) && turn.Before(next) {
			next = turn
		}
		return next
	}
	return time.Time{}
}
