package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Lore holds what was learnt, for who tidies it.
type Lore interface {
	// Untidy returns lessons that belong together and were not looked at as
	// they are, or org.ErrNoWork; now does not wait for their time.
	Untidy(ctx context.Context, now bool) (learning.Untidy, error)
	SaveCuration(ctx context.Context, u learning.Untidy, ops []learning.Op, refused []string) error
}

// Curator tidies what was learnt, a few lessons at a time: he
// merges what says the same, retires what no longer holds, and makes a note of
// the role of what came again and again. He proposes single changes;
// code decides which may be carried out, and keeps what stood there before. All
// fields must be set.
type Curator struct {
	Lore    Lore
	Client  *llm.Client
	Prompts *prompt.Set
	Secret  string // of this database, see prompt.Nonce
	Now     func() time.Time
	Log     *slog.Logger
	wait    time.Time // until when he rests
}

// The curator waits so long after a model that could not be asked, and when there was nothing to
// do.
const (
	rest         = time.Hour
	pauseBetween = 10 * time.Minute
)

type curateReply struct {
	Ops []learning.Op `json:"ops"`
}

// Next tidies one cluster when it is time, and returns org.ErrNoWork when
// nothing is to be done. It is called by one goroutine.
func (c *Curator) Next(ctx context.Context) error {
	if c.Client.Offline() || c.Now().Before(c.wait) {
		return org.ErrNoWork
	}
	err := c.tidyLessons(ctx, false)
	if errors.Is(err, org.ErrNoWork) {
		c.wait = c.Now().Add(pauseBetween)
	}
	var call *llm.Error
	if errors.As(err, &call) || errors.Is(err, org.ErrBudget) || errors.Is(err, org.ErrNoModel) {
		c.wait = c.Now().Add(rest)
		c.Log.WarnContext(ctx, "the lessons are tidied later", "err", err)
		return org.ErrNoWork
	}
	return err
}

// Tidy tidies all clusters now and returns how many there were.
func (c *Curator) Tidy(ctx context.Context) (int, error) {
	for n := 0; ; n++ {
		err := c.tidyLessons(ctx, true)
		if errors.Is(err, org.ErrNoWork) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func (c *Curator) tidyLessons(ctx context.Context, now bool) error {
	u, err := c.Lore.Untidy(ctx, now)
	if err != nil {
		return err
	}
	blocks, err := c.Prompts.Blocks(prompt.Data{
		Stage: org.StageCurate, Tier: org.T1, Nonce: prompt.Nonce(c.Secret, org.StageCurate), Contract: prompt.CurateContract{Items: u.Items},
		Volatile: prompt.Volatile{Day: c.Now()},
	})
	if err != nil {
		return fmt.Errorf("tidy lessons: %w", err)
	}
	reply, err := c.Client.Do(ctx, llm.Request{
		Purpose: org.StageCurate, Caller: llm.Caller{Key: "curation", Round: u.N}, Tier: org.T1, Blocks: blocks,
		Schema: c.Prompts.Schema(org.StageCurate),
	})
	if llm.Content(err) { // no use is no change; it is not asked about these again
		c.Log.WarnContext(ctx, "no usable changes of lessons", "err", err)
		return c.Lore.SaveCuration(ctx, u, nil, []string{"the model gave no usable answer"})
	}
	if err != nil {
		return fmt.Errorf("tidy lessons: %w", err)
	}
	var got curateReply
	if err := json.Unmarshal(reply.Object, &got); err != nil {
		return fmt.Errorf("tidy lessons: read reply: %w", err)
	}
	var refused []string
	fit := slices.DeleteFunc(got.Ops, func(op learning.Op) bool {
		if op.Op != learning.OpMerge && op.Op != learning.OpEdit {
			return false
		}
		why := prompt.Unfit(op.Text)
		if why != "" {
			refused = append(refused, fmt.Sprintf("%s %v: its text %s", op.Op, op.IDs, why))
		}
		return why != ""
	})
	ops, more := learning.Admitted(u.Items, fit, u.All)
	return c.Lore.SaveCuration(ctx, u, ops, append(refused, more...))
}
