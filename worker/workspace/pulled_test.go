package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// pulled makes a repository with a commit that holds what decides what is run, of all kinds, and one that changes each in its way.
func pulled(t *testing.T) (source, base, head string) {
	t.Helper()
	source = t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", source, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgSign=false"}, args...)...)
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, said)
		}
		return strings.TrimSpace(string(said))
	}
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		at := filepath.Join(source, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.RemoveAll(at), os.WriteFile(at, []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	write("bun.lockb", "a\x00b", 0o600)
	write("package-lock.json", longLock("1.0.0"), 0o600)
	write("check.sh", "true\n", 0o700)
	write("Makefile", "all:\n", 0o600)
	write("tox.ini", "[tox]\n", 0o600)
	write("shop.sh", "echo 1\n", 0o600)
	git("add", "-A")
	git("commit", "-qm", "one")
	base = git("rev-parse", "HEAD")
	write("bun.lockb", "c\x00d", 0o600)
	write("package-lock.json", longLock("6.6.6"), 0o600)
	write("check.sh", "true\n", 0o600)
	git("rm", "-q", "Makefile")
	write("Makefile/x", "all:\n", 0o600)
	if err := errors.Join(os.Remove(filepath.Join(source, "tox.ini")), os.Symlink("shop.sh", filepath.Join(source, "tox.ini"))); err != nil {
		t.Fatal(err)
	}
	write("go.mod", "module evil\n", 0o600)
	write("shop.sh", "echo 2\n", 0o600)
	git("add", "-A")
	git("commit", "-qm", "two")
	return source, base, git("rev-parse", "HEAD")
}

// longLock is longer than a file that is looked through.
func longLock(version string) string {
	return `{"version": "` + version + `"` + strings.Repeat(" ", org.CodeFileBytes) + "}\n"
}

// In the place of what a pull request makes of files that decide what is run stand those of the base: also one that is no text, one too long to be looked
// through, one that became a link or a folder, one that may not be run any more, and none where there was none.
func TestFilesOfTheBaseArePutBack(t *testing.T) {
	t.Parallel()
	source, base, head := pulled(t)
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	var trees [2]string
	for i, commit := range []string{base, head} {
		if trees[i], err = y.Tree(t.Context(), r, commit); err != nil {
			t.Fatal(err)
		}
	}
	c, err := y.Between(t.Context(), r, base, trees[1])
	if err != nil {
		t.Fatal(err)
	}
	var held []string
	for _, f := range c.Files {
		if coding.IsHeld(f.Path, []string{"./check.sh"}) {
			held = append(held, f.Path)
		}
	}
	if want := []string{"Makefile", "bun.lockb", "check.sh", "go.mod", "package-lock.json", "tox.ini"}; !slices.Equal(held, want) {
		t.Fatalf("held: %v, want %v", held, want)
	}
	made, err := y.PutBack(t.Context(), r, trees[1], trees[0], held)
	if err != nil {
		t.Fatal(err)
	}
	left, err := y.Between(t.Context(), r, trees[0], made)
	if err != nil || len(left.Files) != 1 || left.Files[0].Path != "shop.sh" || left.Files[0].After != "echo 2\n" {
		var names []string
		for _, f := range left.Files {
			names = append(names, f.Path)
		}
		t.Errorf("from the base differ %v, %v; want shop.sh alone", names, err)
	}
	no := new(workspace.UnusableError)
	for _, odd := range []string{"refs/heads/main", "--all", "HEAD", ""} {
		if _, err := y.FetchPull(t.Context(), r, coding.Reading{Number: 3, Head: odd, Base: "main"}); !errors.As(err, &no) {
			t.Errorf("what a forge calls the commit %q: %v", odd, err)
		}
	}
}

// A change of more than is taken is refused before all of it is held in memory.
func TestALongChangeIsNotHeld(t *testing.T) {
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
	text := strings.Repeat("a line of a long file\n", 5*org.PatchBytes/4/22)
	tree, err := y.Write(t.Context(), r, base, []workspace.Edit{{Path: "big.txt", Text: &text}})
	if err != nil {
		t.Fatal(err)
	}
	no := new(workspace.UnusableError)
	c, err := y.Between(t.Context(), r, base, tree)
	if !errors.As(err, &no) || !strings.Contains(no.Text, fmt.Sprint(org.PatchBytes)) || len(c.Patch) > org.PatchBytes {
		t.Errorf("%d bytes of it are held: %v", len(c.Patch), err)
	}
}
