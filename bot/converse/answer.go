package converse

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
)

// Questions are what waits for the founder's answer.
type Questions interface {
	// Asked returns what a message may be the answer to.
	Asked(ctx context.Context, m org.Message) (org.Asked, error)
}

// answered takes plain words for the answer to a decision: a reply to its
// card, or words in a project's thread while one question waits there and
// nothing else. What they decide is done as the command does it, so that a
// crash before the turn is saved does it once.
func (d *Handler) answered(ctx context.Context, h *exchange) (t org.Turn, done bool, err error) {
	m := h.message
	if m.Explicit {
		return t, false, nil
	}
	asked, err := d.asked(ctx, m)
	if err != nil {
		return t, false, fmt.Errorf("look for a question: %w", err)
	}
	h.waits = len(asked.Open)
	line := strings.TrimPrefix(asked.Line, "!")
	switch q := asked.Card; {
	case strings.HasPrefix(line, org.CommandDecide+" "): // begun before a crash
	case q.ID != "":
		words, ok := org.PlainAnswer(q, said(m))
		if !ok && !q.Open() {
			return t, false, nil
		}
		if line = strings.TrimSpace(org.CommandDecide + " " + q.ID + " " + words); !ok {
			t, err = d.decide(ctx, *h, line)
			t.Reply = "I did not take that as an answer, so nothing is decided. Press a button, or reply with a letter, and with words where it asks for some: `a) your words`.\n\n" + t.Reply
			return t, true, err
		}
	default:
		words, ok := inPassing(m, asked.Open)
		if _, named, _ := steered(m.Text, h.scene.Open); !ok || named != "" {
			return t, false, nil
		}
		line = org.CommandDecide + " " + asked.Open[0].ID + " " + words
	}
	t, err = d.decide(ctx, *h, line)
	t.Directives = Directives(m.Text)
	return t, true, err
}

// asked looks for what a message answers. A founder can reply to a card before
// the sender has written down which message it became; that is waited for, as
// the reply would otherwise be taken for a new task.
func (d *Handler) asked(ctx context.Context, m org.Message) (org.Asked, error) {
	const (
		term = 15 * time.Second // longer than the sender takes to write it down
		look = 50 * time.Millisecond
	)
	for end := time.Now().Add(term); ; {
		asked, err := d.Questions.Asked(ctx, m)
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

// inPassing reads words that reply to nothing as the answer to the only
// question that waits. Talk, files, questions and standing rules are none. A
// question about the plan holds nothing up, so it takes no more in passing than
// the name of an answer: other words are a note to the agents, as ever.
func inPassing(m org.Message, open []org.Decision) (string, bool) {
	if len(open) != 1 || open[0].Kind != org.DecideQuestion || len(m.Attachments) > 0 || org.Vague(m.Text) || len(Directives(m.Text)) > 0 {
		return "", false
	}
	if class := classify.Rules(m); class.Class != "" && len([]rune(org.Fold(m.Text))) != 1 {
		return "", false
	}
	words, ok := org.PlainAnswer(open[0], m.Text)
	if _, named := open[0].Option(words); open[0].Step == "" && !named {
		return "", false
	}
	return words, ok
}

// said is what a message says, the text of its files included.
func said(m org.Message) string {
	parts := []string{m.Text}
	for _, a := range m.Attachments {
		if a.Text != "" {
			parts = append(parts, "Attached: "+a.Name+"\n\n"+a.Text)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}

// decide gives a line of the command language for a message.
func (d *Handler) decide(ctx context.Context, h exchange, line string) (org.Turn, error) {
	m := h.message
	m.Text, m.Attachments = "!"+line, nil
	h.class.Rules = []string{"answers a decision"}
	return d.obey(ctx, m, h.class)
}

// waiting says that a note answered none of the questions that wait.
func waiting(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" It answers none of the %s that wait here: reply to its card to answer one.", org.Count(n, "decision"))
}
