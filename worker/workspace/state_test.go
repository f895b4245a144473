package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A source is told with what I leave alone or do not have of it, or why it
// cannot be worked on and what helps.
func TestSourcesOfEveryState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, script string // made in the folder shop, beside a repository made
		ref          string
		want         workspace.State
		refused      string
	}{
		{name: "clean", script: made},
		{name: "uncommitted", script: made + "echo two > f; rm g; echo new > h", want: workspace.State{Uncommitted: 2}},
		{name: "in a merge", script: made + "git checkout -qb x; echo x > f; git commit -qam x; git checkout -q main; echo y > f; git commit -qam y; git merge -q x || true", want: workspace.State{Uncommitted: 1}},
		{name: "submodule", script: made + "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),lib; git commit -qm lib", want: workspace.State{Submodules: 1}},
		{name: "lfs", script: made + "echo '*.bin filter=lfs' > .gitattributes; git add .; git commit -qm lfs", want: workspace.State{Large: true}},
		{name: "lfs in a folder", script: made + "mkdir -p data; echo '*.bin filter=lfs' > data/.gitattributes; git add .; git commit -qm lfs", want: workspace.State{Large: true}},
		{name: "filters that are never run", script: made + "echo '* filter=own' > .gitattributes; git add .; git commit -qm f; git config filter.own.clean 'touch ../ran; cat'; touch f"},
		{name: "no commit", script: "git init -q -b main .", refused: "has no commit yet"},
		{name: "no such branch", script: made + "git branch release/2", ref: "develop", refused: "has no branch develop; it has main, release/2"},
		{name: "on no branch", script: made + "git checkout -q --detach", refused: "is on no branch now; name the one to work from with --ref"},
		{name: "shallow", script: "mkdir ../from; cd ../from; " + made + "cd ..; rmdir shop; git clone -q --depth 1 file://$PWD/from shop", refused: "run there: git fetch --unshallow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := filepath.Join(t.TempDir(), "shop")
			if err := os.Mkdir(source, 0o700); err != nil {
				t.Fatal(err)
			}
			shell(t, source, c.script)
			y := workspace.Dir{Home: t.TempDir()}
			r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Ref: c.ref})
			if c.refused != "" {
				var no *workspace.UnusableError
				if !errors.As(err, &no) || !strings.Contains(no.Text, c.refused) {
					t.Fatalf("Add: %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := y.State(t.Context(), r)
			if err != nil || got.Commit == "" {
				t.Fatalf("State = %+v, %v", got, err)
			}
			got.Commit = ""
			if got != c.want {
				t.Errorf("State = %+v, want %+v", got, c.want)
			}
			if _, err := os.Stat(filepath.Join(source, "..", "ran")); err == nil {
				t.Error("a program that the source configures was run")
			}
		})
	}
}

const made = "git init -q -b main .; echo one > f; echo one > g; git add .; git commit -qm one; "

// A copy that is damaged is made anew, with all that was changed in it.
func TestADamagedCopyIsMadeAgain(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.txt"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
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
	tree, err := y.Apply(t.Context(), r, base, []byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	for _, hurt := range []string{"HEAD", "objects"} {
		at := filepath.Join(y.Home, "mirrors", "shop.git", hurt)
		if err := os.RemoveAll(at); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("no"), 0o600); err != nil {
			t.Fatal(err)
		}
		again, note, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
		if err != nil || again != base {
			t.Fatalf("%s: Base = %s, %v, want %s", hurt, again, err, base)
		}
		if note != "My copy of shop was damaged, so I made it again; nothing is lost, and you have nothing to do." {
			t.Errorf("%s: it is told as %q", hurt, note)
		}
		if _, note, err := y.Base(t.Context(), coding.CodeOrder{Repository: r}); err != nil || note != "" {
			t.Errorf("%s: later it is told as %q, %v", hurt, note, err)
		}
		if got, err := y.Apply(t.Context(), r, base, []byte(patch)); err != nil || got != tree {
			t.Errorf("%s: Apply = %s, %v, want %s", hurt, got, err, tree)
		}
	}
}

// What somebody writes into an opened folder is not written over and not taken
// away, and the refusal names it.
func TestAnOpenedFolderKeepsWhatIsWrittenIntoIt(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.txt"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
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
	tree, err := y.Apply(t.Context(), r, base, []byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := y.Open(t.Context(), r, "s1", "deft-osprey", tree)
	if err != nil || !y.IsOpen(r, "s1", "deft-osprey") {
		t.Fatalf("Open: %v", err)
	}
	own := filepath.Join(dir, "mine.txt")
	if err := os.WriteFile(own, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, again := y.Open(t.Context(), r, "s1", "deft-osprey", tree)
	for _, err := range []error{again, y.Close(t.Context(), r, "s1", "deft-osprey")} {
		var no *workspace.UnusableError
		if !errors.As(err, &no) || !strings.Contains(no.Text, "mine.txt") {
			t.Errorf("%v, want a refusal that names mine.txt", err)
		}
	}
	if _, err := os.Stat(own); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	if err := y.Close(t.Context(), r, "s1", "deft-osprey"); err != nil || y.IsOpen(r, "s1", "deft-osprey") {
		t.Errorf("Close of a folder as it was opened: %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}
