package coding_test

import (
	"fmt"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Where each change has a branch of its own they are on each other, and a step that was done again is where it was merged last.
func TestBranchesAtTheAddress(t *testing.T) {
	order := coding.CodeOrder{Branch: "frasier/p1-fees"}
	for _, c := range []struct {
		merged string
		apart  bool
		as     string
		want   string
		name   string
	}{
		{"", true, "", "[]", "frasier/p1-fees"},
		{"ab", false, "", "[{frasier/p1-fees c2 }]", "frasier/p1-fees"},
		{"ab", true, "", "[{frasier/p1-fees-a c1 a} {frasier/p1-fees-b c2 b}]", "frasier/p1-fees-b"},
		{"aba", true, "", "[{frasier/p1-fees-b c2 b} {frasier/p1-fees-a c3 a}]", "frasier/p1-fees-a"},
		{"ab", true, "frasier/p0-a", "[{frasier/p0-a c2 }]", "frasier/p0-a"},
		{"ab", true, "main", "[{main c2 }]", "main"},
	} {
		o := order
		o.Apart, o.PushAs = c.apart, c.as
		for n, step := range c.merged {
			o.Merged = append(o.Merged, coding.Commit{ID: fmt.Sprintf("c%d", n+1), Step: org.StepID(step), N: n + 1})
		}
		if got := fmt.Sprint(o.PushedBranches()); got != c.want || o.PushedAs() != c.name {
			t.Errorf("%q, apart %v, as %q: %s, %s; want %s, %s", c.merged, c.apart, c.as, got, o.PushedAs(), c.want, c.name)
		}
	}
}
