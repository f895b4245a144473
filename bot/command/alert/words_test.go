package alert_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/alert"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	noticed := reports.Alert{ID: "a3", Project: "p1", Text: "“Prices” has been quiet for 24 min.", Acted: true, Remedy: reports.RemedyRequeue, Evidence: []string{"no sign of research"}, Verdict: "right"}
	return []nountest.Example{
		{Name: "AlertsShown", Message: alert.AlertsShown([]reports.Alert{noticed})},
		{Name: "AlertsShown: none", Message: alert.AlertsShown(nil)},
		{Name: "AlertVerdict", Message: alert.Verdict("a3")},
		{Name: "AlertJudged", Message: alert.Judged("a3", "right")},
		{Name: "AlertUnknown", Message: alert.Unknown("a9")},
	}
}
