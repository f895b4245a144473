package cli

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
)

// waiting is one decision as inbox reports it.
type waiting struct {
	ID       string       `json:"id"`
	Project  string       `json:"project"`
	Step     string       `json:"step,omitempty"`
	Question string       `json:"question"`
	Options  []org.Option `json:"options"`
	Blocks   []string     `json:"blocks"`
	Safe     string       `json:"safe,omitempty"` // what stands until it is answered
	At       time.Time    `json:"at"`
}

// inbox lists what waits for the founder, most blocking first.
func inbox(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		all, err := a.Store.Decisions(ctx)
		if err != nil {
			return err
		}
		out := make([]waiting, 0, len(all))
		for _, d := range all {
			out = append(out, waiting{d.ID, string(d.Project), string(d.Step), d.Question, append([]org.Option{}, d.Options...), append([]string{}, d.Blocks...), d.Safe, d.At})
		}
		if c.flags.json {
			return c.writeJSON(out)
		}
		return c.show(ctx, a, "inbox")
	})
}

// decide answers with a letter or words; without either it shows the question.
func decide(ctx context.Context, c *call) error {
	if len(c.rest) == 1 {
		return c.with(ctx, func(a *app.App) error { return c.show(ctx, a, "decide "+c.rest[0]) })
	}
	return answer(ctx, c, "decide")
}

func approve(ctx context.Context, c *call) error { return answer(ctx, c, "approve") }

func deny(ctx context.Context, c *call) error { return answer(ctx, c, "deny") }

// answer answers a decision as a chat does. What cannot be
// answered so exits 2 and says why.
func answer(ctx context.Context, c *call, verb string) error {
	if len(c.rest) == 0 {
		return &usage{messages.TerminalNeedsDecision(verb)}
	}
	return c.with(ctx, func(a *app.App) error {
		before, err := a.Store.Decision(ctx, c.rest[0])
		if err != nil {
			return err
		}
		r, err := c.do(ctx, a, verb+" "+strings.Join(c.rest, " "))
		if err != nil {
			return err
		}
		after, err := a.Store.Decision(ctx, before.ID)
		if err != nil {
			return err
		}
		if !before.Open() || after.Open() {
			return &usage{c.plainText(r.Text)}
		}
		if c.flags.json {
			return c.writeJSON(map[string]string{"decision": after.ID, "answer": after.Answer, "said": r.Text})
		}
		c.say(r.Text)
		return nil
	})
}
