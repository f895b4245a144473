package converse_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A plain yes to the question of a command carries it out without a model, in any language of founders; what was said
// in between, or another's yes, does not.
func TestAYesToTheQuestionOfACommandCarriesItOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		between, author, say string
		ended                bool
	}{
		"yes":       {say: "Yes!", ended: true},
		"german":    {say: "ja bitte", ended: true},
		"japanese":  {say: "はい", ended: true},
		"more":      {say: "yes, but first tell me what it cost"},
		"no":        {say: "no"},
		"later":     {between: "How far are you?", say: "yes"},
		"a command": {between: "!status", say: "yes"},
		"another":   {author: "somebody else", say: "yes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, &llmtest.Options{})
			p := o.say(fullText).project
			if p == nil {
				t.Fatal("no project")
			}
			o.hear(org.Message{Text: "!cancel " + string(p.ID)})
			if !strings.Contains(o.turn.Reply, "Cancel ") || len(o.turn.Card.Buttons) == 0 {
				t.Fatalf("no question: %q", o.turn.Reply)
			}
			if c.between != "" {
				o.hear(org.Message{Text: c.between})
			}
			got := o.hear(org.Message{Text: c.say, Author: c.author})
			project, err := o.db.Project(t.Context(), string(p.ID))
			if err != nil {
				t.Fatal(err)
			}
			if ended := project.State == org.ProjectCancelled; ended != c.ended || ended && got.calls != 0 {
				t.Errorf("%s after %d calls, %q; want it cancelled: %t", project.State, got.calls, o.turn.Reply, c.ended)
			}
		})
	}
}
