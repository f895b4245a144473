package converse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A question in another language than the documents shares no word with them, and is shown what
// the delivered ones say all the same, within the same room; one in their language is shown the
// nearest.
func TestAQuestionInAnotherLanguageFindsTheDocument(t *testing.T) {
	t.Parallel()
	o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"classify/*": classified("casual", 0.9, true, ""), "chief/*": acts("reply", "", "")}})
	for n, about := range []string{
		"Oats cost 212 euros a tonne in March.", "The landlord wants 32 euros.", "Four rivals sell tea.", "Beans are roasted on Mondays.", "The van needs new tyres.", "Students come at noon.",
	} {
		p := o.start(fmt.Sprintf("Study %d", n))
		o.delivered(p, "# Study\n\n## Summary\n\n"+about+"\n\n## More\n\n"+strings.Repeat("Words without end about it all. ", 40)+"\n")
	}
	for question, want := range map[string]bool{"Was kostet der Hafer?": true, "燕麦多少钱？": true} {
		o.say(question)
		calls := o.calls()
		prompt := calls[len(calls)-1].Prompt
		if has := strings.Contains(prompt, "Oats cost 212 euros"); has != want {
			t.Errorf("%q: the chief is shown the oldest document: %t, want %t", question, has, want)
		}
	}
}

// start begins a project of one phase.
func (o *fixture) start(title string) *org.Project {
	o.t.Helper()
	p := o.hear(org.Message{Text: title, Explicit: true}).project
	if p == nil {
		o.t.Fatalf("%q starts nothing", title)
	}
	return p
}
