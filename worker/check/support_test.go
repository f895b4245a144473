package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

func TestUnsupportedStatementsGetTheirPassage(t *testing.T) {
	ev := work.Evidence{Passages: []work.Passage{
		{ID: "S1:p1", Text: "The Team plan is $12 per seat per month, billed annually.", Document: "a", Site: "a.example", End: 57},
		{ID: "S2:p1", Text: "Bolt charges $15 for each seat and month.", Document: "b", Site: "b.example", End: 41},
	}}
	reply := "Acme charges $12 per seat and month [S2:p1]. Bolt charges $15 for each seat and month [S2:p1].\n\n```evidence\n" +
		`{"c":"Acme charges $12 per seat and month","p":["S2:p1"],"q":"Acme wants twelve dollars for a seat"}` + "\n" +
		`{"c":"Bolt charges $15 for each seat","p":["S2:p1"],"q":"Bolt charges $15 for each seat and month"}` + "\n```\n"
	s := check.Subject{Step: org.Step{Kind: org.KindResearch}, Draft: check.ParseDraft(reply), Evidence: ev}
	flagged := check.Unsupported(s)
	if len(flagged) != 1 || !strings.HasPrefix(flagged[0].Claim, "Acme charges") {
		t.Fatalf("Unsupported = %+v; want the first statement", flagged)
	}
	if a := check.Run(s); len(a.Fabricated) != 1 || len(a.BadNumbers) == 0 {
		t.Fatalf("before: %d fabricated, bad numbers %v; want one of each", len(a.Fabricated), a.BadNumbers)
	}
	mended := check.Supported(reply, []check.Found{{Line: flagged[0], Passage: "S1:p1", Quote: "The Team plan is $12 per seat per month"}})
	s.Draft = check.ParseDraft(mended)
	a := check.Run(s)
	if len(a.Fabricated) != 0 || len(a.BadNumbers) != 0 || !strings.Contains(mended, "per seat and month [S1:p1].") || !strings.Contains(mended, "each seat and month [S2:p1].") {
		t.Errorf("after: %d fabricated, bad numbers %v, reply\n%s", len(a.Fabricated), a.BadNumbers, mended)
	}
	if len(check.Unsupported(s)) != 0 {
		t.Error("after: there are unsupported statements")
	}
	bare := strings.Replace(reply, " [S2:p1]. Bolt", ". Bolt", 1)
	s.Draft = check.ParseDraft(bare)
	flagged = check.Unsupported(s)
	if mended = check.Supported(bare, []check.Found{{Line: flagged[0], Passage: "S1:p1", Quote: "The Team plan is $12 per seat per month"}}); !strings.Contains(mended, "per seat and month [S1:p1]. Bolt") {
		t.Errorf("a sentence without a marker: %s", mended)
	}
}
