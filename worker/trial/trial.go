// Package trial runs a repository's checks behind the fence and reads what they
// say. In come a tree and commands; out comes one trial a command, with the
// names of the tests that failed where the command names them. It judges
// nothing: that is a rule without input or output (proof.Rule).
package trial

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	chance "math/rand/v2"
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
	// Environment gives what checks have besides the files of a tree; nil: nothing.
	Environment func(ctx context.Context, r coding.Repository, w Wanted) (Mounts, error)
	Packages    Packages // nil: nobody knows of any
}

// Packages knows what packages the trees of a repository want.
type Packages interface {
	// Compare returns how the packages of two trees differ, and Date when they were published, where that is told.
	Compare(ctx context.Context, r coding.Repository, from, to string) (coding.PackageChange, error)
	Date(ctx context.Context, r coding.Repository, tree string, all []coding.NewPackage) ([]coding.NewPackage, error)
	// Requires returns what packages require themselves beside what the code as it is does: in each version that somebody asks for, and of
	// what is new the one that is taken.
	Requires(ctx context.Context, r coding.Repository, base string, of []coding.Package) (all, taken []coding.Package, err error)
}

// Wanted says whose packages checks are to have.
type Wanted struct {
	Tree string
	Make bool   // what is not there is made now: the founder's own code wants it, or he said yes
	Code string // the tree whose code builds them, beside the manifests of Tree; empty for Tree itself
	Own  bool   // Tree is the repository's own code, and no change
}

// Mounts give checks what they have besides the files of a tree.
type Mounts struct {
	Layers     []fence.Layer
	ReadOnly   []fence.Bind
	Env        []string
	Toolchains []coding.Toolchain
	Why        string       // why there is less than the tree wants, in a sentence; empty when it has all
	Release    func() error // lets others take it away again; nil where nobody would
}

// Subject says what is checked, and how.
type Subject struct {
	Repository coding.Repository
	Step       org.StepID
	Phase      string
	Tree       string
	Twice      bool                 // what is quick is run twice, so that luck shows
	Before     []coding.Trial       // on the base: what passed there and is gone is named
	Limit      time.Duration        // longer than one check takes; zero is org.CheckLimit
	Founders   bool                 // the tree is the founder's own code: what is compiled of it is there for later runs
	Lines      bool                 // it is told which lines of a change the tests run, where all passes
	Renames    []coding.Rename      // what the order calls otherwise: in tests as they were, too
	Packages   Wanted               // whose packages the runs have; those of the tree itself where it names none
	Lacks      string               // why its packages are not there, in a sentence; empty when they are
	Hooked     func(coding.HookRun) // is told how hooks ended; nil where nobody wants to know
	Touched    *Touched             // checks run only what a change touches, where their form allows it; nil for all
}

// Run runs every check of a repository on a tree, in a folder that holds its
// files and nothing else.
func (r Runner) Run(ctx context.Context, s Subject) ([]coding.Trial, error) {
	if r.Known != nil && s.Phase == coding.TrialBefore {
		return r.Known.runOnce(ctx, s, func() ([]coding.Trial, error) { return r.runAll(ctx, s) })
	}
	return r.runAll(ctx, s)
}

func (r Runner) runAll(ctx context.Context, s Subject) (out []coding.Trial, err error) {
	box, m, err := r.openBox(ctx, s, s.Tree)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.releaseMounts()) }()
	s.Lacks = m.Why
	for n := range s.Repository.Checks {
		all, err := r.runRounds(ctx, []Subject{s}, n, box, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, all...)
	}
	return out, r.dropBox(box)
}

// openBox makes the box of the runs of a subject, which has what the checks of a tree are to have.
func (r Runner) openBox(ctx context.Context, s Subject, tree string) (b fence.Box, m Mounts, err error) {
	dir := r.Workspaces.Folder(s.Repository, s.Step, "trial")
	cache, err := r.Workspaces.Cache(s.Repository)
	if err != nil {
		return b, m, err
	}
	services, _ := s.Repository.Policy.ServicesFor(false)
	b = fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, FillCache: s.Founders, Limit: s.Limit, Services: services, Hooks: hooksAround(s.Repository.Policy)}
	m, err = r.addEnvironment(ctx, &b, s, tree)
	return b, m, err
}

// addEnvironment gives a box what the checks of a tree are to have.
func (r Runner) addEnvironment(ctx context.Context, b *fence.Box, s Subject, tree string) (m Mounts, err error) {
	if r.Environment == nil {
		return m, nil
	}
	w := s.Packages
	w.Own = s.Founders && (w.Tree == "" || w.Tree == tree)
	if w.Tree == "" {
		w.Tree = tree
	}
	w.Make = w.Make || s.Founders
	if m, err = r.Environment(ctx, s.Repository, w); err != nil {
		return m, err
	}
	b.Layers, b.ReadOnly, b.Env, b.Toolchains = m.Layers, m.ReadOnly, m.Env, m.Toolchains
	return m, nil
}

func (m Mounts) releaseMounts() error {
	if m.Release == nil {
		return nil
	}
	return m.Release()
}

func (r Runner) dropBox(b fence.Box) error {
	return errors.Join(r.Workspaces.Drop(b.Work), r.Workspaces.Drop(b.Scratch))
}

// runRounds runs one check on each of some trees, and those that are to be run twice and were quick once more when all
// have had their turn. drawn is told what ran, in its order; nil draws none.
func (r Runner) runRounds(ctx context.Context, subjects []Subject, n int, box fence.Box, drawn func(Subject)) ([]coding.Trial, error) {
	out := make([]coding.Trial, len(subjects))
	for round := range 2 {
		for _, i := range drawOrder(len(subjects), drawn != nil) {
			s := subjects[i]
			if round == 1 && (!s.Twice || out[i].Reason != "" || out[i].MS >= checkTwiceBelow.Milliseconds()) {
				continue
			}
			if drawn != nil {
				drawn(s)
			}
			t, err := r.runCheck(ctx, s, n, box)
			if err != nil {
				return nil, err
			}
			t.Runs, t.AllMS = out[i].Runs+1, out[i].AllMS+t.MS
			if was := out[i]; round == 1 {
				runs, all := t.Runs, t.AllMS
				differs := t.Good() != was.Good() || !slices.Equal(t.Failing, was.Failing)
				if t = was; differs {
					t = chooseWorse(was, t)
					t.Flaky = true
				}
				t.Runs, t.AllMS = runs, all
			}
			out[i] = t
		}
	}
	for i, s := range subjects {
		for _, before := range s.Before {
			if before.Name == out[i].Name && out[i].Only == "" && len(out[i].Passing)+len(out[i].Failing) > 0 {
				out[i].Missing = findMissing(before.Passing, out[i])
			}
		}
	}
	return out, nil
}

// drawOrder returns the numbers below n, in an order that nobody can foretell when it is drawn.
func drawOrder(n int, drawn bool) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if drawn {
		var seed [32]byte
		_, _ = rand.Read(seed[:]) // it never fails
		chance.New(chance.NewChaCha8(seed)).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}

// Tried tells how a change was tried, and in which order its trees were run.
type Tried struct {
	Order  []string       `json:"order"` // the phases, check by check
	Trials []coding.Trial `json:"trials"`
	Lacks  string         `json:"lacks,omitempty"` // why its packages could not be made ready, in a sentence; then nothing was run
}

// Try tries a change: its tests on the old code, all of it, and it with the tests that were there as they
// were. These take turns in an order that is drawn anew for each check, in one folder with one environment, so that
// nothing which runs can know which of them it is: a test that fails the first time proves nothing.
func (r Runner) Try(ctx context.Context, s Subject, c coding.Change) (out Tried, err error) {
	subjects, err := r.Subjects(ctx, s, c)
	if err != nil {
		return Tried{}, err
	}
	tree, err := r.Workspaces.Tree(ctx, s.Repository, c.Base) // all have what the base has, unless the change has its own
	if err != nil {
		return Tried{}, err
	}
	if s.Packages.Make {
		bare := s
		bare.Phase, bare.Tree, bare.Before = coding.TrialPackages, tree, nil
		subjects = append(subjects, bare)
	}
	box, m, err := r.openBox(ctx, s, tree)
	if err != nil {
		return Tried{}, err
	}
	defer func() { err = errors.Join(err, m.releaseMounts()) }()
	if s.Packages.Make && m.Why != "" {
		return Tried{Lacks: m.Why}, nil
	}
	for n := range s.Repository.Checks {
		all, err := r.runRounds(ctx, subjects, n, box, func(s Subject) { out.Order = append(out.Order, s.Phase) })
		if err != nil {
			return Tried{}, err
		}
		more, err := r.tryProof(ctx, probe{subject: s, box: box, change: c, subjects: subjects, base: tree, n: n}, all, func(s Subject) { out.Order = append(out.Order, s.Phase) })
		if err != nil {
			return Tried{}, err
		}
		out.Trials = append(append(out.Trials, all...), more...)
	}
	if green := coding.TrialsOf(out.Trials, coding.TrialGreen, c.Tree); s.Lines && !slices.ContainsFunc(green, s.isWorse) {
		all, err := r.tellLines(ctx, lineWatch{subject: s, box: box, base: tree, change: c, green: green})
		if err != nil {
			return Tried{}, err
		}
		out.Trials = append(out.Trials, all...)
	}
	return out, r.dropBox(box)
}

// Subjects returns what a change is tried on.
func (r Runner) Subjects(ctx context.Context, s Subject, c coding.Change) ([]Subject, error) {
	tests, has, err := r.Workspaces.TestsOnly(ctx, s.Repository, c)
	if err != nil {
		return nil, fmt.Errorf("take the tests out of a change of %s: %w", s.Repository.Name, err)
	}
	back, touched, err := r.Workspaces.TestsBack(ctx, s.Repository, c, s.Renames)
	if err != nil {
		return nil, fmt.Errorf("put the tests of %s back: %w", s.Repository.Name, err)
	}
	red, green, old := s, s, s
	red.Phase, red.Tree, red.Twice, red.Before = coding.TrialRed, tests, true, nil
	green.Phase, green.Tree, green.Twice = coding.TrialGreen, c.Tree, true
	old.Phase, old.Tree, old.Before = coding.TrialOld, back, nil
	var out []Subject
	if has {
		out = append(out, red)
	}
	out = append(out, green)
	if touched && back != c.Tree {
		out = append(out, old)
	}
	return out, nil
}

// isWorse reports whether a check fails otherwise than on the base.
func (s Subject) isWorse(t coding.Trial) bool {
	return !t.Good() && !slices.ContainsFunc(s.Before, func(b coding.Trial) bool {
		return b.Name == t.Name && len(t.Failing) > 0 && !slices.ContainsFunc(t.Failing, func(name string) bool { return !slices.Contains(b.Failing, name) })
	})
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
	name, only := s.Repository.Checks[n], ""
	command := name
	if s.Touched != nil {
		if command, only, err = s.Touched.Narrow(name); err != nil {
			return coding.Trial{}, fmt.Errorf("see what of the check %q is touched: %w", name, err)
		}
	}
	command = testreport.AddReporting(command)
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
	hooked, err := s.tellHooks(box)
	if err != nil {
		return coding.Trial{}, err
	}
	if e.Code != 0 {
		if err := r.checkRoom(box); err != nil {
			return coding.Trial{}, fmt.Errorf("check %q: %w", name, err)
		}
	}
	t := coding.Trial{Phase: s.Phase, N: n, Name: name, Only: only, Tree: s.Tree, Exit: e.Code, Reason: e.Reason, MS: e.Took.Milliseconds(), At: r.Now(), Services: box.ReadServices()}
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
		if why == "" {
			why = hooked
		}
		if s.Lacks != "" && t.Exit != 0 && s.Phase == coding.TrialBefore && len(out.Passing)+len(out.Failing) == 0 {
			why = s.Lacks
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
