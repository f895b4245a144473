package messages_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A run ends with one line that nothing after it contradicts.
func TestRunEnded(t *testing.T) {
	steps := map[string]int{"completed": 13}
	for _, c := range []struct {
		p    org.Project
		r    reports.Receipt
		want string
	}{
		{org.Project{State: org.ProjectCompleted, Outcome: "every step is done"}, reports.Receipt{Mode: "offline", Steps: steps, Calls: 26, Seconds: 0.57}, "\nDone: 13 steps, offline (no model), 0.6 s.\nRead out/deliverable.md (pdf, docx and html lie beside it)\n"},
		{org.Project{State: org.ProjectCompleted}, reports.Receipt{Mode: "model", Steps: steps, Calls: 26, CostUSD: 1.234, Seconds: 1500}, "\nDone: 13 steps, $1.23, 25 min.\nRead out/deliverable.md (pdf, docx and html lie beside it)\n"},
		{org.Project{State: org.ProjectPartial, Outcome: "12 of 13 steps done; missing: \"Prices\""}, reports.Receipt{Mode: "model", Steps: steps, CostUSD: 0.001, CostUnknown: 1, Seconds: 61}, "\nPartly done: 13 steps, under $0.01 and 1 AI call of unknown cost, 61 s.\n12 of 13 steps done; missing: \"Prices\".\nRead out/deliverable.md (pdf, docx and html lie beside it)\n"},
		{org.Project{State: org.ProjectActive}, reports.Receipt{Mode: "model", Seconds: 8000}, "\nWaiting: 0 steps, $0, 2.2 h.\nRead out/deliverable.md (pdf, docx and html lie beside it)\n"},
	} {
		if got := messages.RunEnded(c.p, c.r, "out", "", false); got != c.want {
			t.Errorf("%s: %q, want %q", c.p.State, got, c.want)
		}
	}
}
