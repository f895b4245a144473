package check_test

import (
	"os"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/checktest"
)

func TestM7CitationsCountAsLabelled(t *testing.T) {
	rows, err := checktest.M7(os.DirFS("testdata/eval"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !r.OK() {
			t.Errorf("%s: %s: got %s, want %s", r.Case, r.What, r.Got, r.Want)
		}
	}
}

func TestM8SeededDefectsAreFound(t *testing.T) {
	d, err := checktest.M8(os.DirFS("testdata/eval"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d drafts, %d seeded defects: recall %.3f, precision %.3f", d.Drafts, d.Seeded, d.Recall(), d.Precision())
	const recall, precision = 0.95, 0.90
	if d.Recall() < recall || d.Precision() < precision {
		t.Errorf("recall %.3f, precision %.3f; want at least %.2f and %.2f", d.Recall(), d.Precision(), recall, precision)
	}
	for _, m := range d.Missed {
		t.Log("missed: " + m)
	}
	for _, w := range d.Wrong {
		t.Log("wrong: " + w)
	}
}
