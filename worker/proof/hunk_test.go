package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

const twoFiles = `diff --git a/fee.go b/fee.go
index 1..2 100644
--- a/fee.go
+++ b/fee.go
@@ -1,2 +1,2 @@
 package fee
-var a = 1
+var a = 2
@@ -40,2 +40,3 @@ func Fee()
 x
+	t.Skip() // <@1> @everyone
 y
diff --git a/fee_test.go b/fee_test.go
index 1..2 100644
--- a/fee_test.go
+++ b/fee_test.go
@@ -1 +0,0 @@
-t.Error(1)
`

// A founder is shown the very lines that he decides about, and no others.
func TestHunk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		findings []coding.GuardFinding
		most     int
		want     []string
		never    []string
	}{
		{"a line", []coding.GuardFinding{{Path: "fee.go", Line: 41}}, 900, []string{"--- fee.go\n", "@@ -40,2 +40,3 @@", "t.Skip()"}, []string{"var a", "fee_test", "<@1>", "@everyone"}},
		{"a file", []coding.GuardFinding{{Path: "fee_test.go"}}, 900, []string{"-t.Error(1)"}, []string{"var a", "fee.go"}},
		{"both", []coding.GuardFinding{{Path: "fee_test.go"}, {Path: "fee.go", Line: 2}}, 900, []string{"-t.Error(1)", "+var a = 2"}, []string{"t.Skip"}},
		{"none", []coding.GuardFinding{{Text: "a test is gone"}}, 900, nil, []string{"@@"}},
		{"too much", []coding.GuardFinding{{Path: "fee.go"}}, 60, []string{"--- fee.go", "lines more)"}, []string{"t.Skip"}},
	} {
		got := proof.Hunk([]byte(twoFiles), c.findings, c.most)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %q", c.name, got, w)
			}
		}
		for _, n := range c.never {
			if strings.Contains(got, n) {
				t.Errorf("%s: %q holds %q", c.name, got, n)
			}
		}
	}
}

// What a person may let through he may; what nobody may stays, whatever he says.
func TestLet(t *testing.T) {
	t.Parallel()
	weak, secret := coding.GuardFinding{Text: "asserts less"}, coding.GuardFinding{Text: "a secret", Refused: true}
	for _, c := range []struct {
		r          proof.Ruling
		asks, done bool
	}{
		{proof.Ruling{}, false, true},
		{proof.Ruling{Findings: []coding.GuardFinding{weak}}, true, true},
		{proof.Ruling{Findings: []coding.GuardFinding{weak}, Reasons: []string{"a check fails"}}, false, false},
		{proof.Ruling{Findings: []coding.GuardFinding{weak, secret}}, false, false},
	} {
		if got := c.r.Asks(); got != c.asks {
			t.Errorf("%+v asks: %v, want %v", c.r, got, c.asks)
		}
		if got := c.r.Let(); got.Done() != c.done || len(c.r.Findings) > 0 && len(got.Allowed) != 1 {
			t.Errorf("%+v let through: done %v, allowed %v; want done %v", c.r, got.Done(), got.Allowed, c.done)
		}
	}
}
