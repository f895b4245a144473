package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Names are given in code alone: what a program says, and lines that stay, are as they were.
func TestApplyRenames(t *testing.T) {
	t.Parallel()
	all := []coding.Rename{{From: "Total", To: "Sum"}, {From: "cart", To: "basket"}}
	for before, c := range map[string]struct{ after, want string }{
		"if c.Total() != 3 {\n":                        {"", "if c.Sum() != 3 {\n"},
		"SubTotal(Total_1, Total)":                     {"", "SubTotal(Total_1, Sum)"},
		`t.Fatalf("Total() is %d", Total()) // Total`:  {"", `t.Fatalf("Total() is %d", Sum()) // Sum`},
		"want: `Total\nTotal`, Total":                  {"", "want: `Total\nTotal`, Sum"},
		"// don't\nTotal()":                            {"", "// don't\nSum()"},
		`a = "\"Total" + Total`:                        {"", `a = "\"Total" + Sum`},
		"\"\"\"Total\n'Total\"\"\"\nassert cart.Total": {"", "\"\"\"Total\n'Total\"\"\"\nassert basket.Sum"},
		"order.Total()\ncart.Total()\n":                {"order.Total()\nbasket.Sum()\n", "order.Total()\nbasket.Sum()\n"},
		"über.Total(é, Totalé)":                        {"", "über.Sum(é, Totalé)"},
		"":                                             {"", ""},
	} {
		if got := coding.ApplyRenames(all, before, c.after); got != c.want {
			t.Errorf("%q: %q", before, got)
		}
	}
	if got := coding.ReplaceNames(all, `f("Total", Totals)`); got != `f("Sum", Totals)` {
		t.Errorf("everywhere: %q", got)
	}
}
