package step

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// The page of a change says what kind it is, who says so, and what shows it.
func TestKindLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   coding.ChangeKind
		from   string
		proven coding.ChangeKind
		want   string // empty: nothing is said
	}{
		{"", "", "", ""},
		{coding.KindFeature, coding.FromDefault, "", ""},
		{coding.KindRefactor, coding.FromPlan, "", "It is a refactoring (the plan), shown by the tests that are there"},
		{coding.KindFix, coding.FromOrder, coding.KindFix, "It is a fix (the order). It was to be shown by a test that fails without it."},
		{coding.KindFeature, coding.FromDoubt, coding.KindSettings, "It is a change of settings (nobody named it)."},
		{coding.KindSettings, coding.FromPlan, coding.KindFeature, "called a change of settings (the plan) and is more than that: it was to be shown as a feature, by a test"},
	} {
		p := coding.Placement{Kind: coding.Sourced[coding.ChangeKind]{Value: c.kind, From: c.from}}
		got := change{StepChange: coding.StepChange{Placed: &p, Proven: c.proven}}.KindLine()
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s by %q, proven as %q: %q, want %q", c.kind, c.from, c.proven, got, c.want)
		}
	}
}
