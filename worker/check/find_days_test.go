package check

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// Days are found by hand for speed. What a day is says this pattern, and both find the same in texts
// that are made of the pieces of days and in all texts of a recorded project.
func TestDaysAreThoseOfThePattern(t *testing.T) {
	pattern := regexp.MustCompile(`(?i)\b(\d{1,2})(?:\.|º|st|nd|rd|th|er)?(?: de| of)? (` + monthPattern() + `)\b|\b(` + monthPattern() + `) (\d{1,2})(?:st|nd|rd|th)?\b`)
	found := 0
	compare := func(text string) {
		t.Helper()
		var want []dayInText
		for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
			d := dayInText{m[0], m[1], [2]int{m[2], m[3]}, [2]int{m[4], m[5]}}
			if m[2] < 0 {
				d.month, d.day = [2]int{m[6], m[7]}, [2]int{m[8], m[9]}
			}
			want = append(want, d)
		}
		found += len(want)
		if got := findDaysIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: found %v, want %v", text, got, want)
		}
	}
	pieces := []string{" ", " ", " ", "", ".", "º", "st", "ND", "rd", "th", "er", " de", " of", "1", "12", "31", "007", "2026", "x", "ü", "é", "_", "|", "\u00a0", "\n", ",", "AUGUſT", "ΜΑΪΟΣ", "oKtober", "\xff"}
	names := strings.Fields(strings.Join(moment.MonthNames(), " ") + " " + shortMonths)
	d := rand.New(rand.NewPCG(7, 35))
	for range testlevel.Count(20_000, 20_000, 500_000) {
		var b strings.Builder
		for range 1 + d.IntN(12) {
			piece := pieces[d.IntN(len(pieces))]
			if d.IntN(2) == 0 {
				piece = []string{"", " ", " 3", "12 ", " de "}[d.IntN(5)] + names[d.IntN(len(names))] + []string{"", " ", " 4", "st"}[d.IntN(4)]
			}
			if d.IntN(4) == 0 {
				piece = strings.ToUpper(piece)
			}
			b.WriteString(piece)
		}
		compare(b.String())
	}
	file, err := os.Open(filepath.FromSlash("../../internal/tools/eval/testdata/tape/bakery.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(packed)
	if err != nil || !json.Valid(raw[:strings.IndexByte(string(raw), '\n')]) {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(raw), `\n`, "\n")) {
		compare(line)
	}
	if found < 1000 {
		t.Errorf("only %d days in all texts", found)
	}
}
