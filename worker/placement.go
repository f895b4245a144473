package worker

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/trial"
)

// placement says how a step's work on code is carried out, and the tree that it starts from.
type placement struct {
	Commit string            `json:"commit"`
	Tree   string            `json:"tree"`
	Note   string            `json:"note,omitempty"`
	Placed *coding.Placement `json:"placed,omitempty"` // nil where an older version began
}

// decidePlacement settles how the step is carried out, before anything is made, and keeps that. All that
// follows goes by it.
func (r *run) decidePlacement(ctx context.Context, b *trial.Runner) (placement, error) {
	base, err := stage(ctx, r, org.StageBase, 0, func(ctx context.Context) (out placement, err error) {
		start, err := b.Workspaces.Start(ctx, *r.about.Code)
		if err != nil {
			return out, err
		}
		p := r.placeStep(start.Commit, start.Moved)
		if !r.isReplay() {
			if o := r.about.Code; r.Code.Map != nil && o.Base() == "" && o.From == nil {
				r.Code.Map(ctx, o.Repository, start.Commit)
			}
			if p, err = r.Code.Records.PlaceStep(ctx, r.claim.Lease, p); err != nil {
				return out, err
			}
		} else if was := r.about.Code.Placed; was != nil {
			p.Handle = was.Handle
		}
		out = placement{Commit: p.Base.Value, Note: strings.TrimSpace(start.Moved + " " + start.Note), Placed: &p}
		out.Tree, err = b.Workspaces.Tree(ctx, r.about.Code.Repository, p.Base.Value)
		return out, err
	})
	if err != nil {
		return base, fmt.Errorf("find where step %s starts: %w", r.step.ID, err)
	}
	other, err := r.otherChecks(base)
	if err != nil {
		return base, err
	}
	if base.Placed == nil || other || r.about.Code.Allowed != nil && base.Placed.Coder.Value != coding.CoderAllowed { // the yes came after it was decided
		p := r.placeStep(base.Commit, "")
		if p.Base.Value = base.Commit; base.Placed != nil {
			p.Handle, p.Isolated, p.On, p.Moved = base.Placed.Handle, base.Placed.Isolated, base.Placed.On, base.Placed.Moved
		}
		if !r.isReplay() { // who asks why sees how it is carried out now
			if p, err = r.Code.Records.PlaceStep(ctx, r.claim.Lease, p); err != nil {
				return base, fmt.Errorf("keep that step %s has a yes: %w", r.step.ID, err)
			}
		}
		base.Placed = &p
	}
	if len(r.about.Code.Merged) == 0 { // else what it starts from is made again where it is needed
		if err := b.Workspaces.HaveStart(ctx, *r.about.Code, base.Commit); err != nil {
			return base, fmt.Errorf("find where step %s starts: %w", r.step.ID, err)
		}
	}
	if !r.isReplay() {
		if err := r.noteLanded(ctx, b); err != nil {
			return base, err
		}
	}
	r.placed = *base.Placed
	r.placed.Apply(r.about.Code)
	return base, nil
}

// otherChecks reports whether the founder named other checks, or what is beside them, since it was decided how the step is carried out. His word holds
// from the next time that somebody takes the step: all that was tried by the old ones is done again.
func (r *run) otherChecks(base placement) (bool, error) {
	if base.Placed == nil {
		return false, nil
	}
	now := r.about.Code.Repository
	if was := r.about.Code.Placed; r.isReplay() && was != nil { // by what it was done then
		o := coding.CodeOrder{Repository: now}
		was.Apply(&o)
		now = o.Repository
	}
	if base.Placed.SameTrying(now) {
		return false, nil
	}
	r.about.Code.Repository.Checks, r.about.Code.Repository.Policy = now.Checks, now.Policy
	var err error
	r.hash, err = digestInput([]string{r.hash, fmt.Sprint(now.Checks, now.Policy.Smoke, now.Policy.Services, now.Policy.Hooks)})
	return true, err
}

// noteLanded keeps which branches of ours the repository has taken in, so that nobody is asked whether to go on from one that is in it.
func (r *run) noteLanded(ctx context.Context, b *trial.Runner) error {
	const most = 10 // the newest
	all, err := r.Code.Records.Branches(ctx)
	if err != nil {
		return err
	}
	repo := r.about.Code.Repository
	all = slices.DeleteFunc(all, func(b coding.Branch) bool { return b.Repository != repo.Name || b.Landed || !b.Ended })
	var landed []org.ProjectID
	for _, o := range all[:min(len(all), most)] {
		has, err := b.Workspaces.HasLanded(ctx, repo, o.Began, o.Head)
		if err != nil {
			return fmt.Errorf("see whether %s has the branch %s: %w", repo.Name, o.Name, err)
		}
		if has {
			landed = append(landed, o.Project)
		}
	}
	return r.Code.Records.MarkLanded(ctx, landed)
}

func (r *run) placeStep(tip, moved string) coding.Placement {
	f := coding.PlaceFacts{Tier: r.step.Tier, Order: *r.about.Code, Tip: tip, Moved: moved, Model: !r.Client.Offline()}
	if d := r.about.Diagnosis; d != nil {
		f.Found = d.Tier
	}
	return coding.Place(f)
}

// checkSubject says how a tree is tried. What took long on the base may take three times as long on a change.
func (r *codeRun) checkSubject(phase, tree string) trial.Subject {
	return trial.Subject{Repository: r.about.Code.Repository, Step: r.step.ID, Phase: phase, Tree: tree, Limit: coding.LimitAfter(r.placed.Limit.Value, r.before), Hooked: r.hearHook}
}
