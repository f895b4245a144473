package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestBears(t *testing.T) {
	for _, c := range []struct {
		order, test string
		want        bool
	}{
		{"Prices with a decimal point are read wrong. Fix it.", "fee keeps a point", true},
		{"Prices with a decimal point are read wrong.", "func TestParsePrice(t *testing.T) {\n\tif got := Parse(\"x\"); got != 1 {", true},
		{"ToInt(\"12\") gives 0", "def test_other():\n    assert to_int(\"12\") == 12", true},
		{"The fee of 3.5 is lost", "want(3.5)", true},
		{"Preise mit Komma werden falsch gelesen", "test \"$(sh preis.sh 1,5)\" # Preise mit Komma", true},
		{"Prices with a decimal point are read wrong. Fix it.", "func TestMain(t *testing.T) { login() }", false},
		{"The code is wrong, please fix the test", "test that the code returns true", false},
		{"", "anything", false},
		{"Prices are wrong", "", false},
	} {
		if got := coding.Bears(c.order, c.test); got != c.want {
			t.Errorf("%q bears on %q: %v", c.test, c.order, got)
		}
	}
}
