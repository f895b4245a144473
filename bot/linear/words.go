package linear

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// heldBy says in a word or two each what a step waits for, as a label; none for what lasts a moment.
func heldBy(h org.Hold) []string {
	var out []string
	for _, b := range []struct {
		bit  org.Hold
		word string
	}{
		{org.HoldGate, "your yes"}, {org.HoldBudget, "spending limit"}, {org.HoldUnreviewed, "reviewer"}, {org.HoldCode, "machine for code"}, {org.HoldFounder, "by you"},
	} {
		if h&b.bit != 0 {
			out = append(out, b.word)
		}
	}
	return out
}

func tellProject(t reports.Ticket, link string) string {
	text := clip(t.Project.Goal, goalMost)
	if link != "" {
		text += "\n\nWhere it is worked on: " + link
	}
	return text
}

// What stands below a project's text and changes all the time: it is written along with other things and never by itself.
func tail(t reports.Ticket, line int64) string {
	money := fmt.Sprintf("Spent so far: %s.", t.Spent.Cost)
	if t.Cap > 0 {
		money = fmt.Sprintf("Spent so far: %s of %s.", t.Spent.Cost, t.Cap)
	}
	return fmt.Sprintf("\n\n%s As of line %d of my log.", money, line)
}

var tailForm = lazyregexp.New(`(?s)\s*Spent so far: [^\n]* As of line (\d+) of my log\.\s*$`)

// cutTail takes the tail off a project's text, and returns the line that it names; 0 for none.
func cutTail(block string) (text string, line int64) {
	m := tailForm.FindStringSubmatchIndex(block)
	if m == nil {
		return block, 0
	}
	line, err := strconv.ParseInt(block[m[2]:m[3]], 10, 64)
	if err != nil {
		return block, 0
	}
	return block[:m[0]], line
}

func tellStep(t reports.Ticket, s org.Step, link string) string {
	var parts []string
	if goal := strings.TrimSpace(s.Goal); goal != "" && goal != strings.TrimSpace(s.Title) {
		parts = append(parts, clip(goal, detailMost))
	}
	if len(s.Acceptance) > 0 {
		lines := []string{"It is done when:"}
		for _, c := range s.Acceptance {
			lines = append(lines, "- "+oneLine(c.Text))
		}
		parts = append(parts, clip(strings.Join(lines, "\n"), detailMost))
	}
	if name := t.Names[s.Agent]; name != "" {
		parts = append(parts, "Worked on by "+oneLine(name)+".")
	}
	if cost, ok := t.Costs[s.ID]; ok && (s.State == org.StepCompleted || s.State == org.StepFailed) {
		parts = append(parts, fmt.Sprintf("It cost %s.", cost))
	}
	if link != "" {
		parts = append(parts, "In Frasier: "+string(s.ID)+", "+link)
	} else {
		parts = append(parts, "In Frasier: "+string(s.ID)+".")
	}
	return strings.Join(parts, "\n\n")
}

func tellRejection(r work.Rejection) string {
	lines := []string{fmt.Sprintf("Sent back by %s after round %d:", oneLine(r.Reviewer), r.Round)}
	for _, f := range r.Feedback {
		lines = append(lines, "- "+oneLine(f))
	}
	return strings.Join(lines, "\n")
}

func tellResult(s org.Step, link string) string {
	text := "It's done."
	s.Digest, s.Result = citeForm.ReplaceAllString(s.Digest, ""), citeForm.ReplaceAllString(s.Result, "")
	if said := strings.TrimSpace(s.Digest); said != "" {
		text += "\n\n" + clip(said, resultMost)
	} else if said := strings.TrimSpace(s.Result); said != "" {
		text += "\n\n" + clip(said, resultMost)
	}
	if link != "" {
		text += "\n\nAll of it: " + link
	}
	return text
}

func tellCause(s org.Step) string {
	if s.State == org.StepCancelled {
		return "It's left out: " + oneLine(s.Cause)
	}
	return "It failed: " + oneLine(s.Cause)
}

func tellQuestion(d org.Decision) string {
	lines := []string{"A question for you (" + d.ID + "): " + strings.TrimSpace(d.Question)}
	for _, o := range d.Options {
		line := fmt.Sprintf("- **%s**: %s", o.ID, oneLine(o.Label))
		if o.Effect != "" {
			line += " (" + oneLine(o.Effect) + ")"
		}
		lines = append(lines, line)
	}
	how := fmt.Sprintf("Answer it here with `!decide %s` and your words", d.ID)
	if len(d.Options) > 0 {
		how = fmt.Sprintf("Answer it here with `!decide %s %s`, for example", d.ID, d.Options[0].ID)
	}
	return strings.Join(append(lines, "", how+", or in the chat."), "\n")
}

func tellAnswer(d org.Decision) string {
	said := d.Answer
	for _, o := range d.Options {
		if o.ID == d.Answer {
			said = o.Label
		}
	}
	if d.Text != "" {
		said = strings.TrimSpace(said + ": " + d.Text)
	}
	return fmt.Sprintf("%s is answered: %s", d.ID, oneLine(said))
}

const (
	wellThere  = "onTrack"
	riskThere  = "atRisk"
	badlyThere = "offTrack"
)

func tellMission(m org.Mission) (body, health string) {
	name := m.Label
	if name == "" {
		name = fmt.Sprintf("Part %d", m.Seq+1)
	}
	switch m.State { //nolint:exhaustive // the others have not ended
	case org.MissionCompleted:
		return name + " is done." + after(m.Outcome), wellThere
	case org.MissionPartial:
		return name + " is done in part." + after(m.Outcome), riskThere
	case org.MissionFailed:
		return name + " failed." + after(m.Outcome), badlyThere
	}
	return "", ""
}

func tellEnd(p org.Project) (body, health string) {
	switch p.State {
	case org.ProjectCompleted:
		return "All of it is done." + after(p.Outcome), wellThere
	case org.ProjectPartial:
		return "It's done in part." + after(p.Outcome), riskThere
	case org.ProjectFailed:
		return "It failed." + after(p.Outcome), badlyThere
	case org.ProjectCancelled:
		return "It was cancelled." + after(p.Outcome), badlyThere
	case org.ProjectActive, org.ProjectPaused:
	}
	return "", ""
}

func after(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return " " + text
}

// citeForm finds the marks of sources, which mean nothing without their list.
var citeForm = lazyregexp.New(`\s?\[S\d+(?::p\d+)?\]`)

// linkForm finds what a chat's own marks for channels and people are, which mean nothing elsewhere.
var linkForm = lazyregexp.New(`<(?:[@#][!&]?\d+|t:\d+(?::\w)?)>`)

// plainAnswer is a reply of the chat as it reads elsewhere.
func plainAnswer(r org.Reply) string {
	return clip(linkForm.ReplaceAllString(r.Text, ""), commentMost)
}
