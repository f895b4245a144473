package workspace_test

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A repository of some kilobytes may hold ten thousand million files. It is refused before any is written.
func TestTooManyFilesAreRefused(t *testing.T) {
	t.Parallel()
	for levels, refused := range map[int]bool{2: false, 5: true, 10: true} {
		source := t.TempDir()
		git := func(in string, args ...string) string {
			cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", source}, args...)...)
			cmd.Stdin = strings.NewReader(in)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("git %v: %v %s", args, err, out)
			}
			return strings.TrimSpace(string(out))
		}
		git("", "init", "-q", "-b", "main")
		id, kind, mode := git("x", "hash-object", "-w", "--stdin"), "blob", "100644"
		for level := range levels {
			var tree strings.Builder
			for n := range 12 {
				fmt.Fprintf(&tree, "%s %s %s\t%d-%02d\n", mode, kind, id, level, n)
			}
			id, kind, mode = git(tree.String(), "mktree"), "tree", "040000"
		}
		commit := git("", "-c", "user.name=f", "-c", "user.email=f@x", "commit-tree", "-m", "one", id)
		git("", "update-ref", "refs/heads/main", commit)
		_, _, err := workspace.Dir{Home: t.TempDir()}.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
		var no *workspace.UnusableError
		if errors.As(err, &no) != refused || !refused && err != nil {
			t.Errorf("12 to the power of %d files: %v, want refused %v", levels, err, refused)
		}
	}
}
