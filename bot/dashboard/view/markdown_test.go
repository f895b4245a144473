package view_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// A page shows what a model wrote, and whoever opens it waits for as long as it
// takes to read.
func TestHostileMarkdownIsShownSoon(t *testing.T) {
	const n = 1 << 17
	for name, unit := range map[string]string{
		"quotes": "> ", "bullets": "- ", "numbers": "1. ", "stars": "*a_", "strikes": "~~a~", "links": "[a](", "pictures": "![", "code": "`a``b", "pipes": "|a", "html": "<!--", "tags": "<a ",
	} {
		body := strings.Repeat(unit, n/len(unit)) + "x\n\nThe *end*."
		start := pace.Spent()
		page := view.Markdown(body)
		if took := pace.Spent() - start; took > pace.Most(3*time.Second) {
			t.Errorf("%s: %d bytes took %v", name, len(body), took)
		}
		if !strings.Contains(string(page), "<em>end</em>") {
			t.Errorf("%s: what stands behind it is not read as Markdown", name)
		}
	}
}
