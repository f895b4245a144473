package hiddencheck

import (
	"testing"

	"example.com/slug"
)

func TestGermanLetters(t *testing.T) {
	for name, want := range map[string]string{
		"Grüner Käse": "gruener-kaese", "Öl": "oel", "Weißbrot": "weissbrot", "ÄPFEL & Übung": "aepfel-uebung",
		"Green Tea": "green-tea", "Tea & Cake, 2 pieces": "tea-cake-2-pieces", "STRAẞE": "strasse", "---": "",
	} {
		if got := slug.Make(name); got != want {
			t.Errorf("Make(%q) = %q, want %q", name, got, want)
		}
	}
}
