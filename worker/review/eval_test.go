package review_test

import (
	"os"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/reviewtest"
)

func TestM9ScoresAndPaths(t *testing.T) {
	rows, err := reviewtest.M9(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !r.OK() {
			t.Errorf("%s: %s: got %s, want %s", r.Case, r.What, r.Got, r.Want)
		}
	}
}
