package proof_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A test in a shell that reads the code is asked about, one that runs it and reads what
// it says is not.
func TestAShellThatReadsCode(t *testing.T) {
	code := diff{"fee.sh", "echo two\n", "echo three\n", ""}.file()
	for line, want := range map[string]bool{
		"grep -q three fee.sh && echo ok":         true,
		"cat fee.sh | grep -q three":              true,
		"if ! grep three \"fee.sh\"; then exit 1": true,
		"sh fee.sh | grep -q three && echo ok":    false,
		"sh fee.sh > out; grep -q three out":      false,
		"cat in.txt | sh fee.sh > out":            false,
		"grep -q ok out && sh fee.sh":             false,
		"out=$(sh fee.sh | head -1)":              false,
	} {
		all := proof.Guarded([]coding.FileChange{code, diff{"tests/three.sh", "", line + "\n", ""}.file()}, nil)
		if got := slices.ContainsFunc(all, func(f coding.GuardFinding) bool { return f.Rule == "C15" }); got != want {
			t.Errorf("%s: asked about %v, want %v: %+v", line, got, want, all)
		}
	}
}
