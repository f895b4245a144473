package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// A file that comes again names the project that it became, unless that is over: then it is a new try.
func TestTheSameFileAgain(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	file := org.Attachment{Name: "plan.md", ContentType: "text/markdown", Data: []byte("# Plan"), Text: "# Plan"}
	claim := func() org.Message {
		t.Helper()
		o.hear("", file) //nolint:contextcheck // it has the test's own
		m, err := o.db.ClaimMessage(ctx, "bot", term)
		o.ok(err)
		return m
	}
	first := claim()
	p, err := o.db.SaveTurn(ctx, org.Turn{Message: first.ID, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Plan", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "research"}},
	}})
	o.ok(err)
	second := claim()
	if got := second.Attachments[0].Started; got != p {
		t.Errorf("while it is worked on, the same file started %q, want %q", got, p)
	}
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: second.ID, Route: org.ActionResponse, Reply: "I had it."})
	o.ok(err)
	o.ok(o.db.Cancel(ctx, p))
	if a := claim().Attachments[0]; a.Started != "" || a.Before.IsZero() {
		t.Errorf("once it was cancelled: %q, %v; want nothing that it started, and that it was there before", a.Started, a.Before)
	}
}
