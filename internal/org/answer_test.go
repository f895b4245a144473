package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestOptionByName(t *testing.T) {
	d := org.Decision{Options: []org.Option{{ID: "a", Label: "Start"}, {ID: "b", Label: "Drop it"}}}
	for name, want := range map[string]string{"a": "a", " B ": "b", "start": "a", "Drop It": "b"} {
		if got, ok := d.Option(name); !ok || got.ID != want {
			t.Errorf("Option(%q) = %q, %v; want %q", name, got.ID, ok, want)
		}
	}
	for _, name := range []string{"", "c", "Drop"} {
		if got, ok := d.Option(name); ok || got.ID != "" {
			t.Errorf("Option(%q) = %q, %v; want none", name, got.ID, ok)
		}
	}
}

func TestParseUSD(t *testing.T) {
	for text, want := range map[string]org.NanoUSD{
		"5": 5 * org.Dollar, " $2.50 ": 5 * org.Dollar / 2, "2,5$": 5 * org.Dollar / 2, "0": 0, "0.000000001": 1, ".5": org.Dollar / 2, "1000": 1000 * org.Dollar, "1000000": 1_000_000 * org.Dollar,
	} {
		if got, ok := org.ParseUSD(text); !ok || got != want {
			t.Errorf("ParseUSD(%q) = %d, %t; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "$", "1,000", "1.000", "1 000", "1_000", "1e3", "0x10", "-1", "+1", "NaN", "Inf", "1000000.01", "99999999999999999999", "５", "5 usd", "$$5", "1.2.3"} {
		if got, ok := org.ParseUSD(text); ok {
			t.Errorf("ParseUSD(%q) = %d; want it refused", text, got)
		}
	}
}
