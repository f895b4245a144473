package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// BenchmarkRule judges a diff of 2 000 lines in 10 files of 200, half of them tests.
func BenchmarkRule(b *testing.B) {
	f := good()
	for n := range 10 {
		name := fmt.Sprintf("part%d.go", n)
		if n%2 == 0 {
			name = fmt.Sprintf("part%d_test.go", n)
		}
		var before, after strings.Builder
		for l := range 200 {
			fmt.Fprintf(&before, "\tif got := Fee(%d); got != %d { t.Errorf(\"%%d\", got) }\n", l, n)
			fmt.Fprintf(&after, "\tif got := Fee(%d); got != %d { t.Errorf(\"%%d\", got) }\n", l, n+l%2)
		}
		f.Change.Files = append(f.Change.Files, coding.FileChange{Path: name, OldMode: "100644", NewMode: "100644", Before: before.String(), After: after.String(), Added: 100, Deleted: 100})
	}
	for b.Loop() {
		if r := proof.Rule(f); len(r.Reasons) > 0 {
			b.Fatal(r.Reasons)
		}
	}
}
