package messages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// OrderedBy says who ordered a project, for which message; empty for the founder's own.
func OrderedBy(p org.Project) string {
	switch {
	case p.OrderedBy != "":
		return fmt.Sprintf("Ordered by token %s.", wording.Plain(p.OrderedBy))
	case p.OpenedBy == "":
		return ""
	}
	return fmt.Sprintf("Ordered by %s for %s (`!company %s`).", p.OpenedBy.Name(), p.ForMemo, p.ForMemo)
}

// CompanyNews is a card of the company.
func CompanyNews(f company.Facts) org.Reply {
	switch f.What {
	case company.NewsSitting:
		return sayDecided(f)
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
		return askFounder(f)
	case company.NewsBrief:
		return org.Reply{Text: week(f)}
	}
	return org.Reply{}
}

func tellThem(f company.Facts) org.Card {
	return org.Card{Buttons: []org.Button{{Label: "Tell them", Command: "company tell", Ask: "What should they do about " + string(f.Memo) + "?"}}}
}

func askFounder(f company.Facts) org.Reply {
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

// sayDecided tells what a director decided.
func sayDecided(f company.Facts) org.Reply {
	who := f.From.Name()
	var deeds []string
	said, done := wording.Clip(wording.OneLine(f.Title), 400), false
	for _, d := range f.Deeds {
		if f.CEO && d.Op == company.OpDone && d.About == f.Root { // what the founder asked for: first, and whole
			said, done = strings.TrimSpace(d.Why), true
			continue
		}
		if line := describeDeed(d); line != "" {
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

// describeDeed says one action in a line.
func describeDeed(d company.Deed) string {
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
