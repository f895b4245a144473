package worker

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// hearHook keeps how a hook ended until it is told: of the runs of one phase the first that failed, or else the last.
func (r *run) hearHook(h coding.HookRun) {
	i := slices.IndexFunc(r.hooked, func(o coding.HookRun) bool { return o.Event == h.Event && o.Phase == h.Phase })
	switch {
	case i < 0:
		r.hooked = append(r.hooked, h)
	case r.hooked[i].Good():
		r.hooked[i] = h
	}
}

// tellHooks puts how hooks ended into the journal.
func (r *run) tellHooks(ctx context.Context) error {
	all := r.hooked
	r.hooked = nil
	if len(all) == 0 || r.isReplay() {
		return nil
	}
	if err := r.Code.Records.TellHooks(ctx, r.claim.Lease, all); err != nil {
		return fmt.Errorf("tell how hooks of step %s ended: %w", r.step.ID, err)
	}
	return nil
}

// runHook runs the founder's command for an event on a tree. How it ends stops nothing.
func (r *codeRun) runHook(ctx context.Context, event coding.HookEvent, tree string) error {
	if r.isReplay() {
		return nil
	}
	if err := r.runner.RunHook(ctx, r.checkSubject("", tree), event); err != nil {
		return fmt.Errorf("run the hook %s of step %s: %w", event, r.step.ID, err)
	}
	return r.tellHooks(ctx)
}

// announceChange runs the hook for a change that was made, once before it is tried for the n-th time.
func (r *codeRun) announceChange(ctx context.Context, c coding.Change, n int) error {
	_, tried := r.saved[org.StageSlot(org.StageTried, n)]
	_, old := r.saved[org.StageSlot(coding.TrialGreen, n)] // of a version that ran one after the other
	if tried || old {
		return nil
	}
	return r.runHook(ctx, coding.HookChangeMade, c.Tree)
}
