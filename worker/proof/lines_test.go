package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// Tests that pass show nothing of lines that none of them runs: a refactoring of such lines is asked about, with the lines. Where nothing tells which
// lines run, the reader is told so, and nothing is asked.
func TestARefactoringIsOfLinesThatTestsRun(t *testing.T) {
	t.Parallel()
	const (
		old   = "package fee\n\nfunc fee(n int) int {\n\tif n > 9 {\n\t\treturn 0\n\t}\n\treturn 3\n}\n"
		fresh = "package fee\n\nfunc fee(n int) int {\n\tif n >= 10 {\n\t\treturn 0\n\t}\n\treturn 1 + 2\n}\n"
		patch = "diff --git a/fee.go b/fee.go\n--- a/fee.go\n+++ b/fee.go\n@@ -3,6 +3,6 @@\n func fee(n int) int {\n-\tif n > 9 {\n+\tif n >= 10 {\n \t\treturn 0\n \t}\n-\treturn 3\n+\treturn 1 + 2\n }\n"
		rolls = "package fee\n\nimport \"math/rand\"\n\nfunc fee() int {\n\treturn rand.Int()\n}\n"
	)
	file := func(path, before, after string) coding.FileChange {
		f := coding.FileChange{Path: path, OldMode: "100644", NewMode: "100644", Before: before, After: after}
		if before == "" {
			f.OldMode = "000000"
		}
		return f
	}
	one := []coding.FileChange{file("fee.go", old, fresh)}
	for name, c := range map[string]struct {
		files         []coding.FileChange
		patch         string
		before, after map[string]coding.RunLines
		asks, notes   string // in what is asked and what is told; an empty asks: nothing
	}{
		"all run":        {files: one, patch: patch, before: told("fee.go", nil), after: told("fee.go", nil), notes: "run all lines that it changes"},
		"new idle":       {files: one, patch: patch, before: told("fee.go", nil), after: told("fee.go", []int{4, 5, 7}), asks: "runs fee.go lines 4, 7, so"},
		"old idle":       {files: one, patch: patch, before: told("fee.go", []int{7}), after: told("fee.go", nil), asks: "runs fee.go line 7 before the change, so"},
		"beside it idle": {files: one, patch: patch, before: told("fee.go", []int{5}), after: told("fee.go", []int{5}), notes: "run all lines that it changes"},
		"nothing tells":  {files: one, patch: patch, notes: "Which lines of fee.go the tests run, nothing here can tell"},
		"moves in its package": {
			files: []coding.FileChange{file("fee.go", old, "package fee\n"), file("of.go", "", old)},
			patch: wholePatch("fee.go", "-", old) + wholePatch("of.go", "+", old), before: told("fee.go", []int{3, 4, 5, 7}), after: told("of.go", []int{3, 4, 5, 7}),
		},
		"moves to where a name means another": {
			files: []coding.FileChange{file("fee.go", rolls, "package fee\n"), file("of.go", "", strings.Replace(rolls, "math/", "crypto/", 1))},
			patch: wholePatch("fee.go", "-", rolls) + wholePatch("of.go", "+", rolls), before: told("fee.go", nil), after: told("of.go", []int{6}), asks: "runs of.go line 6, so",
		},
		"moves to another package": {
			files: []coding.FileChange{file("fee.go", old, "package fee\n"), file("app/of.go", "", old)}, patch: wholePatch("fee.go", "-", old) + wholePatch("app/of.go", "+", old),
			before: told("fee.go", []int{3, 4, 5, 7}), after: told("app/of.go", []int{3, 4, 5, 7}), asks: "runs fee.go lines 3-5, 7 before the change; app/of.go lines 3-5, 7, so",
		},
	} {
		f := good()
		f.Change.Files, f.Change.Patch, f.Kind = c.files, []byte(c.patch), coding.Sourced[coding.ChangeKind]{Value: coding.KindRefactor, From: coding.FromOrder}
		f.Trials = []coding.Trial{
			trialOf(coding.TrialBefore, 0, []string{"a"}, nil), trialOf(coding.TrialGreen, 0, []string{"a"}, nil),
			{Phase: coding.TrialLines, Tree: "t0", Lines: c.before},
			{Phase: coding.TrialLines, Tree: "t2", Lines: c.after},
		}
		got := proof.Rule(f)
		asked := ""
		for _, x := range got.Findings {
			asked += x.Text + "\n"
		}
		if (asked == "") != (c.asks == "") || !strings.Contains(asked, c.asks) || !strings.Contains(strings.Join(got.Notes, "\n"), c.notes) {
			t.Errorf("%s: asks %q and tells %q", name, asked, got.Notes)
		}
	}
}

func wholePatch(name, sign, text string) string {
	return "diff --git a/" + name + " b/" + name + "\n--- a/" + name + "\n+++ b/" + name + "\n@@ -1,9 +1,9 @@\n" + sign + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+sign) + "\n"
}

func told(file string, idle []int) map[string]coding.RunLines {
	return map[string]coding.RunLines{file: {Idle: idle}}
}
