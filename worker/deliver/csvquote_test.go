package deliver

import (
	"strings"
	"testing"
)

// A quoted row of comma-separated values is read without its quotation marks and empty
// cells; one with commas in its cells too. A sentence with quotation marks stays.
func TestQuotedRowsOfValuesAreReadable(t *testing.T) {
	for row, want := range map[string]string{
		`"CargoFlex","","","","219,68","netto"`: "“CargoFlex · 219,68 · netto”",
		`"Jobbike, Berlin","199,00",""`:         "“Jobbike, Berlin · 199,00”",
		"\"A\",\"1\",\"\"\n\"B\",\"\",\"2\"":    "“A · 1 B · 2”",
		`He said "no", and "yes" came later.`:   `“He said "no", and "yes" came later.”`,
	} {
		got := renderQuote(row, nil, quoteAtMost)
		if got != want {
			t.Errorf("%q is quoted as %q, want %q", row, got, want)
		}
		if strings.Contains(got, `","`) || strings.Contains(got, `""`) {
			t.Errorf("%q keeps the borders of its cells: %q", row, got)
		}
	}
}
