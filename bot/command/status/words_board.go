package status

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// BoardShown projects stand on the first page of status, and BoardPage on each page of the whole
// list: what fits one message on a phone.
const (
	BoardShown = 4
	BoardPage  = 6
)

// BoardFacts is a list of projects, and how Frasier itself stands.
type BoardFacts struct {
	Report reports.StatusReport
	Total  int // projects in all, of which Report has some
	// Lefts says what each active project still takes, where that is known.
	Lefts    map[org.ProjectID]forecast.Forecast
	Accepted map[org.ProjectID]reports.Acceptance // when the founder accepted what it delivered
	Now      time.Time
}

// Board says in a line each how the first few projects stand, and what is wrong
// with Frasier itself. More than these are for BoardList.
func Board(f BoardFacts) wording.Message {
	var lines []string
	for _, p := range f.Report.Projects {
		lines = append(lines, f.describeProject(p))
	}
	if len(lines) == 0 {
		lines = append(lines, "No projects yet. Tell me what you need, or send a roadmap.")
	}
	if hidden := f.Total - len(f.Report.Projects); hidden > 0 {
		lines = append(lines, "And "+wording.CountOf(hidden, "more project.", "more projects."))
	}
	if w := f.listTroubles(); len(w) > 0 {
		lines = append(lines, "⚠ "+strings.Join(w, " "))
	}
	return wording.Message{Text: strings.Join(lines, "\n"), Menu: offerProjects(f.Report.Projects)}
}

// BoardList is one page of the whole list, with what each project waits for.
func BoardList(f BoardFacts) wording.Message {
	var lines []string
	for _, p := range f.Report.Projects {
		lines = append(lines, f.describeProjectFully(p))
	}
	if len(lines) == 0 {
		lines = append(lines, "No projects here. Tell me what you need, or send a roadmap.")
	}
	return wording.Message{Text: strings.TrimSpace(strings.Join(append(lines, "\n"+f.describeSelf()), "\n")), Menu: offerProjects(f.Report.Projects)}
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

// offerProjects is a menu that opens one of the projects of a list.
func offerProjects(all []reports.ProjectStatus) *org.Menu {
	if len(all) == 0 {
		return nil
	}
	m := &org.Menu{Label: "Open a project", Command: "status"}
	for _, p := range all {
		m.Choices = append(m.Choices, wording.ChoiceOfProject(org.ProjectName{ID: p.Project.ID, Title: p.Project.Title}))
	}
	return m
}

// describeProject is a project in a line: how it stands, and the one thing that matters
// next.
func (f BoardFacts) describeProject(p reports.ProjectStatus) string {
	text := fmt.Sprintf("%s %s: %s", markProject(p), wording.NameWithID(p.Project), wording.DescribeProgress(p, f.Accepted))
	switch left, ok := f.Lefts[p.Project.ID]; {
	case len(p.Decisions) > 0:
		text += ", waits for your answer"
	case ok:
		text += ", " + describeTimeLeft(left)
	}
	if money := describeCostSoFar(p); money != "" {
		text += ", " + money
	}
	return text
}

// describeProjectFully is a project with all that it waits for.
func (f BoardFacts) describeProjectFully(p reports.ProjectStatus) string {
	const waitsShown, most = 2, 500
	var b strings.Builder
	b.WriteString(f.describeProject(p))
	for _, q := range p.Decisions {
		fmt.Fprintf(&b, "\n\u2003needs you: %s", wording.Clip(wording.Spoken(wording.Plain(q)), 140))
	}
	for i, w := range p.Waiting {
		if i == waitsShown {
			fmt.Fprintf(&b, "\n\u2003and %d more", len(p.Waiting)-i)
			break
		}
		fmt.Fprintf(&b, "\n\u2003%s", wording.Clip(wording.Spoken(wording.Plain(w)), 110))
	}
	return wording.Clip(b.String(), most)
}

// Each is a sentence about Frasier itself.
func (f BoardFacts) listTroubles() []string {
	var out []string
	if line, ok := WorkLine(f.Report.Workers, f.Now); !ok {
		out = append(out, line)
	} else if line := CodeLine(f.Report.Workers, f.Now); line != "" {
		out = append(out, line)
	}
	if n := f.Report.Stuck; n > 0 {
		out = append(out, fmt.Sprintf("%s can't be sent; `!doctor` tells you why.", wording.Count(n, "message")))
	}
	for i, w := range f.Report.Waits {
		if i == wording.WaitsShown {
			out = append(out, fmt.Sprintf("%d more wait.", len(f.Report.Waits)-i))
			break
		}
		out = append(out, wording.DescribeWaitBriefly(w, f.Now)+".")
	}
	if len(f.Report.Waits) > 0 {
		out = append(out, "`!doctor` tells you why.")
	}
	if f.Report.Searches.Near() {
		out = append(out, wording.Searches(f.Report.Searches))
	}
	return out
}

// describeSelf says how Frasier itself stands.
func (f BoardFacts) describeSelf() string {
	r := f.Report
	var out []string
	if r.Queue+r.Working > 0 {
		out = append(out, fmt.Sprintf("%s under way, %d ready to start.", prose.Capital(wording.Count(r.Working, "step")), r.Queue))
	}
	if r.Outbox > 0 {
		out = append(out, fmt.Sprintf("%s to send.", prose.Capital(wording.Count(r.Outbox, "message"))))
	}
	if r.Unanswered > 0 {
		out = append(out, fmt.Sprintf("%s of yours to answer.", prose.Capital(wording.Count(r.Unanswered, "message"))))
	}
	if line := wording.DescribeUnreadable(r.Unparsed); line != "" {
		out = append(out, line)
	}
	return strings.Join(append(out, f.listTroubles()...), " ")
}

// WorkLine says whether steps are worked on: false when nothing can run.
func WorkLine(all []reports.WorkerAge, now time.Time) (line string, ok bool) {
	all = slices.DeleteFunc(slices.Clone(all), func(w reports.WorkerAge) bool { return strings.HasPrefix(w.Owner, "bot-") || w.Role == work.RoleCoder })
	if len(all) == 0 {
		return "Nothing can run yet: the program that does the work isn't started. Run `frasier up`.", false
	}
	if age := now.Sub(all[0].Seen); age > org.LeaseTerm { // the one heard of last comes first
		return fmt.Sprintf("Nothing has run for %s: the program that does the work has stopped. Run `frasier up`; nothing is lost meanwhile.", wording.Duration(age)), false
	}
	return "steps are being worked on as they come", true
}

// CodeLine says that nobody changes code or looks at pictures while the rest goes on;
// empty when somebody does, or when nothing runs at all.
func CodeLine(all []reports.WorkerAge, now time.Time) string {
	alive := func(roles ...string) bool {
		return slices.ContainsFunc(all, func(w reports.WorkerAge) bool {
			return now.Sub(w.Seen) <= org.LeaseTerm && slices.Contains(roles, w.Role)
		})
	}
	if !alive(work.RoleWriter) || alive(work.RoleWorker, work.RoleCoder) {
		return ""
	}
	return "Changes of code and pictures wait: the program for them has stopped. On the server: `sudo systemctl start frasier-coder@1`; nothing is lost meanwhile."
}

func markProject(p reports.ProjectStatus) string {
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

// "3 cents so far", "3 cents of your $5 limit"; empty when a project has cost nothing.
func describeCostSoFar(p reports.ProjectStatus) string {
	switch {
	case p.Cap > 0:
		return wording.DescribeCost(p)
	case p.Spent.Cost == 0 && p.Spent.Unknown == 0:
		return ""
	case p.Project.State.Ended():
		return "cost " + wording.DescribeSpending(p.Spent)
	}
	return wording.DescribeSpending(p.Spent) + " so far"
}

// "3-5 min left".
func describeTimeLeft(f forecast.Forecast) string {
	if f.TimeHigh < time.Minute {
		return "under a minute left"
	}
	if f.Time < time.Minute { // "A moment to 5 min" says less
		return "up to " + wording.Duration(f.TimeHigh.Round(time.Minute)) + " left"
	}
	return wording.Span(f.Time.Round(time.Minute), f.TimeHigh.Round(time.Minute)) + " left"
}

func describeCostLeft(f forecast.Forecast) string {
	low, high := wording.Money(f.Cost), wording.Money(f.CostHigh)
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

// ProjectStateUnknown says which states projects have.
func ProjectStateUnknown(word string) string {
	return fmt.Sprintf("I don't know the state %q. Projects are active, paused, completed, partial, stopped or cancelled.", wording.Clip(wording.Plain(word), 20))
}
