package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// joinBase brings what a pull request changes together with its base, on which the step starts. Where git cannot, its writer goes on from both
// sides, as from those of a change that cannot be merged; without a writer the founder is asked.
func (r *codeRun) joinBase(ctx context.Context) (*work.Outcome, error) {
	o := r.about.Code
	if o.Joins == "" {
		return nil, nil
	}
	if o.From == nil || o.From.Head() == "" {
		return end(r.failStep("nothing is left here of the branch that was to be brought together with " + o.Joins + ". `!pr` says how its pull request stands, and `!redo` begins anew"))
	}
	ws, head := r.runner.Workspaces, o.From.Head()
	if err := ws.Restore(ctx, coding.CodeOrder{Repository: o.Repository, Branch: o.From.Branch, Merged: o.From.Merged}); err != nil { // its commit is on it, also of a change that is made again
		return nil, err
	}
	if on, err := r.goesOn(ctx); err != nil || on || o.Allowed != nil {
		return nil, err
	}
	tree, err := ws.Tree(ctx, o.Repository, head)
	if err != nil {
		return nil, err
	}
	fork, err := ws.Fork(ctx, o.Repository, head, r.base.Commit)
	if err != nil {
		return nil, err
	}
	merged, files, err := ws.Merge(ctx, o.Repository, fork, r.base.Commit, tree)
	switch {
	case err != nil:
		return nil, fmt.Errorf("bring step %s together with %s: %w", r.step.ID, o.Joins, err)
	case len(files) == 0 && merged == r.base.Tree:
		return end(r.failStep(o.Joins + " has all that the pull request changes already. `!pr " + string(r.step.Project) + " close` closes it"))
	case len(files) == 0:
		r.joined = merged
		return nil, nil
	}
	apart, err := ws.Unravel(ctx, o.Repository, fork, r.base.Commit, tree)
	if err != nil {
		return nil, fmt.Errorf("see where step %s does not agree with %s: %w", r.step.ID, o.Joins, err)
	}
	c := clash{Files: files, Commit: r.base.Commit, Base: r.base.Tree, Tree: apart.Tree, Theirs: apart.Theirs, Mine: apart.Mine}
	if !r.hasWriter() {
		return end(r.askClash(c))
	}
	return nil, r.takeUp(ctx, setback{Clash: &c})
}

// goesOn reports whether a round before left a change that fits what the step starts from: its writer goes on from that.
func (r *codeRun) goesOn(ctx context.Context) (bool, error) {
	patch, err := r.recallPatch(ctx)
	if err != nil || len(patch) == 0 {
		return false, err
	}
	_, err = r.runner.Workspaces.Apply(ctx, r.about.Code.Repository, r.base.Commit, patch)
	if no := new(workspace.UnusableError); errors.As(err, &no) {
		return false, nil
	}
	return err == nil, err
}

// takeJoined tries what git brought together. Nobody wrote anything for it.
func (r *codeRun) takeJoined(ctx context.Context) (proven, string, error) {
	ws, o := r.runner.Workspaces, r.about.Code
	c, err := ws.Between(ctx, o.Repository, r.base.Commit, r.joined)
	if err != nil {
		return proven{}, "", err
	}
	said := fmt.Sprintf("It changes on %s what it changed before, line by line: git brought both together, and nobody wrote anything.", o.Joins)
	_, err = stage(ctx, r.run, org.StageChange, 0, func(context.Context) (changeReply, error) { // a later round goes on from it
		return changeReply{Tree: c.Tree, Patch: c.Patch, Said: said}, nil
	})
	if err != nil {
		return proven{}, "", err
	}
	c.Said = said
	p, err := r.proveChange(ctx, c, 0)
	return p, "", err
}
