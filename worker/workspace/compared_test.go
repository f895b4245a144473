package workspace_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Whatever git compares, it is ended when it takes too long, and whoever asked reads why. Somebody who stops is told something else.
func TestGitComparesWithinATime(t *testing.T) {
	d := seated(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := d.y.Apply(t.Context(), d.r, d.from, []byte("--- a/other.txt\n+++ b/other.txt\n@@ -1 +1 @@\n-other\n+more\n"))
	d.ok(err)
	head, err := d.y.Commit(t.Context(), d.r, coding.Commit{Parent: d.from, Tree: tree, Message: "one", At: time.Unix(1_800_000_000, 0)})
	d.ok(err)
	c, err := d.y.Between(t.Context(), d.r, d.from, d.to)
	d.ok(err)
	bin := t.TempDir()
	script := "#!/bin/sh\ncase \" $* \" in *\" diff-tree -p \"*|*\" diff-tree -r -p \"*|*\" merge-tree \"*) exec sleep 600;; esac\nexec " + program + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH")) //nolint:forbidigo // where git is
	slow := d.y
	slow.Comparing = 200 * time.Millisecond
	for what, do := range map[string]func() error{
		"compare": func() error { _, err := slow.Between(t.Context(), d.r, d.from, d.to); return err },
		"merge":   func() error { _, _, err := slow.Merge(t.Context(), d.r, d.from, head, d.to); return err },
	} {
		var no *workspace.UnusableError
		if err := do(); !errors.As(err, &no) || !strings.Contains(no.Text, "so large that git could not compare it line by line within ") {
			t.Errorf("%s: %v, want that it takes too long", what, err)
		}
	}
	if shown, err := slow.Diff(t.Context(), d.r, d.from, d.to); err != nil || !strings.HasPrefix(shown, "(It cannot be shown: the change is so large") {
		t.Errorf("a diff that takes too long is shown as %q, %v", shown, err)
	}
	if wide, err := slow.Around(t.Context(), d.r, c, 10, 1<<20); err != nil || string(wide) != string(c.Patch) {
		t.Errorf("what is around takes too long, and instead of the change is shown %q, %v", wide, err)
	}
}

// A diff is as long as a change may be, and no longer.
func TestADiffHasABound(t *testing.T) {
	d := seated(t)
	put(t, d.at("long.txt"), strings.Repeat("0123456789abcde\n", 17<<16))
	d.git("add", "-A")
	d.git("-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "two")
	_, _, err := d.y.Add(t.Context(), d.r)
	d.ok(err)
	head, _, err := d.y.Base(t.Context(), coding.CodeOrder{Repository: d.r})
	d.ok(err)
	if shown, err := d.y.Diff(t.Context(), d.r, d.from, head); err != nil || shown != "(It cannot be shown: the change has more than the 16777216 bytes that I take.)\n" {
		t.Errorf("%.100q, %v", shown, err)
	}
}
