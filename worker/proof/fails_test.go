package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// What stands against a change says what it is, where (the check, the test, the line) and what helps. Other ways to
// fail are listed in bot/messages/code_fails_test.go.
func TestWhatIsSaidOfAChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*proof.Facts)
		want   []string // in one sentence
	}{
		"nothing is changed": {func(f *proof.Facts) { f.Change.Files = nil }, []string{"nothing is changed"}},
		"no check is known": {
			func(f *proof.Facts) { f.Checks = nil },
			[]string{"no way to check this repository", "nothing is proven", `frasier repo set NAME check`},
		},
		"it fails, whoever wrote it says otherwise": {func(f *proof.Facts) {
			f.Change.Said, f.Trials[2] = "All tests pass.", trialOf(coding.TrialGreen, 1, []string{"a"}, []string{"shop.TestFee"})
		}, []string{goTest, "fails", "shop.TestFee"}},
		"it asks for the network": {func(f *proof.Facts) {
			f.Trials[2] = coding.Trial{Phase: coding.TrialGreen, Name: goTest, Tree: f.Change.Tree, Exit: 1, Tail: "go: example.com/x@v1.2.3: dial tcp: lookup proxy on [::1]:53: connection refused"}
		}, []string{goTest, "fails", "asks for the network, which checks do not have", "keep what it needs in the repository"}},
		"its tests pass without it": {func(f *proof.Facts) {
			f.Trials[1] = trialOf(coding.TrialRed, 0, []string{"a", "shop.TestFee"}, nil)
		}, []string{"pass without it", "prove nothing", "shop.TestFee"}},
		"its tests do not start without it": {func(f *proof.Facts) {
			f.Trials[1] = coding.Trial{Phase: coding.TrialRed, Name: goTest, Exit: 1, Tail: "fee_test.go:3:1: expected declaration"}
		}, []string{goTest, "fails on the old code", "not for want of what the change brings", "prove nothing"}},
		"its tests do not end without it": {func(f *proof.Facts) {
			f.Trials[1] = coding.Trial{Phase: coding.TrialRed, Name: goTest, Exit: -1, Reason: "it took longer than 10 minutes"}
		}, []string{goTest, "old code", "longer than 10 minutes", "frasier repo set NAME minutes N"}},
		"it brings no test": {func(f *proof.Facts) { f.Trials = append(f.Trials[:1:1], f.Trials[2]) }, []string{"brings no test", "nothing shows"}},
		"luck": {
			func(f *proof.Facts) { f.Trials[2].Flaky, f.Trials[2].Failing = true, []string{"shop.TestSync"} },
			[]string{goTest, "passed once and failed once on the same tree", "shop.TestSync"},
		},
		"time is up": {
			func(f *proof.Facts) { f.Trials[2].Exit, f.Trials[2].Reason = -1, "it took longer than 10 minutes" },
			[]string{goTest, "did not end by itself", "longer than 10 minutes", "frasier repo set NAME minutes N"},
		},
		"it failed before": {func(f *proof.Facts) {
			f.Trials[0] = trialOf(coding.TrialBefore, 1, []string{"a"}, []string{"shop.TestTotal"})
			f.Trials[1].Failing, f.Trials[2] = append(f.Trials[1].Failing, "shop.TestTotal"), trialOf(coding.TrialGreen, 1, []string{"a", "fee"}, []string{"shop.TestTotal"})
		}, []string{goTest, "failed before this change already", "shop.TestTotal", "not worse"}},
		"a test is left out": {func(f *proof.Facts) { f.Change.Files[1].After += "\tt.Skip()\n" }, []string{"fee_test.go:6", "leaves a test out", "t.Skip()"}},
		"a secret": {
			func(f *proof.Facts) { f.Change.Files[0].After += "\nconst key = \"AKIA" + "IOSFODNN7ABCDEFG\"\n" },
			[]string{"fee.go:5", "looks like a secret", "change that key"},
		},
	} {
		f := good()
		c.change(&f)
		got := proof.Rule(f)
		if !strings.Contains(strings.Join(said(got), "\n"), "AKIA") && holds(said(got), c.want) {
			continue
		}
		t.Errorf("%s: %q, want a sentence with %q", name, said(got), c.want)
	}
}

// said is all that a ruling says, a sentence each.
func said(r proof.Ruling) []string {
	out := append(append([]string{}, r.Reasons...), r.Notes...)
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Text))
	}
	return out
}

// holds reports whether one sentence has all the words.
func holds(all, words []string) bool {
	for _, s := range all {
		n := 0
		for _, w := range words {
			if strings.Contains(s, w) {
				n++
			}
		}
		if n == len(words) {
			return true
		}
	}
	return false
}
