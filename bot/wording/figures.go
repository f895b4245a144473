package wording

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CountOf is a number with the words that follow one, or any other number.
func CountOf(n int, one, many string) string { return prose.CountOf(n, one, many) }

// Money is an amount as people say it: "nothing", "under a cent", "3 cents",
// "$1.20", "$48", without "about", which Spent adds.
func Money(n org.NanoUSD) string {
	cents := math.Round(n.USD() * 100)
	switch {
	case n < 0:
		return "-" + Money(-n)
	case n == 0:
		return "nothing"
	case cents < 1:
		return "under a cent"
	case cents == 1:
		return "1 cent"
	case cents < 10:
		return fmt.Sprintf("%.0f cents", cents)
	case n < 20*org.Dollar || cents < 10_000 && math.Mod(cents, 100) != 0:
		return fmt.Sprintf("$%.2f", cents/100)
	}
	return fmt.Sprintf("$%.0f", n.USD())
}

// About is an amount that was measured or guessed: "about $1.20", but "nothing"
// and "under a cent" as they are.
func About(n org.NanoUSD) string {
	if n < org.Dollar/200 {
		return Money(n)
	}
	return "about " + Money(n)
}

// Limit is an amount that somebody set, exactly: "$5", "$0.05", "$12.50".
func Limit(n org.NanoUSD) string {
	if n%(org.Dollar/100) != 0 {
		return n.String()
	}
	return strings.TrimSuffix(fmt.Sprintf("$%.2f", n.USD()), ".00")
}

// Duration is a length of time in one unit: "40 s", "12 min", "3 h", "4 days".
// Less than a second is "a moment".
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return "a moment"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Round(time.Second)/time.Second))
	case d < 2*time.Hour && d.Round(time.Minute) != time.Hour:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute)/time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Round(time.Hour)/time.Hour))
	}
	return fmt.Sprintf("%d days", int((d+12*time.Hour)/(24*time.Hour)))
}

// Span is a range of lengths of time: "20-40 min", "50 min to 3 h".
func Span(low, high time.Duration) string {
	a, b := Duration(low), Duration(high)
	x, unitA, _ := strings.Cut(a, " ")
	_, unitB, _ := strings.Cut(b, " ")
	switch {
	case a == b:
		return "about " + a
	case unitA == unitB:
		return x + "-" + b
	}
	return a + " to " + b
}

// Count is a number with its noun: "1 step", "2 steps", "no steps".
func Count(n int, noun string) string {
	if n == 0 {
		return "no " + noun + "s"
	}
	return prose.Count(n, noun)
}

// Day is the date of a moment.
func Day(t time.Time) string { return moment.Mark(t, moment.Day) }

// List joins words as people say them: "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// CountTimes says how often something happened: "once", "twice", "3 times".
func CountTimes(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// Verb is the form of a word for one thing or for several.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// DescribeTraffic sums up by kind what went over the network.
func DescribeTraffic(all []reports.Traffic) string {
	var parts []string
	for _, t := range all {
		parts = append(parts, fmt.Sprintf("%s %s out, %s in", t.Kind, Size(t.Sent), Size(t.Received)))
	}
	return strings.Join(parts, "; ")
}

// DescribeStorage says what takes room, and how much; empty when nothing does.
func DescribeStorage(lines []org.StorageLine) string {
	if len(lines) == 0 {
		return ""
	}
	var all int64
	var parts []string
	for _, l := range lines {
		all += l.Bytes
		parts = append(parts, l.Name+" "+Size(l.Bytes))
	}
	return fmt.Sprintf("Storage: %s: %s.", Size(all), strings.Join(parts, ", "))
}

// Size is a number of bytes as people say it.
func Size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%d kB", n>>10)
	case n < 1<<30:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	}
}

// Elapsed is a length of time as a card shows it.
func Elapsed(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	default:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
}
