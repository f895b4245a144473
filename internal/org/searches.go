package org

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PolicySearchMonth names the policy row of how many web searches may be asked
// in a calendar month of the founder's time zone: a number, or "off" for no
// limit, which is the default.
const PolicySearchMonth = "search.month"

// PolicyPrefer and PolicyDistrust name the policy rows of sites that research
// reads first, and last: domains with spaces between them; empty by default.
const (
	PolicyPrefer   = "search.prefer"
	PolicyDistrust = "search.distrust"
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

// mostSearches is far beyond what any plan of a search engine sells.
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

// SearchMonth is the web searches of one month.
type SearchMonth struct {
	Month string `json:"month"` // "2026-03"
	Asked int    `json:"asked"`
	Limit int    `json:"limit"` // 0: none is set
}

// Near reports whether SearchWarnPercent of the month's searches are asked,
// and Spent whether all are.
func (m SearchMonth) Near() bool { return m.Limit > 0 && m.Asked*100 >= m.Limit*SearchWarnPercent }

// Spent reports whether nothing more may be asked this month.
func (m SearchMonth) Spent() bool { return m.Limit > 0 && m.Asked >= m.Limit }

// Name is the month in words, "November 2026".
func (m SearchMonth) Name() string {
	at, err := time.Parse("2006-01", m.Month)
	if err != nil {
		return m.Month
	}
	return at.Format("January 2006")
}

// Words says how the month stands: "812 of 1000 web searches in November 2026
// (81 %)".
func (m SearchMonth) Words() string {
	if m.Limit == 0 {
		return fmt.Sprintf("%d web searches in %s, no limit set", m.Asked, m.Name())
	}
	return fmt.Sprintf("%d of %d web searches in %s (%d %%)", m.Asked, m.Limit, m.Name(), m.Asked*100/m.Limit)
}

// SearchSpentNote is the line about it in what was written meanwhile.
func SearchSpentNote(m SearchMonth, unasked int) string {
	what := fmt.Sprintf("%d web searches were", unasked)
	if unasked == 1 {
		what = "1 web search was"
	}
	return fmt.Sprintf("%s not made, because the limit of %d for %s is used up: instead, pages that were read before and your documents were looked at.", what, m.Limit, m.Name())
}
