// Package company holds the rules of the company that need neither model nor
// database: what a director may do, in which order, and how much of it. A list of
// actions that breaks one of them is refused whole.
package company

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Check says what is wrong with a director's answer, in sentences for the director,
// each with the number of its action. Nothing of an answer with a fault is done.
func Check(s Sitting, r DirectorReply) []string {
	c := checker{s: s, memos: map[org.MemoID]Memo{}, ends: map[org.MemoID]int{}, touched: map[org.MemoID]bool{}, sends: map[int]bool{}, asked: s.Asked, roots: map[org.MemoID]int{}}
	for _, m := range s.Memos {
		c.memos[m.ID] = m
	}
	for root, n := range s.Roots {
		c.roots[root] = n
	}
	if len(r.Actions) > org.SittingOps {
		c.addFault(0, "there are %d actions; %d are the most", len(r.Actions), org.SittingOps)
		return c.faults
	}
	if len(r.Actions) == 0 && len(s.Memos) > 0 {
		c.addFault(0, "there is no action, and %d messages wait", len(s.Memos))
	}
	for i, a := range r.Actions {
		c.checkAction(i+1, a)
	}
	for _, m := range s.Memos {
		if !c.touched[m.ID] {
			c.addFault(0, "no action settles %s", m.ID)
		}
	}
	return c.faults
}

type checker struct {
	s       Sitting
	memos   map[org.MemoID]Memo
	ends    map[org.MemoID]int // the action that ends or defers a memo
	touched map[org.MemoID]bool
	sends   map[int]bool // actions that send
	roots   map[org.MemoID]int
	words   []string // of what was sent in this answer
	opens   int
	notes   int
	asked   int
	faults  []string
}

func (c *checker) addFault(n int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n > 0 {
		text = fmt.Sprintf("action %d: %s", n, text)
	}
	c.faults = append(c.faults, text)
}

func (c *checker) checkAction(n int, a DirectorAction) {
	if a.Message != "" && a.Op != OpNote {
		if _, known := c.memos[org.MemoID(a.Message)]; !known && !c.closesObjective(a) {
			c.addFault(n, "%q is no message that waits here", clipWord(a.Message))
			return
		}
	}
	if n := utf8.RuneCountInString(a.Body); n > org.MemoChars {
		c.addFault(n, "the body has %d characters; %d are the most", n, org.MemoChars)
	}
	switch a.Op {
	case OpSend:
		c.checkSend(n, a)
	case OpOpen:
		c.checkOpen(n, a)
	case OpSteer:
		c.checkSteer(n, a)
	case OpAsk:
		c.checkAsk(n, a)
	case OpDefer:
		c.checkDefer(n, a)
	case OpDecline:
		if m := c.settleMemo(n, a); m.Kind == MemoDirective {
			c.addFault(n, "%s is the founder's; only he drops it", m.ID)
		}
		c.requireText(n, "body", a.Body)
	case OpDone:
		c.settleMemo(n, a)
		c.requireText(n, "body", a.Body)
	case OpNote:
		if c.notes++; c.notes > 2 || utf8.RuneCountInString(a.Body) > org.MemoNote {
			c.addFault(n, "at most 2 notes, each of at most %d characters", org.MemoNote)
		}
		c.requireText(n, "body", a.Body)
	default:
		c.addFault(n, "there is no action %q", clipWord(a.Op))
	}
}

// Business decides to close an objective that it set.
func (c *checker) closesObjective(a DirectorAction) bool {
	if a.Op != OpSend || a.Kind != MemoDecision {
		return false
	}
	for _, m := range c.s.Sent {
		if m.ID == org.MemoID(a.Message) && m.Kind == MemoObjective && string(m.To) == a.To {
			return true
		}
	}
	return false
}

func (c *checker) requireText(n int, field, text string) {
	if strings.TrimSpace(text) == "" {
		c.addFault(n, "it needs a %s", field)
	}
}

// One action alone may end or defer a memo.
func (c *checker) settleMemo(n int, a DirectorAction) Memo {
	m := c.memos[org.MemoID(a.Message)]
	if m.ID == "" {
		c.addFault(n, "it needs the message that it is about")
		return m
	}
	if before := c.ends[m.ID]; before > 0 {
		c.addFault(n, "action %d already settles %s", before, m.ID)
	}
	c.ends[m.ID], c.touched[m.ID] = n, true
	return m
}

func (c *checker) checkSend(n int, a DirectorAction) {
	if a.Kind == MemoEscalation {
		c.addFault(n, "ask the founder with %s", OpAsk)
		return
	}
	rule, ok := RuleFor(MemoRoute{Kind: a.Kind, Sender: c.s.Lease.Department, To: org.Department(a.To)})
	if !ok || rule.Code {
		c.addFault(n, "%s cannot send %q to %q", c.s.Lease.Department, clipWord(string(a.Kind)), clipWord(a.To))
		return
	}
	c.requireText(n, "subject", a.Subject)
	if utf8.RuneCountInString(a.Subject) > org.MemoSubject {
		c.addFault(n, "the subject has more than %d characters", org.MemoSubject)
	}
	about := c.memos[org.MemoID(a.Message)]
	if about.ID == "" && !c.s.Review && !c.closesObjective(a) {
		c.addFault(n, "say which message this one is about")
	}
	if about.ID != "" && about.Kind != MemoDirective {
		c.touched[about.ID] = true
	}
	if about.ID != "" && about.Hops+1 > memoHops {
		c.addFault(n, "%s has been passed on %d times; settle it here", about.ID, about.Hops)
	}
	if c.roots[about.Root]++; about.Root != "" && c.roots[about.Root] > memosPerRoot {
		c.addFault(n, "%d messages have come of %s; no more may", memosPerRoot, about.Root)
	}
	c.checkPlace(n, a, rule)
	c.refuseDuplicate(n, a)
	c.checkAfter(n, a)
	c.checkKind(n, a)
	c.sends[n] = true
}

func (c *checker) checkPlace(n int, a DirectorAction, rule MemoRule) {
	if a.Project == "" || Reserved(org.ProjectID(a.Project)) {
		if rule.Place != PlaceAny {
			c.addFault(n, "%s needs a project", a.Kind)
		}
		return
	}
	p, ok := c.findProject(a.Project)
	switch {
	case !ok:
		c.addFault(n, "there is no project %q of the company", clipWord(a.Project))
	case rule.Place == PlaceEnded && !p.State.Ended():
		c.addFault(n, "%s goes on; %s is about one that has ended", p.ID, a.Kind)
	}
}

func (c *checker) findProject(id string) (Project, bool) {
	for _, p := range c.s.Projects {
		if string(p.ID) == id {
			return p, true
		}
	}
	return Project{}, false
}

func (c *checker) refuseDuplicate(n int, a DirectorAction) {
	key := Key(a.Kind, org.Department(a.To), org.ProjectID(a.Project), a.Subject, a.Body)
	for _, m := range c.s.Sent {
		about := m.Project
		if Reserved(about) {
			about = ""
		}
		if Key(m.Kind, m.To, about, m.Subject, m.Body) == key {
			c.addFault(n, "%s says the same and is still open", m.ID)
			return
		}
	}
	for _, w := range c.words {
		if w == key {
			c.addFault(n, "the same is sent twice")
		}
	}
	c.words = append(c.words, key)
}

// Key is equal for two messages that are the same.
func Key(kind MemoKind, to org.Department, p org.ProjectID, subject, body string) string {
	fold := func(t string) string { return strings.ToLower(prose.OneLine(t)) }
	return strings.Join([]string{string(kind), string(to), string(p), fold(subject), fold(body)}, "\x00")
}

func (c *checker) checkAfter(n int, a DirectorAction) {
	if a.After == "" {
		return
	}
	if at, ok := strings.CutPrefix(a.After, "#"); ok {
		if k, err := strconv.Atoi(at); err != nil || !c.sends[k] {
			c.addFault(n, "%q is no earlier action that sends something", clipWord(a.After))
		}
		return
	}
	for _, m := range c.s.Sent {
		if string(m.ID) == a.After {
			return
		}
	}
	c.addFault(n, "it cannot wait for %q, which is no open message of yours", clipWord(a.After))
}

// Statuses lists the states that a progress update can name. The last three are states that work earns
// or the founder gives.
const (
	StatusPaused   = "paused"
	StatusProgress = "in_progress"
	StatusOnTrack  = "on_track"
	StatusAtRisk   = "at_risk"
	StatusBlocked  = "blocked"
)

// What a verdict on a finished project can say.
const (
	StatusPass   = "pass"
	StatusRework = "rework"
)

// Nobody reads a long look back.
const lessonsMost = 3

// Code reads some things of single kinds.
func (c *checker) checkKind(n int, a DirectorAction) {
	switch a.Kind { //nolint:exhaustive // the others carry nothing that code reads
	case MemoObjective:
		have := 0
		for _, m := range c.s.Sent {
			if m.Kind == MemoObjective && string(m.To) == a.To {
				have++
			}
		}
		if have >= objectivesMost {
			c.addFault(n, "%s has %d objectives; close one first", a.To, have)
		}
	case MemoProgress:
		c.checkProgress(n, a)
	case MemoBudgetRequest:
		if !isSaneAmount(a.Cap) {
			c.addFault(n, "say how many dollars are asked for")
		}
	case MemoReviewVerdict:
		if a.Status != StatusPass && a.Status != StatusRework {
			c.addFault(n, "the status of a verdict is pass or rework")
		}
	case MemoRetrospective:
		if len(a.Items) > lessonsMost {
			c.addFault(n, "%d lessons are the most", lessonsMost)
		}
	case MemoDecision:
		if a.Status != "yes" && a.Status != "no" {
			c.addFault(n, "the status of a decision is yes or no")
		}
		if a.Cap != 0 {
			c.checkCapRaise(n, a)
		}
	}
}

func (c *checker) checkCapRaise(n int, a DirectorAction) {
	p, ok := c.findProject(a.Project)
	want := org.NanoUSD(a.Cap * float64(org.Dollar))
	switch {
	case !isSaneAmount(a.Cap) || a.Status != "yes" || !ok || p.State.Ended() || p.OpenedBy == "":
		c.addFault(n, "a cap is given with a yes, to an open project that a department opened")
	case want <= p.Cap:
		c.addFault(n, "%s may cost %s already", p.ID, p.Cap)
	case want-p.Cap > c.s.Money.Left():
		c.addFault(n, "%s more is not left of this week's budget, of which %s is", want-p.Cap, c.s.Money.Left())
	}
}

func (c *checker) checkProgress(n int, a DirectorAction) {
	p, ok := c.findProject(a.Project)
	if !ok {
		return
	}
	switch a.Status {
	case StatusOnTrack, StatusAtRisk, StatusBlocked:
		return
	case StatusPaused, StatusProgress:
	default:
		c.addFault(n, "the status is %s, %s, %s, %s or %s", StatusOnTrack, StatusAtRisk, StatusBlocked, StatusPaused, StatusProgress)
		return
	}
	switch {
	case c.s.Lease.Department != org.Management:
		c.addFault(n, "only Management holds projects or lets them go on")
	case p.State.Ended():
		c.addFault(n, "%s has ended", p.ID)
	case a.Status == StatusPaused && c.s.Day.Sub(p.Resumed) < foundersWord:
		c.addFault(n, "the founder let %s go on on %s; his word stands for seven days", p.ID, moment.Date(p.Resumed.In(c.s.Day.Location())))
	case a.Status == StatusProgress && p.State == org.ProjectPaused && p.PausedBy == "":
		c.addFault(n, "the founder paused %s; only he lets it go on", p.ID)
	}
}

func (c *checker) checkOpen(n int, a DirectorAction) {
	m := c.settleMemo(n, a)
	c.requireText(n, "subject", a.Subject)
	c.requireText(n, "body", a.Body)
	if utf8.RuneCountInString(a.Subject) > org.MemoSubject {
		c.addFault(n, "the subject has more than %d characters", org.MemoSubject)
	}
	if c.s.Lease.Department == org.Management {
		c.addFault(n, "Management opens no projects; ask a department")
	}
	if m.ID != "" && m.Root == "" {
		c.addFault(n, "%s comes of nothing that the founder asked for", m.ID)
	}
	if c.opens++; c.opens > sittingOpens {
		c.addFault(n, "one project at a time")
	}
	if c.s.Open >= org.CompanyProjects {
		c.addFault(n, "%d projects of the company are open already; defer it", c.s.Open)
	}
	if len(a.Items) > org.ProjectItems {
		c.addFault(n, "%d items; %d are the most", len(a.Items), org.ProjectItems)
	}
	if most := c.s.Money.OpenMost(); !isSaneAmount(a.Cap) {
		c.addFault(n, "say how many dollars it may cost")
	} else if org.NanoUSD(a.Cap*float64(org.Dollar)) > most {
		c.addFault(n, "it may cost %s at the most", most)
	}
}

func isSaneAmount(usd float64) bool {
	const least, most = 0.01, 1_000_000
	return !math.IsNaN(usd) && usd >= least && usd <= most
}

func (c *checker) checkSteer(n int, a DirectorAction) {
	c.requireText(n, "body", a.Body)
	p, ok := c.findProject(a.Project)
	switch {
	case !ok || p.OpenedBy != c.s.Lease.Department:
		c.addFault(n, "%q is no project that %s opened", clipWord(a.Project), c.s.Lease.Department)
	case p.State.Ended():
		c.addFault(n, "%s has ended", p.ID)
	}
}

func (c *checker) checkAsk(n int, a DirectorAction) {
	if d := c.s.Lease.Department; d != org.Business && d != org.Management {
		c.addFault(n, "only Business and Management ask the founder")
	}
	c.requireText(n, "subject", a.Subject)
	c.requireText(n, "body", a.Body)
	for _, m := range c.s.Sent {
		if m.Kind == MemoEscalation && strings.EqualFold(strings.TrimSpace(m.Subject), strings.TrimSpace(a.Subject)) {
			c.addFault(n, "%s asks the same and waits for the founder", m.ID)
		}
	}
	if c.asked++; c.asked > org.AsksPerWeek {
		c.addFault(n, "%d questions to the founder in a week are the most", org.AsksPerWeek)
	}
	if m := c.memos[org.MemoID(a.Message)]; m.ID != "" && m.Kind != MemoDirective {
		c.touched[m.ID] = true
	}
	c.sends[n] = true
}

func (c *checker) checkDefer(n int, a DirectorAction) {
	m := c.settleMemo(n, a)
	c.requireText(n, "body", a.Body)
	if m.ID != "" && m.Kind != MemoDirective && m.Defers >= org.DefersMost {
		c.addFault(n, "%s was put off %d times; decide it, decline it or ask the founder", m.ID, m.Defers)
	}
	if day, err := time.ParseInLocation(time.DateOnly, a.After, c.s.Day.Location()); err == nil {
		if !day.After(c.s.Day) || day.Sub(c.s.Day) > org.MemoLife {
			c.addFault(n, "%s is not within the next %d days", a.After, int(org.MemoLife.Hours()/24))
		}
		return
	}
	if a.After == "" {
		c.addFault(n, "say until when, or until which message is answered")
		return
	}
	c.checkAfter(n, a)
}

func clipWord(t string) string { return prose.Clip(t, 40, "…") }
