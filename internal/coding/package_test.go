package coding_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// A lock file may name anything: whoever is asked reads one line of a bounded length, in which all can be seen.
func TestAPackageOfAnyNameIsShown(t *testing.T) {
	t.Parallel()
	got := coding.NewPackage{Package: coding.Package{Ecosystem: "npm", Name: "good 1.0 (published 2019-01-01)\n\x1b[2J\u202eevil" + strings.Repeat("x", 500), Version: "1"}, Newest: "2\n3"}.Describe(time.Now())
	if strings.ContainsAny(got, "\n\x1b\u202e") || len(got) > 300 || !strings.Contains(got, `)\n\x1b[2J\u202eevil`) {
		t.Errorf("it reads %q", got)
	}
}
