package converse

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Questions finds what waits for the founder's answer.
type Questions interface {
	// Asked returns what a message may be the answer to.
	Asked(ctx context.Context, m org.Message) (org.Asked, error)
}

// takeNamedAnswer takes for an answer what names one: a reply to a decision's card, or
// words in a project's thread while one decision waits there, that are the
// letter or the label of an option. What they decide is done as the command
// does it, so that a crash before the turn is saved does it once. Anything else
// is for the chief to read.
func (h *Handler) takeNamedAnswer(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	m := x.message
	if m.Explicit {
		return t, false, nil
	}
	if t, done, err = h.takeYesToRedo(ctx, x); done || err != nil {
		return t, done, err
	}
	asked, err := h.findAskedDecision(ctx, m)
	if err != nil {
		return t, false, fmt.Errorf("look for a question: %w", err)
	}
	if strings.Contains(asked.Line, " "+org.SureMark+" ") { // begun before a crash
		t, err = h.buildDecisionCommand(ctx, *x, strings.TrimPrefix(asked.Line, "!"))
		return t, true, err
	}
	if asked.Confirms != "" && len(asked.Card) == 0 && !m.Brings() && isYes(m.Text) {
		t, err = h.buildDecisionCommand(ctx, *x, asked.Confirms)
		return t, true, err
	}
	if line := strings.TrimPrefix(asked.Line, "!"); strings.HasPrefix(line, org.CommandDecide+" ") { // begun before a crash
		t, err = h.buildDecisionCommand(ctx, *x, line)
		return t, true, err
	}
	q, replies := org.Decision{}, len(asked.Card) > 0
	switch {
	case replies:
		var numbered bool
		if q, m.Text, numbered = chooseDecision(asked.Card, m.Text); q.ID == "" {
			return h.askWhich(x, asked.Card), true, nil
		}
		if numbered {
			x.message = m
		}
		if numbered && m.Text == "" && !m.Brings() {
			t, err = h.buildDecisionCommand(ctx, *x, org.CommandDecide+" "+q.ID)
			return t, true, err
		}
	case len(asked.Open) == 1 && !m.Brings():
		q = asked.Open[0]
	}
	if q.ID == "" {
		return t, false, nil
	}
	words, ok := PlainAnswer(q, joinText(m))
	switch {
	case q.Open() && namesOption(q, m.Text), replies && ok && (!q.Open() || h.Client.Offline()):
		t, err = h.buildDecisionCommand(ctx, *x, strings.TrimSpace(org.CommandDecide+" "+q.ID+" "+words))
		return t, true, err
	case replies && q.Open() && (isBareOption(q, m.Text) || h.Client.Offline()):
		t, err = h.buildDecisionCommand(ctx, *x, org.CommandDecide+" "+q.ID)
		t.Reply = messages.ChatUnsure(q) + "\n\n" + t.Reply
		return t, true, err
	}
	if replies {
		x.replies = q
	}
	return t, false, nil
}

// chooseDecision is the one of the decisions of a message that a reply to it answers, and what the reply
// says without naming it: the one whose number or id it begins with, else the only one that
// is open. With several it may be any of them; then its ID is empty.
func chooseDecision(card []org.Decision, text string) (d org.Decision, rest string, named bool) {
	if len(card) == 1 {
		return card[0], text, false
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	name := strings.ToLower(strings.Trim(first, "#.):,("))
	for n, d := range card {
		switch {
		case name == strings.ToLower(d.ID), name == strconv.Itoa(n+1) && (name != first || answersPlainly(d, rest)):
			return d, rest, true
		}
	}
	open := slices.DeleteFunc(slices.Clone(card), func(d org.Decision) bool { return !d.Open() })
	switch len(open) {
	case 0:
		return card[0], text, false
	case 1:
		return open[0], text, false
	}
	return org.Decision{}, text, false
}

// answersPlainly reports whether what follows a number answers the decision of that number
// rather than being counted by it, as in "2 weeks are enough".
func answersPlainly(d org.Decision, rest string) bool {
	_, _, named := namedOption(d, rest)
	return named || isVague(rest)
}

func (h *Handler) askWhich(x *exchange, card []org.Decision) org.Turn {
	x.class.Rules = []string{"answers a decision"}
	answers := map[string]string{}
	for _, d := range card {
		if words, ok := PlainAnswer(d, joinText(x.message)); ok {
			answers[d.ID] = words
		}
	}
	reply := messages.ChatWhichDecision(card, answers)
	t := h.buildTurn(*x, org.ActionResponse, reply.Text, nil)
	t.Card.Buttons = reply.Card.Buttons
	return t
}

// takeYesToRedo takes a plain yes for one to what the last answer asked before it has steps done again.
func (h *Handler) takeYesToRedo(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	if !x.endsInQuestion() || !isYes(x.message.Text) || x.message.Brings() {
		return t, false, nil
	}
	last := x.past[len(x.past)-1].Message
	for n := range actionsMost {
		origin := actionOrigin(last.Origin, n)
		given, err := h.Questions.Asked(ctx, org.Message{Channel: x.message.Channel, Origin: origin})
		if err != nil {
			return t, false, fmt.Errorf("look for what was asked: %w", err)
		}
		verb, _, _ := strings.Cut(strings.TrimPrefix(given.Line, "!"), " ")
		if verb == org.CommandRedo || verb == org.CommandChanges {
			t, err = h.buildDecisionCommand(ctx, *x, org.CommandConfirm+" "+origin)
			return t, true, err
		}
	}
	return t, false, nil
}

func isYes(text string) bool {
	words := strings.Join(prose.Words(text), " ")
	return slices.Contains([]string{
		"yes", "yes please", "yep", "yeah", "yup", "sure", "ok", "okay", "ok do it", "do it", "yes do it", "go", "go ahead", "please do", "i m sure", "yes i m sure",
		"ja", "ja bitte", "ja gerne", "jawohl", "mach das", "ja mach das", "gerne", "passt",
		"sí", "si", "sí por favor", "vale", "claro", "adelante", "oui", "oui vas y", "vas y", "d accord", "sì", "va bene", "certo",
		"sim", "pode ser", "ja graag", "doe maar", "tak", "dobrze", "zgoda", "ano", "igen", "да", "давай", "так", "はい", "是", "好", "נכון", "כן", "نعم",
	}, words)
}

func isBareOption(d org.Decision, text string) bool {
	return slices.ContainsFunc(d.Options, func(o org.Option) bool {
		return prose.Fold(text) == prose.Fold(o.ID) || prose.Fold(text) == prose.Fold(o.Label)
	})
}

// namesOption reports whether a text is the letter or the label of an option, with
// words behind it where it asks for some.
func namesOption(d org.Decision, text string) bool {
	words, ok := PlainAnswer(org.Decision{ID: d.ID, Kind: org.DecideStrikes, Options: d.Options}, text)
	return ok && words != ""
}

// takePlainAnswer takes a reply to the card of a question for its answer when no model
// can say what it is.
func (h *Handler) takePlainAnswer(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	if x.replies.ID == "" || !x.replies.Open() {
		return t, false, nil
	}
	words, ok := PlainAnswer(x.replies, joinText(x.message))
	if !ok {
		return t, false, nil
	}
	t, err = h.buildDecisionCommand(ctx, *x, strings.TrimSpace(org.CommandDecide+" "+x.replies.ID+" "+words))
	return t, true, err
}

// findAskedDecision looks for what a message answers. A founder can reply to a card before
// the sender has written down which message it became; that is waited for, as
// the reply would otherwise be taken for a new task.
func (h *Handler) findAskedDecision(ctx context.Context, m org.Message) (org.Asked, error) {
	const (
		term = 15 * time.Second // longer than the sender takes to write it down
		look = 50 * time.Millisecond
	)
	for end := time.Now().Add(term); ; {
		asked, err := h.Questions.Asked(ctx, m)
		if err != nil || !asked.Pending || time.Now().After(end) {
			return asked, err
		}
		select {
		case <-ctx.Done():
			return asked, ctx.Err()
		case <-time.After(look):
		}
	}
}

// answerFor decides a question as the chief read the message: a question of the
// team's with the founder's own words, and a step that failed where he replies to its
// question and either says words for one more try or leaves it out. What else costs money
// (a price, a gate, a stronger model) is shown again with its buttons.
func (h *Handler) answerFor(ctx context.Context, x *exchange, t *org.Turn, n int, a action) (string, bool, error) {
	q, found := x.findDecision(a.Target)
	if !found {
		return messages.ChatNoDecision(a.Target), false, nil
	}
	o, known := q.Option(strings.ToLower(a.Choice))
	answer := joinText(x.message)
	told := q.Kind == org.DecideStrikes && q.ID == x.replies.ID && known && (o.Ask != "" || o.ID == q.Safe)
	switch {
	case q.Kind != org.DecideQuestion && !told, x.class.Question, !known && len(q.Options) > 0:
		line, _, err := h.buildCommand(ctx, x, t, n, org.CommandDecide+" "+q.ID)
		return strings.TrimSpace(messages.ChatUnsure(q) + "\n\n" + line), false, err
	case known && o.Ask == "":
		answer = o.ID
	case known:
		answer = o.ID + " " + answer
	}
	return h.buildCommand(ctx, x, t, n, org.CommandDecide+" "+q.ID+" "+prose.OneLine(answer))
}

// The texts of its files belong to a message; what it answers of ours does not.
func joinText(m org.Message) string {
	parts := []string{m.Text}
	for _, a := range m.Attachments {
		if a.Text != "" && !a.Ours() {
			parts = append(parts, "Attached: "+a.Name+"\n\n"+a.Text)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}

func (h *Handler) buildDecisionCommand(ctx context.Context, x exchange, line string) (org.Turn, error) {
	m := x.message
	m.Text, m.Attachments = "!"+line, nil
	x.class.Rules = []string{"answers a decision"}
	t, err := h.obeyCommand(ctx, m, x.class)
	t.Stages = x.stages.Results
	return t, err
}
