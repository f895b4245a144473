package trial_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// This test's own program is also what starts services inside.
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was { //nolint:forbidigo // as a program of its own
		os.Exit(code) //nolint:forbidigo // as above
	}
	os.Exit(m.Run()) //nolint:forbidigo // as above
}

// What a command says and changes is told; what the repository ignores, and what looks like git's own, is left out, and nothing
// of it is there for the next one.
func TestACommandRunsOnACopy(t *testing.T) {
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	for name, text := range map[string]string{"fee.sh": "echo 1\n", ".gitignore": "out\n"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := trial.Runner{Fence: walls, Workspaces: workspace.Dir{Home: t.TempDir()}, Now: time.Now}
	repo, _, err := r.Workspaces.Add(t.Context(), coding.Repository{Name: "fees", Source: source, Checks: []string{"sh fee.sh"}})
	if err != nil {
		t.Fatal(err)
	}
	tree := treeOf(t, r.Workspaces, repo)
	for _, c := range []struct{ command, said, diff string }{
		{"cat fee.sh", "echo 1\n(exit 0)", ""},
		{"sh fee.sh; exit 3", "1\n(exit 3)", ""},
		{"echo 2 > fee.sh; echo x > out; mkdir .git; touch .git/config", "(exit 0)", "-echo 1\n+2"},
		{"cat fee.sh; ls out", "(exit 2)", ""},
		{"mkdir -p a/.GIT && echo '[core]\nfsmonitor = touch /tmp/ran' > a/.GIT/config; echo n > a/new", "(exit 0)", "+n"},
	} {
		said, made, err := r.RunCommand(t.Context(), trial.Subject{Repository: repo, Step: "s1", Tree: tree}, c.command)
		diff, derr := r.Workspaces.Diff(t.Context(), repo, tree, made)
		if err = errors.Join(err, derr); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(said, c.said) || !strings.Contains(diff, c.diff) || c.diff == "" && made != tree || strings.Contains(diff, "/out") || strings.Contains(strings.ToLower(diff), ".git/") {
			t.Errorf("%s: said %q, changed %q", c.command, said, diff)
		}
	}
	if left, err := filepath.Glob(filepath.Join(r.Workspaces.Home, "*", "*run*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func treeOf(t *testing.T, w workspace.Dir, r coding.Repository) string {
	t.Helper()
	base, _, err := w.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := w.Tree(t.Context(), r, base)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// A command has what checks have: packages, files that a setup made, toolchains and services. None of it passes for
// what the command wrote, and what it writes into packages ends with it.
func TestACommandHasWhatChecksHave(t *testing.T) {
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source, made := t.TempDir(), t.TempDir()
	for at, text := range map[string]string{
		filepath.Join(source, "check.sh"): "true\n", filepath.Join(made, "node_modules", "oats", "index.js"): "7\n", filepath.Join(made, "map.cjs"): "map\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	r := trial.Runner{
		Fence: walls, Workspaces: workspace.Dir{Home: t.TempDir()}, Now: time.Now,
		Environment: func(context.Context, coding.Repository, trial.Wanted) (trial.Mounts, error) {
			return trial.Mounts{
				Layers:     []fence.Layer{{Host: filepath.Join(made, "node_modules"), Inside: fence.InsideWork + "/web/node_modules"}},
				ReadOnly:   []fence.Bind{{Host: filepath.Join(made, "map.cjs"), Inside: fence.InsideWork + "/web/map.cjs"}},
				Env:        []string{"OATS=well"},
				Toolchains: []coding.Toolchain{{Name: "oatmill", Version: "1", Bin: []string{"/usr/lib/oatmill/bin"}, Read: []string{"/usr/lib"}}},
				Why:        "the packages of oats.lock are not there",
			}, nil
		},
	}
	mill, ok := coding.ParseService("mill port=4000 ready=tcp exec python3 -m http.server ${port} --bind 127.0.0.1")
	if !ok {
		t.Fatal("no service")
	}
	policy := coding.CodePolicy{Services: []coding.Service{mill}}
	repo, _, err := r.Workspaces.Add(t.Context(), coding.Repository{Name: "fees", Source: source, Checks: []string{"sh check.sh"}, Policy: policy})
	if err != nil {
		t.Fatal(err)
	}
	tree := treeOf(t, r.Workspaces, repo)
	said, left, err := r.RunCommand(t.Context(), trial.Subject{Repository: repo, Step: "s1", Tree: tree}, "cat web/node_modules/oats/index.js web/map.cjs; echo $OATS $PATH; echo $MILL_PORT; echo x > web/node_modules/oats/new; echo y > web/map.cjs; true")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"7\nmap\nwell /usr/lib/oatmill/bin:", "\n4000\n", "(exit 0)", "the packages of oats.lock are not there"} {
		if !strings.Contains(said, want) {
			t.Errorf("not said %q: %s", want, said)
		}
	}
	if left != tree {
		diff, err := r.Workspaces.Diff(t.Context(), repo, tree, left)
		t.Errorf("what was shown passes for what the command wrote: %s %v", diff, err)
	}
	if _, err := os.Stat(filepath.Join(made, "node_modules", "oats", "new")); err == nil {
		t.Error("what the command wrote into packages is there for the next one")
	}
}
