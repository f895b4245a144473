package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// begun is how a step's work on code is carried out, and the tree that it starts from.
type begun struct {
	Commit string         `json:"commit"`
	Tree   string         `json:"tree"`
	Note   string         `json:"note,omitempty"`
	Placed *org.Placement `json:"placed,omitempty"` // nil where an older version began
}

// decide settles how the step is carried out, before anything is made, and keeps that. All that
// follows goes by it.
func (r *run) decide(ctx context.Context, b *trial.Bench) (begun, error) {
	base, err := stage(ctx, r, org.StageBase, 0, func(ctx context.Context) (out begun, err error) {
		tip, note, err := b.Yard.Base(ctx, *r.about.Code)
		if err != nil {
			return out, err
		}
		p := r.place(tip)
		if r.only == "" {
			if p, err = r.Code.Records.PlaceStep(ctx, r.claim.Lease, p); err != nil {
				return out, err
			}
		} else if was := r.about.Code.Placed; was != nil {
			p.Handle = was.Handle
		}
		out = begun{Commit: p.Base.Value, Note: note, Placed: &p}
		out.Tree, err = b.Yard.Tree(ctx, r.about.Code.Repository, p.Base.Value)
		return out, err
	})
	if err != nil {
		return base, fmt.Errorf("find where step %s starts: %w", r.step.ID, err)
	}
	if base.Placed == nil || r.about.Code.Allowed != nil && base.Placed.Coder.Value != org.CoderAllowed { // the yes came after it was decided
		p := r.place(base.Commit)
		if p.Base.Value = base.Commit; base.Placed != nil {
			p.Handle = base.Placed.Handle
		}
		base.Placed = &p
	}
	r.placed = *base.Placed
	r.placed.Apply(r.about.Code)
	return base, nil
}

func (r *run) place(tip string) org.Placement {
	return org.Place(org.PlaceFacts{Tier: r.step.Tier, Order: *r.about.Code, Tip: tip, Model: !r.Client.Offline()})
}

// subject is what the repository's checks are run on.
func (r *run) subject(phase, tree string) trial.Subject {
	return trial.Subject{Repository: r.about.Code.Repository, Step: r.step.ID, Phase: phase, Tree: tree, Limit: r.placed.Limit.Value}
}

// share writes what is merged into the founder's own folder where he wants that, while nobody else merges, and
// says what became of it. A folder that went on in the same files keeps them: the branch has the change either way.
func (r *run) share(ctx context.Context, b *trial.Bench, head, tree string) (string, error) {
	if r.placed.Mode.Value != org.CodeShared || r.only != "" {
		return "", nil
	}
	repo := r.about.Code.Repository
	err := b.Yard.Share(ctx, repo, head, tree)
	var no *workspace.UnusableError
	switch {
	case errors.As(err, &no):
		return "Your own folder was left as it is (" + no.Text + "); the branch has the change.", nil
	case err != nil:
		return "", fmt.Errorf("put the change of step %s into %s: %w", r.step.ID, repo.Source, err)
	}
	return "Your own folder has the change too, as you wanted.", nil
}
