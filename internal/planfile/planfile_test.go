package planfile_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/planfile"
)

func TestPlanFileOf(t *testing.T) {
	p := org.Project{ID: "p1", Title: "Launch", Phases: []org.Phase{{Index: 0, Label: "Look"}, {Index: 1, Label: "Write"}}}
	got := planfile.Of(p, "completed", []org.Step{
		{ID: "s1", Key: "a", Phase: 0, State: org.StepCompleted},
		{ID: "s2", Key: "b", Phase: 1, DependsOn: []org.StepID{"s1"}, Acceptance: []org.Criterion{{ID: "a1", Text: "Names a price"}}},
	})
	if len(got.Steps) != 2 || got.Steps[0].Phase != "Look" || got.Steps[1].Phase != "Write" {
		t.Fatalf("got %+v, want two steps under the labels of their phases", got.Steps)
	}
	if got.Steps[0].DependsOn == nil || got.Steps[0].Acceptance == nil {
		t.Error("an empty list is absent in JSON")
	}
	if !slices.Equal(got.Steps[1].DependsOn, []string{"s1"}) || !slices.Equal(got.Steps[1].Acceptance, []string{"Names a price"}) {
		t.Errorf("got %+v", got.Steps[1])
	}
}
