package environment_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// What ran while packages were fetched, and links of the repository, lead nobody out of the folder: nothing is read or written where
// they point.
func TestFetchedPackagesLieBehindNoLink(t *testing.T) {
	out, at := t.TempDir(), t.TempDir()
	write(t, filepath.Join(out, "secret"), "secret")
	write(t, filepath.Join(at, "a.txt"), "a\n")
	for name, to := range map[string]string{"web": out, "setup.py": filepath.Join(out, "made"), "requirements": out} {
		if err := os.Symlink(to, filepath.Join(at, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "As it was"}} {
		run(t, at, nil, "git", args...)
	}
	ws := workspace.Dir{Home: t.TempDir()}
	r, _, err := ws.Add(t.Context(), coding.Repository{ID: "r1", Name: "shop", Source: at, Ref: "main"})
	if err != nil {
		t.Fatal(err)
	}
	m, code := &environment.Maker{Workspaces: ws}, treeOf(t, ws, r)
	for name, manifests := range map[string]map[string][]byte{
		"web/node_modules/x": nil, "setup.py": {"setup.py": []byte("as fetched")}, "requirements/dev.txt": {"requirements/dev.txt": []byte("as fetched")},
	} {
		work := ws.Folder(r, "setup", "work")
		if err := ws.Empty(work); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(name, "node_modules") {
			if err := os.MkdirAll(filepath.Join(work, name), 0o700); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Symlink(filepath.Join(out, "secret"), filepath.Join(work, filepath.Base(name))); err != nil {
			t.Fatal(err)
		}
		err := environment.Fetched{Repository: r, Code: code, Work: work, Manifests: manifests}.AddTree(t.Context(), m)
		if _, is := errors.AsType[*environment.MissingError](err); is != (name != "setup.py") || !is && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(out); err != nil || len(left) != 1 {
			t.Fatalf("%s: outside of the folder lie %v, %v", name, left, err)
		}
		if raw, err := os.ReadFile(filepath.Join(work, "setup.py")); name == "setup.py" && (err != nil || string(raw) != "as fetched") {
			t.Errorf("the manifest that building sees is %q, %v", raw, err)
		}
	}
}
