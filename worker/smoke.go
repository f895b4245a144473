package worker

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
)

// smokeMerged starts the repository's services on what is to be merged and asks them what its settings say. Its
// reason sends the change back as a check does that fails there.
func (r *codeRun) smokeMerged(ctx context.Context, tree string) (why string, err error) {
	s := r.checkSubject(coding.TrialMerged, tree)
	if err := r.giveMerged(ctx, &s); err != nil {
		return "", err
	}
	t, err := r.runner.Smoke(ctx, s)
	if err != nil || t == nil {
		return "", err
	}
	if err := r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), []coding.Trial{*t}); err != nil {
		return "", err
	}
	if err := r.tellHooks(ctx); err != nil {
		return "", err
	}
	if t.Good() {
		return "", nil
	}
	if t.Reason != "" {
		return fmt.Sprintf("merged, the smoke test %q was %s", r.about.Code.Repository.Policy.Smoke, t.Ended()), nil
	}
	return fmt.Sprintf("merged, the smoke test %q fails: %s", r.about.Code.Repository.Policy.Smoke, t.Tail), nil
}
