package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// mortalSetup is the environment variable that makes this test binary a
// process that works on a project until it kills itself.
const mortalSetup = "FRASIER_EVAL_MORTAL"

// fate says where such a process works and at which point it dies.
type fate struct {
	Home   string `json:"home"`
	Corpus string `json:"corpus"`
	Model  string `json:"model"`
	Point  int    `json:"point"` // the n-th point passed, from 1; 0 never dies

	Roadmap string        `json:"roadmap"` // file; empty means the measure's small one
	Brave   string        `json:"brave"`   // base URL of a search engine; empty means none
	Late    time.Duration `json:"late"`    // by how much its clock is ahead
}

// mortal is that process. It dies by SIGKILL, as from outside.
func mortal(told string) int {
	var f fate
	if err := json.Unmarshal([]byte(told), &f); err != nil {
		return said(err)
	}
	passed := 0
	now := func() time.Time { return clock().Add(f.Late) }
	out, err := live(context.Background(), f, now, func(string) {
		if passed++; passed != f.Point {
			return
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			panic(err)
		}
		select {} // until the signal arrives
	})
	if err == nil && (out.State != org.ProjectCompleted || len(out.Wrong) > 0) {
		err = fmt.Errorf("the project ended %s; undone: %q; broken: %q", out.State, out.Undone, out.Wrong)
	}
	if err == nil {
		err = tellPeak(f.Home)
	}
	if err != nil {
		return said(err)
	}
	return 0
}

// said tells the parent why the process ended in another way than by death.
func said(err error) int {
	if _, err := fmt.Fprintln(os.Stderr, err); err != nil {
		return 2
	}
	return 1
}

// life is what a project came to.
type life struct {
	State   org.ProjectState
	Text    string            // the deliverable
	Results map[string]string // of the steps
	Undone  []string          // steps that are not completed, and why
	Spent   org.CostLine
	Wrong   []string // invariants of the database that do not hold
}

// live works on the measure's roadmap from whatever state it is in to its end.
func live(ctx context.Context, f fate, now func() time.Time, crash func(string)) (life, error) {
	holder := fmt.Sprintf("eval-%d", os.Getpid())
	set := setup{Home: f.Home, Corpus: f.Corpus, Model: f.Model, Holder: holder, Now: now, Crash: crash}
	if f.Brave != "" {
		set.Searchers = []web.Searcher{&web.Brave{Key: "key", URL: f.Brave}}
	}
	o, err := open(ctx, set)
	if err != nil {
		return life{}, err
	}
	roadmap := f.Roadmap
	if roadmap == "" {
		roadmap = "testdata/roadmap.md"
	}
	out, err := o.live(ctx, roadmap)
	return out, errors.Join(err, o.close())
}

func (o *office) live(ctx context.Context, roadmap string) (life, error) {
	text, err := os.ReadFile(roadmap)
	if err != nil {
		return life{}, err
	}
	if _, err := o.store.ExpireLeases(ctx, o.now()); err != nil {
		return life{}, err
	}
	if err := o.hear(ctx, "roadmap.md", string(text)); err != nil {
		return life{}, err
	}
	p, err := o.work(ctx)
	if err != nil {
		return life{}, err
	}
	return o.report(ctx, p)
}

func (o *office) report(ctx context.Context, p org.Project) (life, error) {
	out := life{State: p.State, Results: map[string]string{}}
	d, err := o.store.Deliverable(ctx, p.ID)
	if err != nil {
		return out, err
	}
	out.Text = d.Markdown
	steps, err := o.store.Steps(ctx, p.ID)
	if err != nil {
		return out, err
	}
	for _, s := range steps {
		out.Results[s.Key] = s.Result
		if s.State != org.StepCompleted {
			out.Undone = append(out.Undone, fmt.Sprintf("%q is %s: %s", s.Title, s.State, s.Cause))
		}
	}
	costs, err := o.store.Costs(ctx, 0)
	if err != nil {
		return out, err
	}
	out.Spent = costs[0].Total
	checks, err := o.store.Verify(ctx)
	for _, c := range checks {
		if !c.OK {
			out.Wrong = append(out.Wrong, c.Name+": "+c.Detail)
		}
	}
	return out, err
}

// crashes is M11: a process is killed at each point beside a checkpoint and at
// each kind of transaction, and another one goes on.
func crashes(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	server, url := llmtest.Start(t, llmtest.Options{})
	corpus, err := filepath.Abs("testdata/corpus")
	if err != nil {
		return nil, err
	}
	var points []string
	whole, err := live(ctx, fate{Home: t.TempDir(), Corpus: corpus, Model: url + "/~story=whole"}, clock, func(p string) { points = append(points, p) })
	if err != nil {
		return nil, fmt.Errorf("run without a crash: %w", err)
	}
	if whole.State != org.ProjectCompleted || strings.TrimSpace(whole.Text) == "" {
		return nil, fmt.Errorf("the run without a crash ended %s", whole.State)
	}
	calls := len(callsOf(server, "whole"))
	where := boundaries(points)
	got := make([]life, len(where))
	var g errgroup.Group
	const atOnce = 4 // most of their time they wait for the disk
	g.SetLimit(atOnce)
	for i, n := range where {
		f := fate{Home: t.TempDir(), Corpus: corpus, Model: fmt.Sprintf("%s/~story=kill%d", url, n), Point: n}
		g.Go(func() (err error) {
			if got[i], err = killed(ctx, f); err != nil {
				err = fmt.Errorf("killed at point %d (%s): %w", n, points[n-1], err)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var bytes, repeats, ledger []string
	for i, n := range where {
		at, got := fmt.Sprintf("killed at point %d (%s)", n, points[n-1]), got[i]
		if got.Text != whole.Text || !same(got.Results, whole.Results) || got.State != whole.State || len(got.Wrong) > 0 {
			bytes = append(bytes, fmt.Sprintf("%s: ended %s with other bytes, or broken: %q", at, got.State, got.Wrong))
		}
		again := len(callsOf(server, fmt.Sprintf("kill%d", n))) - calls
		if again > 1 || again < 0 {
			repeats = append(repeats, fmt.Sprintf("%s: %d calls more than the %d of a whole run", at, again, calls))
		}
		if got.Spent.Cost != whole.Spent.Cost || got.Spent.Calls-got.Spent.Unknown != whole.Spent.Calls || got.Spent.Unknown > 1 {
			ledger = append(ledger, fmt.Sprintf("%s: %+v, want %+v and at most one call of unknown cost", at, got.Spent, whole.Spent))
		}
	}
	t.Logf("%d kills at %d points, %d calls in a whole run", len(where), len(points), calls)
	n := len(where)
	return []result{
		exact("kills with the same final bytes", n-len(bytes), n, bytes), exact("kills with one repeated call at most", n-len(repeats), n, repeats),
		exact("kills with an exact ledger", n-len(ledger), n, ledger),
	}, nil
}

// boundaries chooses the points to die at: of every name the first, and of the
// stages' own points the last as well.
func boundaries(points []string) []int {
	firsts, lasts := map[string]int{}, map[string]int{}
	for i, p := range points {
		if firsts[p] == 0 {
			firsts[p] = i + 1
		}
		lasts[p] = i + 1
	}
	var out []int
	for p, n := range firsts {
		out = append(out, n)
		if strings.Contains(p, " ") && lasts[p] != n {
			out = append(out, lasts[p])
		}
	}
	slices.Sort(out)
	return out
}

// child is a process of its own that does a project.
func child(ctx context.Context, f fate) (*exec.Cmd, error) {
	raw, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, self)
	c.Env = append(os.Environ(), mortalSetup+"="+string(raw))
	return c, nil
}

// killed runs a process to its death and then goes on by itself, an hour
// later, when the dead one's claims have run out.
func killed(ctx context.Context, f fate) (life, error) {
	c, err := child(ctx, f)
	if err != nil {
		return life{}, err
	}
	words, err := c.CombinedOutput()
	if state, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || state.Signal() != syscall.SIGKILL {
		return life{}, fmt.Errorf("the process did not die by the signal: %w; it said %q", err, words)
	}
	later := func() time.Time { return clock().Add(time.Hour) }
	return live(ctx, f, later, nil)
}

func callsOf(s *llmtest.Server, story string) []llmtest.Request {
	return slices.DeleteFunc(s.Requests(), func(r llmtest.Request) bool { return r.Story != "story="+story && r.Story != story })
}

func same(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}
