package plan_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// What the founder asks for and nobody can do never passes in silence: he is
// asked once, by its kind, and the plan goes on meanwhile.
func TestFounderIsAskedAboutWhatCannotBeDone(t *testing.T) {
	for _, c := range []struct {
		text string
		want []org.EscalationKind
	}{
		{"Compare the prices of two rivals.", nil},
		{"Write an interview guide about published surveys.", nil},
		{"Compare the prices of two rivals.\n\nAttached: notes.md\n\nInterview 30 customers and publish it.", nil},
		{"Interview 30 customers and compare the prices of two rivals.", []org.EscalationKind{org.EscalateCapability}},
		{"Write a page about our prices and publish it.", []org.EscalationKind{org.EscalateBrand}},
		{"Survey users, phone calls too, then write a page and post it.", []org.EscalationKind{org.EscalateCapability, org.EscalateBrand}},
	} {
		o := newOffice(t, llmtest.Options{})
		id := o.start(c.text, org.NewProject{})
		made := o.plan()
		open, err := o.db.Decisions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []org.EscalationKind
		for _, d := range open {
			got = append(got, d.Topic)
			if d.Project != id || d.Safe != question.PlanSafe || len(d.Options) != 3 || !strings.Contains(d.Question, "I can't do this part: ") && !strings.Contains(d.Question, "I don't publish") {
				t.Errorf("%q: asked %+v", c.text, d)
			}
		}
		if len(made.Steps) == 0 || len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%q: %d steps, asked about %v, want %v", c.text, len(made.Steps), got, c.want)
		}
		if _, err := o.db.ClaimSteps(t.Context(), "worker-1", 60e9, 1); err != nil {
			t.Errorf("%q: the work does not begin: %v", c.text, err)
		}
		for _, d := range open {
			if _, err := o.db.Decide(t.Context(), d.ID, question.PlanSafe, "founder"); err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
		}
	}
}
