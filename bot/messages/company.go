package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// noon is the middle of a day: a day is named by it, so that it is the same one for
// readers in other zones.
const noon = 12 * time.Hour

// CompanyOn says what a founder has when he switches the company on.
func CompanyOn(c company.State, changed bool) wording.Message {
	if changed {
		return wording.Message{Text: fmt.Sprintf("Your departments may now spend at most %s a week.", wording.Money(c.Cap))}
	}
	var lines []string
	for _, d := range org.Departments() {
		lines = append(lines, fmt.Sprintf("- **%s** (%s): %s", d.Name(), d.Director(), d.Charter()))
	}
	return wording.Message{
		Text: fmt.Sprintf("Your company is open. Five departments, each with a director:\n%s\nThey spend at most %s a week, of which at most %s goes on thinking. They think when you order something, when something they ordered ends, and %s.",
			strings.Join(lines, "\n"), wording.Money(c.Cap), wording.Money(c.Money.ThinkingCap()), when(c.Next)),
		Buttons: []org.Button{{Label: "Tell them", Command: "company tell", Ask: "What do you want to achieve?", Style: org.StylePrimary}},
	}
}

func when(at time.Time) string {
	if at.IsZero() {
		return "once a week"
	}
	return "once a week, next on " + moment.Mark(at, moment.Minute)
}

// CompanyOff says that the company rests.
func CompanyOff() string {
	return "Your departments rest. What they started goes on, and `!company on 20` brings them back."
}

// CompanyAsksCap asks for a week's budget.
func CompanyAsksCap() string {
	return "How much may your departments spend a week? At least $1: `!company on 20` is at most $20."
}

// CompanyNeedsModel says that directors need a model.
func CompanyNeedsModel() string {
	return "Directors think with an AI model, and none is set up. Put `OPENROUTER_API_KEY` into .env, start me again, and say it once more."
}

// CompanyIsOff says that nobody is there to be told anything.
func CompanyIsOff() string {
	return "Your company is off. `!company on 20` opens it, for at most $20 a week."
}

// CompanyTellWhat asks what the company is to be told.
func CompanyTellWhat() string {
	return "What should they achieve? For example `!company tell Get 30 paying roasters in Port Ellery by March`."
}

// CompanyTold confirms an order of the founder's.
func CompanyTold(m company.Memo, waiting int) wording.Message {
	text := fmt.Sprintf("Business has it (%s) and decides what to do first. You'll see it here.", m.ID)
	if waiting > 1 {
		text = fmt.Sprintf("Business has it (%s); %d orders of yours wait there now.", m.ID, waiting)
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Drop it", Command: "company drop " + string(m.ID), Style: org.StyleDanger}}}
}

// CompanyReviewing confirms that all directors think now.
func CompanyReviewing() string { return "All five directors look at everything now." }

// CompanyDropped confirms that an order is dropped.
func CompanyDropped(id org.MemoID, n int) string {
	if n == 0 {
		return fmt.Sprintf("Nothing waits under %s any more.", id)
	}
	return fmt.Sprintf("Dropped %s, and what came of it that nobody had begun. Projects that run go on; `!status` shows them.", id)
}

// CompanyHeld confirms that an order waits, with so many projects.
func CompanyHeld(id org.MemoID, n int) wording.Message {
	text := fmt.Sprintf("Nothing more happens for %s until you say so.", id)
	if n > 0 {
		text = fmt.Sprintf("Nothing more happens for %s until you say so; %s of it rests meanwhile.", id, prose.Count(n, "project"))
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Go on", Command: "company go " + string(id), Style: org.StylePrimary}}}
}

// CompanyGoesOn confirms that an order goes on, with so many projects.
func CompanyGoesOn(id org.MemoID, n int) wording.Message {
	text := fmt.Sprintf("%s goes on.", id)
	if n > 0 {
		text = fmt.Sprintf("%s goes on, with %s.", id, prose.Count(n, "project"))
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Hold", Command: "company hold " + string(id)}}}
}

// CompanyAnswered confirms an answer to a director.
func CompanyAnswered(m company.Memo) string {
	return fmt.Sprintf("Thanks. %s has your answer to %s.", m.From.Name(), m.ID)
}

// CompanyAsksNothing says that a message is no question.
func CompanyAsksNothing(id org.MemoID) string { return fmt.Sprintf("%s asks you nothing.", id) }

// MemoUnknown says that there is no such message.
func MemoUnknown(id string) string {
	return fmt.Sprintf("I don't know a message %q. `!company` lists those that wait.", wording.Clip(wording.Plain(id), 20))
}

// weekMoney says what is left of the week's limit, in a sentence.
func weekMoney(c company.State) string {
	spent := c.Money.Spent + c.Money.Thinking
	switch {
	case spent == 0 && c.Money.Bound == 0:
		return fmt.Sprintf("Nothing of this week's %s is spent or promised.", wording.Limit(c.Cap))
	case c.Money.Bound == 0:
		return fmt.Sprintf("This week: %s of %s spent.", wording.Money(spent), wording.Limit(c.Cap))
	}
	return fmt.Sprintf("This week: %s of %s spent; what runs may take up to %s more.", wording.Money(spent), wording.Limit(c.Cap), wording.Money(c.Money.Bound))
}

// Company is how the company stands.
func Company(c company.State, now time.Time) wording.Message {
	if !c.On {
		return wording.Message{Text: CompanyIsOff()}
	}
	var lines, open []string
	for _, r := range c.Departments {
		lines = append(lines, "- "+departmentLine(r, now))
	}
	for _, m := range c.Open {
		open = append(open, memoLine(m))
	}
	if c.Money.Thinking > c.Money.ThinkingCap()/10*9 {
		lines = append(lines, fmt.Sprintf("They have nearly used the %s for thinking. The rest waits for Monday, or `!company on` and more.", wording.Money(c.Money.ThinkingCap())))
	}
	return wording.Message{
		Text: weekMoney(c) + "\n" + strings.Join(lines, "\n"),
		More: wording.JoinDetails(wording.ListBelow("Messages that wait", open)),
		Buttons: []org.Button{
			{Label: "Tell them", Command: "company tell", Ask: "What do you want to achieve?", Style: org.StylePrimary},
			{Label: "Review now", Command: "company review"},
		},
	}
}

func departmentLine(r company.DepartmentState, now time.Time) string {
	text := fmt.Sprintf("**%s** (%s)", r.Department.Name(), r.Director)
	running := 0
	for _, p := range r.Projects {
		if !p.State.Ended() {
			running++
		}
	}
	var parts []string
	if running > 0 {
		parts = append(parts, prose.Count(running, "project")+" running")
	}
	if r.Open > 0 {
		parts = append(parts, prose.Count(r.Open, "message")+" waiting")
	}
	if !r.Due.IsZero() {
		if r.Due.After(now) {
			parts = append(parts, "thinks in "+minutes(r.Due.Sub(now)))
		} else {
			parts = append(parts, "is about to think")
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing to do")
	}
	return text + ": " + strings.Join(parts, ", ")
}

func minutes(d time.Duration) string {
	return prose.Count(max(1, int((d+time.Minute/2)/time.Minute)), "minute")
}

// Department is how one department stands.
func Department(r company.DepartmentState, open []company.Memo, now time.Time) wording.Message {
	text := departmentLine(r, now)
	if r.Last != "" {
		text += "\nLast: " + wording.Clip(wording.OneLine(r.Last), 300)
	}
	var waits, projects []string
	for _, m := range open {
		if m.To == r.Department || m.From == r.Department {
			waits = append(waits, memoLine(m))
		}
	}
	for _, p := range r.Projects {
		line := fmt.Sprintf("%s %s: %s, %s of %s", p.ID, wording.OneLine(p.Title), p.State, wording.Money(p.Spent), wording.Money(p.Cap))
		if p.Health != "" {
			line += ", " + strings.ReplaceAll(p.Health, "_", " ")
		}
		projects = append(projects, line)
	}
	const shown = 4
	if len(waits) > 0 {
		text += "\n- " + strings.Join(waits[:min(shown, len(waits))], "\n- ")
	}
	return wording.Message{Text: text, More: wording.JoinDetails(wording.ListBelow("Messages", waits), wording.ListBelow("Projects", projects))}
}

// memoLine is a message in a line.
func memoLine(m company.Memo) string {
	text := fmt.Sprintf("%s, %s to %s: %s", m.ID, m.From.Name(), m.To.Name(), wording.Clip(wording.OneLine(m.Subject), 80))
	switch {
	case m.Waits != "":
		text += fmt.Sprintf(" (waits for %s)", m.Waits)
	case !m.Until.IsZero():
		text += " (until " + moment.Mark(m.Until.Add(noon), moment.Day) + ")"
	}
	return text
}

// Memo shows one message and what came of it.
func Memo(m company.Memo, under []company.Memo, projects []company.Project) wording.Message {
	lines := []string{fmt.Sprintf("**%s** from %s to %s (%s): %s", m.ID, m.From.Name(), m.To.Name(), state(m), wording.OneLine(m.Subject))}
	if body := strings.TrimSpace(m.Body); body != "" && body != strings.TrimSpace(m.Subject) {
		lines = append(lines, wording.Clip(wording.OneLine(body), 400))
	}
	if m.Reason != "" {
		lines = append(lines, "Since: "+wording.Clip(wording.OneLine(m.Reason), 200))
	}
	if m.Root != m.ID && m.Root != "" && !strings.HasPrefix(string(m.Root), "review") {
		lines = append(lines, fmt.Sprintf("It came of %s, your order.", m.Root))
	}
	var more []string
	for _, u := range under {
		if u.ReplyTo == m.ID {
			more = append(more, memoLine(u)+", "+state(u))
		}
	}
	for _, p := range projects {
		if p.For == m.ID {
			more = append(more, fmt.Sprintf("%s %s: %s, %s", p.ID, wording.OneLine(p.Title), p.State, wording.Money(p.Spent)))
		}
	}
	const shown = 3
	if len(more) > 0 {
		lines = append(lines, "- "+strings.Join(more[:min(shown, len(more))], "\n- "))
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: wording.JoinDetails(wording.ListBelow("What came of it", more))}
}

func state(m company.Memo) string {
	switch m.State {
	case company.MemoOpen:
		return "waits"
	case company.MemoDeferred:
		return "put off"
	case company.MemoSettled:
		return "settled"
	case company.MemoDeclined:
		return "declined"
	case company.MemoExpired:
		return "nobody got to it"
	case company.MemoStuck:
		return "stuck"
	}
	return string(m.State)
}

// OrderedBy says who ordered a project, for which message; empty for the founder's own.
func OrderedBy(p org.Project) string {
	if p.OpenedBy == "" {
		return ""
	}
	return fmt.Sprintf("Ordered by %s for %s (`!company %s`).", p.OpenedBy.Name(), p.ForMemo, p.ForMemo)
}

// CompanyNews is a card of the company.
func CompanyNews(f company.Facts) org.Reply {
	switch f.What {
	case company.NewsSitting:
		return decided(f)
	case company.NewsPaused:
		return org.Reply{
			Text: fmt.Sprintf("I let %s rest, because Management says so (%s): %s", f.Project, f.Memo, wording.Clip(wording.OneLine(cmp.Or(f.Text, f.Title)), 300)),
			Card: org.Card{Buttons: []org.Button{{Label: "Go on", Command: "resume " + string(f.Project), Style: org.StylePrimary}}},
		}
	case company.NewsStuck:
		return org.Reply{Text: fmt.Sprintf("%s could do nothing with %s (%s), and won't try again. What was wrong: %s", f.From.Name(), f.Memo, wording.Clip(wording.OneLine(f.Title), 100), wording.Clip(wording.OneLine(f.Text), 300)), Card: tellThem(f)}
	case company.NewsExpired:
		return org.Reply{Text: fmt.Sprintf("%s (%s) waited two weeks in %s and nobody got to it, so I closed it.", f.Memo, wording.Clip(wording.OneLine(f.Title), 100), f.From.Name()), Card: tellThem(f)}
	case company.NewsQuestion:
		return asks(f)
	case company.NewsBrief:
		return org.Reply{Text: week(f)}
	}
	return org.Reply{}
}

func tellThem(f company.Facts) org.Card {
	return org.Card{Buttons: []org.Button{{Label: "Tell them", Command: "company tell", Ask: "What should they do about " + string(f.Memo) + "?"}}}
}

func asks(f company.Facts) org.Reply {
	text := fmt.Sprintf("%s asks you (%s): **%s**\n%s", f.From.Name(), f.Memo, wording.OneLine(f.Title), wording.Clip(strings.TrimSpace(f.Text), 800))
	var buttons []org.Button
	const most = 4
	for _, o := range f.Options[:min(most, len(f.Options))] {
		if line := "company answer " + string(f.Memo) + " " + wording.OneLine(o); len(line) <= 90 {
			buttons = append(buttons, org.Button{Label: wording.Clip(wording.OneLine(o), 38), Command: line})
		}
	}
	buttons = append(buttons, org.Button{Label: "In my words", Command: "company answer " + string(f.Memo), Ask: "Your answer"})
	return org.Reply{Text: text, Card: org.Card{Buttons: buttons, Ping: true}}
}

// decided tells what a director decided.
func decided(f company.Facts) org.Reply {
	who := f.From.Name()
	var deeds []string
	said, done := wording.Clip(wording.OneLine(f.Title), 400), false
	for _, d := range f.Deeds {
		if f.CEO && d.Op == company.OpDone && d.About == f.Root { // what the founder asked for: first, and whole
			said, done = strings.TrimSpace(d.Why), true
			continue
		}
		if line := did(d); line != "" {
			deeds = append(deeds, line)
		}
	}
	head := who
	if strings.HasPrefix(string(f.Root), "k") {
		head = fmt.Sprintf("%s on your order %s", who, f.Root)
	}
	text := fmt.Sprintf("**%s**: %s", head, said)
	if len(deeds) > 0 {
		text += "\n- " + strings.Join(deeds, "\n- ")
	}
	text += goesOn(f)
	if f.Cap > 0 {
		text += fmt.Sprintf("\n%s of this week's %s is left.", wording.Money(f.Left), wording.Money(f.Cap))
	}
	r := org.Reply{Text: text, Card: org.Card{Silent: !f.CEO}}
	switch {
	case done:
		r.Card.Buttons = []org.Button{{Label: "Tell them", Command: "company tell", Ask: "What should they do next?"}}
	case f.CEO:
		r.Card.Buttons = []org.Button{
			{Label: "Hold", Command: "company hold " + string(f.Root)},
			{Label: "Tell them", Command: "company tell", Ask: "What should they know about " + string(f.Root) + "?"},
			{Label: "Drop", Command: "company drop " + string(f.Root), Style: org.StyleDanger},
		}
	}
	return r
}

// goesOn says what goes on of an order that is done.
func goesOn(f company.Facts) string {
	const most = 3
	var lines []string
	for _, p := range f.Running {
		lines = append(lines, fmt.Sprintf("%s %s", p.ID, wording.Clip(wording.OneLine(p.Title), 80)))
	}
	for _, m := range f.Waiting {
		lines = append(lines, fmt.Sprintf("%s, with %s: %s", m.ID, m.To.Name(), wording.Clip(wording.OneLine(m.Subject), 80)))
	}
	if len(lines) == 0 {
		return ""
	}
	text := "\nStill going on for it: " + strings.Join(lines[:min(most, len(lines))], "; ")
	if n := len(lines) - most; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return text + fmt.Sprintf(". `!company drop %s` ends what nobody has begun.", f.Root)
}

// did is one action in a line.
func did(d company.Deed) string {
	subject := wording.Clip(wording.OneLine(d.Subject), 100)
	switch d.Op {
	case company.OpSend:
		text := fmt.Sprintf("asks %s (%s): %s", d.To.Name(), d.Memo, subject)
		if d.Kind.Tells() {
			text = fmt.Sprintf("tells %s (%s): %s", d.To.Name(), d.Memo, subject)
		}
		if d.Waits != "" {
			text += fmt.Sprintf(", once %s is answered", d.Waits)
		}
		return text
	case company.OpOpen:
		return fmt.Sprintf("opens %s for %s: %s, for at most %s", d.Project, d.About, subject, wording.Money(d.Cap))
	case company.OpSteer:
		return fmt.Sprintf("tells the team of %s: %s", d.Project, wording.Clip(wording.OneLine(d.Why), 100))
	case company.OpAsk:
		return fmt.Sprintf("asks you (%s): %s", d.Memo, subject)
	case company.OpDefer:
		until := "until " + prose.Day(d.Until)
		if d.Waits != "" {
			until = fmt.Sprintf("until %s is answered", d.Waits)
		}
		return fmt.Sprintf("puts %s off %s", d.About, until)
	case company.OpDecline:
		return fmt.Sprintf("declines %s: %s", d.About, wording.Clip(wording.OneLine(d.Why), 200))
	case company.OpDone:
		return fmt.Sprintf("closes %s: %s", d.About, wording.Clip(wording.OneLine(d.Why), 300))
	}
	return ""
}

// week is the brief of the week: two lines a department at most.
func week(f company.Facts) string {
	lines := []string{"**Your company's week**"}
	for _, w := range f.Week {
		var parts []string
		for _, p := range []struct {
			n    int
			noun string
			then string
		}{{w.Decided, "decision", ""}, {w.Ended, "project", " ended"}, {w.Running, "project", " running"}, {w.Waiting, "message", " waiting"}} {
			if p.n > 0 {
				parts = append(parts, prose.Count(p.n, p.noun)+p.then)
			}
		}
		if len(parts) == 0 {
			continue
		}
		line := fmt.Sprintf("- **%s**: %s", w.Department.Name(), strings.Join(parts, ", "))
		if w.Last != "" && w.Decided > 0 {
			line += "\n  " + wording.Clip(wording.OneLine(w.Last), 160)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + fmt.Sprintf("\nThis week they may spend %s; %s of it is free.", wording.Money(f.Cap), wording.Money(f.Left))
}
