package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What files say of a change, and what is left of the kind that it was called.
func TestKindByFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		named coding.ChangeKind
		from  string
		files []string
		want  coding.ChangeKind
	}{
		{coding.KindFeature, coding.FromDoubt, []string{".github/workflows/ci.yml"}, coding.KindSettings},
		{coding.KindFeature, coding.FromDoubt, []string{"deploy.yml", "README.md"}, coding.KindSettings},
		{coding.KindFeature, coding.FromDoubt, []string{"go.mod", "go.sum"}, coding.KindDependency},
		{coding.KindFeature, coding.FromDoubt, []string{"fee_test.go"}, coding.KindTests},
		{coding.KindFeature, coding.FromDoubt, []string{"deploy.yml", "fee.go"}, coding.KindFeature},
		{coding.KindFeature, coding.FromDefault, []string{"deploy.yml"}, coding.KindFeature}, // a model could choose its files
		{coding.KindFix, coding.FromOrder, []string{"deploy.yml"}, coding.KindFix},
		{coding.KindFix, coding.FromOrder, []string{"README.md"}, coding.KindDocs},
		{coding.KindDocs, coding.FromPlan, []string{"fee.go", "README.md"}, coding.KindFeature},
		{coding.KindTests, coding.FromPlan, []string{"fee_test.go", "fee.go"}, coding.KindFeature},
		{coding.KindSettings, coding.FromPlan, []string{"fee.go"}, coding.KindFeature},
		{coding.KindSettings, coding.FromPlan, []string{"go.mod"}, coding.KindDependency},
		{coding.KindDependency, coding.FromPlan, []string{"go.mod", "fee.go"}, coding.KindFeature},
		{coding.KindRefactor, coding.FromOrder, []string{"fee.go", "fee_test.go"}, coding.KindRefactor}, // proof looks at the tests
		{coding.KindRefactor, coding.FromOrder, []string{"deploy.yml"}, coding.KindFeature},
		{coding.KindRemoval, coding.FromOrder, []string{"fee.go"}, coding.KindRemoval},
	} {
		var files []coding.FileChange
		for _, p := range c.files {
			files = append(files, coding.FileChange{Path: p, OldMode: "100644", NewMode: "100644"})
		}
		if got := coding.DecideKind(coding.Sourced[coding.ChangeKind]{Value: c.named, From: c.from}, files); got != c.want {
			t.Errorf("%s (%s) of %v is %q, want %q", c.named, c.from, c.files, got, c.want)
		}
	}
}
