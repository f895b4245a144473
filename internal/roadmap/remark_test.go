package roadmap_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// What stands beside the items reaches those who work on them, in no title, and the plan says it.
func TestWordsBesideItems(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"behind a list of a phase", "# P\n\n## Phase 1: a\n\n1. one\n2. two\n\nNo advance payment.\n\n## Phase 2: b\n\n- three\n", "one: No advance payment.; two: No advance payment.; three: "},
		{"above a list", "# P\n\n## Phase 1: a\n\nAt most 900 euros.\n\n- one\n\n## Phase 2: b\n\n- two\n", "one: At most 900 euros.; two: "},
		{"between the numbers of one list", "1. one\n\nGoal: fast.\n\n2. two\n\nGoal: cheap.\n\n3. three\n", "one: Goal: fast.; two: Goal: cheap.; three: "},
		{"under headings between the numbers", "1. one\n\n### Goal: fast.\n\n2. two\n\n### Goal: cheap.\n\n3. three\n\n### Goal: good.\n", "one: Goal: fast.; two: Goal: cheap.; three: Goal: good."},
		{"headings above lists stay parts", "### Cook\n\n1. one\n\n### Serve\n\n1. two\n", "one: ; two: "},
		{"a part without items", "# P\n\n- one\n\n## Budget\n\nWe have 5000 euros.\n", "one: Budget: We have 5000 euros."},
		{"a quote", "- one\n- two\n\n> Ana: no hurry.\n", "one: Ana: no hurry.; two: Ana: no hurry."},
		{"a line that leads in", "- one\n\nAnd then\n\n- two\n", "one: ; two: "},
		{"gates, edges and what a part is called are none", "- one\n- two\n\none → two\n\ngates: after one\n\ntemplate: guide\n", "one: ; two: "},
		{"before the first item is the introduction", "# P\n\nWe sell boats.\n\n- one\n", "one: "},
		{"out of scope", "- one\n\n## Out of scope\n\nNo app.\n", "one: "},
	} {
		r, err := roadmap.Parse("p.md", c.src)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		said := map[string]bool{}
		for _, it := range r.Items {
			got = append(got, it.Title+": "+strings.Join(it.Said, " / "))
			for _, x := range it.Said {
				said[x] = true
			}
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, g, c.want)
		}
		notes := strings.Join(r.Notes, "\n")
		for x := range said {
			if !strings.Contains(notes, "“"+x+"”") {
				t.Errorf("%s: the plan does not say %q: %q", c.name, x, r.Notes)
			}
		}
	}
}

func TestLongWordsBesideItemsAreCut(t *testing.T) {
	r, err := roadmap.Parse("p.md", "- one\n\n"+strings.Repeat("many words ", 100)+".\n")
	if err != nil {
		t.Fatal(err)
	}
	if x := r.Items[0].Said; len(x) != 1 || len([]rune(x[0])) > 402 || !strings.HasSuffix(x[0], "words …") {
		t.Errorf("said: %q", x)
	}
}
