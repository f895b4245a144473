package journal_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// TestLinesNameNobody checks that taking out the characters that do not print
// does not bring a harmless mention back to life.
func TestLinesNameNobody(t *testing.T) {
	e := org.Event{Seq: 1, Kind: org.EventStepRejected, Text: safetext.Neutral("@everyone <@123> @here")}
	pair, err := journal.Pair(e)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{journal.Line(e), string(pair)} {
		for _, bad := range []string{"@everyone", "<@1", "@here"} {
			if strings.Contains(text, bad) {
				t.Errorf("event with %q shows %q, want no %q", e.Text, text, bad)
			}
		}
	}
}
