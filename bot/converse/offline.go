package converse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Directives returns the sentences of a text that are marked as rules for all
// later work ("rule: ...", "remember: ...", "from now on ..."). It is for
// instances without a model; with one the classifier says what is a rule.
func Directives(text string) []string {
	marked := regexp.MustCompile(`(?i)^(please\s+)?(from now on|remember:|rule:)`)
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, ">") {
			continue
		}
		for _, s := range regexp.MustCompile(`[.!]\s+`).Split(line, -1) {
			s = strings.TrimSpace(s)
			if !marked.MatchString(s) || strings.HasSuffix(s, "?") || len(prose.Words(s)) < 3 {
				continue
			}
			if s = strings.TrimRight(s, ".!") + "."; !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// wordsAlone takes what a message says without a model for guidance: words that
// are addressed to an open project ("p3: also cover Lisbon"), and any in a
// project's own thread that are no question, no small talk and no roadmap.
func (h *Handler) wordsAlone(x *exchange) (org.Turn, bool, error) {
	m := x.message
	if name, words := findAddressed(m.Text); name != "" && words != "" && !strings.HasSuffix(words, "?") {
		if p, ok := x.findProject(name); ok && !p.State.Ended() {
			return h.steerProject(x, "names an open project", p.ID), true, nil
		}
		if strings.HasPrefix(name, "p") { // "P1: ..." in capitals is a priority as often as a project
			x.class.Rules = []string{"names no open project"}
			return h.buildTurn(*x, org.ActionResponse, messages.ChatNoProject(name, x.listOpen()), nil), true, nil
		}
	}
	p, ok := x.findProject(string(x.here))
	class := classify.Rules(m)
	if t, done := h.answerPleasantry(x, class); done {
		return t, true, nil
	}
	if ok && p.State.Ended() && class.Class == "" && !class.Structural && !m.Brings() && !strings.HasSuffix(strings.TrimSpace(m.Text), "?") {
		x.class.Rules = []string{"in a finished project's thread"}
		t := h.buildTurn(*x, org.ActionResponse, messages.ChatFinished(findByName(p)), nil)
		t.Card.Buttons = []org.Button{messages.ChangesButton(p.ID)}
		return t, true, nil
	}
	if !ok && !m.Brings() && len(x.class.Directives) == 0 && syntax.IsRule(m.Text) {
		ask := wording.RuleOrProject(m.Text)
		x.class.Rules = []string{"reads as a rule"}
		t := h.buildTurn(*x, org.ActionResponse, ask.Text, nil)
		t.Card.Buttons = ask.Buttons
		return t, true, nil
	}
	if !ok || p.State.Ended() || m.Brings() || class.Class != "" || class.Structural || strings.HasSuffix(strings.TrimSpace(m.Text), "?") {
		return org.Turn{}, false, nil
	}
	return h.steerProject(x, "in a project's thread", p.ID), true, nil
}

func (h *Handler) answerPleasantry(x *exchange, class org.Classification) (org.Turn, bool) {
	if class.Class != org.ClassCasual || x.endsInQuestion() || len(prose.Words(x.message.Text)) == 0 {
		return org.Turn{}, false
	}
	text := messages.ChatHelloOffline
	if classify.Thanks(x.message.Text) {
		text = messages.ChatWelcome
	}
	x.class = class
	return h.buildTurn(*x, org.ActionResponse, text, nil), true
}

func (h *Handler) steerProject(x *exchange, rule string, p org.ProjectID) org.Turn {
	x.class.Rules = []string{rule}
	to, _ := x.findProject(string(p))
	t := h.buildTurn(*x, org.ActionResponse, messages.ChatPassedOn(findByName(to)), nil)
	t.Steering = p
	return t
}

// findAddressed returns the project that a message names at its head ("p3: also
// cover Lisbon", "for p3 ...") as it is written, and what it says.
func findAddressed(text string) (name, words string) {
	m := regexp.MustCompile(`^(?is)\s*(?:(?:(?:for|in|on|re|regarding|about|to)\s+)?(p[0-9]{1,9})\s*[:,\x{2013}\x{2014}-]|(?:for|regarding)\s+(p[0-9]{1,9})\b)\s*(.*)$`).FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	return m[1] + m[2], strings.TrimSpace(m[3])
}
