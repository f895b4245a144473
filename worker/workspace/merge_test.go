package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A change that cannot be merged is taken apart: where the two agree it is there, elsewhere the branch stands, with no mark of a conflict.
func TestUnravelKeepsBothSides(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	for name, text := range map[string]string{"both.txt": "one\n", "gone ä.txt": "one\n", "mine.txt": "one\n", "theirs.txt": "one\n"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	edit := func(name, to string) string {
		return "--- a/" + name + "\n+++ b/" + name + "\n@@ -1 +1 @@\n-one\n+" + to + "\n"
	}
	apply := func(patch string) string {
		t.Helper()
		tree, err := y.Apply(t.Context(), r, base, []byte(patch))
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	drop := "--- a/gone ä.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"
	head, err := y.Commit(t.Context(), r, coding.Commit{
		Parent: base, Tree: apply(edit("both.txt", "two") + edit("theirs.txt", "two") + drop), Message: "first", At: time.Unix(1_800_000_000, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := y.Unravel(t.Context(), r, base, head, apply(edit("both.txt", "three")+edit("mine.txt", "three")+edit("gone ä.txt", "three")))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"both.txt": "two\n", "mine.txt": "three\n", "theirs.txt": "two\n"} {
		if got, err := y.Read(t.Context(), r, c.Tree, name); err != nil || got != want {
			t.Errorf("%s = %q, %v, want %q", name, got, err, want)
		}
	}
	if got, err := y.Read(t.Context(), r, c.Tree, "gone ä.txt"); err == nil {
		t.Errorf("what the branch deleted is there: %q", got)
	}
	for name, want := range map[string][2]string{"theirs": {c.Theirs, "+two"}, "mine": {c.Mine, "+three"}} {
		if !strings.Contains(want[0], want[1]) || !strings.Contains(want[0], "both.txt") || strings.Contains(want[0], "mine.txt") || strings.Contains(want[0], "theirs.txt") {
			t.Errorf("%s: %s", name, want[0])
		}
	}
}
