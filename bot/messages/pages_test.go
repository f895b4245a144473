package messages_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/costs"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Details that say no more than the text are no second page.
func TestLittleIsOnePage(t *testing.T) {
	for _, c := range []struct{ text, more, want string }{
		{"✓ bread: done", "✓ bread: done", "✓ bread: done"},
		{"✓ bread: done", "", "✓ bread: done"},
		{"✓ bread: done", "✓ bread: done\n✓ rye: done", "✓ bread: done\n\nPage 1 of 2. More: `!status page=2`"},
	} {
		r := wording.Message{Text: c.text, More: c.more}.Page("status", 1)
		if r.Text != c.want {
			t.Errorf("%q with %q shows %q, want %q", c.text, c.more, r.Text, c.want)
		}
	}
}

// What was free has no line of its own.
func TestCostsNameWhatCost(t *testing.T) {
	spent := reports.CostReport{ByAgent: []org.CostLine{{Name: "Scout", Cost: 4e7, Calls: 2}, {Name: "Folio", Calls: 3}, {Name: "Beacon", Unknown: 1, Calls: 1}}}
	text := costs.Costs(costs.CostFacts{Spans: [3]reports.CostReport{{}, {}, spent}}).More
	if !strings.Contains(text, "Scout") || !strings.Contains(text, "Beacon") || strings.Contains(text, "Folio") {
		t.Errorf("costs by agent:\n%s", text)
	}
}
