package company

import (
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

// On says what a founder has when he switches the company on.
func On(c company.State, changed bool) wording.Message {
	if changed {
		return wording.Message{Text: fmt.Sprintf("Your departments may now spend at most %s a week.", wording.Money(c.Cap))}
	}
	var lines []string
	for _, d := range org.Departments() {
		lines = append(lines, fmt.Sprintf("- **%s** (%s): %s", d.Name(), d.Director(), d.Charter()))
	}
	return wording.Message{
		Text: fmt.Sprintf("Your company is open. Five departments, each with a director:\n%s\nThey spend at most %s a week, of which at most %s goes on thinking. They think when you order something, when something they ordered ends, and %s.",
			strings.Join(lines, "\n"), wording.Money(c.Cap), wording.Money(c.Money.ThinkingCap()), formatTurnTime(c.Next)),
		Buttons: []org.Button{{Label: "Tell them", Command: "company tell", Ask: "What do you want to achieve?", Style: org.StylePrimary}},
	}
}

func formatTurnTime(at time.Time) string {
	if at.IsZero() {
		return "once a week"
	}
	return "once a week, next on " + moment.Mark(at, moment.Minute)
}

// Off says that the company rests.
func Off() string {
	return "Your departments rest. What they started goes on, and `!company on 20` brings them back."
}

// AsksCap asks for a week's budget.
func AsksCap() string {
	return "How much may your departments spend a week? At least $1: `!company on 20` is at most $20."
}

// NeedsModel says that directors need a model.
func NeedsModel() string {
	return "Directors think with an AI model, and none is set up. Put `OPENROUTER_API_KEY` into .env, start me again, and say it once more."
}

// IsOff says that nobody is there to be told anything.
func IsOff() string {
	return "Your company is off. `!company on 20` opens it, for at most $20 a week."
}

// TellWhat asks what the company is to be told.
func TellWhat() string {
	return "What should they achieve? For example `!company tell Get 30 paying roasters in Port Ellery by March`."
}

// Told confirms an order of the founder's.
func Told(m company.Memo, waiting int) wording.Message {
	text := fmt.Sprintf("Business has it (%s) and decides what to do first. You'll see it here.", m.ID)
	if waiting > 1 {
		text = fmt.Sprintf("Business has it (%s); %d orders of yours wait there now.", m.ID, waiting)
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Drop it", Command: "company drop " + string(m.ID), Style: org.StyleDanger}}}
}

// Reviewing confirms that all directors think now.
func Reviewing() string { return "All five directors look at everything now." }

// Dropped confirms that an order is dropped.
func Dropped(id org.MemoID, n int) wording.Message {
	if n == 0 {
		return wording.Message{Text: fmt.Sprintf("Nothing waits under %s any more.", id)}
	}
	return wording.Message{Text: fmt.Sprintf("Dropped %s, and what came of it that nobody had begun. Projects that run go on; `!status` shows them.", id)}
}

// Held confirms that an order waits, with so many projects.
func Held(id org.MemoID, n int) wording.Message {
	text := fmt.Sprintf("Nothing more happens for %s until you say so.", id)
	if n > 0 {
		text = fmt.Sprintf("Nothing more happens for %s until you say so; %s of it rests meanwhile.", id, prose.Count(n, "project"))
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Go on", Command: "company go " + string(id), Style: org.StylePrimary}}}
}

// GoesOn confirms that an order goes on, with so many projects.
func GoesOn(id org.MemoID, n int) wording.Message {
	text := fmt.Sprintf("%s goes on.", id)
	if n > 0 {
		text = fmt.Sprintf("%s goes on, with %s.", id, prose.Count(n, "project"))
	}
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Hold", Command: "company hold " + string(id)}}}
}

// Answered confirms an answer to a director.
func Answered(m company.Memo) string {
	return fmt.Sprintf("Thanks. %s has your answer to %s.", m.From.Name(), m.ID)
}

// AsksNothing says that a message is no question.
func AsksNothing(id org.MemoID) string { return fmt.Sprintf("%s asks you nothing.", id) }

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

// Company says how the company stands.
func Company(c company.State, now time.Time) wording.Message {
	if !c.On {
		return wording.Message{Text: IsOff()}
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
	var parts []string
	if running := len(r.Running()); running > 0 {
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

// Department says how one department stands.
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
	return map[company.MemoState]string{
		company.MemoOpen: "waits", company.MemoDeferred: "put off", company.MemoSettled: "settled", company.MemoDeclined: "declined", company.MemoExpired: "nobody got to it", company.MemoStuck: "stuck",
	}[m.State]
}
