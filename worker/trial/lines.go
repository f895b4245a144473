package trial

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Where a run of tests says which lines it ran: below the folder of temporary files, which is its own.
const (
	linesFolder  = "frasier-lines"
	insideLines  = "/tmp/" + linesFolder
	insideWatch  = "/frasier-watch" // what Python finds there before all else
	watchProgram = insideWatch + "/sitecustomize.py"
)

//go:embed lines/sitecustomize.py
var pythonWatch []byte

// watchLines has the tests of a box say which lines they run, as far as their languages can by themselves. No command is
// another for it: it is the environment that tells them.
func watchLines(b fence.Box) fence.Box {
	find := func(name, otherwise string) string {
		for _, v := range slices.Backward(b.Env) {
			if value, is := strings.CutPrefix(v, name+"="); is {
				return value
			}
		}
		return otherwise
	}
	watch := insideWatch
	if was := find("PYTHONPATH", ""); was != "" {
		watch += ":" + was
	}
	b.Env = append(slices.Clone(b.Env),
		"GOFLAGS="+find("GOFLAGS", "-buildvcs=false")+" -cover -covermode=set -coverpkg=./... -coverprofile="+insideLines+"/go.out",
		"NODE_V8_COVERAGE="+insideLines+"/node",
		"PYTHONPATH="+watch,
	)
	b.Files = map[string][]byte{watchProgram: pythonWatch}
	return b
}

// lineWatch sees which lines of a change tests run.
type lineWatch struct {
	subject Subject
	box     fence.Box
	base    string // the tree that the change starts from
	change  coding.Change
	green   []coding.Trial
}

// tellLines runs the checks that name tests once more on the tree that a change starts from and on its own, and says which lines of its files
// tests run there.
func (r Runner) tellLines(ctx context.Context, w lineWatch) ([]coding.Trial, error) {
	var out []coding.Trial
	w.box = watchLines(w.box)
	for _, on := range []struct {
		tree string
		text func(coding.FileChange) string
	}{{w.base, func(f coding.FileChange) string { return f.Before }}, {w.change.Tree, func(f coding.FileChange) string { return f.After }}} {
		files := map[string]string{}
		for _, f := range w.change.Files {
			if text := on.text(f); text != "" && !f.IsTest() && slices.Contains([]string{".go", ".py", ".js", ".mjs", ".cjs"}, path.Ext(f.Path)) {
				files[f.Path] = text
			}
		}
		if len(files) == 0 {
			continue
		}
		w.subject.Tree = on.tree
		t := coding.Trial{Phase: coding.TrialLines, Tree: on.tree, Lines: map[string]coding.RunLines{}, At: r.Now()}
		for n := range w.subject.Repository.Checks {
			if !namesTests(w.green, n) {
				continue
			}
			said, took, err := r.runWatched(ctx, w.subject, n, w.box)
			if err != nil {
				return nil, err
			}
			t.MS += took.Milliseconds()
			modules, err := findModules(w.box.Work, files)
			if err != nil {
				return nil, err
			}
			for name, text := range files {
				if l, told := said.findLines(name, modules[name], text); told {
					t.Lines[name] = t.Lines[name].Join(l)
				}
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// A check that names no test runs none, unless none of them names any.
func namesTests(green []coding.Trial, n int) bool {
	named := func(t coding.Trial) bool { return len(t.Passing) > 0 }
	return !slices.ContainsFunc(green, named) || slices.ContainsFunc(green, func(t coding.Trial) bool { return t.N == n && named(t) })
}

// runWatched runs one check, and returns what it leaves behind of the lines that it runs: nothing where it did not end by itself,
// since what it did not come to it may well run.
func (r Runner) runWatched(ctx context.Context, s Subject, n int, box fence.Box) (said linesSaid, took time.Duration, err error) {
	if err := r.Workspaces.Empty(box.Scratch); err != nil {
		return nil, 0, err
	}
	if err := os.MkdirAll(filepath.Join(box.Scratch, "tmp", linesFolder), 0o700); err != nil {
		return nil, 0, fmt.Errorf("make a folder for what tests run: %w", err)
	}
	if _, err := r.Workspaces.FillWhole(ctx, s.Repository, box.Work, s.Tree); err != nil {
		return nil, 0, err
	}
	e, err := r.Fence.Run(ctx, box, "/bin/sh", "-c", s.Repository.Checks[n])
	if err != nil {
		return nil, 0, fmt.Errorf("see which lines the check %q runs: %w", s.Repository.Checks[n], err)
	}
	if ctx.Err() != nil || e.Reason != "" {
		return nil, e.Took, ctx.Err()
	}
	if said, err = readLinesFolder(filepath.Join(box.Scratch, "tmp")); err != nil {
		return nil, 0, fmt.Errorf("see which lines the check %q runs: %w", s.Repository.Checks[n], err)
	}
	return said, e.Took, nil
}

// findModules returns the names by which Go knows files: the module's and where the file lies in it.
func findModules(dir string, files map[string]string) (map[string]string, error) {
	out := map[string]string{}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("look for modules: %w", err)
	}
	defer root.Close() //nolint:errcheck // it was read
	for name := range files {
		if path.Ext(name) != ".go" {
			continue
		}
		for at := path.Dir(name); ; at = path.Dir(at) {
			text, err := readAtMost(root, path.Join(at, "go.mod"))
			if m := moduleLine.FindSubmatch(text); err == nil && m != nil {
				out[name] = path.Join(string(m[1]), strings.TrimPrefix(name, strings.TrimPrefix(at+"/", "./")))
				break
			}
			if at == "." {
				break
			}
		}
	}
	return out, nil
}

// linesSaid hold a run's traces of the lines that it ran, by the names of its files.
type linesSaid map[string][]byte

// readLinesFolder reads what a run whose processes are gone wrote there. Links lead nowhere.
func readLinesFolder(tmp string) (linesSaid, error) {
	root, err := os.OpenRoot(tmp)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // it was read
	out, room := linesSaid{}, mostLinesBytes
	err = fs.WalkDir(root.FS(), linesFolder, func(at string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return skipAbsent(err)
		}
		text, err := readAtMost(root, at)
		if err != nil {
			return skipAbsent(err)
		}
		if room -= len(text); room < 0 || len(text) == 0 || len(out) == mostLinesFiles {
			out = linesSaid{} // a part of it would call idle what ran
			return fs.SkipAll
		}
		out[strings.TrimPrefix(at, linesFolder+"/")] = text
		return nil
	})
	return out, err
}

// readAtMost reads a file that is not too long to be one of those that are looked for; of a longer one it returns nothing.
func readAtMost(root *os.Root, name string) (text []byte, err error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostLinesBytes {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, mostLinesBytes))
}
