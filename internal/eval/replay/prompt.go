package replay

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// The system's messages are left out.
func (c Call) promptText() string {
	var b strings.Builder
	for _, m := range c.Messages {
		if m.Role == "system" {
			continue
		}
		var text string
		if json.Unmarshal(m.Content, &text) == nil {
			b.WriteString(text + "\n")
			continue
		}
		var parts []struct {
			Text string `json:"text"`
		}
		if json.Unmarshal(m.Content, &parts) == nil {
			for _, p := range parts {
				b.WriteString(p.Text + "\n")
			}
		}
	}
	return b.String()
}

type promptParts struct {
	title, goal string
	acceptance  []org.Criterion
	passages    []work.Passage
	around      []string // the founder's words and the results of earlier steps
}

var (
	criterionLine = regexp.MustCompile(`^- \[(a\d+)\] (.+)$`)
	blockStart    = regexp.MustCompile(`^<<<(?:data|text) \w+ ?(\w*)>>>$`)
	passageStart  = regexp.MustCompile(`^<(S\d+:p\d+)(?:[^>]* (\d{4}-\d{2}-\d{2}))?[^>]*> ?(.*)$`)
)

func readPrompt(text string) promptParts {
	var a promptParts
	block, inGoal := "", false
	var inside []string
	for _, line := range strings.Split(text, "\n") {
		if m := blockStart.FindStringSubmatch(line); m != nil {
			block, inside = m[1]+" ", nil
			continue
		}
		if strings.HasPrefix(line, "<<<end ") {
			a.takeSection(strings.TrimSpace(block), inside)
			block = ""
			continue
		}
		if block != "" {
			inside = append(inside, strings.TrimPrefix(strings.TrimPrefix(line, "┃"), " "))
			continue
		}
		switch {
		case strings.HasPrefix(line, "Title: ") && a.title == "":
			a.title = strings.TrimPrefix(line, "Title: ")
		case line == "Goal:" && a.goal == "":
			inGoal = true
		case line == "":
			inGoal = false
		case inGoal:
			a.goal += line + "\n"
		default:
			if m := criterionLine.FindStringSubmatch(line); m != nil {
				a.acceptance = append(a.acceptance, org.Criterion{ID: m[1], Text: m[2], Check: org.CheckJudge})
			}
		}
	}
	return a
}

func (a *promptParts) takeSection(name string, lines []string) {
	switch name {
	case "passages":
		for _, l := range lines {
			if m := passageStart.FindStringSubmatch(l); m != nil {
				source, _, _ := strings.Cut(m[1], ":")
				a.passages = append(a.passages, work.Passage{ID: m[1], Text: m[3], Date: m[2], Document: org.DocumentID(source), Site: "file"})
				continue
			}
			if n := len(a.passages); n > 0 {
				a.passages[n-1].Text += "\n" + l
			}
		}
		for i := range a.passages {
			a.passages[i].Text = strings.TrimRight(a.passages[i].Text, "\n")
			a.passages[i].End = len(a.passages[i].Text)
		}
	case "request", "result":
		a.around = append(a.around, strings.Join(lines, "\n"))
	}
}

// The worker hands a task to the checks so.
func (a promptParts) taskContext() string {
	parts := []string{a.title, a.goal}
	for _, c := range a.acceptance {
		parts = append(parts, c.Text)
	}
	return strings.Join(append(parts, a.around...), "\n")
}

// Its kind is what the plan on the tape says of its goal; without a plan it is research, which the
// checks hold to the most.
func (a promptParts) stepOf(kinds map[string]org.StepKind) org.Step {
	s := org.Step{Title: a.title, Goal: a.goal, Kind: org.KindResearch, Acceptance: a.acceptance}
	for goal, kind := range kinds {
		if strings.Contains(a.goal, goal) {
			s.Kind = kind
		}
	}
	return s
}
