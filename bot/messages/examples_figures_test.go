package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

func figuresExamples() []example {
	out := []example{
		{"Span", "one unit", wording.Span(20*time.Minute, 40*time.Minute)},
		{"Span", "two units", wording.Span(50*time.Minute, 3*time.Hour)},
		{"Span", "the same", wording.Span(time.Hour, time.Hour)},
		{"Count", "none", wording.Count(0, "step")},
		{"Count", "one", wording.Count(1, "step")},
		{"Day", "", wording.Day(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))},
		{"List", "", wording.List([]string{"prices", "visas", "flights"})},
		{"Clip", "", wording.Clip("A long title that goes on", 10)},
		{"Plain", "", wording.Plain("a `code`\n**bold** | text")},
		{"Name", "", wording.Name("Lisbon *launch*")},
	}
	for _, n := range []org.NanoUSD{0, org.Dollar / 1000, org.Dollar / 100, org.Dollar / 30, org.Dollar * 6 / 5, 48*org.Dollar + 1, 48*org.Dollar + org.Dollar/2, 1234 * org.Dollar} {
		out = append(out, example{"Money", n.String(), wording.Money(n)}, example{"About", n.String(), wording.About(n)}, example{"Limit", n.String(), wording.Limit(n)})
	}
	for _, d := range []time.Duration{0, 40 * time.Second, 12 * time.Minute, 3 * time.Hour, 96 * time.Hour} {
		out = append(out, example{"Duration", d.String(), wording.Duration(d)})
	}
	return out
}
