package check_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

func TestFreshness(t *testing.T) {
	read := time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		dates  []string
		days   int
		dated  int
		fresh  int
		warned bool
	}{
		"all fresh":           {[]string{"2026-03-20", "2026-03-21"}, 30, 2, 2, false},
		"half of them":        {[]string{"2026-03-20", "2025-03-20"}, 30, 2, 1, false},
		"one of three":        {[]string{"2026-03-20", "2025-03-20", "2024"}, 30, 3, 1, true},
		"on the last day":     {[]string{"2026-03-01T12:00:00Z"}, 30, 1, 1, false},
		"a second older":      {[]string{"2026-03-01T11:59:59Z"}, 30, 1, 0, true},
		"no date":             {[]string{"", "recently"}, 30, 0, 0, false},
		"a month is its end":  {[]string{"2026-03"}, 30, 1, 1, false},
		"nothing asked":       {[]string{"1999"}, 0, 0, 0, false},
		"of another question": {[]string{"other"}, 30, 0, 0, false},
		"never cited":         {nil, 30, 0, 0, false},
	} {
		ev := work.Evidence{Inquiry: work.Inquiry{Questions: []work.SubQuestion{{ID: "q1", Text: "What is new?", FreshDays: c.days}}}}
		text := "What is new is told below."
		for i, d := range c.dates {
			id := "S" + string(rune('1'+i)) + ":p1"
			p := work.Passage{ID: id, Text: "The law changed for all shops.", Site: "a.example", Date: d, For: []string{"q1"}, FetchedAt: read}
			if d == "other" {
				p.Date, p.For = "1999", []string{"q2"}
			}
			ev.Passages = append(ev.Passages, p)
			text += " The law changed for all shops [" + id + "]."
		}
		a := check.Run(check.Subject{Draft: check.ParseDraft(text), Evidence: ev})
		warned := strings.Contains(strings.Join(a.Warnings, "\n"), "older than the")
		if a.Dated != c.dated || a.Fresh != c.fresh || warned != c.warned {
			t.Errorf("%s: %d of %d fresh, warned %v; want %d of %d, %v", name, a.Fresh, a.Dated, warned, c.fresh, c.dated, c.warned)
		}
	}
}
