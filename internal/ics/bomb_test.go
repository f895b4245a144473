package ics_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/ics"
)

// What is small and costs much: each is read or refused in bounded time and memory, and what there was no time for is counted.
func TestCalendarsThatAreBombs(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as the product runs: make test lets the tests' heap grow four times as far
	lines := func(n int, line func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	dates := func(n, step int) string {
		at := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
		return strings.TrimSuffix(lines(n, func(i int) string { return at.Add(time.Duration(i*step)*time.Second).Format("20060102T150405Z") + "," }), ",")
	}
	never := "BEGIN:STANDARD\nDTSTART:19700101T030000\nTZOFFSETTO:+0100\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\nEND:STANDARD\n"
	for name, c := range map[string]struct {
		data    []byte
		refused bool
	}{
		"parts in parts":                   {wrap(strings.Repeat("BEGIN:A\n", 500_000)), true},
		"parts in parts, folded":           {wrap(strings.Repeat("BE\n GIN:A\n", 300_000)), true},
		"parts in parts, with a parameter": {wrap(strings.Repeat("begin;X=\":\":A\n", 200_000)), true},
		"a parameter of four megabytes":    {wrap("X;A=" + strings.Repeat("a", 4<<20) + ":b"), true},
		"a parameter of many lines":        {wrap("X;A=b" + strings.Repeat("\n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 80_000) + ":b"), true},
		"a line for each three bytes":      {wrap(strings.Repeat("A:\n", 1_200_000)), true},
		"a zone whose changes never come":  {wrap("BEGIN:VTIMEZONE\nTZID:Mine\n" + strings.Repeat(never, 3000) + "END:VTIMEZONE\n" + event("SUMMARY:Call", "DTSTART;TZID=Mine:20260302T090000")), false},
		"many zones whose changes never come": {wrap(lines(3000, func(i int) string { return fmt.Sprintf("BEGIN:VTIMEZONE\nTZID:Mine%d\n%sEND:VTIMEZONE\n", i, never) }) + lines(3000, func(i int) string {
			return event("SUMMARY:Call", fmt.Sprintf("DTSTART;TZID=Mine%d:20260302T090000", i))
		})), false},
		"dates that are named and left out": {wrap(event("SUMMARY:Call", "DTSTART:20260101T090000Z", "RDATE:"+dates(60_000, 120), "EXDATE:"+dates(60_000, 121))), false},
		"turns that are all moved": {wrap(lines(9000, func(i int) string {
			return fmt.Sprintf("BEGIN:VEVENT\nUID:x\nDTSTART:20260101T090000Z\nRDATE:20260302T0900%02dZ\nEND:VEVENT\nBEGIN:VEVENT\nUID:x\nDTSTART:20260101T090000Z\nRECURRENCE-ID:20260302T10%02d%02dZ\nEND:VEVENT\n", i%60, i/60%60, i%60)
		})), false},
	} {
		t.Run(name, func(t *testing.T) {
			if len(c.data) > ics.BytesMost {
				t.Fatalf("it has %d bytes: it is refused by its size", len(c.data))
			}
			from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			done := make(chan error, 1)
			go func() {
				_, err := ics.Read(c.data, from, from.AddDate(0, 0, 1), time.UTC)
				done <- err
			}()
			select {
			case err := <-done:
				if (err != nil) != c.refused {
					t.Errorf("%v, to be refused: %v", err, c.refused)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("it takes more than half a minute")
			}
			runtime.ReadMemStats(&after)
			if grown := (after.Sys - before.Sys) >> 20; grown > 128 {
				t.Errorf("it takes %d MiB", grown)
			}
		})
	}
}
