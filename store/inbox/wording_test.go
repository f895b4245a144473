package inbox_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/inbox"
)

func TestHandledText(t *testing.T) {
	turn := org.Turn{Route: org.ActionProposal, Classification: org.Classification{Class: org.ClassSimpleTask, Confidence: 0.7}}
	for class, word := range map[org.Class]string{org.ClassSimpleTask: "simple_task", org.ClassNone: "not classified"} {
		turn.Classification.Class = class
		if got := inbox.HandledText(turn); !strings.Contains(got, word) || !strings.Contains(got, "PROPOSAL") || !strings.Contains(got, "0.70") {
			t.Errorf("HandledText of %q: got %q; want class, route and confidence in it", class, got)
		}
	}
}
