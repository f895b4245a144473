package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A test that failed before is known by its name, also one that fails by luck; one that fails newly is the change's fault, whatever else failed before.
func TestKnownRedTestsDoNotBlock(t *testing.T) {
	t.Parallel()
	before := coding.Trial{Phase: coding.TrialBefore, Name: "c", Exit: 1, Passing: []string{"TestFee"}, Failing: []string{"TestNet", "TestOld"}}
	red := coding.Trial{Phase: coding.TrialRed, Name: "c", Exit: 1, Passing: []string{"TestFee"}, Failing: []string{"TestNet", "TestNew", "TestOld"}}
	change := coding.Change{Tree: "t", Files: []coding.FileChange{{Path: "fee.go", NewMode: "100644", After: "new\n"}, {Path: "fee_test.go", OldMode: "000000", NewMode: "100644", After: "t.Error()\n"}}}
	for _, c := range []struct {
		name    string
		failing []string
		flaky   bool
		done    bool
	}{
		{"both fail as before", []string{"TestNet", "TestOld"}, false, true},
		{"one is mended", []string{"TestOld"}, false, true},
		{"one fails by luck", []string{"TestNet"}, true, true},
		{"another fails", []string{"TestFee", "TestOld"}, false, false},
		{"another fails by luck", []string{"TestFee", "TestOld"}, true, false},
	} {
		green := coding.Trial{Phase: coding.TrialGreen, Tree: "t", Name: "c", Exit: 1, Passing: []string{"TestNew"}, Failing: c.failing, Flaky: c.flaky}
		g := proof.Rule(proof.Facts{Change: change, Checks: []string{"c"}, Trials: []coding.Trial{before, red, green}, Kind: coding.Sourced[coding.ChangeKind]{Value: coding.KindFeature, From: coding.FromOrder}})
		if said := strings.Join(append(g.Reasons, g.Notes...), " "); g.Done() != c.done || !strings.Contains(said, c.failing[0]) {
			t.Errorf("%s: %+v", c.name, g)
		}
	}
}
