package ticket

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// asks is a decision's card. It stays as it is until it is answered.
func (t view) asks(e org.Event) []org.Delivery {
	i := slices.IndexFunc(t.Decisions, func(d org.Decision) bool { return d.ID == e.Data["decision"] })
	if i < 0 {
		return nil
	}
	d := t.Decisions[i]
	card := org.Card{Slot: "decision:" + d.ID}
	var files []org.File
	body := t.question(d)
	if d.Kind == org.DecideStrikes {
		card.Refers = t.strikeLines(d.Step)
		if best, ok := t.Drafts[d.Step]; ok {
			files = append(files, org.File{Name: "best-draft.md", Data: []byte(best)})
		}
	}
	if !d.Open() { // answered before its card was written
		body = t.verdict(d)
	} else {
		card.Buttons = buttons(d)
	}
	return []org.Delivery{t.message(org.DeliverEscalation, "escalation:"+d.ID, body, card, files...)}
}

// question is what happened, what it means and what can be answered.
func (t view) question(d org.Decision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** needs your decision (%s)\n", flat(t.Project.Title), d.ID)
	s, _ := t.step(d.Step)
	switch d.Kind {
	case org.DecideStrikes:
		fmt.Fprintf(&b, "“%s” by %s was rejected %d times, so it failed.\n", short(s.Title, titleMost), t.name(s.Agent), org.StrikeCap)
		for _, r := range t.Rejections[d.Step] {
			who := "the checks"
			if a := reviewer(r.Reviewer); a != "" {
				who = t.name(a)
			}
			fmt.Fprintf(&b, "%d. %s: %s\n", r.Round, who, short(strings.Join(r.Feedback, "; "), 180))
		}
		if s.Scored && s.Score >= org.ReviseAverageBelow {
			fmt.Fprintf(&b, "Its draft had scored %.1f of 5, which speaks for criteria that ask too much.\n", s.Score)
		}
		b.WriteString("Either the task is wrong, the agent unsuited, or the criteria ask too much.\n")
	case org.DecideQuestion:
		if s.Title != "" {
			fmt.Fprintf(&b, "It is about “%s”.\n", short(s.Title, titleMost))
		}
		b.WriteString(short(d.Question, 700) + "\n")
	case org.DecidePlan, org.DecideGate:
		b.WriteString(short(d.Question, 700) + "\n")
	}
	b.WriteString(blocks(d))
	for _, o := range d.Options {
		fmt.Fprintf(&b, "%s) **%s**: %s\n", o.ID, flat(o.Label), flat(o.Effect))
	}
	if safe, ok := d.Option(d.Safe); ok {
		fmt.Fprintf(&b, "Until you answer: %s. It never counts as a yes.", lower(flat(safe.Label)))
	} else {
		b.WriteString("Nothing is assumed while you have not answered.")
	}
	return b.String()
}

// blocks says what waits for a decision.
func blocks(d org.Decision) string {
	const named = 3
	if len(d.Blocks) == 0 {
		return "It blocks nothing else; the rest goes on.\n"
	}
	var names []string
	for _, title := range d.Blocks[:min(len(d.Blocks), named)] {
		names = append(names, "“"+short(title, titleMost)+"”")
	}
	if more := len(d.Blocks) - named; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return "Blocks " + strings.Join(names, ", ") + "; the rest goes on.\n"
}

func buttons(d org.Decision) []org.Button {
	var out []org.Button
	for _, o := range d.Options {
		out = append(out, org.Button{Label: flat(o.Label), Command: org.CommandDecide + " " + d.ID + " " + o.ID, Ask: o.Ask, Style: o.Style})
	}
	if len(d.Options) == 0 {
		out = []org.Button{{Label: "Answer", Command: org.CommandDecide + " " + d.ID, Ask: "What is your answer?", Style: org.StylePrimary}}
	}
	return out
}

// strikeLines are the keys of what was said in the thread about a step's
// rejections, oldest first.
func (t view) strikeLines(id org.StepID) []string {
	var out []string
	for _, seq := range t.Rejected[id] {
		out = append(out, lineKey(seq, 0))
	}
	return out
}

// decided reduces a decision's card to one line.
func (t view) decided(e org.Event) []org.Delivery {
	i := slices.IndexFunc(t.Decisions, func(d org.Decision) bool { return d.ID == e.Data["decision"] })
	if i < 0 {
		return nil
	}
	d := t.Decisions[i]
	card := org.Card{Slot: "decision:" + d.ID, Silent: true}
	return []org.Delivery{t.message(org.DeliverEscalation, "decided:"+d.ID, t.verdict(d), card)}
}

func (t view) verdict(d org.Decision) string {
	what := short(d.Question, 120)
	if s, ok := t.step(d.Step); ok {
		what = "“" + short(titleOf(s), titleMost) + "”"
	}
	return fmt.Sprintf("**%s**, %s: %s", flat(t.Project.Title), what, lower(org.DecidedText(d, day)))
}

func day(at time.Time) string { return at.UTC().Format("2 Jan 15:04 UTC") }

func lower(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToLower(s[:1]) + s[1:]
}
