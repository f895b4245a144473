package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestEmptyEvidence(t *testing.T) {
	found := []org.Passage{{ID: "S1:p1"}}
	for _, c := range []struct {
		name string
		e    org.Evidence
		want bool
	}{
		{"nothing found", org.Evidence{}, true},
		{"found", org.Evidence{Passages: found}, false},
		{"not sought", org.Evidence{Unsought: true}, false},
		{"not sought and yet there", org.Evidence{Unsought: true, Passages: found}, false},
	} {
		if got := c.e.Empty(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
