package policy_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/policy"
)

func TestParseCrosscheck(t *testing.T) {
	for value, want := range map[string]bool{"on": true, "off": false} {
		if got, err := policy.ParseCrosscheck(value); err != nil || got != want {
			t.Errorf("ParseCrosscheck(%q) = %v, %v; want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"", "ON", "yes"} {
		if got, err := policy.ParseCrosscheck(value); err == nil || got {
			t.Errorf("ParseCrosscheck(%q) = %v, %v; want a refusal", value, got, err)
		}
	}
}
