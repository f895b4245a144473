package work_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/work"
)

func TestEmptyEvidence(t *testing.T) {
	found := []work.Passage{{ID: "S1:p1"}}
	for _, c := range []struct {
		name string
		e    work.Evidence
		want bool
	}{
		{"nothing found", work.Evidence{}, true},
		{"found", work.Evidence{Passages: found}, false},
		{"not sought", work.Evidence{Unsought: true}, false},
		{"not sought and yet there", work.Evidence{Unsought: true, Passages: found}, false},
	} {
		if got := c.e.Empty(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
