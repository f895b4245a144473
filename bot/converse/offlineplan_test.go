package converse_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// Without a model nobody can weigh the words beside a list, so the list is what is
// planned.
func TestWordsBesideAListDoNotReplaceIt(t *testing.T) {
	const two, more = "# Spain\n\n- Ask the bakers\n- Compare the rents\n", "- Choose a street\n- Find a baker\n- Set the prices\n- Open the shop\n"
	for _, c := range []struct {
		words, list string
		items       int
	}{
		{"", two, 2},
		{"work on it", two, 2},
		{"Please work on this roadmap", two, 2},
		{"go", two + more, 6},
		{"Here is the plan for Spain.", two + more, 6},
	} {
		o := newFixture(t, nil)
		a := o.hear(org.Message{Text: c.words, Attachments: []org.Attachment{{Name: "spain.md", Text: c.list}}})
		if a.project == nil {
			t.Errorf("%q: %q; want a project", c.words, a.reply)
			continue
		}
		if j := o.job(); !j.Roadmap || len(j.Items) != c.items || j.Items[0].Title != "Ask the bakers" {
			t.Errorf("%q: planned is %+v, want the %d items of the list", c.words, j.Items, c.items)
		}
	}
}
