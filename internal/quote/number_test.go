package quote_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/quote"
)

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"12.5 % of 1,240 homes":             "12.5 %|1240",
		"$1.2 million and 3k":               "1.2e+06 USD|3000",
		"18,50 Euro; 1.234.567":             "18.5 EUR|1.234567e+06",
		"USD 300 or EUR300":                 "300 USD|300 EUR",
		"between 5 and 7 percent":           "5 %|7 %",
		"$5–7 million":                      "5e+06 USD|7e+06 USD",
		"from 2024 to 12 %":                 "2024|12 %",
		"on 2026-03-01 at 10:30":            "2.0260301e+07 date|1030 time",
		"Q3, B2B, [S3:p12] and covid-19":    "",
		"1. Price\n2) 40 days":              "40 day",
		"a 30-day trial, 12 months, 2nd":    "30 day|12 month|2 ordinal",
		"it fell by -5 %, to −3 °C":         "-5 %|-3 °C",
		"grew 2.5 percentage points":        "2.5 pp",
		"version 1.2.3":                     "1.0000200003e+10 version",
		"1'250 CHF and 2\u00a0500 francs":   "1250 CHF|2500 CHF",
		"0.5, 0,5 and 1,5":                  "0.5|0.5|1.5",
		"":                                  "",
		"9999999999999999999999999999 jobs": "1e+28",
	} {
		var got []string
		for _, n := range quote.Numbers(text) {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%v %s", n.Value, n.Unit)))
			if text[n.Start:n.End] != n.Text {
				t.Errorf("Numbers(%q): text %q is not at %d:%d", text, n.Text, n.Start, n.End)
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
			t.Errorf("Numbers(%q) (-want +got)\n%s", text, diff)
		}
	}
}

func TestNumberMatches(t *testing.T) {
	for _, c := range []struct {
		claim, source string
		want          bool
	}{
		{"1.2 million", "1,234,567", true},
		{"1.3 million", "1,234,567", false},
		{"1,234,567", "1.2 million", false}, // more precise than its source
		{"12.3 %", "12.34 percent", true},
		{"12.4 %", "12.34 percent", false},
		{"12.3 %", "12.3 dollars", false},
		{"12.3", "12.3 %", false},
		{"12.3 %", "| 12.3 |", true}, // the unit is in the table's header
		{"12 months", "a term of 12 (twelve)", true},
		{"12 months", "12 days", false},
		{"5 %", "-5 %", false},
		{"$18.50", "18.5 USD", true},
		{"2026-03-01", "2026-03-02", false},
		{"12 thousand", "11,987", true},
		{"12,000", "11,987", false},
		{"12.0", "12", true},
		{"3", "3rd", false},
	} {
		n, m := quote.Numbers(c.claim), quote.Numbers(c.source)
		if len(n) != 1 || len(m) != 1 {
			t.Fatalf("Numbers(%q), Numbers(%q): got %d and %d numbers, want one each", c.claim, c.source, len(n), len(m))
		}
		if got := n[0].Matches(m[0]); got != c.want {
			t.Errorf("%q matches %q: got %v, want %v (%+v, %+v)", c.claim, c.source, got, c.want, n[0], m[0])
		}
	}
}
