package record_test

import (
	"strconv"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
)

func TestHoldsAreThoseOfTheVocabulary(t *testing.T) {
	for written, bit := range map[string]org.Hold{
		record.HoldMission: org.HoldMission, record.HoldGate: org.HoldGate, record.HoldBackoff: org.HoldBackoff, record.HoldBudget: org.HoldBudget,
		record.HoldUnreviewed: org.HoldUnreviewed, record.HoldCode: org.HoldCode, record.HoldFounder: org.HoldFounder,
	} {
		if want := strconv.Itoa(int(bit)); written != want {
			t.Errorf("statements write %s for %q, want %s", written, bit.Reasons(), want)
		}
	}
}
