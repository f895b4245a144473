package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
)

// stage does one stage again, from the database and the ledger alone, prints
// what came and ends with 4 when it is not what was kept: a stage of a step, of
// the plan of a project or mission, or of the answer to a message.
func stage(ctx context.Context, c *call) error {
	if len(c.rest) != 2 {
		return &usage{"stage takes a step, a project, a mission or a message, and the name of a stage, such as: frasier stage s3 critique, frasier stage p1 plan, frasier stage m2 chief; \"frasier watch\" shows the stages of steps"}
	}
	return c.with(ctx, func(a *app.App) error {
		a.FromLedger(nil)
		got, err := again(ctx, a, c.rest[0], c.rest[1])
		if errors.Is(err, stagelog.ErrNoStage) {
			return &usage{err.Error()}
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c.Out, got.Bytes); err != nil {
			return err
		}
		if !got.Same {
			if _, err := fmt.Fprintf(c.Err, "frasier: %s of round %d gave other bytes than were kept\n", got.Stage, got.Round); err != nil {
				return err
			}
			return &exit{Failed}
		}
		return nil
	})
}

// again finds what the name names and does its stage again.
func again(ctx context.Context, a *app.App, name, stage string) (stagelog.Replay, error) {
	s, err := a.Store.Step(ctx, name)
	if err == nil {
		return stepAgain(ctx, a, s, stage)
	}
	if !errors.Is(err, org.ErrNotFound) {
		return stagelog.Replay{}, err
	}
	traces, err := a.Store.Traces(ctx, name)
	if err != nil {
		return stagelog.Replay{}, err
	}
	for _, t := range traces {
		if i := slices.IndexFunc(t.Results, func(r org.StageResult) bool { return r.Stage == stage || r.Slot() == stage }); i >= 0 {
			if err := a.SetUpAs(ctx, t.Results[i].Setup); err != nil {
				return stagelog.Replay{}, err
			}
		}
		do := workerside.AgainPlan
		if t.Mission == "" {
			do = botside.Again
		}
		if got, err := do(ctx, a, t, stage); !errors.Is(err, stagelog.ErrNoStage) {
			return got, err
		}
	}
	return stagelog.Replay{}, fmt.Errorf("%w: %s of %s (kept are stages of plans that were stored, and for %d days those of answers)", stagelog.ErrNoStage, stage, name, int(org.AnswerStagesFor.Hours()/24))
}

// stepAgain does a stage of a step again, in the last round that has it, as the process was
// set up that did it.
func stepAgain(ctx context.Context, a *app.App, s org.Step, stage string) (stagelog.Replay, error) {
	trace, err := a.Store.StepTrace(ctx, s.ID)
	if err != nil {
		return stagelog.Replay{}, err
	}
	for _, round := range slices.Backward(trace.Rounds) {
		i := slices.IndexFunc(round.Stages, func(p work.Checkpoint) bool {
			return p.Stage == stage || org.StageSlot(p.Stage, p.Seq) == stage
		})
		if i < 0 {
			continue
		}
		if err := a.SetUpAs(ctx, round.Stages[i].Setup); err != nil {
			return stagelog.Replay{}, err
		}
		return workerside.AgainIn(ctx, a, s, round.N, stage)
	}
	return stagelog.Replay{}, fmt.Errorf("%w: %s of step %s", stagelog.ErrNoStage, stage, s.ID)
}
