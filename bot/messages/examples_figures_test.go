package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

func figuresExamples() []example {
	out := []example{
		{"Span", "one unit", messages.Span(20*time.Minute, 40*time.Minute)},
		{"Span", "two units", messages.Span(50*time.Minute, 3*time.Hour)},
		{"Span", "the same", messages.Span(time.Hour, time.Hour)},
		{"Count", "none", messages.Count(0, "step")},
		{"Count", "one", messages.Count(1, "step")},
		{"Day", "", messages.Day(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))},
		{"List", "", messages.List([]string{"prices", "visas", "flights"})},
		{"Clip", "", messages.Clip("A long title that goes on", 10)},
		{"Plain", "", messages.Plain("a `code`\n**bold** | text")},
		{"Name", "", messages.Name("Lisbon *launch*")},
	}
	for _, n := range []org.NanoUSD{0, org.Dollar / 1000, org.Dollar / 100, org.Dollar / 30, org.Dollar * 6 / 5, 48*org.Dollar + 1, 48*org.Dollar + org.Dollar/2, 1234 * org.Dollar} {
		out = append(out, example{"Money", n.String(), messages.Money(n)}, example{"About", n.String(), messages.About(n)}, example{"Limit", n.String(), messages.Limit(n)})
	}
	for _, d := range []time.Duration{0, 40 * time.Second, 12 * time.Minute, 3 * time.Hour, 96 * time.Hour} {
		out = append(out, example{"Duration", d.String(), messages.Duration(d)})
	}
	return out
}
