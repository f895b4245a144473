package wording

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
)

// OfferAnswers are the answers to a decision as a chat shows them: the one that I
// would take first, then the one that stands until somebody answers. Up to
// three are buttons; of more, the others are a menu.
func OfferAnswers(d org.Decision) ([]org.Button, *org.Menu) {
	const mostButtons = 3
	press := func(o org.Option) org.Button {
		return org.Button{Label: Clip(Plain(o.Label), 38), Command: org.CommandDecide + " " + d.ID + " " + o.ID, Ask: o.Ask, Style: o.Style}
	}
	if len(d.Options) == 0 {
		return []org.Button{{Label: "Answer", Command: org.CommandDecide + " " + d.ID, Ask: "What is your answer?", Style: org.StylePrimary}}, nil
	}
	ordered, _ := orderAnswers(d)
	var buttons []org.Button
	if len(ordered) <= mostButtons {
		for _, o := range ordered {
			buttons = append(buttons, press(o))
		}
		return buttons, nil
	}
	menu := &org.Menu{Label: "Another answer", Command: org.CommandDecide + " " + d.ID}
	for i, o := range ordered {
		if i == 0 || o.ID == d.Safe {
			buttons = append(buttons, press(o))
			continue
		}
		menu.Choices = append(menu.Choices, org.Choice{Label: Clip(o.ID+") "+Plain(o.Label), 90), Value: o.ID})
	}
	return buttons, menu
}

// orderAnswers puts the answer first that I would take, the one that lets the work go on, where there is one.
func orderAnswers(d org.Decision) (all []org.Option, suggests bool) {
	i := slices.IndexFunc(d.Options, func(o org.Option) bool { return o.Style == org.StylePrimary || o.Style == org.StyleGood })
	if i < 0 {
		return d.Options, false
	}
	return slices.Concat(d.Options[i:i+1], d.Options[:i], d.Options[i+1:]), true
}

// ListAnswers are the lines that say what can be answered: one suggestion, the
// others by their letters, and what holds until then.
func ListAnswers(d org.Decision) string {
	if len(d.Options) == 0 {
		return fmt.Sprintf("Answer in your own words: `!decide %s ...`", d.ID)
	}
	var b strings.Builder
	all, suggests := orderAnswers(d)
	lead := ""
	if suggests {
		fmt.Fprintf(&b, "I'd suggest %s) **%s**: %s.\n", all[0].ID, Plain(all[0].Label), strings.TrimRight(Plain(all[0].Effect), "."))
		all, lead = all[1:], "Or: "
	}
	others := make([]string, 0, len(all))
	for _, o := range all {
		others = append(others, fmt.Sprintf("%s) %s", o.ID, Plain(o.Label)))
	}
	if len(others) > 0 {
		b.WriteString(lead + strings.Join(others, ", ") + ".\n")
	}
	if safe, ok := d.Option(d.Safe); ok && safe.Command == "" {
		b.WriteString(withoutAnswer(safe))
	} else {
		b.WriteString("I'll wait for your answer.")
	}
	return b.String()
}

// withoutAnswer says what stands while nobody answers: the safe option of a question.
func withoutAnswer(safe org.Option) string {
	if safe.Label == question.LeaveOut {
		return "Without an answer it stays out."
	}
	return fmt.Sprintf("Without an answer: %s.", StartLower(Plain(safe.Label)))
}

// QuoteHunk shows the lines of a change that a question is about.
func QuoteHunk(d org.Decision) string {
	if d.Hunk == "" {
		return ""
	}
	return "```diff\n" + strings.TrimRight(strings.ReplaceAll(d.Hunk, "```", "\u02bc\u02bc\u02bc"), "\n") + "\n```\n"
}

// ListHeld says what is on hold and what its founder can do, a sentence each.
func ListHeld(held []reports.HeldUp) []string {
	var out []string
	for _, h := range held {
		name := NameProject(org.ProjectName{ID: h.Project, Title: h.Title})
		if h.Planning > 0 {
			out = append(out, name+" isn't planned yet: your spending limit is reached. `!budget` shows and changes it.")
		}
		if h.Capped > 0 {
			out = append(out, fmt.Sprintf("%s: %s, your spending limit is reached. `!budget` shows and changes it.", name, CountOf(h.Capped, "step is on hold", "steps are on hold")))
		}
		if h.Unreviewed > 0 {
			out = append(out, fmt.Sprintf("%s: %s, no reviewer could be reached. `!resume %s` tries again.", name, CountOf(h.Unreviewed, "step is on hold", "steps are on hold"), h.Project))
		}
	}
	return out
}

// DecidedBy says who decided what and when.
func DecidedBy(d org.Decision) string {
	what := d.Answer
	if o, ok := d.Option(d.Answer); ok {
		what = o.Label
	}
	text := "Decided: " + OneLine(what)
	if d.Text != "" {
		text += fmt.Sprintf(" (“%s”)", ShortenLine(d.Text, 160))
	}
	if who := OneLine(d.By); strings.ContainsFunc(who, unicode.IsLetter) { // the number of an account names nobody
		return fmt.Sprintf("%s. By %s, %s.", text, who, moment.Mark(d.DecidedAt, moment.Minute))
	}
	return fmt.Sprintf("%s. %s.", text, moment.Mark(d.DecidedAt, moment.Minute))
}

// StartLower returns a text with its first letter small.
func StartLower(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToLower(s[:1]) + s[1:]
}
