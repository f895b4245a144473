package plan

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// learn moves steps to the tier on which their kind fared best, when the
// founder lets the router learn, and notes each move in the plan. The words of
// high stakes and the final step keep the tier that the rules gave them.
func (p *Planner) learn(ctx context.Context, made *org.Plan) error {
	if p.Fared == nil {
		return nil
	}
	records, err := p.Fared(ctx)
	if err != nil {
		return fmt.Errorf("read how tiers fared: %w", err)
	}
	if len(records) == 0 {
		return nil
	}
	for i := range made.Steps {
		s := &made.Steps[i]
		if s.Final || s.Tier == org.T3 {
			continue
		}
		tier, why := org.LearntTier(s.Kind, s.Tier, org.T1, records)
		if why != "" {
			s.Tier = tier
			made.Notes.Lint = append(made.Notes.Lint, fmt.Sprintf("%q: %s", s.Title, why)+org.RouterMark)
		}
	}
	return nil
}
