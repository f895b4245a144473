package converse_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// Of a message with several questions the one that the chief says nothing about is named, with a
// button that asks it by itself.
func TestAQuestionThatWasLeftOpenIsNamed(t *testing.T) {
	t.Parallel()
	const two = "What does a tonne of oats cost in March? And which farmers near Lisbon grow them?"
	for chief, left := range map[string]bool{
		"Oats cost 212 euros a tonne in March.": true, "Oats cost 212 euros a tonne in March. Of the farmers near Lisbon I know nothing.": false,
	} {
		o := newFixture(t, &llmtest.Options{Script: llmtest.Script{
			"classify/*": classified("casual", 0.9, true, ""), "chief/*": {{Text: `{"message":"` + chief + `","actions":[]}`}},
		}})
		o.say(two)
		named := strings.Contains(o.turn.Reply, "I haven't answered this yet: “And which farmers near Lisbon grow them?”")
		asks := len(o.turn.Card.Buttons) == 1 && o.turn.Card.Buttons[0].Command == "ask And which farmers near Lisbon grow them?"
		if named != left || asks != left {
			t.Errorf("%q: the reply is %q with %+v; want the second question named: %t", chief, o.turn.Reply, o.turn.Card.Buttons, left)
		}
	}
}
