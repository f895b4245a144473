package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Question asks for a decision: what happened, what it means, what can be
// answered, together with the others of its message. One that was answered already is told
// as Decided does. ok is false when the project has no such decision.
func Question(ticket reports.Ticket, id string) (out org.Reply, ok bool) {
	t := view{ticket}
	d, ok := t.decision(id)
	if !ok {
		return out, false
	}
	if all := t.together(d); len(all) > 1 {
		return t.questions(all), true
	}
	out.Card.Slot = org.DecisionSlot(d.Message())
	if best, drafted := t.Drafts[d.Step]; drafted && d.Kind == org.DecideStrikes {
		out.Files = append(out.Files, org.File{Name: "best-draft.md", Data: []byte(best)})
	}
	if !d.Open() {
		out.Text = t.verdict(d)
		return out, true
	}
	out.Text = t.question(d)
	out.Card.Buttons, out.Card.Menu = wording.OfferAnswers(d)
	if len(d.Options) > 0 {
		out.Card.Buttons = append(out.Card.Buttons, org.Button{Label: "Details", Command: org.CommandDecide + " " + d.ID + " page=2"})
	}
	return out, true
}

// Decided reduces a decision in its message to one line.
func Decided(ticket reports.Ticket, id string) (out org.Reply, ok bool) {
	t := view{ticket}
	d, ok := t.decision(id)
	if !ok {
		return out, false
	}
	out = org.Reply{Text: t.verdict(d), Card: org.Card{Slot: org.DecisionSlot(d.Message())}}
	if all := t.together(d); len(all) > 1 {
		out = t.questions(all)
	}
	out.Card.Silent = true
	return out, true
}

func (t view) decision(id string) (org.Decision, bool) {
	i := slices.IndexFunc(t.Decisions, func(d org.Decision) bool { return d.ID == id })
	if i < 0 {
		return org.Decision{}, false
	}
	return t.Decisions[i], true
}

// It says what happened, what that means and what can be answered.
func (t view) question(d org.Decision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** needs your decision (%s)\n", wording.OneLine(t.Project.Title), d.ID)
	s, _ := t.step(d.Step)
	switch d.Kind {
	case org.DecideStrikes:
		b.WriteString(t.describeStrikes(d, wording.TitleMost) + "\n")
	case org.DecideQuestion:
		if s.Title != "" && !strings.Contains(d.Question, s.Title) {
			fmt.Fprintf(&b, "About “%s”:\n", wording.ShortenLine(s.Title, wording.TitleMost))
		}
		b.WriteString(wording.ShortenLine(d.Question, 700) + "\n" + wording.QuoteHunk(d))
	case org.DecidePlan, org.DecideGate:
		b.WriteString(wording.ShortenLine(d.Question, 700) + "\n")
	}
	b.WriteString(t.blocks(d))
	if len(d.Options) == 0 {
		b.WriteString("Just reply in your own words; I'll wait for your answer.")
	} else {
		b.WriteString(wording.ListAnswers(d))
	}
	return b.String()
}

// describeStrikes says that a step was rejected for the last time, and why.
func (t view) describeStrikes(d org.Decision, title int) string {
	s, _ := t.step(d.Step)
	return fmt.Sprintf("“%s” didn't work out in %d tries. %s", wording.ShortenLine(s.Title, title), org.StrikeCap, wording.FindCause(t.Rejections[d.Step]).Sentence())
}

// blocks says what waits for a decision, and whether anything else goes on.
func (t view) blocks(d org.Decision) string {
	const named = 3
	others := slices.ContainsFunc(t.Steps, func(s org.Step) bool {
		return !s.State.Ended() && s.Kind != org.KindAssembly && s.Held&org.HoldGate == 0 && !slices.Contains(d.Blocks, s.Title)
	})
	var names []string
	for _, title := range d.Blocks[:min(len(d.Blocks), named)] {
		names = append(names, "“"+wording.ShortenLine(title, wording.TitleMost)+"”")
	}
	if more := len(d.Blocks) - named; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	switch {
	case len(names) > 0 && others:
		return "Waiting for this: " + strings.Join(names, ", ") + ". The rest carries on.\n"
	case len(names) > 0:
		return "Waiting for this: " + strings.Join(names, ", ") + ".\n"
	case others:
		return "Everything else carries on.\n"
	}
	return ""
}

func (t view) verdict(d org.Decision) string {
	what := wording.ShortenLine(d.Question, 120)
	if s, ok := t.step(d.Step); ok {
		what = "“" + wording.ShortenLine(wording.StepTitle(s), wording.TitleMost) + "”"
	}
	return fmt.Sprintf("**%s**, %s: %s", wording.OneLine(t.Project.Title), what, wording.StartLower(wording.DecidedBy(d)))
}
