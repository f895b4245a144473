package prose_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestDated(t *testing.T) {
	for date, want := range map[string]string{
		"2026-03-01T10:20:30Z":      "2026-03-01T10:20:30Z",
		"2026-03-01T10:20:30+02:00": "2026-03-01T08:20:30Z",
		"2026-03-01":                "2026-03-01T00:00:00Z",
		"2026-03-01 10:20":          "2026-03-01T00:00:00Z",
		"2026-03":                   "2026-04-01T00:00:00Z",
		"2026":                      "2027-01-01T00:00:00Z",
	} {
		if got, ok := prose.Date(date); !ok || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("Dated(%q) = %s, %v; want %s", date, got, ok, want)
		}
	}
	for _, date := range []string{"", "20", "March 2026", "1 March 2026"} {
		if got, ok := prose.Date(date); ok || !got.IsZero() {
			t.Errorf("Dated(%q) = %s, %v; want none", date, got, ok)
		}
	}
}

func TestDay(t *testing.T) {
	for date, want := range map[string]string{"2026-11-06": "6 November", "2026-13-01": "2026-13-01", "soon": "soon", "": ""} {
		if got := prose.Day(date); got != want {
			t.Errorf("Day(%q): got %q, want %q", date, got, want)
		}
	}
}
