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
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A source that cannot be used is refused with what it is and what helps; more states of a repository are
// those of TestSourcesOfEveryState.
func TestSourcesThatAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"empty", "unborn", "shop"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "file"), "a file")
	shell(t, filepath.Join(dir, "unborn"), "git init -q -b main .")
	shell(t, filepath.Join(dir, "shop"), made+"git branch release/2")
	for source, want := range map[string]string{
		"nowhere":      "there is no folder SOURCE; name one that holds the code",
		"file":         "there is no folder SOURCE; name one that holds the code",
		"empty":        "SOURCE holds no files; name the folder that holds the code",
		"unborn":       "SOURCE has no commit yet; make a first one there, and name it again",
		"shop develop": "SOURCE has no branch develop; it has main, release/2",
	} {
		name, ref, _ := strings.Cut(source, " ")
		source := filepath.Join(dir, name)
		_, _, err := workspace.Dir{Home: t.TempDir()}.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Ref: ref})
		var no *workspace.UnusableError
		if !errors.As(err, &no) || no.Text != strings.ReplaceAll(want, "SOURCE", source) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// shell runs a script in a folder.
func shell(t *testing.T, dir, script string) {
	t.Helper()
	sh := exec.CommandContext(t.Context(), "sh", "-ec", script)
	sh.Dir = dir
	sh.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.example", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.example"} //nolint:forbidigo // where git is
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// A full disk is never told as a change that does not fit, nor as one that meets another: the same works later.
func TestAFullDiskRefusesNothing(t *testing.T) {
	d := seated(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := d.y.Apply(t.Context(), d.r, d.from, []byte("--- a/other.txt\n+++ b/other.txt\n@@ -1 +1 @@\n-other\n+more\n"))
	d.ok(err)
	head, err := d.y.Commit(t.Context(), d.r, coding.Commit{Parent: d.from, Tree: tree, Message: "one", At: time.Unix(1_800_000_000, 0)})
	d.ok(err)
	for command, do := range map[string]func() error{
		"apply":      func() error { _, err := d.y.Apply(t.Context(), d.r, d.from, []byte(patch)); return err },
		"read-tree":  func() error { return d.y.Fill(t.Context(), d.r, d.y.Folder(d.r, "s1", "trial"), d.to) },
		"merge-tree": func() error { _, _, err := d.y.Merge(t.Context(), d.r, d.from, head, d.to); return err },
		"fetch":      func() error { _, _, err := d.y.Add(t.Context(), d.r); return err },
	} {
		t.Run(command, func(t *testing.T) {
			bin := t.TempDir()
			script := "#!/bin/sh\ncase \" $* \" in *\" " + command + " \"*) echo 'error: unable to write file: No space left on device' >&2; exit 128;; esac\nexec " + program + " \"$@\"\n"
			if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+":"+os.Getenv("PATH")) //nolint:forbidigo // where git is
			err := do()
			var no *workspace.UnusableError
			if !errors.Is(err, org.ErrDiskFull) || errors.As(err, &no) {
				t.Errorf("%v, want that the disk is full", err)
			}
		})
	}
}
