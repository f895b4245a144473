package deliver

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Documents of the founder that were not used are among what is not known, each
// sentence once for all steps.
func TestDocumentsThatWereNotUsedAreNamed(t *testing.T) {
	large := "2 files of your folder are left out, larger than 32 MB (a (1).pdf, b.pdf)."
	part := "1 file of your folder is used in part, the first 2 MB of text of each (c.txt)."
	result := "Oats cost 212 euros.\n\n*About the sources: Only one readable source was found. " + large + " " + part + "*"
	d := &Document{}
	d.addSection(work.Upstream{Key: "s1", Title: "Oats", Result: result, State: org.StepCompleted}, "Oats cost 212 euros.")
	d.addSection(work.Upstream{Key: "s2", Title: "Rye", Result: result, State: org.StepCompleted}, "Rye costs more.")
	var got []string
	for _, g := range d.Gaps {
		got = append(got, g.Text)
	}
	if !slices.Equal(got, []string{large, part}) {
		t.Errorf("gaps %q, want %q", got, []string{large, part})
	}
}

// Sources that were named and not read are said before all else, and first among what is not
// known, in every file of the document.
func TestUnreadSourcesAreSaidFirst(t *testing.T) {
	d := Compose(org.Project{ID: "p1", Title: "Oats"}, []work.Upstream{{Key: "s1", Title: "Oats", State: org.StepCompleted, Result: "Oats cost 212 euros.\n\n## Not established\n\n- The price of rye."}}, nil)
	d.Unread = []work.Unread{{Name: "https://b.example/2", Cause: "asks for a sign-in"}, {Name: "photo.heic"}}
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Markdown": v.Markdown, "HTML": v.HTML} {
		first, known, rye := strings.Index(text, "Not read, though it was named"), strings.Index(text, "Oats cost"), strings.LastIndex(text, "price of rye")
		last := strings.LastIndex(text, "asks for a sign-in")
		if !strings.Contains(text, "shared with everybody who has the link, or attached as a file") {
			t.Errorf("%s:\n%s\nwant what helps", name, text)
		}
		if first < 0 || first > known || last < known || last > rye || !strings.Contains(text, "photo.heic (nobody looked at it)") {
			t.Errorf("%s:\n%s\nwant the sources that were not read first, and first among what is not known", name, text)
		}
	}
}
