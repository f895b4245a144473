package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Phase says that a project enters its next phase.
func Phase(p org.Project, to int) string {
	label := func(i int) string {
		if i < 0 || i >= len(p.Phases) {
			return fmt.Sprintf("phase %d", i+1)
		}
		return wording.OneLine(p.Phases[i].Label)
	}
	return fmt.Sprintf("**%s**: %s is done, next is %s (phase %d of %d).", wording.OneLine(p.Title), label(to-1), label(to), to+1, max(len(p.Phases), to+1))
}

// Notice tells something about a project that needs no answer.
func Notice(p org.Project, text string) string {
	return fmt.Sprintf("**%s**: %s", wording.OneLine(p.Title), text)
}

// BrokenSchedule says that a project is not run again, because its schedule cannot
// be read.
func BrokenSchedule(s reports.Schedule) string {
	return fmt.Sprintf("**%s** isn't running on schedule any more: I can't read `%s` (%s). Please drop it with `!schedule stop %s` and set a new one.",
		wording.OneLine(s.Title), strings.ReplaceAll(s.Spec, "`", ""), wording.OneLine(s.Zone), s.ID)
}

// Reminder names the questions of a project that still wait for the founder.
func Reminder(p org.Project, questions []string) string {
	if len(questions) == 1 {
		return fmt.Sprintf("**%s** is still waiting for your answer: %s", wording.OneLine(p.Title), wording.ShortenLine(wording.Spoken(questions[0]), 500))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** is still waiting for %d answers of yours:", wording.OneLine(p.Title), len(questions))
	for _, q := range questions {
		b.WriteString("\n- " + wording.ShortenLine(wording.Spoken(q), 200))
	}
	b.WriteString("\n`!inbox` shows them one by one.")
	return b.String()
}

// Parked says that a message will not be answered.
func Parked(f reports.ParkedFacts) string {
	const shown = 60 // UTF-16 units of the message
	times := fmt.Sprintf("%d times", f.Crashes)
	if f.Crashes == 3 {
		times = "three times"
	}
	return fmt.Sprintf("Your message “%s” crashed me %s, so I set it aside. Could you rephrase it or drop the attachment?", wording.ShortenLine(f.Text, shown), times)
}

// Lost says that something cannot be said because what is stored of it is damaged.
func Lost(f reports.LostFacts) string {
	const shown = 60 // UTF-16 units of the title
	what := "A message"
	switch f.Kind { //nolint:exhaustive // the others are nothing that anybody waits for
	case reports.DeliverReply:
		what = "An answer"
	case reports.DeliverResult:
		what = "A finished document"
	case reports.DeliverEscalation:
		what = "A question"
	}
	if f.Title != "" {
		what += " (“" + wording.ShortenLine(f.Title, shown) + "”)"
	}
	next := "Please ask again. "
	if f.Project != "" {
		next = fmt.Sprintf("`!status %s` shows where that project stands. ", f.Project)
	}
	return what + " can't be sent: what I had stored of it is damaged, perhaps by the disk. " + next + "`frasier verify` on my machine lists what else is damaged."
}

// Quiet lists what was said today without a ping because the day's are used.
func Quiet(f reports.QuietFacts) string {
	used := fmt.Sprintf("Today's %d pings are used up.", f.Pings)
	switch f.Pings {
	case 0:
		used = "Pings are off."
	case 1:
		used = "Today's one ping is used up."
	}
	var b strings.Builder
	b.WriteString(used + " Since then, without a ping:")
	for _, i := range f.Items {
		b.WriteString("\n- " + quietLine(i))
	}
	return b.String()
}

func quietLine(i reports.QuietItem) string {
	what := "has news"
	switch i.Kind {
	case reports.DeliverEscalation:
		what = "needs your decision"
	case reports.DeliverResult:
		what = "is done"
	case reports.DeliverFailure:
		what = "has stopped"
	case reports.DeliverMoney:
		what = "there is news about money"
	case reports.DeliverReply, reports.DeliverPlan, reports.DeliverPhase, reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverDigest:
	}
	name := wording.OneLine(i.Title)
	if i.Project != "" {
		name += fmt.Sprintf(" (%s)", i.Project)
	}
	if name == "" {
		return prose.Capital(what)
	}
	return name + " " + what
}

// Daily is the brief at the founder's hour: what was delivered, what waits for him, what is planned for the day and goes
// on, what was spent. It has at most twelve lines.
func Daily(d reports.Daily) string {
	var b strings.Builder
	var ended, waits, planned []string
	for _, p := range d.Ended {
		ended = append(ended, fmt.Sprintf("%s (%s): %s", wording.ShortenLine(p.Title, briefTitle), p.ID, endedAs(p.State)))
	}
	for _, q := range d.Questions {
		waits = append(waits, wording.ShortenLine(wording.Spoken(q), 2*briefTitle))
	}
	for _, bit := range []org.Hold{org.HoldGate, org.HoldBudget, org.HoldUnreviewed} {
		n := 0
		for _, h := range d.Held {
			if h&bit != 0 {
				n++
			}
		}
		if n > 0 {
			waits = append(waits, fmt.Sprintf("%s: %s", prose.Count(n, "step"), wording.Spoken(bit.Reasons()[0])))
		}
	}
	for _, p := range d.Planned {
		what := "reminder: "
		if p.Runs {
			what = "runs again: "
		}
		planned = append(planned, moment.Mark(p.At, moment.Minute)+" "+what+wording.ShortenLine(wording.Plain(p.Text), briefTitle))
	}
	for _, p := range d.Open {
		line := fmt.Sprintf("%s (%s)", wording.ShortenLine(p.Title, briefTitle), p.ID)
		if p.State == org.ProjectPaused {
			line += ": paused"
		}
		planned = append(planned, line)
	}
	block(&b, "Delivered", ended, "`!projects`")
	block(&b, "Waiting for you", waits, "`!inbox`")
	if line := wording.AgendaLine(d.Agenda); line != "" {
		fmt.Fprintf(&b, "**Meetings:** %s\n", line)
	}
	if line := wording.MailLine(d.Post); line != "" {
		fmt.Fprintf(&b, "**Mail:** %s\n", line)
	}
	block(&b, "Planned", planned, "`!reminders`, `!status`")
	if len(d.Noticed) > 0 {
		fmt.Fprintf(&b, "**I noticed**: %s", wording.ShortenLine(d.Noticed[0], 2*briefTitle))
		if n := len(d.Noticed) - 1; n > 0 {
			fmt.Fprintf(&b, ", and %d more: `!alert`", n)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "**Spent:** %s", wording.Money(d.Cost.Cost))
	if d.Cost.Unknown > 0 {
		fmt.Fprintf(&b, ", and %s of unknown cost", prose.Count(d.Cost.Unknown, "call"))
	}
	b.WriteString(".")
	return b.String()
}

// briefTitle bounds a title in the brief, in UTF-16 units.
const briefTitle = 80

func endedAs(s org.ProjectState) string {
	switch s {
	case org.ProjectCompleted:
		return "done"
	case org.ProjectPartial:
		return "done, with gaps"
	case org.ProjectFailed, org.ProjectCancelled, org.ProjectActive, org.ProjectPaused:
	}
	return string(s)
}

// block writes a heading and at most two lines; more is where all are seen.
func block(b *strings.Builder, head string, lines []string, more string) {
	const most = 2
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "**%s**\n- %s", head, strings.Join(lines[:min(len(lines), most)], "\n- "))
	if n := len(lines) - most; n > 0 {
		fmt.Fprintf(b, ", and %d more: %s", n, more)
	}
	b.WriteString("\n")
}

// Late says what came of a message that its author changed or deleted after
// work on it had begun, with buttons that mend it; empty when nothing goes on
// because of it.
func Late(l reports.LateFacts) org.Reply {
	var lines []string
	var card org.Card
	if l.Begun && l.Deleted && len(l.Made) == 0 {
		lines = append(lines, "I was already answering the message you deleted. If a project comes of it, I'll name it here.")
	} else if l.Begun {
		lines = append(lines, "I was already answering your first version. If the change matters, send it again once I've answered.")
	}
	for _, p := range l.Made {
		name, id := fmt.Sprintf("**%s** (%s)", wording.OneLine(p.Title), p.ID), " "+string(p.ID)
		if l.Deleted {
			lines = append(lines, fmt.Sprintf("I had already started on the message you deleted: %s. `!cancel %s` ends it.", name, p.ID))
			card.Buttons = append(card.Buttons, org.Button{Label: "Cancel it", Command: org.CommandCancel + id, Style: org.StyleDanger})
			continue
		}
		lines = append(lines, fmt.Sprintf("I'm already working on %s from your first version. `!steer %s` and your change tells the team; `!replan %s` and your change plans the rest again.", name, p.ID, p.ID))
		card.Buttons = append(card.Buttons,
			org.Button{Label: "Tell the team", Command: org.CommandSteer + id, Ask: "What should they know?", Style: org.StylePrimary},
			org.Button{Label: "Plan again", Command: org.CommandReplan + id, Ask: "What should be different?"})
	}
	for _, p := range l.Told {
		if l.Deleted {
			lines = append(lines, fmt.Sprintf("The team of **%s** (%s) has your note already. Tell them if it no longer holds.", wording.OneLine(p.Title), p.ID))
			continue
		}
		lines = append(lines, fmt.Sprintf("The team of **%s** (%s) has your first version. Send it again as you mean it now: the newest note counts.", wording.OneLine(p.Title), p.ID))
	}
	return org.Reply{Text: strings.Join(lines, "\n"), Card: card}
}

// NewsUnknown says that there is something to say which this version has no words for: a newer one stored it.
func NewsUnknown(about string) string {
	return fmt.Sprintf("Something happened with %s that a newer version of me wrote down, and I have no words for it. `frasier update` brings that version back.", wording.Quote(about))
}
