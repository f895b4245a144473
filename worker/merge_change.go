package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/proof"
)

// mergeChange puts the change behind those that were merged before it, one step of a
// project at a time, after the checks passed on the merged tree too.
func (r *codeRun) mergeChange(ctx context.Context) (work.Outcome, error) {
	o, c, all := r.passed, r.proven.Change, r.proven.Trials
	order := *r.about.Code
	head, merged, err := r.waitForMerge(ctx, order.Began(c.Base))
	if err != nil {
		return o, err
	}
	if shut, err := r.isShut(ctx); err != nil || shut {
		return r.failStep(order.Repository.DescribeReadOnly()), err
	}
	if late, err := r.findSetback(ctx); err != nil || late != nil {
		return r.letOthersMerge(), err
	}
	order.Merged = merged
	if err := r.runner.Workspaces.Restore(ctx, order); err != nil {
		return o, err
	}
	below, joins := head, ""
	if order.Joins != "" { // it was made of both
		below, joins = c.Base, c.Base
	}
	tree, clash, err := r.runner.Workspaces.Merge(ctx, order.Repository, c.Base, below, c.Tree)
	if err != nil {
		return o, fmt.Errorf("merge step %s: %w", r.step.ID, err)
	}
	if len(clash) > 0 {
		return r.letOthersMerge(), nil
	}
	if tree != c.Tree {
		reasons, err := r.tryMerged(ctx, tree, &all)
		if err != nil {
			return o, err
		}
		if len(reasons) > 0 {
			return r.rejectRound(reasons...), nil
		}
	}
	if why, err := r.smokeMerged(ctx, tree); err != nil {
		return o, err
	} else if why != "" {
		return r.rejectRound(why), nil
	}
	whole, err := r.runner.Workspaces.Between(ctx, order.Repository, below, tree)
	if err != nil {
		return o, err
	}
	m := coding.Commit{
		N: len(merged) + 1, Step: r.step.ID, Parent: head, Joins: joins, Tree: tree, Patch: whole.Patch, At: r.Now().UTC().Truncate(time.Second),
		Message: commitMessage(r.step, c, order.Repository.Checks),
	}
	if m.ID, err = r.runner.Workspaces.Commit(ctx, order.Repository, m); err != nil {
		return o, err
	}
	if err := r.runHook(ctx, coding.HookAfterStep, tree); err != nil {
		return o, err
	}
	if err := errors.Join(r.noteMeanwhile(ctx, c, &r.proven.Ruling), r.noteLate(ctx)); err != nil {
		return o, err
	}
	c.Merged, o.Change = &m, &c
	o.Result = changeText(c, r.proven.Ruling, all)
	o.Digest = clipResult(o.Result)
	r.about.Code.Merged = append(merged, m)
	return o, nil
}

// tryMerged runs the checks on the merged tree, keeps what they gave behind the trials before, and returns why it may not be.
func (r *codeRun) tryMerged(ctx context.Context, tree string, all *[]coding.Trial) ([]string, error) {
	s := r.checkSubject(coding.TrialMerged, tree)
	if err := r.giveMerged(ctx, &s); err != nil {
		return nil, err
	}
	s.Before = coding.TrialsOf(*all, coding.TrialBefore, "")
	more, err := r.runner.Run(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("try step %s merged: %w", r.step.ID, err)
	}
	if err := r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), more); err != nil {
		return nil, err
	}
	*all = append(*all, more...)
	return proof.RuleOnMerge(r.about.Code.Repository.Checks, tree, *all), nil
}

// letOthersMerge gives the turn to merge back: something came between the last look and it, which the next look finds.
func (r *codeRun) letOthersMerge() work.Outcome {
	return work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now(), Cause: "something else was merged or said just before"}
}

// isShut reports whether the founder made the repository read-only since the step began.
func (r *run) isShut(ctx context.Context) (bool, error) {
	now, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return false, fmt.Errorf("see what may be done for step %s: %w", r.step.ID, err)
	}
	return now.Code != nil && now.Code.Repository.ReadOnly(), nil
}

// noteMeanwhile adds to what is said of a change that the founder went on meanwhile.
func (r *codeRun) noteMeanwhile(ctx context.Context, c coding.Change, g *proof.Ruling) error {
	order := *r.about.Code
	began := c.Base
	if len(order.Merged) > 0 {
		began = order.Merged[0].Below()
	}
	n, err := r.runner.Workspaces.Ahead(ctx, order.Repository, began)
	if err != nil {
		return fmt.Errorf("look at %s again: %w", order.Repository.Name, err)
	}
	if n > 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("%s has %s that came while I worked. What is here starts before that: merge the branch as you would any other, and run your checks once more.",
			order.Repository.Ref, prose.Count(n, "new commit")))
	}
	return nil
}

// waitForMerge waits until no other step of the project merges.
func (r *run) waitForMerge(ctx context.Context, base string) (string, []coding.Commit, error) {
	const look = 100 * time.Millisecond
	for {
		head, merged, err := r.Code.Records.TakeMerge(ctx, r.claim.Lease, base)
		if !errors.Is(err, org.ErrNoWork) {
			return head, merged, err
		}
		if err := retry.Sleep(ctx, look); err != nil {
			return "", nil, err
		}
	}
}

// showMerged moves the branch of Frasier's copy to what was merged. It is made of rows
// whenever it is asked for, so a failure here loses nothing.
func (r *run) showMerged(ctx context.Context, o work.Outcome) {
	if o.Change == nil {
		return
	}
	const term = 10 * time.Second // also when this process is being stopped
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer stop()
	runner, err := r.Code.Ready(ctx)
	if err == nil {
		err = runner.Workspaces.Point(ctx, *r.about.Code)
	}
	if err != nil {
		r.Log.WarnContext(ctx, "move the branch", "step", r.step.ID, "err", err)
	}
}
