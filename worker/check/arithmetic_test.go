package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

// A division by nothing is no arithmetic, whatever it is said to give.
func TestDivisionByNothing(t *testing.T) {
	for text, wrong := range map[string]bool{"The total is 8 (computed: 8 / 0 = 8).": true, "The total is 4 (computed: 8 / 2 = 4).": false} {
		got := check.Run(check.Subject{Step: org.Step{Title: "Total"}, Draft: check.ParseDraft(text)})
		found := false
		for _, d := range got.MustFix {
			found = found || strings.Contains(d.Fix, "cannot be read")
		}
		if found != wrong {
			t.Errorf("%s: cannot be read %v, want %v (%+v)", text, found, wrong, got.MustFix)
		}
	}
}
