package policy_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/policy"
)

func TestParseSites(t *testing.T) {
	for text, want := range map[string][]string{
		"":            nil,
		"off":         nil,
		"example.com": {"example.com"},
		"Example.com, *.docs.example\nwww.a.example off b.example": {"example.com", "docs.example", "a.example", "b.example"},
	} {
		if got, err := policy.ParseSites(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseSites(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"example", "https://example.com", "example.com/path", "a@example.com", "a.example:80", strings.Repeat("a.example ", 101), strings.Repeat("a", 250) + ".com"} {
		if got, err := policy.ParseSites(text); err == nil {
			t.Errorf("ParseSites(%.40q) = %v, want a refusal", text, got)
		}
	}
	if got, err := policy.ParseSites(strings.Repeat("a.example ", 100)); err != nil || len(got) != 100 {
		t.Errorf("a hundred sites: got %d, %v", len(got), err)
	}
}

func TestParseSearchMonth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "off": 0, "1": 1, "10000000": 10_000_000} {
		if got, err := policy.ParseSearchMonth(text); err != nil || got != want {
			t.Errorf("ParseSearchMonth(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"0", "-1", "10000001", "many", "1.5"} {
		if got, err := policy.ParseSearchMonth(text); err == nil {
			t.Errorf("ParseSearchMonth(%q) = %d, want a refusal", text, got)
		}
	}
}

func TestParseStageLimits(t *testing.T) {
	got, err := policy.ParseStageLimits("Research:20m, p3.write=15m  critique:1s,audit:24h")
	want := []policy.StageLimit{
		{Stage: "research", Limit: 20 * time.Minute},
		{Project: "p3", Stage: "write", Limit: 15 * time.Minute},
		{Stage: "critique", Limit: time.Second},
		{Stage: "audit", Limit: 24 * time.Hour},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err := policy.ParseStageLimits(""); err != nil || got != nil {
		t.Errorf("an empty row: got %v, %v; want none", got, err)
	}
	for _, text := range []string{"research", "research:", ":5m", "research:999ms", "research:24h1s", "research:-5m", "research:5"} {
		if got, err := policy.ParseStageLimits(text); err == nil {
			t.Errorf("ParseStageLimits(%q) = %v, want a refusal", text, got)
		}
	}
}

// A limit that nobody looks at is refused: it would change nothing.
func TestSoundStageLimits(t *testing.T) {
	for text, sound := range map[string]bool{
		"": true, "research:20m p3.write:15m": true, "Plan:1s,critique:1m,review:2m,code:1h": true,
		"reserch:20m": false, "green:10m": false, "project.write:15m": false, "p3.writing:15m": false, "research": false,
	} {
		if err := policy.SoundStageLimits(text); (err == nil) != sound {
			t.Errorf("SoundStageLimits(%q): %v, want sound %v", text, err, sound)
		}
	}
}
