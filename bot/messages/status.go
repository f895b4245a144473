package messages

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// BoardShown is how many projects the first page of status shows, and
// BoardPage how many each page of the whole list does: what fits one message on
// a phone.
const (
	BoardShown = 4
	BoardPage  = 6
)

// BoardFacts is a list of projects, and how Frasier itself stands.
type BoardFacts struct {
	Report reports.StatusReport
	Total  int // projects in all, of which Report has some
	// Lefts is what each active project still takes, where that is known.
	Lefts    map[org.ProjectID]forecast.Forecast
	Accepted map[org.ProjectID]reports.Acceptance // when the founder accepted what it delivered
	Now      time.Time
}

// Board says in a line each how the first few projects stand, and what is wrong
// with Frasier itself. More than these are for BoardList.
func Board(f BoardFacts) Message {
	var lines []string
	for _, p := range f.Report.Projects {
		lines = append(lines, f.line(p))
	}
	if len(lines) == 0 {
		lines = append(lines, "No projects yet. Tell me what you need, or send a roadmap.")
	}
	if hidden := f.Total - len(f.Report.Projects); hidden > 0 {
		lines = append(lines, "And "+count(hidden, "more project.", "more projects."))
	}
	if w := f.trouble(); len(w) > 0 {
		lines = append(lines, "⚠ "+strings.Join(w, " "))
	}
	return Message{Text: strings.Join(lines, "\n"), Menu: openOne(f.Report.Projects)}
}

// BoardList is one page of the whole list, with what each project waits for.
func BoardList(f BoardFacts) Message {
	var lines []string
	for _, p := range f.Report.Projects {
		lines = append(lines, f.block(p))
	}
	if len(lines) == 0 {
		lines = append(lines, "No projects here. Tell me what you need, or send a roadmap.")
	}
	return Message{Text: strings.TrimSpace(strings.Join(append(lines, "\n"+f.around()), "\n")), Menu: openOne(f.Report.Projects)}
}

// ListTellsMore reports whether the whole list says anything that the board does not.
func (f BoardFacts) ListTellsMore() bool {
	board := Board(f).Text
	for line := range strings.Lines(BoardList(f).Text) {
		if !strings.Contains(board, strings.TrimSpace(line)) {
			return true
		}
	}
	return f.Total > len(f.Report.Projects)
}

// openOne opens one of the projects of a list.
func openOne(all []reports.ProjectStatus) *org.Menu {
	if len(all) == 0 {
		return nil
	}
	m := &org.Menu{Label: "Open a project", Command: "status"}
	for _, p := range all {
		m.Choices = append(m.Choices, projectChoice(org.ProjectName{ID: p.Project.ID, Title: p.Project.Title}))
	}
	return m
}

func projectChoice(p org.ProjectName) org.Choice {
	return org.Choice{Label: Clip(string(p.ID)+" "+Plain(p.Title), 90), Value: string(p.ID)}
}

// line is a project in a line: how it stands, and the one thing that matters
// next.
func (f BoardFacts) line(p reports.ProjectStatus) string {
	text := fmt.Sprintf("%s %s: %s", projectMark(p), projectNamed(p.Project), stateWord(p, f.Accepted))
	switch left, ok := f.Lefts[p.Project.ID]; {
	case len(p.Decisions) > 0:
		text += ", waits for your answer"
	case ok:
		text += ", " + spanLeft(left)
	}
	if money := soFar(p); money != "" {
		text += ", " + money
	}
	return text
}

// block is a project with all that it waits for.
func (f BoardFacts) block(p reports.ProjectStatus) string {
	const waitsShown, most = 2, 500
	var b strings.Builder
	b.WriteString(f.line(p))
	for _, q := range p.Decisions {
		fmt.Fprintf(&b, "\n\u2003needs you: %s", Clip(spoken(Plain(q)), 140))
	}
	for i, w := range p.Waiting {
		if i == waitsShown {
			fmt.Fprintf(&b, "\n\u2003and %d more", len(p.Waiting)-i)
			break
		}
		fmt.Fprintf(&b, "\n\u2003%s", Clip(spoken(Plain(w)), 110))
	}
	return Clip(b.String(), most)
}

// trouble is what is wrong with Frasier itself, a sentence each.
func (f BoardFacts) trouble() []string {
	var out []string
	if line, ok := WorkLine(f.Report.Workers, f.Now); !ok {
		out = append(out, line)
	}
	if n := f.Report.Stuck; n > 0 {
		out = append(out, fmt.Sprintf("%s can't be sent; `!doctor` tells you why.", Count(n, "message")))
	}
	for i, w := range f.Report.Waits {
		if i == waitsShown {
			out = append(out, fmt.Sprintf("%d more wait.", len(f.Report.Waits)-i))
			break
		}
		out = append(out, waitLine(w, f.Now)+".")
	}
	if len(f.Report.Waits) > 0 {
		out = append(out, "`!doctor` tells you why.")
	}
	if f.Report.Searches.Near() {
		out = append(out, Searches(f.Report.Searches))
	}
	return out
}

// around says how Frasier itself stands.
func (f BoardFacts) around() string {
	r := f.Report
	var out []string
	if r.Queue+r.Working > 0 {
		out = append(out, fmt.Sprintf("%s under way, %d ready to start.", prose.Capital(Count(r.Working, "step")), r.Queue))
	}
	if r.Outbox > 0 {
		out = append(out, fmt.Sprintf("%s to send.", prose.Capital(Count(r.Outbox, "message"))))
	}
	if r.Unanswered > 0 {
		out = append(out, fmt.Sprintf("%s of yours to answer.", prose.Capital(Count(r.Unanswered, "message"))))
	}
	if line := unreadable(r.Unparsed); line != "" {
		out = append(out, line)
	}
	return strings.Join(append(out, f.trouble()...), " ")
}

// unreadable says how many replies of models could not be read, and for what
// most of them were meant.
func unreadable(all []org.CostLine) string {
	if len(all) == 0 {
		return ""
	}
	worst := all[0]
	for _, g := range all {
		if g.Unparsed > worst.Unparsed {
			worst = g
		}
	}
	return fmt.Sprintf("The AI's replies were unreadable %d of %d times when %s.", worst.Unparsed, worst.Calls, StageWord(worst.Name))
}

// WorkLine says whether steps are worked on: false when nothing can run.
func WorkLine(all []reports.WorkerAge, now time.Time) (line string, ok bool) {
	for _, w := range all { // the one heard of last comes first
		if strings.HasPrefix(w.Owner, "bot-") {
			continue
		}
		if age := now.Sub(w.Seen); age > org.LeaseTerm {
			return fmt.Sprintf("Nothing has run for %s: the program that does the work has stopped. Run `frasier up`; nothing is lost meanwhile.", Duration(age)), false
		}
		return "steps are being worked on as they come", true
	}
	return "Nothing can run yet: the program that does the work isn't started. Run `frasier up`.", false
}

// Searches says how the month's web searches stand.
func Searches(m reports.SearchMonth) string {
	if m.Limit == 0 {
		return fmt.Sprintf("%s in %s.", prose.Capital(count(m.Asked, "web search", "web searches")), m.Name())
	}
	return fmt.Sprintf("%d of your %d web searches for %s are used.", m.Asked, m.Limit, m.Name())
}

func projectNamed(p org.Project) string { return named(org.ProjectName{ID: p.ID, Title: p.Title}) }

func projectMark(p reports.ProjectStatus) string {
	switch {
	case len(p.Decisions) > 0:
		return "❗"
	case p.Project.State == org.ProjectActive:
		return "▸"
	case p.Project.State == org.ProjectPaused:
		return "⏸"
	case p.Project.State == org.ProjectCompleted:
		return "✓"
	case p.Project.State == org.ProjectPartial:
		return "◐"
	}
	return "✗"
}

// ProjectState is the state of a project in a word or two.
func ProjectState(s org.ProjectState) string {
	switch s {
	case org.ProjectActive:
		return "in progress"
	case org.ProjectCompleted:
		return "done"
	case org.ProjectPartial:
		return "done, with gaps"
	case org.ProjectFailed:
		return "stopped"
	case org.ProjectPaused, org.ProjectCancelled:
	}
	return string(s)
}

// acceptedBy says who accepted a document, and when.
func acceptedBy(a reports.Acceptance) string {
	return fmt.Sprintf("accepted by %s on %s", person(a.By), Day(a.At))
}

// person names a founder: a chat shows the name of a number of its own.
func person(author string) string {
	if len(author) > 14 && strings.Trim(author, "0123456789") == "" {
		return "<@" + author + ">"
	}
	return Plain(author)
}

// endedWord says how a project ended: "is done", "has stopped".
func endedWord(s org.ProjectState) string {
	if s == org.ProjectFailed {
		return "has stopped"
	}
	return "is " + ProjectState(s)
}

// stateWord is how far a project is: "phase 1 of 2, 1 of 4 steps done".
func stateWord(p reports.ProjectStatus, accepted map[org.ProjectID]reports.Acceptance) string {
	all := 0
	for _, n := range p.Steps {
		all += n
	}
	done := p.Steps[org.StepCompleted]
	if p.Project.State.Ended() {
		word := ProjectState(p.Project.State)
		if p.Project.State != org.ProjectCompleted && all > 0 {
			word += fmt.Sprintf(", %d of %s done", done, Count(all, "step"))
		}
		if at, ok := accepted[p.Project.ID]; ok {
			word += ", " + acceptedBy(at)
		}
		return word
	}
	var parts []string
	if p.Project.State == org.ProjectPaused {
		parts = append(parts, "paused")
	}
	if n := len(p.Project.Phases); n > 1 {
		parts = append(parts, fmt.Sprintf("phase %d of %d", p.Project.Phase+1, n))
	}
	if all == 0 {
		return strings.Join(append(parts, "being planned"), ", ")
	}
	progress := fmt.Sprintf("%d of %s done", done, Count(all, "step"))
	if n := p.Steps[org.StepFailed]; n > 0 {
		progress += fmt.Sprintf(", %d failed", n)
	}
	return strings.Join(append(parts, progress), ", ")
}

// soFar is what a project has cost: "3 cents so far", "3 cents of your $5
// limit"; empty when that is nothing.
func soFar(p reports.ProjectStatus) string {
	switch {
	case p.Cap > 0:
		return costOf(p)
	case p.Spent.Cost == 0 && p.Spent.Unknown == 0:
		return ""
	case p.Project.State.Ended():
		return "cost " + spentText(p.Spent)
	}
	return spentText(p.Spent) + " so far"
}

// costOf is what a project has cost, and of how much it may.
func costOf(p reports.ProjectStatus) string {
	if p.Cap == 0 {
		return spentText(p.Spent)
	}
	text := fmt.Sprintf("%s of your %s limit", Money(p.Spent.Cost), Limit(p.Cap))
	if p.Spent.Unknown > 0 {
		text += ", and " + count(p.Spent.Unknown, "AI call", "AI calls") + " of unknown cost"
	}
	return text
}

// spentText is money that was spent, with how much of it nobody knows.
func spentText(l org.CostLine) string {
	switch {
	case l.Unknown > 0 && l.Cost == 0:
		return fmt.Sprintf("%s of unknown cost", count(l.Unknown, "AI call", "AI calls"))
	case l.Unknown > 0:
		return fmt.Sprintf("%s and %s of unknown cost", Money(l.Cost), count(l.Unknown, "AI call", "AI calls"))
	}
	return Money(l.Cost)
}

// spanLeft is how long work will still take: "3-5 min left".
func spanLeft(f forecast.Forecast) string {
	if f.TimeHigh < time.Minute {
		return "under a minute left"
	}
	if f.Time < time.Minute { // "A moment to 5 min" says less
		return "up to " + Duration(f.TimeHigh.Round(time.Minute)) + " left"
	}
	return Span(f.Time.Round(time.Minute), f.TimeHigh.Round(time.Minute)) + " left"
}

// costLeft is what it will probably still cost.
func costLeft(f forecast.Forecast) string {
	low, high := Money(f.Cost), Money(f.CostHigh)
	switch {
	case f.Free:
		return "at no cost"
	case low == high:
		return "for about " + high
	case f.Cost < org.Dollar/100:
		return "for up to " + high
	}
	if short, ok := strings.CutSuffix(low, " cents"); ok && strings.HasSuffix(high, " cents") || low == "1 cent" {
		return fmt.Sprintf("for %s-%s", strings.TrimSuffix(short, " cent"), high)
	}
	return fmt.Sprintf("for %s to %s", low, high)
}
