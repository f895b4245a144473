package trial_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A check that fails on a full disk says nothing of the change, unless it was the check itself that filled it.
func TestAFullDiskIsNoFailedCheck(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		check string
		room  []int64 // at each look
		full  bool
		exit  int
	}{
		"room enough":     {"exit 3", []int64{1 << 30}, false, 3},
		"full":            {"exit 3", []int64{0, 0}, true, 0},
		"it filled it":    {"exit 3", []int64{0, 1 << 30}, false, 3},
		"full and passes": {"true", []int64{0, 0}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := workspace.Dir{Home: t.TempDir()}
			r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{c.check}})
			if err != nil {
				t.Fatal(err)
			}
			commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
			if err != nil {
				t.Fatal(err)
			}
			tree, err := y.Tree(t.Context(), r, commit)
			if err != nil {
				t.Fatal(err)
			}
			looks := 0
			b := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now, Room: func() (int64, error) { looks++; return c.room[looks-1], nil }}
			all, err := b.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: coding.TrialGreen, Tree: tree})
			if errors.Is(err, org.ErrDiskFull) != c.full || !c.full && (err != nil || len(all) != 1 || all[0].Exit != c.exit) {
				t.Errorf("%+v, %v; want exit %d, full %v", all, err, c.exit, c.full)
			}
		})
	}
	y := workspace.Dir{Home: t.TempDir()}
	if free, err := y.Room(); err != nil || free < 1<<20 {
		t.Errorf("%d bytes are free here, %v", free, err)
	}
}

// No run of a change finds what another one wrote, not the same check's second run either, and none changes what was
// compiled of the founder's code: a test could put an empty compiler there, and all that comes after would pass.
func TestNoRunFindsWhatAnotherWrote(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	forge := `for at in /cache /tmp /dev/shm /tree; do echo forged > "$at/forged"; done`
	finds := `! cat /cache/forged /tmp/forged /dev/shm/forged /tree/forged 2>/dev/null | grep -q forged`
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{finds + " && " + forge, finds}})
	if err != nil {
		t.Fatal(err)
	}
	commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := y.Tree(t.Context(), r, commit)
	if err != nil {
		t.Fatal(err)
	}
	b := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}
	for _, phase := range []string{coding.TrialRed, coding.TrialGreen, coding.TrialMerged, coding.TrialBefore} {
		all, err := b.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: phase, Tree: tree, Twice: true})
		if err != nil || len(all) != 2 || !all[0].Good() || !all[1].Good() {
			t.Errorf("%s: %+v, %v; want that no run finds another's files", phase, all, err)
		}
	}
	founders := trial.Subject{Repository: r, Step: "s1", Phase: coding.TrialBefore, Tree: tree, Founders: true}
	r.Checks = []string{"echo compiled > /cache/made"}
	founders.Repository = r
	if all, err := b.Run(t.Context(), founders); err != nil || !all[0].Good() {
		t.Fatalf("the founder's own code: %+v, %v", all, err)
	}
	r.Checks = []string{"grep -q compiled /cache/made && echo worse > /cache/made", "grep -q compiled /cache/made"}
	if all, err := b.Run(t.Context(), trial.Subject{Repository: r, Step: "s2", Phase: coding.TrialGreen, Tree: tree, Twice: true}); err != nil || !all[0].Good() || !all[1].Good() {
		t.Errorf("a change reads what was compiled of the founder's code: %+v, %v", all, err)
	}
}
