package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func TestAChangeThatComesTooLateIsAnswered(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{}) // the message o1
	o.want(o.db.Reword(ctx, channel, "o1", " compare queues\n"), org.ErrConflict)
	said := []string{"On it."}
	o.wantSaid(reports.DeliverReply, said...) // no word was changed
	for range 2 {
		o.want(o.db.Reword(ctx, channel, "o1", "compare rivers"), org.ErrConflict)
		o.want(o.db.Withdraw(ctx, channel, "o1"), org.ErrConflict)
	}
	said = append(said, "I'm already working on **Compare queues** (p1) from your first version.",
		"I had already started on the message you deleted: **Compare queues** (p1). `!cancel p1` ends it.")
	o.wantSaid(reports.DeliverReply, said...)
	m := o.hear("leave Lisbon out")
	if _, err := o.db.ClaimMessage(ctx, owner, term); err != nil {
		t.Fatal(err)
	}
	o.want(o.db.Reword(ctx, channel, "o2", "leave Porto out"), org.ErrConflict)
	said = append(said, "I was already answering your first version.")
	o.wantSaid(reports.DeliverReply, said...)
	_, err := o.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionResponse, Steering: p})
	o.ok(err)
	o.want(o.db.Withdraw(ctx, channel, "o2"), org.ErrConflict)
	said = append(said, "The team of **Compare queues** (p1) has your note already.")
	o.wantSaid(reports.DeliverReply, said...)
	o.ok(o.db.Cancel(ctx, p))
	m = o.hear("start again")
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Again", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "all"}},
	}})
	o.ok(err)
	o.ok(o.db.Cancel(ctx, "p2"))
	o.want(o.db.Reword(ctx, channel, "o3", "start anew"), org.ErrConflict)
	o.want(o.db.Withdraw(ctx, channel, "o9"), org.ErrNotFound)
	o.wantSaid(reports.DeliverReply, said...) // nothing goes on because of it
}
