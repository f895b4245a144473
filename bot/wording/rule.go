package wording

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// RuleOrProject asks about words that read as a rule for all work whether they are
// one.
func RuleOrProject(words string) Message {
	words = prose.OneLine(words)
	m := Message{Text: fmt.Sprintf("“%s” reads like a rule for all my work. Is it one, or a project of its own?", Clip(Plain(words), 200))}
	rule, project := "remember "+words, "project "+words
	if len(rule) > org.ButtonLine {
		m.Text += " **Remember this** in the message's menu keeps it as a rule; `!project` and the words starts a project."
		return m
	}
	m.Buttons = []org.Button{{Label: "Rule", Command: rule, Style: org.StylePrimary}, {Label: "Project", Command: project}}
	return m
}
