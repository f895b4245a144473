package main

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What the bot says of a message that it puts aside is told from an answer to
// it, in text and in a card.
func TestPutAsideIsFound(t *testing.T) {
	said := messages.Parked(reports.ParkedFacts{Text: "p100036: please look at this again", Crashes: org.MaxCrashes})
	card, err := json.Marshal(map[string]string{"description": said})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{said, string(card)} {
		if got := putAside(text); !slices.Equal(got, []int{100_036}) || len(numbers(text)) > 0 {
			t.Errorf("%s: got %v put aside and %v answered, want 100036 put aside", text, got, numbers(text))
		}
	}
	if got := putAside("I do not know project p100036."); len(got) > 0 {
		t.Errorf("an answer was taken for a notice of %v", got)
	}
}
