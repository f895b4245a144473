package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/coder"
)

// takeGiven makes the change of what was given, and tries it. The text says why there is none.
func (r *codeRun) takeGiven(ctx context.Context) (proven, string, error) {
	order := *r.about.Code
	m, err := stage(ctx, r.run, org.StageChange, 0, func(ctx context.Context) (changeReply, error) {
		c, err := coder.Given(ctx, r.runner.Workspaces, order, r.base.Commit)
		var no *coder.NothingError
		if errors.As(err, &no) {
			return changeReply{No: no.Error()}, nil
		}
		return changeReply{Tree: c.Tree, Patch: c.Patch, Said: c.Said}, err
	})
	if err != nil || m.No != "" {
		return proven{}, m.No, err
	}
	// The copy may be another than the one it was made in.
	tree := r.base.Tree
	if len(m.Patch) > 0 {
		if tree, err = r.runner.Workspaces.Apply(ctx, order.Repository, r.base.Commit, m.Patch); err != nil {
			return proven{}, "", fmt.Errorf("make the change of step %s again: %w", r.step.ID, err)
		}
	}
	if tree != m.Tree {
		return proven{}, "", fmt.Errorf("the change of step %s gives the tree %s, and gave %s", r.step.ID, tree, m.Tree)
	}
	c, err := r.runner.Workspaces.Between(ctx, order.Repository, r.base.Commit, tree)
	if err != nil {
		return proven{}, "", err
	}
	c.Said = m.Said
	p, err := r.proveChange(ctx, c, 0)
	return p, "", err
}
