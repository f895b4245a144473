package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/question"
)

// together lists the decisions that are asked in the message of one of them, in their order,
// by which they are numbered there.
func (t view) together(d org.Decision) []org.Decision {
	var out []org.Decision
	for _, o := range t.Decisions {
		if o.Message() == d.Message() {
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b org.Decision) int { return a.At.Compare(b.At) })
	return out
}

// questions asks for several decisions in one message, each with its number, and shows those
// that are made. It is one message of Discord's whatever it holds, as two could not be edited.
func (t view) questions(all []org.Decision) org.Reply {
	const (
		most = 1800 // UTF-16 units
		rows = 5    // of buttons; of more decisions each has one button
	)
	open := slices.DeleteFunc(slices.Clone(all), func(d org.Decision) bool { return !d.Open() })
	out := org.Reply{Text: t.points(all, open, true), Card: org.Card{Slot: org.DecisionSlot(all[0].Message())}}
	if prose.CountUnits(out.Text) > most {
		out.Text = t.points(all, open, false)
	}
	for n, d := range all {
		if !d.Open() {
			continue
		}
		if best, drafted := t.Drafts[d.Step]; drafted && d.Kind == org.DecideStrikes {
			out.Files = append(out.Files, org.File{Name: fmt.Sprintf("best-draft-%d.md", n+1), Data: []byte(best)})
		}
		if len(open) > rows {
			out.Card.Buttons = append(out.Card.Buttons, org.Button{Label: fmt.Sprintf("Answer %d", n+1), Command: org.CommandDecide + " " + d.ID, Style: org.StylePrimary})
			continue
		}
		out.Card.Buttons = append(out.Card.Buttons, rowOf(n+1, d)...)
	}
	return out
}

// rowOf are the buttons of one of several decisions, a row of their own.
func rowOf(n int, d org.Decision) []org.Button {
	buttons, menu := wording.OfferAnswers(d)
	if menu != nil || d.Hunk != "" {
		buttons = append(buttons, org.Button{Label: "More", Command: org.CommandDecide + " " + d.ID})
	}
	for i := range buttons {
		buttons[i].Label = wording.Clip(fmt.Sprintf("%d. %s", n, buttons[i].Label), 38)
	}
	buttons[0].Row = true
	return buttons
}

// points is the text of several decisions. Long says of each what can be answered, where
// that is not the same for all.
func (t view) points(all, open []org.Decision, long bool) string {
	var b strings.Builder
	switch len(open) {
	case 0:
		fmt.Fprintf(&b, "**%s**: your decisions\n", wording.OneLine(t.Project.Title))
	case 1:
		fmt.Fprintf(&b, "**%s** needs one more decision from you\n", wording.OneLine(t.Project.Title))
	default:
		fmt.Fprintf(&b, "**%s** needs %s from you\n", wording.OneLine(t.Project.Title), prose.Count(len(open), "decision"))
	}
	same := haveSameAnswers(open)
	for n, d := range all {
		fmt.Fprintf(&b, "**%d.** %s (%s)\n", n+1, t.point(d, 1000/len(all)), d.ID)
		if d.Open() && !same && long {
			b.WriteString(listLetters(d) + "\n")
		}
	}
	if len(open) == 0 {
		return strings.TrimSpace(b.String())
	}
	waiting := org.Decision{}
	for _, d := range open {
		for _, title := range d.Blocks {
			if !slices.Contains(waiting.Blocks, title) {
				waiting.Blocks = append(waiting.Blocks, title)
			}
		}
	}
	b.WriteString(t.blocks(waiting))
	if same {
		b.WriteString("Answers: " + listLetters(open[0]) + "\n")
	}
	b.WriteString(howToAnswer(all, open))
	return b.String()
}

// point is one of several decisions: what it is about or, once it is made, what was decided.
func (t view) point(d org.Decision, most int) string {
	const titled = 60
	most = min(400, most)
	s, about := t.step(d.Step)
	switch {
	case !d.Open() && about:
		return fmt.Sprintf("“%s”: %s", wording.ShortenLine(wording.StepTitle(s), titled), wording.StartLower(wording.DecidedBy(d)))
	case !d.Open():
		return fmt.Sprintf("%s: %s", wording.ShortenLine(d.Question, titled), wording.StartLower(wording.DecidedBy(d)))
	case d.Kind == org.DecideStrikes:
		return t.describeStrikes(d, titled)
	case about && !strings.Contains(d.Question, s.Title):
		return fmt.Sprintf("About “%s”: %s", wording.ShortenLine(s.Title, titled), wording.ShortenLine(d.Question, most))
	}
	return wording.ShortenLine(d.Question, most)
}

// listLetters lists the answers to a decision by their letters.
func listLetters(d org.Decision) string {
	if len(d.Options) == 0 {
		return "Answer in your own words."
	}
	all := make([]string, 0, len(d.Options))
	for _, o := range d.Options {
		all = append(all, fmt.Sprintf("%s) %s", o.ID, wording.Plain(o.Label)))
	}
	return strings.Join(all, ", ") + "."
}

// haveSameAnswers reports whether all decisions have the same answers.
func haveSameAnswers(all []org.Decision) bool {
	return !slices.ContainsFunc(all, func(d org.Decision) bool { return listLetters(d) != listLetters(all[0]) || len(d.Options) == 0 })
}

// howToAnswer says how one of several decisions is answered in a reply, by an example, and
// what holds until then.
func howToAnswer(all, open []org.Decision) string {
	d := open[0]
	example := fmt.Sprintf("%d: your words", 1+slices.IndexFunc(all, func(o org.Decision) bool { return o.ID == d.ID }))
	if safe, ok := d.Option(d.Safe); ok {
		example = strings.Replace(example, ": your words", " "+safe.ID, 1)
	}
	text := fmt.Sprintf("Press a button, or reply with the number and your answer: `%s`.", example)
	switch {
	case slices.ContainsFunc(open, func(d org.Decision) bool { return !staysOut(d) }):
		return text
	case len(open) == 1:
		return text + " Without an answer it stays out."
	}
	return text + " Without an answer they stay out."
}

// ChatWhichDecision asks which of the decisions of one message a reply to it answers. Answers
// are what it says to each that it can answer, as the command takes it.
func ChatWhichDecision(card []org.Decision, answers map[string]string) org.Reply {
	const asked = 80
	var b strings.Builder
	var out org.Reply
	b.WriteString("Which one do you mean?\n")
	for n, d := range card {
		if !d.Open() {
			continue
		}
		what, _, _ := strings.Cut(wording.Spoken(d.Question), ". ")
		fmt.Fprintf(&b, "**%d.** %s\n", n+1, wording.ShortenLine(what, asked))
		press := org.Button{Label: fmt.Sprintf("Answer %d", n+1), Command: org.CommandDecide + " " + d.ID}
		words := answers[d.ID]
		if o, ok := d.Option(words); ok {
			press.Label, press.Command = wording.Clip(fmt.Sprintf("%d. %s", n+1, wording.Plain(o.Label)), 38), press.Command+" "+o.ID
		} else if line := press.Command + " " + words; words != "" && len(line) <= org.ButtonLine {
			press.Command = line
		}
		out.Card.Buttons = append(out.Card.Buttons, press)
	}
	b.WriteString("Press its button, or reply with its number before your answer.")
	out.Text = b.String()
	return out
}

// staysOut reports whether what a decision is about is left out until somebody answers.
func staysOut(d org.Decision) bool {
	safe, ok := d.Option(d.Safe)
	return ok && safe.Command == "" && safe.Label == question.LeaveOut
}
