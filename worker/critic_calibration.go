package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/review"
)

// Critics stores how far critics can be trusted.
type Critics interface {
	// Calibration returns the newest measurement, or org.ErrNotFound.
	Calibration(ctx context.Context, model, kind string) (org.Calibration, error)
	SaveCalibration(ctx context.Context, c org.Calibration) error
}

// Gauge says how far critics can be trusted, and measures those in use by
// drafts of known worth: not while a project waits for it, but when there is
// nothing else to do, the first time that a critic's word counted, when its
// prompt or model changed, and again after CalibrationEvery. An idle
// instance measures nothing and so spends nothing. It may be used by several
// goroutines at once.
type Gauge struct {
	Critics Critics
	Judge   *review.Judge
	Now     func() time.Time
	Log     *slog.Logger
	mu      sync.Mutex
	due     []critic // to be measured
}

// critic names a measurement that is due: the model, the kind of work, and the
// family of the authors by which the critic is chosen.
type critic struct{ model, kind, family string }

// Sound reports whether the word of a critic's model for a kind of work may be
// trusted; family is that of the author whose work it judged. It asks no model:
// a critic counts as sound until a measurement says otherwise, and one whose
// measurement is due is noted for Next.
func (g *Gauge) Sound(ctx context.Context, model, family string, k org.StepKind) (bool, error) {
	c := critic{model, calibrationKind(k), family}
	last, err := g.Critics.Calibration(ctx, c.model, c.kind)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return false, err
	}
	asked, err := g.Judge.CriticPrompt(c.kind)
	if err != nil {
		return false, err
	}
	if !Fresh(last, asked, g.Now()) {
		g.mu.Lock()
		if !slices.Contains(g.due, c) {
			g.due = append(g.due, c)
		}
		g.mu.Unlock()
	}
	return last.N == 0 || last.Sound, nil
}

// Next measures one critic that is due, and returns org.ErrNoWork when there is
// none. One that cannot be measured now is noted again when it is next used.
func (g *Gauge) Next(ctx context.Context) error {
	g.mu.Lock()
	if len(g.due) == 0 {
		g.mu.Unlock()
		return org.ErrNoWork
	}
	c := g.due[0]
	g.due = g.due[1:]
	g.mu.Unlock()
	last, err := g.Critics.Calibration(ctx, c.model, c.kind)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return err
	}
	got, err := g.Judge.Calibrate(ctx, c.kind, c.family, last.N+1)
	var call *llm.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, org.ErrConflict), errors.Is(err, org.ErrBudget), errors.Is(err, org.ErrNoModel), errors.As(err, &call):
		g.Log.WarnContext(ctx, "a critic could not be measured", "model", c.model, "kind", c.kind, "err", err)
		return nil
	case err != nil:
		return err
	}
	if err := g.Critics.SaveCalibration(ctx, got); err != nil {
		return fmt.Errorf("keep what %s is worth as a critic: %w", got.Model, err)
	}
	return nil
}
