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

// Letters that no font has are boxes, and the picture names their script.
func TestAScriptWithoutAFontIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"Open the shop":                 "",
		"Open the \U0001faea shop":      "",
		"\u1200\u1208 and \u0dc0\u0dd9": ". No font here has these letters, so they are boxes: Ethiopic, Sinhala",
	} {
		if got, err := picture.Lacking(text); err != nil || got != want {
			t.Errorf("of %q it says %q, %v; want %q", text, got, err, want)
		}
	}
	drawn := func(title string) []byte {
		d := reports.Drawing{Steps: []org.Step{{ID: "a", Title: title, Role: "Baker"}}}
		out, err := picture.Draw(d)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if bytes.Equal(drawn("\u1780"), drawn("\u0dc0")) {
		t.Error("the boxes of two scripts are named alike")
	}
}
