// Package classify says what one message is: casual, a simple task or a full
// project. Rules look at its structure first; a model (the cheapest tier) says
// the rest, and must quote the message for it. A classification is only an
// opinion: what becomes of the message is decided by org.Route.
//
// A model that does not answer, or whose answer cannot be read, gives
// org.ClassNone. That is no error: a reply is never held up by it.
package classify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Classifier asks the model. All fields must be set.
type Classifier struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Secret  string // of this database: marks the message in the prompt, see prompt.Nonce
	Now     func() time.Time
	Log     *slog.Logger
}

// Scene is what stands around a message.
type Scene struct {
	History []org.PastTurn // oldest first
	Open    []org.Project
}

type reply struct {
	Evidence   []string  `json:"evidence"`
	Class      org.Class `json:"class"`
	Confidence float64   `json:"confidence"`
	Title      string    `json:"title"`
}

// Classify returns what a message is. It returns an error only when nobody
// may go on: the context ended or the model cannot be used at all.
func (c *Classifier) Classify(ctx context.Context, m org.Message, s Scene) (org.Classification, error) {
	out := Rules(m)
	if decided(out) {
		return out, nil
	}
	blocks, err := c.Prompts.Blocks(prompt.Data{
		Stage: org.StageClassify, Nonce: prompt.Nonce(c.Secret, string(m.ID)), Tier: org.T1,
		Contract: prompt.ClassifyContract{Text: m.Text, Attachments: m.Attachments, History: s.History, Open: s.Open, Rules: out.Rules},
		Volatile: prompt.Volatile{Day: c.Now()},
	})
	if err != nil {
		return out, fmt.Errorf("classify message %s: %w", m.ID, err)
	}
	r, err := c.Client.Do(ctx, llm.Request{
		Purpose: org.StageClassify, Caller: llm.Caller{Key: "message:" + string(m.ID), Round: 1}, Tier: org.T1, Blocks: blocks,
		Schema: c.Prompts.Schema(org.StageClassify), Input: org.StageInput{Message: &m, Class: &out},
	})
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil {
		c.Log.WarnContext(ctx, "message not classified", "message", m.ID, "err", err)
		out.Unparsed = llm.Content(err)
		return out, nil
	}
	out.Model = r.Model
	var got reply
	if err := json.Unmarshal(r.Object, &got); err != nil {
		out.Unparsed = true
		return out, nil //nolint:nilerr // an unreadable classification is a ghost, never a reason to hold the reply up
	}
	return merge(out, got, m), nil
}

// decided reports whether rules alone said enough that no model is asked: a
// command, or a greeting.
func decided(c org.Classification) bool {
	return c.Command != "" || c.Class == org.ClassCasual || c.Structural && c.Confidence >= 1
}

// merge takes the model's opinion. Evidence must occur in the message, or the
// confidence is capped; a confidence that is no number from 0 to 1 is 0.
func merge(c org.Classification, r reply, m org.Message) org.Classification {
	switch r.Class {
	case org.ClassCasual, org.ClassSimpleTask, org.ClassFullProject:
		c.Class = r.Class
	case org.ClassNone:
		c.Unparsed = true
		return c
	default:
		c.Unparsed = true
		return c
	}
	if math.IsNaN(r.Confidence) || r.Confidence < 0 || r.Confidence > 1 {
		r.Confidence = 0
	}
	c.Confidence, c.Title = r.Confidence, strings.TrimSpace(r.Title)
	in := org.Fold(whole(m))
	for _, e := range r.Evidence {
		if f := org.Fold(e); f != "" && strings.Contains(in, f) {
			c.Evidence = append(c.Evidence, e)
		}
	}
	if len(c.Evidence) == 0 {
		c.Confidence = min(c.Confidence, org.UngroundedConfidence)
	}
	return c
}

func whole(m org.Message) string {
	text := m.Text
	for _, a := range m.Attachments {
		text += "\n" + a.Name + "\n" + a.Text
	}
	return text
}
