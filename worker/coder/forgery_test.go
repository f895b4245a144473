package coder_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// oldFee is the repository that all the changes are made in.
func oldFee() map[string]string {
	return map[string]string{
		"fee.py":      "def read(text):\n    \"\"\"Reads a price.\"\"\"\n    return float(text)\n",
		"test_fee.py": "import unittest, fee\n\nclass TestFee(unittest.TestCase):\n    def test_point(self):\n        self.assertEqual(fee.read(\"1.5\"), 1.5)\n",
		"README.md":   "# Fees\n",
	}
}

// lookalike is a change that claims to be proven.
type lookalike struct {
	name   string
	forged bool
	edits  []workspace.Edit
}

func readLookalikes(t *testing.T) []lookalike {
	t.Helper()
	raw, err := os.ReadFile("testdata/forgeries.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []lookalike
	for _, part := range strings.Split(string(raw), "\n=== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		kind, name, _ := strings.Cut(head, " ")
		l := lookalike{name: name, forged: kind == "forged"}
		for _, file := range strings.Split("\n"+body, "\n--- ")[1:] {
			at, text, _ := strings.Cut(file, "\n")
			if gone, ok := strings.CutPrefix(at, "gone "); ok {
				l.edits = append(l.edits, workspace.Edit{Path: gone})
				continue
			}
			if text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			l.edits = append(l.edits, workspace.Edit{Path: at, Text: &text})
		}
		out = append(out, l)
	}
	return out
}

// No change that fools its own test is delivered as proven, and nearly all honest ones that look alike are.
func TestForgeriesAreNotDelivered(t *testing.T) {
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	for name, text := range oldFee() {
		write(t, filepath.Join(source, name), text)
	}
	r := trial.Runner{Fence: walls, Workspaces: workspace.Dir{Home: t.TempDir()}, Now: time.Now}
	repo, _, err := r.Workspaces.Add(t.Context(), coding.Repository{Name: "fees", Source: source, Checks: []string{"python3 -m unittest -v"}})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := r.Workspaces.Base(t.Context(), coding.CodeOrder{Repository: repo})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Workspaces.Tree(t.Context(), repo, base)
	if err != nil {
		t.Fatal(err)
	}
	before, err := r.Run(t.Context(), trial.Subject{Repository: repo, Step: "s1", Phase: coding.TrialBefore, Tree: tree, Founders: true})
	if err != nil || !before[0].Good() {
		t.Fatalf("the code as it was: %+v, %v", before, err)
	}
	all := readLookalikes(t)
	forged, honest, refused := 0, 0, 0
	for _, l := range all {
		if l.forged {
			forged++
		} else {
			honest++
		}
		if !testlevel.Sample(l.name, 8) {
			continue
		}
		c, ruling := tryLookalike(t, r, trial.Subject{Repository: repo, Step: "s1", Tree: tree, Before: before}, base, l)
		switch {
		case l.forged && ruling.Done():
			t.Errorf("forged: %s is delivered as proven (%s)\n%s", l.name, ruling.Red, c.Patch)
		case !l.forged && !ruling.Done():
			if refused++; refused > 2 {
				t.Errorf("honest: %s is not delivered: %q %+v", l.name, ruling.Reasons, ruling.Findings)
			} else {
				t.Logf("honest: %s is not delivered: %q %+v", l.name, ruling.Reasons, ruling.Findings)
			}
		}
	}
	t.Logf("%d forgeries, %d honest changes, of which %d were asked about", forged, honest, refused)
	if forged < 49 || honest < 40 {
		t.Errorf("%d forgeries and %d honest changes, want 49 and 40", forged, honest)
	}
}

func tryLookalike(t *testing.T, r trial.Runner, on trial.Subject, base string, l lookalike) (coding.Change, proof.Ruling) {
	t.Helper()
	made, err := r.Workspaces.Write(t.Context(), on.Repository, on.Tree, l.edits)
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	c, err := r.Workspaces.Between(t.Context(), on.Repository, base, made)
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	tried, err := r.Try(t.Context(), trial.Subject{Repository: on.Repository, Step: on.Step, Before: on.Before}, c)
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	return c, proof.Rule(proof.Facts{
		Change: c, Checks: on.Repository.Checks, Trials: slices.Concat(on.Before, tried.Trials),
		Kind: coding.Sourced[coding.ChangeKind]{Value: coding.KindFeature, From: coding.FromOrder}, Words: "A price with a comma is read.",
	})
}
