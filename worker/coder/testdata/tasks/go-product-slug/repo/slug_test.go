package slug

import (
	"os"
	"strings"
	"testing"
)

// TestGolden reads lines of the form "name => address".
func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/slugs.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, want, _ := strings.Cut(line, " => ")
		if got := Make(name); got != want {
			t.Errorf("Make(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestUnique(t *testing.T) {
	taken := map[string]bool{"tea": true, "tea-2": true}
	if got := Unique("Tea", func(s string) bool { return taken[s] }); got != "tea-3" {
		t.Errorf("got %q", got)
	}
}
