package classify_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
)

// An order without anything that it is about is vague, in the languages of founders; one with
// a subject, a file or a message that it answers is not.
func TestVague(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"make it better": true, "Do the thing": true, "Please improve this.": true, "can you just fix it": true, "work on that stuff, please": true, "Take care of it!": true, "let's go": true,
		"Mach es besser": true, "Kümmere dich bitte darum": true, "Kümmere dich bitte um die Sache": true, "Améliore ça, s'il te plaît": true, "Hazlo mejor": true, "Melhora isso": true, "Miglioralo": true,
		"Maak het beter": true, "Zrób to lepiej": true, "Сделай это лучше": true,
		"make the landing page better": false, "fix the price of oats": false, "Do the taxes": false, "Compare three tills": false, "Improve our onboarding": false, "Mach die Preisliste besser": false,
		"": false, "make it better: https://acme.example": false,
	} {
		if got := classify.Vague(org.Message{Text: text}); got != want {
			t.Errorf("%q is vague: %t, want %t", text, got, want)
		}
	}
	if classify.Vague(org.Message{Text: "make it better", RepliesTo: "7"}) || classify.Vague(org.Message{Text: "make it better", Attachments: []org.Attachment{{Name: "a.md"}}}) {
		t.Error("an order about a file or a message is taken for one without a subject")
	}
	for text, want := range map[string]int{"do the pricing thing": 1, "Please enter Spain for us": 2, "make it better": 0} {
		if got := classify.Subjects(text); got != want {
			t.Errorf("%q: %d words name something, want %d", text, got, want)
		}
	}
}
