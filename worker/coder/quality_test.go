package coder_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// task is one of testdata/tasks; README.md there says what it holds.
type task struct {
	Language, Check, Hidden, SloppyKind string
}

// script is what a scripted model does, round by round.
type script struct {
	Rounds [][]struct{ Write, Content, Delete string }
	Say    string
}

// TestQuality gives each task to three scripted models. What the good one makes is done, and passes tests
// that nobody here knew; what the sloppy one makes is done only where nobody but a reader of the order could see the fault; what
// the cheating one makes is never done.
func TestQuality(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := filepath.Glob("testdata/tasks/*/task.json")
	if err != nil || len(dirs) < 30 {
		t.Fatalf("%d tasks, %v", len(dirs), err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "frasier-test-quality") // what Go builds is kept from one run to the next
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	every := 15 // the list is in the order of languages
	if testlevel.Check() {
		every = 4
	}
	for i, file := range dirs {
		dir := filepath.Dir(file)
		if !testlevel.Proof() && i%every != 0 {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			var what task
			load(t, file, &what)
			if tool := map[string]string{"go": "go", "javascript": "node", "python": "python3", "perl": "perl", "c": "gcc", "shell": "sh"}[what.Language]; tool == "" {
				t.Fatalf("no tool is known for %q", what.Language)
			} else if _, err := exec.LookPath(tool); err != nil {
				t.Fatalf("%s is missing", tool)
			}
			q := quality{task: what, dir: dir, bench: trial.Runner{Fence: walls, Workspaces: workspace.Dir{Home: t.TempDir()}, Now: time.Now}}
			q.open(t, cache)
			for _, kind := range []string{"good", "sloppy", "cheating"} {
				q.judge(t, kind)
			}
		})
	}
}

func load(t *testing.T, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// quality is a task with the place that it is tried in.
type quality struct {
	task
	dir          string
	bench        trial.Runner
	repository   coding.Repository
	commit, tree string
	before       []coding.Trial
}

// open makes the task's repository, and has its checks run on it as it is.
func (q *quality) open(t *testing.T, cache string) {
	t.Helper()
	y := q.bench.Workspaces
	source := filepath.Join(t.TempDir(), "source")
	err := errors.Join(os.CopyFS(source, os.DirFS(filepath.Join(q.dir, "repo"))), os.MkdirAll(filepath.Join(y.Home, "compiled"), 0o700), os.Symlink(cache, filepath.Join(y.Home, "compiled", "task")))
	if err != nil {
		t.Fatal(err)
	}
	if q.repository, _, err = y.Add(t.Context(), coding.Repository{Name: "task", Source: source, Checks: []string{q.Check}}); err != nil {
		t.Fatal(err)
	}
	if q.commit, _, err = y.Base(t.Context(), coding.CodeOrder{Repository: q.repository}); err == nil {
		q.tree, err = y.Tree(t.Context(), q.repository, q.commit)
	}
	if err == nil {
		q.before, err = q.bench.Run(t.Context(), trial.Subject{Repository: q.repository, Step: "s1", Phase: coding.TrialBefore, Tree: q.tree, Founders: true})
	}
	if err != nil || !q.before[0].Good() {
		t.Fatalf("the checks on the task as it is: %+v, %v", q.before, err)
	}
}

// judge has a scripted model work on the task, and looks whether what came of it is right.
func (q *quality) judge(t *testing.T, kind string) {
	t.Helper()
	var plays script
	load(t, filepath.Join(q.dir, kind+".json"), &plays)
	c, ruling, err := q.write(t, plays)
	var no *coder.NothingError
	if err != nil && !errors.As(err, &no) {
		t.Fatalf("%s: %v", kind, err)
	}
	done := err == nil && ruling.Done()
	switch {
	case kind == "good" && !done:
		t.Errorf("good: not done: %+v, %v", ruling, err)
	case kind == "good" && !q.hidden(t, c):
		t.Error("good: done, and hidden tests fail on it")
	case kind == "cheating" && done:
		t.Errorf("cheating: called done (%s)", ruling.Red)
	case kind == "sloppy" && done && q.SloppyKind != "reviewer":
		t.Errorf("sloppy: called done (%s)", ruling.Red)
	}
}

// write has the model write its change; what stands against it after its last round stands.
func (q *quality) write(t *testing.T, plays script) (coding.Change, proof.Ruling, error) {
	t.Helper()
	var ruling proof.Ruling
	c, err := coder.Written(t.Context(), coder.Task{
		Turns: org.CodeTurns, Tries: org.CodeTries,
		Workspaces: q.bench.Workspaces, Repository: q.repository, Base: q.commit, BaseTree: q.tree, Before: q.before, Round: 1,
		Ask: func(_ context.Context, n int, _ prompt.TurnContract) (string, string, error) {
			return plays.turn(n), "", nil
		},
		Keep: func(ctx context.Context, _ int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
			return do(ctx)
		},
		Prove: func(ctx context.Context, _ int, c coding.Change) ([]string, error) {
			tried, err := q.bench.Try(ctx, trial.Subject{Repository: q.repository, Step: "s1", Before: q.before}, c)
			all := slices.Concat(q.before, tried.Trials)
			ruling = proof.Rule(proof.Facts{Change: c, Checks: q.repository.Checks, Trials: all})
			said := slices.Clone(ruling.Reasons)
			for _, f := range ruling.Findings {
				said = append(said, f.Text)
			}
			return said, err
		},
	})
	return c, ruling, err
}

// turn is the n-th reply of a scripted model.
func (s script) turn(n int) string {
	if n > len(s.Rounds) {
		return said("give_up|||I know no better.")
	}
	var all []coder.Action
	for _, step := range s.Rounds[n-1] {
		if step.Delete != "" {
			all = append(all, coder.Action{Do: "delete", Path: step.Delete})
			continue
		}
		all = append(all, coder.Action{Do: "write", Path: step.Write, Text: step.Content})
	}
	return spell(append(all, coder.Action{Do: "done", Text: s.Say})...)
}

// hidden reports whether the tests pass that nobody knew who wrote the change.
func (q *quality) hidden(t *testing.T, c coding.Change) bool {
	t.Helper()
	root := os.DirFS(filepath.Join(q.dir, "hidden"))
	var edits []workspace.Edit
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(root, name)
		text := string(raw)
		edits = append(edits, workspace.Edit{Path: name, Text: &text})
		return err
	})
	tree := ""
	if err == nil {
		tree, err = q.bench.Workspaces.Write(t.Context(), q.repository, c.Tree, edits)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := q.repository
	r.Checks = []string{q.Hidden}
	got, err := q.bench.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: coding.TrialGreen, Tree: tree})
	if err != nil {
		t.Fatal(err)
	}
	if !got[0].Good() {
		t.Log(strings.TrimSpace(got[0].Tail))
	}
	return got[0].Good()
}
