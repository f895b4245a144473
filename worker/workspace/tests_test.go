package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Tests that stand beside the code are run on the old code, and those of before on the new.
func TestTestsBesideTheCodeAreParted(t *testing.T) {
	t.Parallel()
	const (
		oldCode, newCode   = "pub fn fee() -> i32 { 1 }\n", "pub fn fee() -> i32 { 2 }\n"
		oldTests, newTests = "#[cfg(test)]\nmod tests {\n    // old\n}\n", "#[cfg(test)]\nmod tests {\n    // new\n}\n"
	)
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "lib.rs"), []byte(oldCode+oldTests), 0o600); err != nil {
		t.Fatal(err)
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		now, only, back string
		has             bool
	}{
		"both":         {newCode + newTests, oldCode + newTests, newCode + oldTests, true},
		"code":         {newCode + oldTests, "", "", false},
		"tests go":     {newCode, oldCode, newCode + oldTests, true},
		"tests before": {newTests + newCode, oldCode + newTests, newCode + oldTests, true},
	} {
		base, err := y.Tree(t.Context(), r, commit)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := y.Write(t.Context(), r, base, []workspace.Edit{{Path: "lib.rs", Text: &c.now}})
		if err != nil {
			t.Fatal(err)
		}
		change := coding.Change{Base: commit, Tree: tree}
		only, has, err := y.TestsOnly(t.Context(), r, change)
		if err != nil || has != c.has {
			t.Fatalf("%s: has %v, %v", name, has, err)
		}
		back, touched, err := y.TestsBack(t.Context(), r, change, nil)
		if err != nil || touched != c.has {
			t.Fatalf("%s: touched %v, %v", name, touched, err)
		}
		if !c.has {
			continue
		}
		for tree, want := range map[string]string{only: c.only, back: c.back} {
			if got, err := y.Read(t.Context(), r, tree, "lib.rs"); err != nil || got != want {
				t.Errorf("%s: %q, %v; want %q", name, got, err, want)
			}
		}
	}
}
