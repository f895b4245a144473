package publish_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/frasier-cos/frasier/bot/publish"
	"github.com/frasier-cos/frasier/internal/org"
)

// tree is what lies in a folder, a line a file.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		fmt.Fprintf(&out, "%s=%s\n", strings.TrimPrefix(path, dir+"/"), raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func pages(text string, n int) []org.File {
	var out []org.File
	for i := range n {
		out = append(out, org.File{Name: fmt.Sprintf("a%d/index.html", i), Data: []byte(text)})
	}
	return out
}

// A disk that is full after any number of files leaves the old folder whole and nothing
// beside it; with room again the new one takes its place, and files that are no more go.
func TestAFullDiskLeavesTheOldFolder(t *testing.T) {
	const n = 4
	for full := range n {
		dir := t.TempDir()
		if err := publish.Replace(dir, "site", pages("old", n+1), nil); err != nil {
			t.Fatal(err)
		}
		old, written := tree(t, dir), 0
		err := publish.Replace(dir, "site", pages("new", n), func(path string, data []byte) error {
			if written++; written > full {
				if err := os.WriteFile(path, data[:1], 0o600); err != nil {
					return err
				}
				return syscall.ENOSPC
			}
			return os.WriteFile(path, data, 0o600)
		})
		if err == nil || tree(t, dir) != old {
			t.Errorf("full after %d files: %v, and there is\n%s", full, err, tree(t, dir))
		}
		if err := publish.Replace(dir, "site", pages("new", n), nil); err != nil {
			t.Error(err)
		}
		if got := tree(t, dir); strings.Count(got, "=new") != n || strings.Contains(got, "old") {
			t.Errorf("with room again there is\n%s", got)
		}
	}
}

// Whatever a process left that died between two steps, the next one puts it right.
func TestADeadProcessLeavesNoHole(t *testing.T) {
	for name, died := range map[string]func(dir string) error{
		"while it wrote": func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, ".site.new", "a0"), 0o750)
		},
		"between the renames": func(dir string) error {
			return os.Rename(filepath.Join(dir, "site"), filepath.Join(dir, ".site.old"))
		},
		"before it cleared up": func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, ".site.old", "a0"), 0o750)
		},
		"and somebody put a file there": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".site.new"), nil, 0o600)
		},
	} {
		dir := t.TempDir()
		if err := publish.Replace(dir, "site", pages("old", 2), nil); err != nil {
			t.Fatal(err)
		}
		if err := died(dir); err != nil {
			t.Fatal(err)
		}
		full := func(string, []byte) error { return syscall.ENOSPC }
		if err := publish.Replace(dir, "site", pages("new", 2), full); err == nil || strings.Count(tree(t, dir), "site/a0/index.html=old") != 1 {
			t.Errorf("died %s, then a full disk: %v\n%s", name, err, tree(t, dir))
		}
		if err := publish.Replace(dir, "site", pages("new", 2), nil); err != nil || tree(t, dir) != "site/a0/index.html=new\nsite/a1/index.html=new\n" {
			t.Errorf("died %s: %v\n%s", name, err, tree(t, dir))
		}
	}
}

// No name leads out of the folder.
func TestNamesStayInTheFolder(t *testing.T) {
	for _, name := range []string{"../out.html", "/etc/x", "a/../../x", ""} {
		dir := t.TempDir()
		if err := publish.Replace(filepath.Join(dir, "in"), "site", []org.File{{Name: name}}, nil); err == nil || tree(t, dir) != "" {
			t.Errorf("%q: %v\n%s", name, err, tree(t, dir))
		}
	}
}
