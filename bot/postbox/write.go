package postbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Writer has a model write answers. Of what it says nothing is taken but the text of one.
type Writer struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Secret  string // of this database: marks the mail in the prompt, see prompt.Nonce
	Now     func() time.Time
}

// ErrNoModel says that nobody can write.
var ErrNoModel = errors.New("no model is set up")

// Write writes an answer to a mail that says what the founder wants said. Of the same order it is the same.
func (w *Writer) Write(ctx context.Context, l reports.Letter, words, order string) (string, error) {
	if w.Client.Offline() {
		return "", ErrNoModel
	}
	blocks, err := w.Prompts.Blocks(prompt.Data{
		Stage: org.StageMail, Nonce: prompt.Nonce(w.Secret, order), Tier: org.T2,
		Contract: prompt.MailContract{Words: words, Lines: []string{"From: " + l.Name, "Subject: " + l.Subject, "", l.Text}}, Volatile: prompt.Volatile{Day: w.Now()},
	})
	if err != nil {
		return "", fmt.Errorf("write an answer: %w", err)
	}
	r, err := w.Client.Do(ctx, llm.Request{
		Purpose: org.StageMail, Caller: llm.Caller{Round: 1, Seq: 1, Key: "mail:" + order}, Tier: org.T2, Blocks: blocks, Schema: w.Prompts.Schema(org.StageMail), Question: order + "\n" + words,
	})
	if err != nil {
		return "", fmt.Errorf("write an answer: %w", err)
	}
	var out struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(r.Object, &out); err != nil {
		return "", fmt.Errorf("write an answer: %w", err)
	}
	text, _ := safetext.Visible(out.Text)
	// What it answers is somebody else's: a quotation of it would be kept with the answer.
	return outward.DropQuoted(text), nil
}
