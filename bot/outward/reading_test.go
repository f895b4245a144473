package outward_test

import (
	"strings"
	"testing"

	did "github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Whoever makes a pull request names its files, and what is said of them at the forge stands there in a founder's name: no name of a file ends
// what it stands in, and no word loads a picture or calls somebody.
func TestNamesOfFilesStayNames(t *testing.T) {
	t.Parallel()
	const odd = "a` @acme/all ![x](https://evil.example/x.png) `\n# b_test.go"
	f := coding.ProvedFinding{ReviewFinding: coding.ReviewFinding{File: odd, Text: "See ![x](https://evil.example/y.png), @acme/all."}, Test: &coding.FindingTest{Path: odd, Text: "x", Failing: []string{"TestX"}}}
	for _, said := range []string{did.DescribeFinding(f), did.DescribeBelow(outward.FindingOrder{Path: odd, Line: 3, Body: "It fails."})} {
		for line := range strings.Lines(said) {
			var open []string // what stands in no code
			for i, part := range strings.Split(line, "`") {
				if i%2 == 0 {
					open = append(open, part)
				}
			}
			if bare := strings.Join(open, ""); strings.Contains(bare, "@acme") || strings.Contains(bare, "![") || strings.HasPrefix(bare, "#") {
				t.Errorf("said is %q", line)
			}
		}
	}
}
