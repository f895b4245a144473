package cli

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
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
		held, err := a.Store.HeldUp(ctx)
		if err != nil {
			return err
		}
		if len(out) == 0 {
			c.printf("Nothing waits for your decision.\n")
		}
		for _, h := range held {
			for _, l := range h.Lines() {
				c.printf("held  %s\n", l)
			}
		}
		for _, d := range out {
			c.printf("%s  %s: %s\n", d.ID, d.Project, d.Question)
			for _, a := range d.Options {
				c.printf("   %s  %s: %s\n", a.ID, a.Label, a.Effect)
			}
			if len(d.Blocks) > 0 {
				c.printf("   blocks: %s\n", strings.Join(d.Blocks, ", "))
			}
		}
		return nil
	})
}

func approve(ctx context.Context, c *call) error { return answer(ctx, c, "approve") }

func deny(ctx context.Context, c *call) error { return answer(ctx, c, "deny") }

// answer answers a decision through the same handler as a chat. What cannot be
// answered so exits 2 and says why.
func answer(ctx context.Context, c *call, verb string) error {
	if len(c.rest) == 0 {
		return &usage{verb + " needs a decision: frasier " + verb + " e4; \"frasier inbox\" lists them"}
	}
	return c.with(ctx, func(a *app.App) error {
		before, err := a.Store.Decision(ctx, c.rest[0])
		if err != nil {
			return err
		}
		r, err := botside.Commands(a).Do(ctx, org.Command{
			Origin: "tool-" + strconv.FormatInt(a.Now().UnixNano(), 36), Channel: terminal.ChannelOf("tool"), Author: "founder",
			Line: verb + " " + strings.Join(c.rest, " "),
		})
		if err != nil {
			return err
		}
		after, err := a.Store.Decision(ctx, before.ID)
		if err != nil {
			return err
		}
		if !before.Open() || after.Open() {
			return &usage{strings.TrimSpace(r.Text)}
		}
		if c.flags.json {
			return c.writeJSON(map[string]string{"decision": after.ID, "answer": after.Answer, "said": r.Text})
		}
		c.printf("%s\n", r.Text)
		return nil
	})
}
