package trial

import (
	"context"

	"github.com/frasier-cos/frasier/internal/coding"
)

// TryOn runs the tests of one change on another, as a subject says besides: alone is how the checks end on the change that the tests came with,
// and on how they end with them on the other. Both are nil where it brings no test.
func (r Runner) TryOn(ctx context.Context, s Subject, of, other coding.Change) (alone, on []coding.Trial, err error) {
	tree, has, err := r.Workspaces.TestsOn(ctx, s.Repository, of, other.Tree)
	if err != nil || !has {
		return nil, nil, err
	}
	s.Phase, s.Twice = coding.TrialGreen, true
	s.Tree = of.Tree
	if alone, err = r.Run(ctx, s); err != nil {
		return nil, nil, err
	}
	s.Tree = tree
	on, err = r.Run(ctx, s)
	return alone, on, err
}
