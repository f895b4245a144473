package tool

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/cmd/internal/back"
	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/worker"
)

// stage does one stage of a step again, from the database and the ledger
// alone, prints what came and ends with 4 when it is not what was kept: stage
// STEP NAME.
func stage(ctx context.Context, c *call) error {
	if len(c.rest) != 2 {
		return &usage{"stage takes a step and the name of a stage, such as: frasier stage s3 critique; \"frasier watch\" shows the stages"}
	}
	return c.with(ctx, func(o *office.Office) error {
		s, err := o.Store.Step(ctx, c.rest[0])
		if err != nil {
			return err
		}
		got, err := back.Again(ctx, o, s, c.rest[1])
		if errors.Is(err, worker.ErrNoStage) {
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
