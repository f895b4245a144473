package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

const patch = `diff --git a/a.txt b/a.txt
index 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-one
+two
diff --git a/x_test.sh b/x_test.sh
new file mode 100755
index 0000000000000000000000000000000000000000..2e0f4d9d8a5e0e5d3d1d4f6f2a6a1b1c6c9b5a55
--- /dev/null
+++ b/x_test.sh
@@ -0,0 +1 @@
+grep two a.txt
`

// A change is made again from rows in a yard that never saw it, with the same ids.
func TestChangesAreMadeAgain(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.txt"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	here := workspace.Dir{Home: t.TempDir()}
	r, top, err := here.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil || len(top) != 1 || r.Kind != coding.RepositoryFolder {
		t.Fatalf("Add = %+v, %v, %v", r, top, err)
	}
	base, _, err := here.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := here.Apply(t.Context(), r, base, []byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	c, err := here.Between(t.Context(), r, base, tree)
	if err != nil || len(c.Files) != 2 || c.Files[0].After != "two\n" || !c.Files[1].Fresh() {
		t.Fatalf("Between = %+v, %v", c.Files, err)
	}
	tests, has, err := here.TestsOnly(t.Context(), r, c)
	if err != nil || !has {
		t.Fatalf("TestsOnly = %v, %v", has, err)
	}
	dir := here.Folder(r, "s1", "trial")
	if err := here.Fill(t.Context(), r, dir, tests); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(raw) != "one\n" {
		t.Errorf("with the tests alone a.txt is %q, %v", raw, err)
	}
	m := coding.Commit{Parent: base, Tree: tree, Patch: c.Patch, Message: "Two\n", At: time.Unix(1_800_000_000, 0)}
	if m.ID, err = here.Commit(t.Context(), r, m); err != nil {
		t.Fatal(err)
	}
	there := workspace.Dir{Home: t.TempDir()}
	o := coding.CodeOrder{Repository: r, Branch: "frasier/p1-two", Merged: []coding.Commit{m}}
	if got, _, err := there.Base(t.Context(), o); err != nil || got != m.ID {
		t.Errorf("made again elsewhere the branch is at %s (%v), want %s", got, err, m.ID)
	}
	bundle, whole, err := there.Bundle(t.Context(), o)
	if err != nil || len(bundle) == 0 || string(whole) != string(c.Patch) {
		t.Errorf("Bundle = %d bytes, %q, %v", len(bundle), whole, err)
	}
	if entries, err := os.ReadDir(source); err != nil || len(entries) != 1 {
		t.Errorf("the source holds %v (%v), want what it held", entries, err)
	}
}

func TestMergeTakesNoSide(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte("one\n"), 0o600); err != nil {
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
	change := func(name, to string) string {
		t.Helper()
		tree, err := y.Apply(t.Context(), r, base, []byte("--- a/"+name+"\n+++ b/"+name+"\n@@ -1 +1 @@\n-one\n+"+to+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	head, err := y.Commit(t.Context(), r, coding.Commit{Parent: base, Tree: change("a.txt", "two"), Message: "first", At: time.Unix(1_800_000_000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if tree, clash, err := y.Merge(t.Context(), r, base, head, change("b.txt", "two")); err != nil || len(clash) != 0 || tree == "" {
		t.Errorf("Merge of two files = %q, %v, %v", tree, clash, err)
	}
	if _, clash, err := y.Merge(t.Context(), r, base, head, change("a.txt", "three")); err != nil || len(clash) != 1 || clash[0] != "a.txt" {
		t.Errorf("Merge of one line = %v, %v, want a.txt", clash, err)
	}
}
