package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/frasier-cos/frasier/worker/workspace"
)

// worked is a folder in which somebody works, as a step has it.
func worked(t *testing.T) (*desk, workspace.Worked) {
	t.Helper()
	d := seated(t)
	tree, err := d.y.Tree(t.Context(), d.r, d.from)
	d.ok(err)
	w := workspace.Worked{Dir: d.y.Folder(d.r, "s1", "agent"), Base: tree, Index: filepath.Join(t.TempDir(), "index")}
	d.ok(d.y.Fill(t.Context(), d.r, w.Dir, tree))
	return d, w
}

// Whoever works in a folder makes a repository in it in which git is told to start a program: that is not started, since it would run
// outside of the walls. The files count like others.
func TestALookAtWorkStartsNothing(t *testing.T) {
	d, w := worked(t)
	proof := filepath.Join(t.TempDir(), "escaped")
	shell(t, w.Dir, `mkdir sub; cd sub; git init -q -b main; echo x >f; git add -A; git commit -q -m x
		printf '* filter=x\n' >.git/info/attributes; git config filter.x.clean "touch `+proof+`; cat"; touch -d 2001-01-01 f`)
	tree := ""
	for range 3 {
		var err error
		tree, err = d.y.Snapshot(t.Context(), d.r, w)
		d.ok(err)
	}
	if _, err := os.Stat(proof); err == nil {
		t.Error("a program that the folder names was started")
	}
	if text, err := d.y.Read(t.Context(), d.r, tree, "sub/f"); err != nil || text != "x\n" {
		t.Errorf("the file of the repository inside is %q, %v", text, err)
	}
}

// A folder becomes a link behind the back of who looks: nothing is read or written where it leads.
func TestALookAtWorkFollowsNoLink(t *testing.T) {
	out, from, to := t.TempDir(), t.TempDir(), t.TempDir()
	put(t, filepath.Join(out, "id"), "secret")
	put(t, filepath.Join(from, "e", "id"), "mine")
	for _, dir := range []string{from, to} {
		if err := os.Symlink(out, filepath.Join(dir, "d")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(out, filepath.Join(to, "e")); err != nil {
		t.Fatal(err)
	}
	if err := workspace.CopyWorked(from, to, []string{"d/id", "e/id"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(to, "d")); err == nil {
		t.Error("what leads out of the folder was taken")
	}
	if got := readFile(t, filepath.Join(to, "e", "id")); got != "mine" {
		t.Errorf("a file is %q", got)
	}
	if got := readFile(t, filepath.Join(out, "id")); got != "secret" {
		t.Errorf("a file outside is %q now", got)
	}
}

// Each look gives the tree that the folder's files make, whatever was done to them since the one before.
func TestALookAtWorkSeesWhatIsThere(t *testing.T) {
	d, w := worked(t)
	for _, did := range []string{
		"true", "echo six >fee.txt", "echo ten >fee.txt", "chmod +x fee.txt", "chmod 400 fee.txt; echo '*.log' >.gitignore; touch no.log in/no.log",
		"rm fee.txt; mkdir fee.txt; echo x >fee.txt/x", "rm -r fee.txt; ln -s in fee.txt", "rm -r in; ln -s other.txt in", "rm in; mkdir -p in/deep; echo y >in/deep/y; mkfifo pipe",
		`printf 'odd' >"$(printf 'a\nb\351')"; mkdir "$(printf '\351')"; touch "$(printf '\351/x')"`, "rm .gitignore", "rm -r *", "true",
	} {
		shell(t, w.Dir, did)
		tree, err := d.y.Snapshot(t.Context(), d.r, w)
		d.ok(err)
		if want, err := d.y.TreeOf(t.Context(), d.r, w.Dir, w.Base); err != nil || tree != want {
			t.Fatalf("after %q the look gives %s, and the files are %s, %v", did, tree, want, err)
		}
	}
}
