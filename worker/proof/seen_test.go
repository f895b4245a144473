package proof_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A yes to a piece of a change holds for that piece wherever the change is written anew, and for no other.
func TestYesHoldsForItsPiece(t *testing.T) {
	t.Parallel()
	piece := func(at int, gone string) string {
		return fmt.Sprintf("@@ -%d,3 +%d,2 @@ func TestFee\n \tgot := fee(1)\n-\t%s\n \tdone()\n", at, at, gone)
	}
	patch := func(pieces ...string) []byte {
		return []byte("diff --git a/fee_test.go b/fee_test.go\n--- a/fee_test.go\n+++ b/fee_test.go\n" + strings.Join(pieces, ""))
	}
	at := func(line int) coding.GuardFinding {
		return coding.GuardFinding{Rule: "C4", Path: "fee_test.go", Line: line, Text: "asserts less"}
	}
	seen := proof.Hunk(patch(piece(10, "assert(1)")), []coding.GuardFinding{at(10)}, math.MaxInt)
	if !strings.Contains(seen, "assert(1)") {
		t.Fatalf("the question shows %q", seen)
	}
	for name, c := range map[string]struct {
		patch    []byte
		findings []coding.GuardFinding
		seen     string
		asks     int
	}{
		"the same piece":            {patch(piece(10, "assert(1)")), []coding.GuardFinding{at(10)}, seen, 0},
		"the same, further down":    {patch(piece(40, "assert(1)")), []coding.GuardFinding{at(40)}, seen, 0},
		"a new one beside it":       {patch(piece(10, "assert(1)"), piece(40, "assert(2)")), []coding.GuardFinding{at(10), at(40)}, seen, 1},
		"the same twice":            {patch(piece(10, "assert(1)"), piece(40, "assert(1)")), []coding.GuardFinding{at(10), at(40)}, seen, 2},
		"another line":              {patch(piece(10, "assert(2)")), []coding.GuardFinding{at(10)}, seen, 1},
		"all of the file":           {patch(piece(10, "assert(1)"), piece(40, "other()")), []coding.GuardFinding{at(0)}, seen, 1},
		"lines that he did not see": {patch(piece(10, "assert(1)")), []coding.GuardFinding{at(10)}, seen + "... (3 lines more)\n", 1},
		"nobody may":                {patch(piece(10, "assert(1)")), []coding.GuardFinding{{Rule: "C9", Path: "fee_test.go", Line: 10, Refused: true}}, seen, 1},
		"nothing was let through":   {patch(piece(10, "assert(1)")), []coding.GuardFinding{at(10)}, "", 1},
	} {
		got := proof.Ruling{Findings: c.findings}.LetSeen(c.patch, []string{c.seen})
		if len(got.Findings) != c.asks || len(got.Allowed) != len(c.findings)-c.asks {
			t.Errorf("%s: asks about %v, let through %v; want %d", name, got.Findings, got.Allowed, c.asks)
		}
	}
}
