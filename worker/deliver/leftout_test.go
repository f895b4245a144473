package deliver

import (
	"slices"
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
	d.add(work.Upstream{Key: "s1", Title: "Oats", Result: result, State: org.StepCompleted}, "Oats cost 212 euros.")
	d.add(work.Upstream{Key: "s2", Title: "Rye", Result: result, State: org.StepCompleted}, "Rye costs more.")
	var got []string
	for _, g := range d.Gaps {
		got = append(got, g.Text)
	}
	if !slices.Equal(got, []string{large, part}) {
		t.Errorf("gaps %q, want %q", got, []string{large, part})
	}
}
