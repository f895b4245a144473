package picture_test

import (
	"bytes"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/picture"
)

// Signs that no font has are left out; they were empty boxes.
func TestSignsWithoutAShapeAreLeftOut(t *testing.T) {
	drawn := func(project, step string) []byte {
		d := reports.Drawing{Steps: []org.Step{{ID: "a", Title: step, Role: "Baker"}}}
		d.Project.Title = project
		out, err := picture.Draw(d)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if !bytes.Equal(drawn("Street \U0001faea fair", "Bake \U0001faea\u200d\U0001faea bread"), drawn("Street fair", "Bake bread")) {
		t.Error("a title with signs that no font has is drawn otherwise than without them")
	}
}
