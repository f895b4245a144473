package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// boardPage is how many projects one page of a list shows: what fits one
// message on a phone.
const boardPage = 6

// status shows all projects, or one step by step.
func (d *Handler) status(ctx context.Context, o *order) (org.Reply, error) {
	here, err := d.here(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	name := o.Args[optionProject]
	if name == "" && here != "" {
		o.Args[optionProject] = string(here)
	}
	if name == "" && here == "" || strings.EqualFold(name, "all") {
		return d.list(ctx, o, org.BoardQuery{})
	}
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	return d.statusOf(ctx, o, p.ID)
}

// projects lists projects of all times.
func (d *Handler) projects(ctx context.Context, o *order) (org.Reply, error) {
	q := org.BoardQuery{All: true}
	if word := strings.ToLower(o.Args["state"]); word != "" && word != "all" {
		state, far := nearest(word, []string{"active", "paused", "completed", "partial", "failed", "cancelled"})
		if far > 2 {
			return org.Reply{}, refuse("There is no state %q. Projects are active, paused, completed, partial, failed or cancelled.", clip(tame(word), 20))
		}
		q.State = org.ProjectState(state)
	}
	return d.list(ctx, o, q)
}

// list renders one page of the projects that a query selects.
func (d *Handler) list(ctx context.Context, o *order, q org.BoardQuery) (org.Reply, error) {
	q.Offset, q.Limit = (o.Page-1)*boardPage, boardPage
	r, total, err := d.Store.Board(ctx, d.Now(), q)
	if err != nil {
		return org.Reply{}, err
	}
	v := boardView{report: r, total: total, page: o.Page, query: q, now: d.Now()}
	if v.lefts, err = d.lefts(ctx, r.Projects); err != nil {
		return org.Reply{}, err
	}
	var ids []org.ProjectID
	for _, p := range r.Projects {
		ids = append(ids, p.Project.ID)
	}
	if v.accepted, err = d.Store.Accepted(ctx, ids); err != nil {
		return org.Reply{}, err
	}
	return v.reply(o.again()), nil
}

// again is the command that an order's pages are turned with.
func (o *order) again() string {
	if o.Name == "projects" {
		return strings.TrimSpace("projects " + o.Args["state"])
	}
	return strings.TrimSpace(o.Name + " " + o.Args[optionProject])
}

// lefts forecasts what each active project still takes and costs.
func (d *Handler) lefts(ctx context.Context, all []org.ProjectStatus) (map[org.ProjectID]org.Forecast, error) {
	out := map[org.ProjectID]org.Forecast{}
	usual, err := d.Store.Usual(ctx)
	if err != nil {
		return out, err
	}
	for _, p := range all {
		if p.Project.State != org.ProjectActive {
			continue
		}
		steps, err := d.Store.Steps(ctx, p.Project.ID)
		if err != nil {
			return nil, err
		}
		if left := org.ForecastOf(steps, usual, p.Project.Offline, d.Now()); left.TimeHigh > 0 {
			out[p.Project.ID] = left
		}
	}
	return out, nil
}

// boardView is what a list of projects shows.
type boardView struct {
	report      org.StatusReport
	total, page int
	query       org.BoardQuery
	lefts       map[org.ProjectID]org.Forecast
	accepted    map[org.ProjectID]time.Time
	now         time.Time
}

func (v boardView) reply(again string) org.Reply {
	var b strings.Builder
	if len(v.report.Projects) == 0 {
		b.WriteString("No projects here. Start one: `!project` and what you want, or send a roadmap.\n")
	}
	for _, p := range v.report.Projects {
		b.WriteString(v.project(p) + "\n")
	}
	if hidden := v.total - v.query.Offset - len(v.report.Projects); hidden > 0 {
		fmt.Fprintf(&b, "%s not shown here.\n", org.Count(hidden, "more project"))
	}
	b.WriteString("\n" + v.around())
	r := org.Reply{Text: strings.TrimSpace(b.String())}
	if pages := (v.total + boardPage - 1) / boardPage; pages > 1 {
		more(&r, again, min(v.page, pages), pages)
	}
	if menu := chooseOne(v.report.Projects); menu != nil {
		r.Card.Menu = menu
	}
	return r
}

// chooseOne opens one of the projects of a list.
func chooseOne(all []org.ProjectStatus) *org.Menu {
	if len(all) == 0 {
		return nil
	}
	m := &org.Menu{Label: "Open a project", Command: "status"}
	for _, p := range all {
		m.Choices = append(m.Choices, org.Choice{Label: clip(string(p.Project.ID)+" "+tame(p.Project.Title), 90), Value: string(p.Project.ID)})
	}
	return m
}

// waitsShown is how many of a project's waits a list shows.
const waitsShown = 2

// project is a project's lines in a list.
func (v boardView) project(p org.ProjectStatus) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s **%s %s**\n%s, %s", projectMark(p), p.Project.ID, title(p.Project.Title), stateWord(p, v.accepted), progress(p.Steps))
	fmt.Fprintf(&b, ", %s", spentOf(p))
	if left, ok := v.lefts[p.Project.ID]; ok {
		fmt.Fprintf(&b, ", %s left", left.Span())
	}
	for _, q := range p.Decisions {
		fmt.Fprintf(&b, "\n❗ needs you: %s", clip(tame(q), 140))
	}
	for i, w := range p.Waiting {
		if i == waitsShown {
			fmt.Fprintf(&b, "\n… and %s", org.Count(len(p.Waiting)-i, "more wait"))
			break
		}
		fmt.Fprintf(&b, "\n· %s", clip(tame(w), 110))
	}
	return clip(b.String(), 500)
}

// around says how Frasier itself stands.
func (v boardView) around() string {
	r := v.report
	parts := []string{
		fmt.Sprintf("Queue: %d ready, %d being worked on.", r.Queue, r.Working),
	}
	if r.Outbox > 0 {
		parts = append(parts, fmt.Sprintf("%s to send.", org.Count(r.Outbox, "message")))
	}
	if r.Unanswered > 0 {
		parts = append(parts, fmt.Sprintf("%s to answer.", org.Count(r.Unanswered, "message")))
	}
	if r.Searches.Near() {
		parts = append(parts, r.Searches.Words()+".")
	}
	for _, c := range r.Critics {
		parts = append(parts, capital(c)+".")
	}
	if g := ghosts(r.Unparsed); g != "" {
		parts = append(parts, g)
	}
	return strings.Join(append(parts, workersLine(r.Workers, v.now)), " ")
}

// ghosts says how many replies could not be read, and of what purpose most.
func ghosts(all []org.CostLine) string {
	if len(all) == 0 {
		return ""
	}
	worst := all[0]
	for _, g := range all {
		if g.Unparsed > worst.Unparsed {
			worst = g
		}
	}
	return fmt.Sprintf("Unreadable replies: most for %s, %s of %s.", tame(worst.Name), share(worst.Unparsed, worst.Calls), org.Count(worst.Calls, "call"))
}

// workersLine says when the processes that work were last heard of.
func workersLine(all []org.WorkerAge, now time.Time) string {
	for _, w := range all { // the one heard of last comes first
		if strings.HasPrefix(w.Owner, "bot-") {
			continue
		}
		age := now.Sub(w.Seen)
		if age > org.LeaseTerm {
			return fmt.Sprintf("No worker is running: the last one was heard of %s ago. Start one; nothing is lost meanwhile.", duration(age))
		}
		return fmt.Sprintf("Worker heard of %s ago.", duration(age))
	}
	return "Nothing can run yet: no worker is started. Run `frasier up`."
}

func projectMark(p org.ProjectStatus) string {
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

func stateWord(p org.ProjectStatus, accepted map[org.ProjectID]time.Time) string {
	word := string(p.Project.State)
	if p.Project.State == org.ProjectActive {
		word = "working"
		if n := len(p.Project.Phases); n > 1 {
			word += fmt.Sprintf(" on phase %d of %d", p.Project.Phase+1, n)
		}
	}
	if at, ok := accepted[p.Project.ID]; ok && p.Project.State.Ended() {
		word += ", accepted by you on " + at.Format("2 Jan")
	}
	return word
}

// progress is "4 of 7 steps", with what failed.
func progress(steps map[org.StepState]int) string {
	all := 0
	for _, n := range steps {
		all += n
	}
	if all == 0 {
		return "not planned yet"
	}
	text := fmt.Sprintf("%d of %s", steps[org.StepCompleted], org.Count(all, "step"))
	if n := steps[org.StepFailed]; n > 0 {
		text += fmt.Sprintf(" (%d failed)", n)
	}
	return text
}

// spent is what was spent, with how much of it is unknown.
func spent(l org.CostLine) string {
	text := l.Cost.String()
	if l.Unknown > 0 {
		text += fmt.Sprintf(" + %s of unknown cost", org.Count(l.Unknown, "call"))
	}
	return text
}

// duration is a length of time in one unit.
func duration(t time.Duration) string {
	switch {
	case t < time.Minute:
		return fmt.Sprintf("%d s", max(0, int(t.Round(time.Second)/time.Second)))
	case t < 2*time.Hour:
		return fmt.Sprintf("%d min", int((t+30*time.Second)/time.Minute))
	case t < 48*time.Hour:
		return fmt.Sprintf("%d h", int((t+30*time.Minute)/time.Hour))
	default:
		return fmt.Sprintf("%d days", int((t+12*time.Hour)/(24*time.Hour)))
	}
}
