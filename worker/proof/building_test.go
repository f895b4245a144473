package proof_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// What runs while packages are made ready is asked about, where a change has packages of its own, and nowhere else.
func TestWhatBuildsPackagesIsAskedAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file  coding.FileChange
		asked bool
	}{
		{coding.FileChange{Path: "setup.py", NewMode: "100644", After: "import os\n"}, true},
		{coding.FileChange{Path: "web/.npmrc", NewMode: "100644", After: "x=1\n"}, true},
		{coding.FileChange{Path: ".yarn/releases/yarn.cjs", NewMode: "100644", After: "run()\n"}, true},
		{coding.FileChange{Path: "package.json", NewMode: "100644", Before: `{"scripts":{"test":"a"}}`, After: `{"scripts":{"test":"a","postinstall":"b"}}`}, true},
		{coding.FileChange{Path: "package.json", NewMode: "100644", Before: `{"scripts":{"lint":"a"}}`, After: `{"scripts":{"lint":"b"}}`}, false},
		{coding.FileChange{Path: "pyproject.toml", NewMode: "100644", After: "[build-system]\nbackend-path = [\".\"]\n"}, true},
		{coding.FileChange{Path: "pyproject.toml", NewMode: "100644", After: "[project]\ndependencies = [\"a\"]\n"}, false},
		{coding.FileChange{Path: "shop/setup_fees.py", NewMode: "100644", After: "x = 1\n"}, false},
	} {
		for _, own := range []bool{true, false} {
			f := proof.Facts{Change: coding.Change{Tree: "t", Files: []coding.FileChange{c.file}}, Checks: []string{"c"}, OwnPackages: own}
			is := slices.ContainsFunc(proof.Rule(f).Findings, func(g coding.GuardFinding) bool { return strings.Contains(g.Text, "are made ready") })
			if is != (c.asked && own) {
				t.Errorf("%s, packages of its own: %v: asked is %v", c.file.Path, own, is)
			}
		}
	}
}

// A test that fails on the old code because of the new packages alone shows nothing of the change.
func TestPackagesAloneAreNoProof(t *testing.T) {
	t.Parallel()
	at := func(phase, tree string, exit int, passing, failing []string) coding.Trial {
		return coding.Trial{Phase: phase, Name: "c", Tree: tree, Exit: exit, Passing: passing, Passed: len(passing), Failing: failing}
	}
	change := coding.Change{Tree: "t", Files: []coding.FileChange{{Path: "fee.go", NewMode: "100644", After: "new\n"}, {Path: "fee_test.go", NewMode: "100644", OldMode: "000000", After: "t.Error()\n"}}}
	run := func(alone coding.Trial) proof.Ruling {
		return proof.Rule(proof.Facts{Change: change, Checks: []string{"c"}, OwnPackages: true, Kind: coding.Sourced[coding.ChangeKind]{Value: coding.KindFeature, From: coding.FromOrder}, Trials: []coding.Trial{
			at(coding.TrialBefore, "b", 0, []string{"TestOld"}, nil),
			at(coding.TrialRed, "r", 1, nil, []string{"TestNew"}),
			at(coding.TrialGreen, "t", 0, []string{"TestNew", "TestOld"}, nil), alone,
		}})
	}
	if g := run(at(coding.TrialPackages, "b", 0, []string{"TestOld"}, nil)); !g.Done() || g.Red == "" {
		t.Errorf("the old code works with the packages: %+v", g)
	}
	g := run(at(coding.TrialPackages, "b", 1, nil, []string{"TestOld"}))
	if g.Red != "" || !g.Asks() || !strings.Contains(g.Findings[0].Text, "with the new packages alone: TestOld") {
		t.Errorf("the old code fails with the packages: %+v", g)
	}
}
