package deliver_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// A document that was made without a model says what it holds: quotations, the
// founder's own changes of code, or both.
func TestNoticeSaysWhatWasMadeWithoutAModel(t *testing.T) {
	t.Parallel()
	sheet := work.Upstream{Key: "i1", Title: "Price of oats", Kind: org.KindResearch, State: org.StepCompleted, Result: "# " + extractive.Label + " Price of oats\n\n" + extractive.FirstLine + "\n\nOats."}
	change := work.Upstream{Key: "i2", Title: "Charge once", Kind: org.KindEngineering, State: org.StepCompleted, Result: "Applied as you gave it: fee.diff."}
	const applied = "Changes of code are those that were given"
	for _, c := range []struct {
		name        string
		offline     bool
		steps       []work.Upstream
		title, want string
		not         string
	}{
		{"a model", false, []work.Upstream{change}, "Oats", "", "Offline"},
		{"words", true, []work.Upstream{sheet}, extractive.Label + " Oats", extractive.FirstLine, applied},
		{"code", true, []work.Upstream{change}, "Oats", "The changes are those that were given", "sentences found"},
		{"both", true, []work.Upstream{sheet, change}, extractive.Label + " Oats", applied, "The changes are"},
	} {
		d := deliver.Compose(org.Project{Title: "Oats", Offline: c.offline}, c.steps, nil)
		got := d.Markdown()
		if d.Title != c.title || !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s: %q is headed\n%s\nwant %q and not %q", c.name, d.Title, got, c.want, c.not)
		}
	}
}
