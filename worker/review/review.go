// Package review has models judge drafts. A critic answers yes-or-no questions
// with quotes, and code turns the answers into scores (Critique). Reviewers
// pass or fail each criterion with a quote (QA, Lead); a verdict without its
// quote counts as a fail, and a reviewer that cannot be reached is an error,
// never an approval. What code can judge by itself is in worker/check.
//
// In comes a draft with its audit and the evidence it was written from; out
// go scores and verdicts. Nothing is stored here: the worker keeps each result
// as a checkpoint. The package never fetches, never writes and never publishes.
package review

import (
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Judge asks models for critiques and reviews. Its fields must be set before
// use; it may be used by several goroutines at once.
type Judge struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Log     *slog.Logger
	Now     func() time.Time
}
