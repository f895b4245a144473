package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

const goTest = "go test ./..."

func trialOf(phase string, exit int, passing, failing []string) coding.Trial {
	tree := map[string]string{coding.TrialBefore: "t0", coding.TrialRed: "t1", coding.TrialGreen: "t2"}[phase]
	return coding.Trial{Phase: phase, Name: goTest, Tree: tree, Exit: exit, Passing: passing, Passed: len(passing), Failing: failing}
}

// good is a change that brings a test, which fails first and passes then.
func good() proof.Facts {
	return proof.Facts{
		Checks: []string{goTest},
		Change: coding.Change{Base: "c0", Tree: "t2", Files: []coding.FileChange{
			{Path: "fee.go", OldMode: "100644", NewMode: "100644", Before: "package fee\n", After: "package fee\n\nfunc Fee() int { return 3 }\n", Added: 2},
			{Path: "fee_test.go", OldMode: "000000", NewMode: "100644", After: "package fee\n\nfunc TestFee(t *testing.T) {\n\tt.Error(1)\n}\n", Added: 5},
		}},
		Trials: []coding.Trial{
			trialOf(coding.TrialBefore, 0, []string{"a"}, nil), trialOf(coding.TrialRed, 1, []string{"a"}, []string{"fee"}), trialOf(coding.TrialGreen, 0, []string{"a", "fee"}, nil),
		},
	}
}

func TestRule(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*proof.Facts)
		want   string // in a reason or finding; empty: it is done
	}{
		{"done", func(*proof.Facts) {}, ""},
		{"empty", func(f *proof.Facts) { f.Change.Files = nil }, "nothing is changed"},
		{"no checks", func(f *proof.Facts) { f.Checks = nil }, "no way to check"},
		{"green did not run", func(f *proof.Facts) { f.Trials = f.Trials[:2] }, "did not run"},
		{"green of another tree", func(f *proof.Facts) { f.Trials[2].Tree = "t9" }, "did not run"},
		{"fails after", func(f *proof.Facts) { f.Trials[2].Exit, f.Trials[2].Failing = 1, []string{"a"} }, "fails: a"},
		{"flaky", func(f *proof.Facts) { f.Trials[2].Flaky = true }, "passed once and failed once"},
		{"no test", func(f *proof.Facts) { f.Trials = append(f.Trials[:1:1], f.Trials[2]) }, "brings no test"},
		{"its tests pass before", func(f *proof.Facts) { f.Trials[1] = trialOf(coding.TrialRed, 0, []string{"a", "fee"}, nil) }, "prove nothing"},
		{"what fails first failed already", func(f *proof.Facts) { f.Trials[0].Failing = []string{"fee"} }, "prove nothing"},
		{"did not build first", func(f *proof.Facts) {
			f.Trials[1] = coding.Trial{Phase: coding.TrialRed, Name: goTest, Exit: 1, Tail: "./fee_test.go:4:2: undefined: Fee\n"}
		}, ""},
		{"did not build for another reason", func(f *proof.Facts) {
			f.Trials[1] = coding.Trial{Phase: coding.TrialRed, Name: goTest, Exit: 1, Tail: "undefined: Other\n"}
		}, "prove nothing"},
		{"a test is gone", func(f *proof.Facts) { f.Trials[2].Missing = []string{"a"} }, "is gone"},
		{"a test is left out", func(f *proof.Facts) { f.Change.Files[1].After += "\tt.Skip()\n" }, "leaves a test out"},
		{"less is asserted", func(f *proof.Facts) {
			f.Change.Files[1].OldMode, f.Change.Files[1].Before = "100644", "t.Error(1)\nt.Error(2)\n"
		}, "asserts less"},
		{"what runs before checks", func(f *proof.Facts) { f.Hook, f.Change.Files[0].Path = "sh tools/prepare", "tools/prepare" }, "is what the check"},
		{"CI", func(f *proof.Facts) { f.Change.Files[0].Path = ".github/workflows/ci.yml" }, "decides how the code is checked"},
		{"a link", func(f *proof.Facts) { f.Change.Files[0].NewMode = "120000" }, "symbolic link"},
		{"a conflict", func(f *proof.Facts) { f.Change.Files[0].After += "<<<<<<< ours\n" }, "marks of a conflict"},
		{"orders to agents", func(f *proof.Facts) { f.Change.Files[0].Path = "docs/AGENTS.md" }, "gives orders"},
	} {
		f := good()
		c.change(&f)
		got := proof.Rule(f)
		said := strings.Join(got.Reasons, "\n")
		for _, x := range got.Findings {
			said += "\n" + x.Text
		}
		if got.Done() != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: done %v with %q, want %q", c.name, got.Done(), said, c.want)
		}
	}
}
