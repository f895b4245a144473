package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// CodeRecords reads and writes beside the step's own records for work on code.
type CodeRecords interface {
	PlaceStep(ctx context.Context, l work.Lease, p coding.Placement) (coding.Placement, error)
	SaveTrials(ctx context.Context, l work.Lease, round int, all []coding.Trial) error
	TellHooks(ctx context.Context, l work.Lease, all []coding.HookRun) error
	TakeMerge(ctx context.Context, l work.Lease, base string) (head string, merged []coding.Commit, err error)
}

// Code holds what a worker needs for steps that change code.
type Code struct {
	Records    CodeRecords
	Machine    string
	Workspaces workspace.Dir
	// Ready gives what runs checks; a *fence.MissingError says why there is none.
	Ready func(context.Context) (*trial.Runner, error)
	// Agents is the folder with the agents of others, each in a folder of its name, and Broker their way to a model.
	Agents string
	Broker broker.Broker
}

// changeReply is a change as its stage keeps it: all else about it follows from that.
type changeReply struct {
	Tree  string `json:"tree"`
	Patch []byte `json:"patch"`
	Said  string `json:"said"`
	No    string `json:"no,omitempty"` // why there is none
}

// makeChange runs the stages of a step that changes code: the change is made,
// tried on trees of Frasier's own, judged by code, reviewed, and merged
// behind the changes of the project that came before it.
//
//	debug (before the last try) -> base -> before -> change -> tried -> ruling -> review -> merge -> hand in
func (r *run) makeChange(ctx context.Context) (work.Outcome, error) {
	if r.about.Code.Repository.ReadOnly() { // no model is paid for what may not be
		return r.failStep(r.about.Code.Repository.DescribeReadOnly()), nil
	}
	runner, waits, err := r.findRunner(ctx)
	if err != nil || runner == nil {
		return waits, err
	}
	if c := r.about.Code; c.Allowed == nil && len(c.Patches) == 0 { // what is given or let through nobody writes anew
		if o, over, err := r.diagnoseCause(ctx); err != nil || over {
			return o, err
		}
	}
	base, err := r.decidePlacement(ctx, runner)
	if err != nil {
		return work.Outcome{}, err
	}
	subject := r.checkSubject(coding.TrialBefore, base.Tree)
	subject.Founders = !slices.ContainsFunc(r.about.Code.Merged, func(c coding.Commit) bool { return c.ID == base.Commit })
	before, err := r.tryTree(ctx, runner, 0, subject)
	if unchecked := new(uncheckedError); errors.As(err, &unchecked) {
		return r.failUnchecked(unchecked), nil
	}
	if err != nil {
		return work.Outcome{}, err
	}
	if o, asks := r.askRedBase(before); asks {
		return o, nil
	}
	r.allowTime(before)
	change, end := r.askChange, r.failStep
	switch r.placed.Coder.Value { //nolint:exhaustive // all others are agents, and data
	case coding.CoderGiven:
	case coding.CoderAllowed:
		change = r.makeLetThrough
	case coding.CoderEmbedded:
		change, end = r.writeChange, func(why string) work.Outcome { return r.rejectRound(why) }
	default:
		if why := r.findMissingAgent(); why != "" {
			return r.failStep(why), nil
		}
		change, end = r.writeByAgent, func(why string) work.Outcome { return r.rejectRound(why) }
	}
	p, no, err := change(ctx, runner, base, before)
	var stopped *coder.StoppedError
	switch {
	case errors.As(err, &stopped):
		return r.endStopped(*stopped), nil
	case err != nil:
		return work.Outcome{}, err
	case no != "":
		return end(no), nil
	}
	if base.Note != "" {
		p.Ruling.Notes = append([]string{base.Note}, p.Ruling.Notes...)
	}
	switch {
	case p.Ruling.Asks():
		return r.offerChange(p), nil
	case !p.Ruling.Done():
		return end(explainUnfit(p.Ruling)), nil
	}
	p.Change.Red, p.Change.Findings, p.Change.Kind = p.Ruling.Red, p.Ruling.Allowed, p.Ruling.Kind
	if clash, err := r.findClash(ctx, runner, p.Change); err != nil || len(clash) > 0 { // no review is paid for what cannot be merged
		return r.rejectRound(explainClash(clash)), err
	}
	o, err := r.reviewChange(ctx, runner, p)
	if err != nil || o.Next != org.StepCompleted {
		return o, err
	}
	return r.mergeChange(ctx, runner, o, p)
}

// failUnchecked ends a step that cannot be checked here, before anything is paid for.
func (r *run) failUnchecked(u *uncheckedError) work.Outcome {
	return r.failStep(fmt.Sprintf("%s. No test was run and nothing was written. Do it again once that is there%s, or name another check: frasier repo set %s check \"COMMAND\"",
		u.why, r.onMachine(), r.about.Code.Repository.Name))
}

// askRedBase asks before a model is paid for code on which no check and no test passes, unless the founder said that it may begin there.
func (r *run) askRedBase(before []coding.Trial) (work.Outcome, bool) {
	repo, all := r.about.Code.Repository, coding.CheckStates(before)
	if r.placed.Coder.Value != coding.CoderEmbedded || repo.Policy.RedBase || len(all) < redBaseChecks || !coding.NothingPasses(all) {
		return work.Outcome{}, false
	}
	return r.failStep(fmt.Sprintf("none of the %d checks passes on the code as it is, so no change could be proven; nothing was written and no model was asked. See why: frasier repo setup %s. "+
		"Do it again once one passes, or let me begin all the same: frasier repo set %s red on", len(all), repo.Name, repo.Name)), true
}

// redBaseChecks is how many checks must fail together for code to count as broken: one alone may be what the order is to mend.
const redBaseChecks = 2

// uncheckedError says why no check could run on the code as it is.
type uncheckedError struct{ why string }

func (e *uncheckedError) Error() string { return e.why }

// onMachine names the machine on which checks run.
func (r *run) onMachine() string {
	if r.Code.Machine == "" {
		return ""
	}
	return " on " + r.Code.Machine
}

type proven struct {
	Change coding.Change
	Ruling proof.Ruling
	Trials []coding.Trial
	Family string // of the model that wrote it; empty when it was given
}

// findRunner returns the runner of checks. Without one the step waits for a worker that has it.
func (r *run) findRunner(ctx context.Context) (*trial.Runner, work.Outcome, error) {
	wait := func(why string) (*trial.Runner, work.Outcome, error) {
		return nil, work.Outcome{Next: org.StepPending, Hold: org.HoldCode, Cause: why}, nil
	}
	repo := r.about.Code.Repository
	if r.Code == nil || !repo.On(r.Code.Machine) {
		return wait(fmt.Sprintf("the repository %s is on the machine %s", repo.Name, repo.Machine))
	}
	runner, err := r.Code.Ready(ctx)
	var missing *fence.MissingError
	if errors.As(err, &missing) {
		return wait(missing.Error())
	}
	return runner, work.Outcome{}, err
}

// askChange makes the change of what was given, and tries it. The text says why there is none.
func (r *run) askChange(ctx context.Context, b *trial.Runner, base placement, before []coding.Trial) (proven, string, error) {
	order := *r.about.Code
	m, err := stage(ctx, r, org.StageChange, 0, func(ctx context.Context) (changeReply, error) {
		c, err := coder.Given(ctx, b.Workspaces, order, base.Commit)
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
	tree := base.Tree
	if len(m.Patch) > 0 {
		if tree, err = b.Workspaces.Apply(ctx, order.Repository, base.Commit, m.Patch); err != nil {
			return proven{}, "", fmt.Errorf("make the change of step %s again: %w", r.step.ID, err)
		}
	}
	if tree != m.Tree {
		return proven{}, "", fmt.Errorf("the change of step %s gives the tree %s, and gave %s", r.step.ID, tree, m.Tree)
	}
	c, err := b.Workspaces.Between(ctx, order.Repository, base.Commit, tree)
	if err != nil {
		return proven{}, "", err
	}
	c.Said = m.Said
	p, err := r.proveChange(ctx, b, c, before, 0)
	return p, "", err
}

// proveChange tries the change for the n-th time, from 0: its tests on the old code, and all of it. What code says of it comes with it.
func (r *run) proveChange(ctx context.Context, b *trial.Runner, c coding.Change, before []coding.Trial, n int) (proven, error) {
	if err := r.announceChange(ctx, b, c, n); err != nil {
		return proven{Change: c}, err
	}
	all, err := r.tryChange(ctx, b, c, before, n)
	return proven{Change: c, Ruling: proof.Rule(proof.Facts{
		Change: c, Checks: r.about.Code.Repository.Checks, Hook: r.about.Code.Repository.Policy.Hook(coding.HookBeforeChecks), Trials: all, Kind: r.placed.Kind, Words: r.step.Title + "\n" + r.step.Goal,
	}), Trials: all}, err
}

// tryChange is the n-th stage of its name. The result has what was found before too.
func (r *run) tryChange(ctx context.Context, b *trial.Runner, c coding.Change, before []coding.Trial, n int) ([]coding.Trial, error) {
	s := r.checkSubject(coding.TrialGreen, c.Tree)
	s.Before = before
	if _, old := r.saved[org.StageSlot(coding.TrialGreen, n)]; old { // of a version that ran one after the other
		return r.tryInTurn(ctx, b, s, c, n)
	}
	tried, err := stage(ctx, r, org.StageTried, n, func(ctx context.Context) (trial.Tried, error) {
		out, err := b.Try(ctx, s, c)
		if err != nil || r.only != "" {
			return out, err
		}
		kept := slices.DeleteFunc(slices.Clone(out.Trials), func(t coding.Trial) bool { return t.Phase == coding.TrialOld })
		return out, r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), kept)
	})
	if err != nil {
		return nil, fmt.Errorf("try the change of step %s: %w", r.step.ID, err)
	}
	return slices.Concat(before, tried.Trials), r.tellHooks(ctx)
}

// tryInTurn goes on with what such a version kept, so that what follows from it holds.
func (r *run) tryInTurn(ctx context.Context, b *trial.Runner, s trial.Subject, c coding.Change, n int) ([]coding.Trial, error) {
	all := slices.Clone(s.Before)
	subjects, err := b.Subjects(ctx, s, c)
	if err != nil {
		return nil, err
	}
	for _, s := range subjects {
		more, err := r.tryTree(ctx, b, n, s)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// tryTree runs the repository's checks on a tree, as the n-th stage of that name, and keeps what they said.
func (r *run) tryTree(ctx context.Context, b *trial.Runner, n int, s trial.Subject) ([]coding.Trial, error) {
	s.Repository, s.Step, s.Limit = r.about.Code.Repository, r.step.ID, r.placed.Limit.Value
	all, err := stage(ctx, r, s.Phase, n, func(ctx context.Context) ([]coding.Trial, error) {
		all, err := b.Run(ctx, s)
		if err != nil || r.only != "" || s.Phase == coding.TrialOld {
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

// explainUnfit says why a change is not done. What a founder gave is not made anew by
// trying again, so it is he who decides.
func explainUnfit(g proof.Ruling) string {
	return strings.Join(listObjections(g), "; ") + "; nothing was merged"
}

func listObjections(g proof.Ruling) []string {
	said := slices.Clone(g.Reasons)
	for _, f := range g.Findings {
		text := f.Text
		if f.Path != "" && f.Line > 0 {
			text = fmt.Sprintf("%s:%d: %s", f.Path, f.Line, text)
		}
		said = append(said, text)
	}
	return said
}

func explainClash(clash []string) string {
	return fmt.Sprintf("it meets what was merged meanwhile in %s, and I take no side; it is tried again on what is merged", strings.Join(clash, ", "))
}

// findClash returns the files in which a change meets what was merged in its project since it began.
func (r *run) findClash(ctx context.Context, b *trial.Runner, c coding.Change) ([]string, error) {
	if r.only != "" {
		return nil, nil
	}
	now, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return nil, fmt.Errorf("see what was merged since step %s began: %w", r.step.ID, err)
	}
	if now.Code == nil || now.Code.Base() == "" || now.Code.Base() == c.Base {
		return nil, nil
	}
	if err := b.Workspaces.Restore(ctx, *now.Code); err != nil {
		return nil, err
	}
	_, clash, err := b.Workspaces.Merge(ctx, now.Code.Repository, c.Base, now.Code.Base(), c.Tree)
	if err != nil {
		return nil, fmt.Errorf("try to merge step %s: %w", r.step.ID, err)
	}
	return clash, nil
}

// mergeChange puts the change behind those that were merged before it, one step of a
// project at a time, after the checks passed on the merged tree too.
func (r *run) mergeChange(ctx context.Context, b *trial.Runner, o work.Outcome, p proven) (work.Outcome, error) {
	c, all := p.Change, p.Trials
	order := *r.about.Code
	head, merged, err := r.waitForMerge(ctx, c.Base)
	if err != nil {
		return o, err
	}
	if shut, err := r.isShut(ctx); err != nil || shut {
		return r.failStep(order.Repository.DescribeReadOnly()), err
	}
	order.Merged = merged
	if err := b.Workspaces.Restore(ctx, order); err != nil {
		return o, err
	}
	tree, clash, err := b.Workspaces.Merge(ctx, order.Repository, c.Base, head, c.Tree)
	if err != nil {
		return o, fmt.Errorf("merge step %s: %w", r.step.ID, err)
	}
	if len(clash) > 0 {
		return r.rejectRound(explainClash(clash)), nil
	}
	if tree != c.Tree {
		s := r.checkSubject(coding.TrialMerged, tree)
		s.Before = coding.TrialsOf(all, coding.TrialBefore, "")
		more, err := b.Run(ctx, s)
		if err != nil {
			return o, fmt.Errorf("try step %s merged: %w", r.step.ID, err)
		}
		if err := r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), more); err != nil {
			return o, err
		}
		all = append(all, more...)
		if reasons := proof.RuleOnMerge(order.Repository.Checks, tree, all); len(reasons) > 0 {
			return r.rejectRound(reasons...), nil
		}
	}
	if why, err := r.smokeMerged(ctx, b, tree); err != nil {
		return o, err
	} else if why != "" {
		return r.rejectRound(why), nil
	}
	whole, err := b.Workspaces.Between(ctx, order.Repository, head, tree)
	if err != nil {
		return o, err
	}
	m := coding.Commit{
		N: len(merged) + 1, Step: r.step.ID, Parent: head, Tree: tree, Patch: whole.Patch, At: r.Now().UTC().Truncate(time.Second),
		Message: commitMessage(r.step, c, order.Repository.Checks),
	}
	if m.ID, err = b.Workspaces.Commit(ctx, order.Repository, m); err != nil {
		return o, err
	}
	if err := r.runHook(ctx, b, coding.HookAfterStep, tree); err != nil {
		return o, err
	}
	if err := r.noteMeanwhile(ctx, b, c, &p.Ruling); err != nil {
		return o, err
	}
	c.Merged, o.Change = &m, &c
	o.Result = changeText(c, p.Ruling, all)
	o.Digest = clipResult(o.Result)
	r.about.Code.Merged = append(merged, m)
	return o, nil
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
func (r *run) noteMeanwhile(ctx context.Context, b *trial.Runner, c coding.Change, g *proof.Ruling) error {
	order := *r.about.Code
	began := c.Base
	if len(order.Merged) > 0 {
		began = order.Merged[0].Parent
	}
	n, err := b.Workspaces.Ahead(ctx, order.Repository, began)
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
