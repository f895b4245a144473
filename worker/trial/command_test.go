package trial_test

import (
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
	base, _, err := r.Workspaces.Base(t.Context(), coding.CodeOrder{Repository: repo})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Workspaces.Tree(t.Context(), repo, base)
	if err != nil {
		t.Fatal(err)
	}
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
