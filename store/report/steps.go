package report

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
)

// Step returns a step by its id or its key ("i2", or "p3/i2"), or
// org.ErrNotFound.
func (d *Report) Step(ctx context.Context, name string) (org.Step, error) {
	id, err := d.findStep(ctx, name)
	if err != nil {
		return org.Step{}, fmt.Errorf("read step %s: %w", name, err)
	}
	steps, err := record.StepsOf(ctx, d.db.Read, `id = ?`, id)
	if err == nil && len(steps) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return org.Step{}, fmt.Errorf("read step %s: %w", name, err)
	}
	return steps[0], nil
}
