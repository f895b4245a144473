package learning_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/learning"
)

func TestTrick(t *testing.T) {
	for text, want := range map[string]string{"TRICK: sort first": "sort first", "  trick:sort first ": "sort first", "TRICK:": ""} {
		if got, trick := learning.Trick(text); !trick || got != want {
			t.Errorf("Trick(%q) = %q, %v; want %q", text, got, trick, want)
		}
	}
	for _, text := range []string{"", "TRICK", "A trick: sort first"} {
		if got, trick := learning.Trick(text); trick || got != text {
			t.Errorf("Trick(%q) = %q, %v; want that it is none", text, got, trick)
		}
	}
}
