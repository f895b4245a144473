package document_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/document"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	p := lisbon()
	quote := reports.StepCitation{Citation: work.Citation{Claim: "Oats cost 212 euros", Quote: "The price was 212 euros", Title: "Prices", URL: "https://example.org/prices", FetchedAt: at}}
	return []nountest.Example{
		{Name: "DocumentPages", Message: document.Pages("# Oats\n\nOats cost 212 euros.").Page("read p1", 1)},
		{Name: "Sources", Message: document.Sources(p, []reports.StepCitation{quote})},
		{Name: "Sources: none", Message: document.Sources(p, nil)},
		{Name: "Accepted", Message: document.Accepted(p)},
		{Name: "AcceptTooEarly", Message: document.AcceptTooEarly(p)},
		{Name: "Exported", Message: document.Exported(p, at, 3)},
		{Name: "SentAgain", Message: document.SentAgain("d2")},
		{Name: "SentAgainAll", Message: document.SentAgainAll([]reports.Delivery{{ID: "d2", Kind: reports.DeliverResult, Reason: "Missing Access"}})},
		{Name: "SentAgainAll: none", Message: document.SentAgainAll(nil)},
		{Name: "SendUnknown", Message: document.SendUnknown("d99")},
		{Name: "SendUnderWay", Message: document.SendUnderWay("d2")},
	}
}

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
}
