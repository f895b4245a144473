package policy_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

func TestParsePlanAsk(t *testing.T) {
	for value, want := range map[string]org.NanoUSD{"5": 5 * org.Dollar, " $2.50 ": 5 * org.Dollar / 2, "0": 0} {
		if got, set, err := policy.ParsePlanAsk(value); err != nil || !set || got != want {
			t.Errorf("ParsePlanAsk(%q) = %s, %v, %v; want %s", value, got, set, err, want)
		}
	}
	for _, value := range []string{"", "off", " off"} {
		if got, set, err := policy.ParsePlanAsk(value); err != nil || set || got != 0 {
			t.Errorf("ParsePlanAsk(%q) = %s, %v, %v; want that it is off", value, got, set, err)
		}
	}
	for _, value := range []string{"-1", "1e7", "NaN", "Inf", "five"} {
		if got, set, err := policy.ParsePlanAsk(value); err == nil || set {
			t.Errorf("ParsePlanAsk(%q) = %s, %v; want a refusal", value, got, set)
		}
	}
}
