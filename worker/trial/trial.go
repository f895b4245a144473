// Package trial runs a repository's checks behind the fence and reads what they
// say. In come a tree and commands; out comes one trial a command, with the
// names of the tests that failed where the command names them. It judges
// nothing: that is a rule without input or output (proof.Rule).
package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testreport"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Runner runs checks.
type Runner struct {
	Fence      *fence.Fence
	Workspaces workspace.Dir
	Now        func() time.Time
	Known      *Known                // nil: each base is tried whenever it is asked for
	Room       func() (int64, error) // bytes that are free where checks write; nil for the disk of Workspaces
}

// Subject says what is checked, and how.
type Subject struct {
	Repository coding.Repository
	Step       org.StepID
	Phase      string
	Tree       string
	Twice      bool           // what is quick is run twice, so that luck shows
	Before     []coding.Trial // on the base: what passed there and is gone is named
	Limit      time.Duration  // longer than one check takes; zero is org.CheckLimit
	Founders   bool           // the tree is the founder's own code: what is compiled of it is there for later runs
}

// Run runs every check of a repository on a tree, in a folder that holds its
// files and nothing else.
func (r Runner) Run(ctx context.Context, s Subject) ([]coding.Trial, error) {
	if r.Known != nil && s.Phase == coding.TrialBefore {
		return r.Known.runOnce(ctx, s, func() ([]coding.Trial, error) { return r.runAll(ctx, s) })
	}
	return r.runAll(ctx, s)
}

func (r Runner) runAll(ctx context.Context, s Subject) ([]coding.Trial, error) {
	dir := r.Workspaces.Folder(s.Repository, s.Step, "trial")
	cache, err := r.Workspaces.Cache(s.Repository)
	if err != nil {
		return nil, err
	}
	services, _ := s.Repository.Policy.ServicesFor(false)
	box := fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, FillCache: s.Founders, Limit: s.Limit, Services: services}
	var out []coding.Trial
	for n, name := range s.Repository.Checks {
		t, err := r.runCheck(ctx, s, n, box)
		if err != nil {
			return nil, err
		}
		if s.Twice && t.Reason == "" && t.MS < checkTwiceBelow.Milliseconds() {
			again, err := r.runCheck(ctx, s, n, box)
			if err != nil {
				return nil, err
			}
			if again.Good() != t.Good() || !slices.Equal(again.Failing, t.Failing) {
				t = chooseWorse(t, again)
				t.Flaky = true
			}
		}
		for _, before := range s.Before {
			if before.Name == name && len(t.Passing)+len(t.Failing) > 0 {
				t.Missing = findMissing(before.Passing, t)
			}
		}
		out = append(out, t)
	}
	return out, errors.Join(r.Workspaces.Drop(dir), r.Workspaces.Drop(box.Scratch))
}

// Try tries a change: its tests on the old code, all of it, and it with the tests that were there as they
// were. It returns what was found with what was found before; run runs one of the three.
func (r Runner) Try(ctx context.Context, repo coding.Repository, c coding.Change, before []coding.Trial, run func(context.Context, Subject) ([]coding.Trial, error)) ([]coding.Trial, error) {
	all := slices.Clone(before)
	tests, has, err := r.Workspaces.TestsOnly(ctx, repo, c)
	if err != nil {
		return nil, fmt.Errorf("take the tests out of a change of %s: %w", repo.Name, err)
	}
	back, touched, err := r.Workspaces.TestsBack(ctx, repo, c)
	if err != nil {
		return nil, fmt.Errorf("put the tests of %s back: %w", repo.Name, err)
	}
	for _, s := range []struct {
		Subject
		due bool
	}{
		{Subject{Phase: coding.TrialRed, Tree: tests, Twice: true}, has},
		{Subject{Phase: coding.TrialGreen, Tree: c.Tree, Twice: true, Before: before}, true},
		{Subject{Phase: coding.TrialOld, Tree: back}, touched && back != c.Tree},
	} {
		if !s.due {
			continue
		}
		more, err := run(ctx, s.Subject)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func chooseWorse(a, b coding.Trial) coding.Trial {
	if a.Good() {
		return b
	}
	return a
}

// Such tests passed before and neither pass nor fail nor are left out now.
func findMissing(before []string, t coding.Trial) []string {
	var out []string
	for _, name := range before {
		if _, there := slices.BinarySearch(t.Passing, name); !there && !slices.Contains(t.Failing, name) {
			out = append(out, name)
		}
	}
	return out
}

// Nothing that a run wrote is there for the next one, unless it is the founder's own code.
func (r Runner) runCheck(ctx context.Context, s Subject, n int, box fence.Box) (coding.Trial, error) {
	if err := r.Workspaces.Empty(box.Scratch); err != nil {
		return coding.Trial{}, err
	}
	absent, err := r.Workspaces.FillWhole(ctx, s.Repository, box.Work, s.Tree)
	if err != nil {
		return coding.Trial{}, err
	}
	name := s.Repository.Checks[n]
	command := testreport.AddReporting(name)
	were, err := listReports(box.Work)
	if err != nil {
		return coding.Trial{}, fmt.Errorf("look for reports of the check %q: %w", name, err)
	}
	e, err := r.Fence.Run(ctx, box, "/bin/sh", "-c", command)
	if err != nil {
		return coding.Trial{}, fmt.Errorf("check %q: %w", name, err)
	}
	if ctx.Err() != nil {
		return coding.Trial{}, ctx.Err()
	}
	if e.Code != 0 {
		if err := r.checkRoom(box); err != nil {
			return coding.Trial{}, fmt.Errorf("check %q: %w", name, err)
		}
	}
	t := coding.Trial{Phase: s.Phase, N: n, Name: name, Tree: s.Tree, Exit: e.Code, Reason: e.Reason, MS: e.Took.Milliseconds(), At: r.Now()}
	reports, err := were.readNew(box.Work)
	if err != nil {
		return coding.Trial{}, fmt.Errorf("look for reports of the check %q: %w", name, err)
	}
	out := testreport.Parse(command, e.Output, reports)
	t.Passing, t.Failing, t.Files, t.Passed, t.Skipped, t.Tail = out.Passing, out.Failing, out.Files, len(out.Passing), out.Skipped, out.Said
	if t.Reason == "" {
		why, err := r.describeLacking(ctx, s, name, t.Exit, out)
		if err != nil {
			return coding.Trial{}, err
		}
		if why == "" && t.Exit != 0 && s.Phase == coding.TrialBefore {
			why = describeWithoutLarge(s.Repository, absent) // what passes without them on the base does not need them
		}
		if why != "" {
			t.Reason = coding.NotRunFor(why)
		}
	}
	return t, nil
}

// A disk that is full though what the check wrote is gone says nothing of the change.
func (r Runner) checkRoom(box fence.Box) error {
	room := r.Room
	if room == nil {
		room = r.Workspaces.Room
	}
	free, err := room()
	if err != nil || free >= leastRoom {
		return err
	}
	if err := errors.Join(r.Workspaces.Drop(box.Work), r.Workspaces.Drop(box.Scratch)); err != nil {
		return err
	}
	if free, err = room(); err != nil || free >= leastRoom {
		return err
	}
	return org.ErrDiskFull
}
