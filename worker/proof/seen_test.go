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

// Whatever a change looks like, a yes to one piece of it lets nothing through that was not seen.
func TestYesHoldsForNothingElse(t *testing.T) {
	t.Parallel()
	file := func(name, head string, pieces ...string) string {
		return "diff --git a/" + name + " b/" + name + "\n" + head + "--- a/" + name + "\n+++ b/" + name + "\n" + strings.Join(pieces, "")
	}
	at := func(name string, line int) []coding.GuardFinding {
		return []coding.GuardFinding{{Rule: "C4", Path: name, Line: line, Text: "asserts less"}}
	}
	const (
		one     = "@@ -1,2 +1,1 @@\n-assert(1)\n x\n"
		comment = "@@ -1,2 +1,2 @@\n--- a comment\n-assert(1)\n+drop\n x\n" // a line "-- a comment" goes
		other   = "@@ -9,2 +9,2 @@\n y\n--- a comment\n+keep\n"
		mixed   = "@@ -9,3 +9,2 @@\n y\n--- a comment\n-assert(1)\n+drop\n x\n"
		noEnd   = "@@ -1,1 +1,1 @@\n-assert(1)\n+assert(2)\n\\ No newline at end of file\n"
		ended   = "@@ -1,1 +1,1 @@\n-assert(1)\n+assert(2)\n"
	)
	for name, c := range map[string]struct {
		saw, now string
		saws, is []coding.GuardFinding
		lets     bool
	}{
		"the same":                            {file("a", "", one), file("a", "", one), at("a", 1), at("a", 1), true},
		"the same with a comment that goes":   {file("a.sql", "", comment), file("a.sql", "", comment), at("a.sql", 1), at("a.sql", 1), true},
		"in a file that was renamed":          {file("a", "", one), file("b", "", one), at("a", 1), at("b", 1), false},
		"another file, behind such a comment": {file("a.sql", "", comment), file("b.sql", "", comment), at("a.sql", 1), at("b.sql", 1), false},
		"two pieces put together":             {file("a.sql", "", comment, other), file("a.sql", "", mixed), at("a.sql", 0), at("a.sql", 9), false},
		"the file is a program by now":        {file("a", "", one), file("a", "old mode 100644\nnew mode 100755\n", one), at("a", 0), at("a", 0), false},
		"a program as before":                 {file("a", "old mode 100644\nnew mode 100755\n", one), file("a", "old mode 100644\nnew mode 100755\n", one), at("a", 0), at("a", 0), true},
		"only a program":                      {file("a", "old mode 100644\nnew mode 100755\n", one), "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n", at("a", 0), at("a", 0), false},
		"something hidden in it":              {file("a", "", one), file("a", "", strings.Replace(one, "assert", "as\u200bsert", 1)), at("a", 1), at("a", 1), false},
		"other bytes that are no text":        {file("a", "", strings.Replace(one, "assert", "\xfe", 1)), file("a", "", strings.Replace(one, "assert", "\xff", 1)), at("a", 1), at("a", 1), false},
		"no newline at the end":               {file("a", "", noEnd), file("a", "", noEnd), at("a", 1), at("a", 1), true},
		"the newline at the end is gone":      {file("a", "", ended), file("a", "", noEnd), at("a", 1), at("a", 1), false},
		"the newline at the end is back":      {file("a", "", noEnd), file("a", "", ended), at("a", 1), at("a", 1), false},
		"a file that is no text":              {"diff --git a/a b/a\nindex 1..2 100644\nGIT binary patch\nliteral 1\nx\n", "diff --git a/a b/a\nindex 1..2 100644\nGIT binary patch\nliteral 1\nx\n", at("a", 0), at("a", 0), false},
		"a mention, which is shown harmless":  {file("a", "", strings.Replace(one, "assert", "@everyone", 1)), file("a", "", strings.Replace(one, "assert", "@everyone", 1)), at("a", 1), at("a", 1), true},
	} {
		seen := proof.Hunk([]byte(c.saw), c.saws, math.MaxInt)
		got := proof.Ruling{Findings: c.is}.LetSeen([]byte(c.now), []string{seen})
		if lets := len(got.Findings) == 0; lets != c.lets {
			t.Errorf("%s: let through %v, want %v; he saw\n%s", name, lets, c.lets, seen)
		}
	}
}
