package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Only a sentence with the package and its version is an order; all else is asked about.
func TestOrdersPackage(t *testing.T) {
	t.Parallel()
	quick := coding.Package{Ecosystem: "go", Name: "github.com/frankban/quicktest", Version: "v1.14.4"}
	had := []coding.Package{{Ecosystem: "go", Name: "github.com/frankban/quicktest", Version: "v1.14.3"}, {Ecosystem: "go", Name: "github.com/google/go-cmp", Version: "v0.5.7"}}
	pin := coding.Package{Ecosystem: "pip", Name: "requests", Version: "==2.31.0"}
	for _, c := range []struct {
		words string
		p     coding.Package
		had   []coding.Package
		want  bool
	}{
		{"In cast, bump github.com/frankban/quicktest from v1.14.3 to v1.14.4.", quick, had, true},
		{"Take quicktest 1.14.4. Nothing else changes.", quick, had, true},
		{"Add `github.com/frankban/quicktest@v1.14.4`, please", quick, nil, true},
		{"Add requests==2.31.0 and use it", pin, nil, true},
		{"Bump requests to 2.31.0!", pin, nil, true},
		{"Take quicktest v1.14.4", quick, nil, false}, // the code had none of that name: which one is meant?
		{"Bump github.com/frankban/quicktest.", quick, had, false},
		{"Bump github.com/frankban/quicktest from v1.14.4 to v1.14.5", quick, had, false},
		{"Bump github.com/frankban/quicktest, and go-cmp to v1.14.4", quick, had, false},
		{"Bump github.com/frankban/quicktest and github.com/a/b to v1.14.4", quick, had, false},
		{"Do not take github.com/frankban/quicktest v1.14.4", quick, had, false},
		{"Don't bump github.com/frankban/quicktest to v1.14.4", quick, had, false},
		{"Bump github.com/frankban/quicktest if v1.14.4 is there", quick, had, false},
		{"Look at github.com/frankban/quicktest. The rest is v1.14.4", quick, had, false},
		{"Bump github.com/evil/quicktest to v1.14.4", quick, had, false},
		{"Bump github.com/frankban/quicktest to v1.14.40", quick, had, false},
		{"", quick, had, false},
	} {
		if got := coding.OrdersPackage(c.words, c.p, c.had); got != c.want {
			t.Errorf("%q orders %s %s: %v", c.words, c.p.Name, c.p.Version, got)
		}
	}
}
