package policy

import (
	"fmt"
	"strconv"
	"strings"
)

// SearchMonth names the policy row of how many web searches may be asked
// in a calendar month of the founder's time zone: a number, or "off" for no
// limit, which is the default.
const SearchMonth = "search.month"

// Prefer and Distrust name the policy rows of sites that research
// reads first, and last: domains with spaces between them; empty by default.
const (
	Prefer   = "search.prefer"
	Distrust = "search.distrust"
)

// ParseSites reads one of them; "off" is none. A site stands for all that is
// below it. Its errors are sentences for the founder.
func ParseSites(text string) ([]string, error) {
	const most = 100
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		if w == "off" {
			continue
		}
		w = strings.TrimPrefix(strings.TrimPrefix(w, "*."), "www.")
		if !strings.Contains(w, ".") || strings.ContainsAny(w, "/:@?#*\"'`") || len(w) > 253 {
			return nil, fmt.Errorf("%q is no site: write domains such as example.com, with spaces between them, or off", w)
		}
		if out = append(out, w); len(out) > most {
			return nil, fmt.Errorf("that is more than %d sites", most)
		}
	}
	return out, nil
}

// No plan of a search engine sells so many.
const mostSearches = 10_000_000

// ParseSearchMonth reads the row; 0 is no limit. Its errors are sentences for
// the founder.
func ParseSearchMonth(text string) (int, error) {
	if text == "" || text == "off" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostSearches {
		return 0, fmt.Errorf("%q is no number of searches: write how many a month may be asked, such as 1000, or off", text)
	}
	return n, nil
}
