package cli

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
)

// redone is what became of one stage that was done again.
type redone struct {
	Of    string `json:"of"`
	Round int    `json:"round,omitempty"`
	Stage string `json:"stage"`
	End   string `json:"end"` // same, differs, asked otherwise
}

// The ends of a stage that is done again.
const (
	endSame    = "same"
	endDiffers = "differs"
	endAsked   = "asked otherwise" // the ledger has no answer to what would be asked now
)

// replayProject does every kept stage of a project again, from what is kept
// alone, and says which come out as they were. With other prompts it says which
// would be asked otherwise.
func replayProject(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"replay needs a project: frasier replay p1"}
	}
	if c.flags.prompts != "" {
		c.settings.Prompts = c.path(c.flags.prompts)
	}
	return c.with(ctx, func(a *app.App) error {
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		a.FromLedger()
		rows, err := redoAll(ctx, a, p.ID)
		if err != nil {
			return err
		}
		same := 0
		for _, r := range rows {
			if r.End == endSame {
				same++
			}
		}
		if c.flags.json {
			if err := c.writeJSON(map[string]any{"project": p.ID, "stages": rows, "same": same}); err != nil {
				return err
			}
		} else if err := c.tableOf(rows, same); err != nil {
			return err
		}
		if same < len(rows) || len(rows) == 0 {
			return &exit{Failed}
		}
		return nil
	})
}

func (c *call) tableOf(rows []redone, same int) error {
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		if r.End != endSame || c.flags.all {
			fmt.Fprintf(w, "%s\tround %d\t%s\t%s\n", r.Of, r.Round, r.Stage, r.End)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	c.printf("%s\n", messages.Replayed(same, len(rows)))
	return nil
}

// redoAll does the stages of a project's answer, plans and steps again.
func redoAll(ctx context.Context, a *app.App, p org.ProjectID) ([]redone, error) {
	var out []redone
	add := func(of string, round int, stage string, got stagelog.Replay, err error) error {
		r := redone{Of: of, Round: round, Stage: stage, End: endDiffers}
		switch {
		case errors.Is(err, org.ErrConflict):
			r.End = endAsked
		case err != nil:
			return err
		case got.Same:
			r.End = endSame
		}
		out = append(out, r)
		return nil
	}
	traces, err := a.Store.Traces(ctx, string(p))
	if err != nil {
		return nil, err
	}
	for _, t := range traces {
		do, of := workerside.AgainPlan, string(t.Mission)
		if t.Mission == "" {
			do, of = botside.Again, string(t.Message.ID)
		}
		for _, s := range t.Results {
			got, err := do(ctx, a, t, s.Slot())
			if err := add(of, t.Plan, s.Slot(), got, err); err != nil {
				return nil, err
			}
		}
	}
	steps, err := a.Store.Steps(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		trace, err := a.Store.StepTrace(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range trace.Rounds {
			for _, point := range r.Stages {
				slot := org.StageSlot(point.Stage, point.Seq)
				got, err := workerside.AgainIn(ctx, a, s, r.N, slot)
				if err := add(string(s.ID), r.N, slot, got, err); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}
