package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
)

// proveChange tries the change for the n-th time, from 0: its tests on the old code, and all of it. What code says of it comes with it.
func (r *codeRun) proveChange(ctx context.Context, c coding.Change, n int) (proven, error) {
	asks, ordered, err := r.askPackages(ctx, c, n)
	if err != nil || asks != nil {
		p := proven{Change: c}
		if asks != nil {
			p.Ruling = *asks
		}
		return p, err
	}
	if err := r.announceChange(ctx, c, n); err != nil {
		return proven{Change: c}, err
	}
	s := r.checkSubject(coding.TrialGreen, c.Tree)
	s.Before, s.Lines = r.before, coding.DecideKind(r.placed.Kind, c.Files) == coding.KindRefactor
	words := r.step.Title + "\n" + r.step.Goal
	s.Renames = proof.ListRenames(c.Files, words)
	if err := r.givePackages(ctx, &s); err != nil {
		return proven{Change: c}, err
	}
	all, lacks, err := r.tryChange(ctx, s, c, n)
	if lacks != "" {
		return proven{Change: c, Ruling: proof.Ruling{Reasons: []string{lacks}}, Trials: all}, err
	}
	g := proof.Rule(proof.Facts{
		OwnPackages: s.Packages.Make,
		Change:      c, Checks: r.about.Code.Repository.Checks, Hook: r.about.Code.Repository.Policy.Hook(coding.HookBeforeChecks), Trials: all, Kind: r.placed.Kind, Words: words,
	})
	if ordered != "" {
		g.Notes = append(g.Notes, ordered)
	}
	return proven{Change: c, Ruling: g.LetSeen(c.Patch, r.about.Code.Seen), Trials: all}, err
}

// tryChange is the n-th stage of its name. The result has what was found before too, and the text says why nothing was tried.
func (r *codeRun) tryChange(ctx context.Context, s trial.Subject, c coding.Change, n int) (all []coding.Trial, lacks string, err error) {
	if _, old := r.saved[org.StageSlot(coding.TrialGreen, n)]; old { // of a version that ran one after the other
		all, err = r.tryInTurn(ctx, s, c, n)
		return all, "", err
	}
	tried, err := stage(ctx, r.run, org.StageTried, n, func(ctx context.Context) (trial.Tried, error) {
		out, err := r.runner.Try(ctx, s, c)
		if err != nil || r.isReplay() {
			return out, err
		}
		return out, r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), coding.KeptTrials(out.Trials))
	})
	if err != nil {
		return nil, "", fmt.Errorf("try the change of step %s: %w", r.step.ID, err)
	}
	return slices.Concat(r.before, tried.Trials), tried.Lacks, r.tellHooks(ctx)
}

// tryInTurn goes on with what such a version kept, so that what follows from it holds.
func (r *codeRun) tryInTurn(ctx context.Context, s trial.Subject, c coding.Change, n int) ([]coding.Trial, error) {
	all := slices.Clone(s.Before)
	subjects, err := r.runner.Subjects(ctx, s, c)
	if err != nil {
		return nil, err
	}
	for _, s := range subjects {
		more, err := r.tryTree(ctx, n, s)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// tryTree runs the repository's checks on a tree, as the n-th stage of that name, and keeps what they said.
func (r *codeRun) tryTree(ctx context.Context, n int, s trial.Subject) ([]coding.Trial, error) {
	s.Repository, s.Step = r.about.Code.Repository, r.step.ID
	all, err := stage(ctx, r.run, s.Phase, n, func(ctx context.Context) ([]coding.Trial, error) {
		all, err := r.runner.Run(ctx, s)
		if err != nil || r.isReplay() || s.Phase == coding.TrialOld {
			return all, err
		}
		if why := proof.Unchecked(all); why != "" && s.Phase == coding.TrialBefore { // not kept: it is tried anew once what is missing is there
			return all, &uncheckedError{why}
		}
		return all, r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), all)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("try step %s (%s): %w", r.step.ID, s.Phase, err), r.tellHooks(ctx))
	}
	return all, r.tellHooks(ctx)
}
