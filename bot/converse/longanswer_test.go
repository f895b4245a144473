package converse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A question about a file is answered from what stands in it: the chief is shown the words
// of the file, of a long one those that have words of the question.
func TestAQuestionAboutAFileIsAnsweredFromIt(t *testing.T) {
	const fact = "The lease of the mill ends on 30 June 2029."
	filler := strings.Repeat("The mill stands at the river and grinds what farmers bring. ", 600)
	for name, text := range map[string]string{"short": fact, "long": filler + "\n\n" + fact + "\n\n" + filler} {
		o := newFixture(t, &llmtest.Options{})
		got := o.hear(org.Message{Text: "When does the lease of the mill end?", Attachments: []org.Attachment{{Name: "lease.txt", Text: text}}})
		shown := slices.ContainsFunc(o.calls(), func(r llmtest.Request) bool { return r.Stage == org.StageChief && strings.Contains(r.Prompt, fact) })
		if !shown || got.project != nil {
			t.Errorf("%s: the chief was shown the file: %v; project %v", name, shown, got.project)
		}
	}
}

// An answer of many thousand characters is said as it came, at the price of one call.
func TestALongAnswerIsSaidWhole(t *testing.T) {
	var long strings.Builder
	for i := range 180 {
		fmt.Fprintf(&long, "Sentence %d of the answer says something that the founder asked about. ", i)
	}
	said := strings.TrimSpace(long.String())
	o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"chief/*": {{Text: fmt.Sprintf(`{"message":%q,"actions":[]}`, said)}}}})
	got := o.say("What do we know about the oats, all of it?")
	repaired := slices.ContainsFunc(o.calls(), func(r llmtest.Request) bool { return r.Stage == org.StageRepair })
	if !strings.Contains(got.reply, said) || repaired {
		t.Errorf("of %d characters %d were said, repaired %v", len(said), len(got.reply), repaired)
	}
}
