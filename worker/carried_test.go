package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// With a document go the patch and the branch of what is merged, where they can be made;
// where they cannot, it goes alone.
func TestFilesOfTheBranchGoWithADocument(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.txt"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Machine: "here"})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	patch := []byte("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n")
	tree, err := y.Apply(t.Context(), r, base, patch)
	if err != nil {
		t.Fatal(err)
	}
	m := coding.Commit{N: 1, Parent: base, Tree: tree, Patch: patch, Message: "Two\n", At: time.Unix(1_800_000_000, 0)}
	if m.ID, err = y.Commit(t.Context(), r, m); err != nil {
		t.Fatal(err)
	}
	known, broken := r, m
	known.Kind, broken.ID = coding.RepositoryPath, "0000000000000000000000000000000000000001"
	order := func(r coding.Repository, all ...coding.Commit) *coding.CodeOrder {
		return &coding.CodeOrder{Repository: r, Branch: "frasier/p1-two", Merged: all}
	}
	for name, c := range map[string]struct {
		code  *worker.Code
		order *coding.CodeOrder
		want  []string
	}{
		"a repository":        {&worker.Code{Machine: "here", Workspaces: y}, order(known, m), []string{coding.PatchFile, coding.BundleFile}},
		"a folder":            {&worker.Code{Machine: "here", Workspaces: y}, order(r, m), []string{coding.PatchFile}},
		"on another machine":  {&worker.Code{Machine: "there", Workspaces: y}, order(known, m), nil},
		"it runs no code":     {nil, order(known, m), nil},
		"nothing is merged":   {&worker.Code{Machine: "here", Workspaces: y}, nil, nil},
		"made otherwise":      {&worker.Code{Machine: "here", Workspaces: y}, order(known, broken), nil},
		"no fence stands yet": {&worker.Code{Machine: "here", Workspaces: y, Ready: func(context.Context) (*trial.Runner, error) { return nil, errors.New("no fence") }}, order(known, m), []string{coding.PatchFile, coding.BundleFile}},
	} {
		w := &worker.Worker{Code: c.code, Log: slog.New(slog.DiscardHandler)}
		files, err := worker.Carried(t.Context(), w, c.order)
		var names []string
		for _, f := range files {
			if len(f.Data) == 0 {
				t.Errorf("%s: %s is empty", name, f.Name)
			}
			names = append(names, f.Name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %v goes with it (%v), want %v", name, names, err, c.want)
		}
	}
}
