package converse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type chiefReply struct {
	Message string     `json:"message"`
	Action  org.Action `json:"action"`
	Project *struct {
		Title  string    `json:"title"`
		Goal   string    `json:"goal"`
		Mode   org.Mode  `json:"mode"`
		Depth  org.Depth `json:"depth"`
		Phases []struct {
			Label string `json:"label"`
			Task  string `json:"task"`
		} `json:"phases"`
	} `json:"project"`
}

// chief asks for the structured reply. An unreadable reply shows the founder
// its text and counts as a ghost; a model that cannot be reached is said in a
// sentence. Neither holds the message up.
func (d *Handler) chief(ctx context.Context, h *exchange, known []org.Memory) error {
	blocks, err := d.Prompts.Blocks(prompt.Data{
		Stage: org.StageChief, Nonce: prompt.Nonce(d.Secret, string(h.message.ID)), Tier: org.T1,
		Contract: prompt.ChiefContract{
			Text: h.message.Text, Attachments: h.message.Attachments, History: h.scene.History, Open: h.scene.Open,
			Recalled: known, Class: h.class, Directives: h.rules, Team: d.Team,
		},
		Volatile: prompt.Volatile{Day: d.Now()},
	})
	if err != nil {
		return fmt.Errorf("ask chief: %w", err)
	}
	reply, err := d.Client.Do(ctx, llm.Request{
		Purpose: org.StageChief, Caller: llm.Caller{Key: "message:" + string(h.message.ID), Round: 1, Seq: 1}, Tier: org.T1, Blocks: blocks,
		Schema: d.Prompts.Schema(org.StageChief), Check: chiefFaults, Input: org.StageInput{Message: &h.message, Class: &h.class},
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		d.Log.WarnContext(ctx, "no structured reply", "message", h.message.ID, "err", err)
		h.silent = err
		h.class.Unparsed = h.class.Unparsed || llm.Content(err)
		return nil
	}
	if err := json.Unmarshal(reply.Object, &h.chief); err != nil {
		return fmt.Errorf("ask chief: read reply: %w", err)
	}
	return nil
}

// recall finds what was said and learnt before about what a message speaks of,
// without the turns that the chief is shown anyway. Rules stand in the prompt
// already.
func (d *Handler) recall(ctx context.Context, h *exchange) ([]org.Memory, error) {
	found, err := d.Memory.Recall(ctx, h.message.Text, recalled+remembered+len(h.rules))
	if err != nil {
		return nil, fmt.Errorf("recall: %w", err)
	}
	shown := map[string]bool{string(h.message.ID): true}
	for _, t := range h.scene.History {
		shown[string(t.Message.ID)] = true
	}
	out := found[:0]
	for _, m := range found {
		if !shown[m.Ref] && m.Kind != org.MemoryDirective && len(out) < recalled {
			if m.Text, _ = org.Visible(m.Text); m.Kind == org.MemoryDocument {
				m.Text = "" // the chief is shown its title alone
			}
			out = append(out, m)
		}
	}
	return out, nil
}

// unread is what the founder is told when the chief's reply is of no use: the
// model's own words when there are any, and what becomes of the message, which
// the classification alone decides then.
func unread(err error, route org.Action) string {
	var call *llm.Error
	text := ""
	if llm.Content(err) && errors.As(err, &call) {
		text, _ = org.Visible(ownWords(call.Reply))
		const atMost = 3000
		if r := []rune(text); len(r) > atMost {
			text = strings.TrimSpace(string(r[:atMost])) + " ..."
		}
	}
	switch {
	case route != org.ActionResponse && text != "":
		return text + "\n\n(The model's reply was not in the form I asked for, so I go by what your message asks for.)"
	case route != org.ActionResponse:
		return ""
	case text != "":
		return text + "\n\n(The model's reply was not in the form I asked for, so I started nothing from it.)"
	case llm.Content(err):
		return "The model gave no answer that I can use, so nothing was started. Say it again, in other words if you can."
	case errors.As(err, &call) && !llm.Transport(err) && call.Sentence != "":
		return call.Sentence + " Nothing was started."
	default:
		return "The model could not be reached, so I cannot answer this now and started nothing. Say it again in a few minutes."
	}
}

// ownWords are what an unreadable reply says to a person: of JSON, its message
// when it has one; empty when it has no words.
func ownWords(reply string) string {
	reply = strings.TrimSpace(reply)
	if json.Valid([]byte(reply)) {
		var r struct {
			Message string `json:"message"`
		}
		if json.Unmarshal([]byte(reply), &r) != nil {
			return ""
		}
		return strings.TrimSpace(r.Message)
	}
	if !strings.ContainsFunc(reply, unicode.IsLetter) {
		return ""
	}
	return reply
}

// chiefFaults are the rules that the schema cannot say.
func chiefFaults(raw json.RawMessage) []string {
	var r chiefReply
	if err := json.Unmarshal(raw, &r); err != nil {
		return []string{err.Error()}
	}
	var faults []string
	if strings.TrimSpace(r.Message) == "" {
		faults = append(faults, "message is empty")
	}
	if r.Action != org.ActionResponse && r.Project == nil {
		faults = append(faults, fmt.Sprintf("action %s needs a project", r.Action))
	}
	return faults
}
