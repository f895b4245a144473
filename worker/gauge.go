package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/review"
)

// Critics is where it stands how far critics can be trusted.
type Critics interface {
	// Calibration returns the newest measurement, or org.ErrNotFound.
	Calibration(ctx context.Context, model, kind string) (org.Calibration, error)
	SaveCalibration(ctx context.Context, c org.Calibration) error
}

// Gauge measures critics by drafts of known worth before their scores let
// anything pass: the first time that a model's score would, when the prompt or
// the model changes, and again after org.CalibrationEvery. An office without
// work measures nothing and so spends nothing. It may be used by several
// goroutines at once.
type Gauge struct {
	Critics Critics
	Judge   *review.Judge
	Now     func() time.Time
	Log     *slog.Logger
	mu      sync.Mutex
}

// Sound reports whether the scores of a critic's model for a kind of work may
// be trusted; family is that of the author whose work it judged, by which the
// critic is chosen. A critic that cannot be measured is not.
func (g *Gauge) Sound(ctx context.Context, model, family string, k org.StepKind) (bool, error) {
	kind := org.CalibrationKind(k)
	g.mu.Lock() // who comes second reads what the first one measured
	defer g.mu.Unlock()
	last, err := g.Critics.Calibration(ctx, model, kind)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return false, err
	}
	asked, err := g.Judge.CriticPrompt(kind)
	if err != nil {
		return false, err
	}
	if last.Fresh(asked, g.Now()) {
		return last.Sound, nil
	}
	got, err := g.Judge.Calibrate(ctx, kind, family, last.N+1)
	var call *llm.Error
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, org.ErrConflict), errors.Is(err, org.ErrBudget), errors.Is(err, org.ErrNoModel), errors.As(err, &call):
		g.Log.WarnContext(ctx, "a critic could not be measured, so its score lets nothing pass", "model", model, "kind", kind, "err", err)
		return false, nil
	case err != nil:
		return false, err
	}
	if err := g.Critics.SaveCalibration(ctx, got); err != nil {
		return false, fmt.Errorf("keep what %s is worth as a critic: %w", got.Model, err)
	}
	return got.Sound && got.Model == model, nil
}
