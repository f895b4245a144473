package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A message that was put off lets later ones of its channel pass, comes when it
// is due, and counts as no crash.
func TestAMessageMayBePutOff(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	first, second := o.hear("one"), o.hear("two")
	m, err := o.db.ClaimMessage(ctx, "bot", term)
	o.ok(err)
	o.ok(o.db.PostponeMessage(ctx, m.ID, o.db.Now().Add(10*time.Minute), ""))
	got, err := o.db.ClaimMessage(ctx, "bot", term)
	o.ok(err)
	if m.ID != first || got.ID != second {
		t.Fatalf("claimed %s and then %s, want %s and %s", m.ID, got.ID, first, second)
	}
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: second, Route: org.ActionResponse, Reply: "Shall I?", Classification: org.Classification{Rules: []string{org.RuleAsked}}})
	o.ok(err)
	_, err = o.db.ClaimMessage(ctx, "bot", term)
	o.want(err, org.ErrNoWork)
	o.clock.forward(11 * time.Minute)
	if got, err = o.db.ClaimMessage(ctx, "bot", term); err != nil || got.ID != first {
		t.Errorf("when it is due: %s, %v; want %s", got.ID, err, first)
	}
	past, err := o.db.History(ctx, channel, 5)
	o.ok(err)
	if len(past) != 1 || !past[0].Asked || past[0].Message.Text != "two" || past[0].Reply != "Shall I?" {
		t.Errorf("history %+v; want the turn that asked", past)
	}
	o.sound()
}

// The history has the names and hashes of files, and no reports come of nothing.
func TestHistoryNamesFiles(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	id, _, err := o.db.SaveMessage(ctx, org.Message{Channel: channel, Origin: "f", Author: "founder", Attachments: []org.Attachment{
		{Name: "a.png", Data: []byte{1}}, {Name: "b.png", Data: []byte{2}},
	}})
	o.ok(err)
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionResponse, Reply: "Thanks."})
	o.ok(err)
	past, err := o.db.History(ctx, channel, 5)
	o.ok(err)
	if len(past) != 1 || len(past[0].Message.Attachments) != 2 || past[0].Message.Attachments[1].Name != "b.png" || past[0].Message.Attachments[1].SHA256 == "" {
		t.Errorf("history %+v; want both files in their order", past)
	}
	for _, besides := range [][]org.ProjectID{nil, {"p1"}} {
		if all, err := o.db.Reports(ctx, 3, besides); err != nil || len(all) != 0 {
			t.Errorf("reports %v, %v; want none", all, err)
		}
	}
}
