package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// There are so many senders; each is named once.
func TestSendersAreNamed(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	for i := range outward.NamedMost {
		o.ok(o.db.NameSender(ctx, fmt.Sprintf("a%03d@example.org", i), "1000"))
	}
	o.ok(o.db.NameSender(ctx, "a000@example.org", "1000"))
	o.want(o.db.NameSender(ctx, "more@example.org", "1000"), org.ErrConflict)
	o.ok(o.db.ForgetSender(ctx, "a001@example.org"))
	o.want(o.db.ForgetSender(ctx, "a001@example.org"), org.ErrNotFound)
	all, err := o.db.MailSenders(ctx)
	o.ok(err)
	if len(all) != outward.NamedMost-1 || all[1].Address != "a002@example.org" || all[0].By != "1000" {
		t.Errorf("%d senders: %+v", len(all), all[:2])
	}
}

// What is done with mail belongs to no project; it waits for its yes, is claimed while its mailbox is on, is told where founders talk, and is taken back.
func TestWhatIsDoneWithMail(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, _, err := o.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "1", Author: "1000", Text: "Any new mail?"})
	o.ok(err)
	draft := outward.Action{Key: "draft:1", Kind: outward.SaveDraft, Connection: outward.MailConnection, Place: "your mailbox", Effect: "An answer", Order: []byte(`{"to":"anna@example.org"}`), AllowedBy: "1000"}
	a, err := o.db.ProposeAction(ctx, draft)
	o.ok(err)
	_, err = o.db.ClaimAction(ctx, "me", time.Minute)
	o.want(err, org.ErrNoWork)
	o.ok(o.db.Connect(ctx, outward.Connection{Name: outward.MailConnection, Service: outward.Mail, Address: "imaps://imap.example.com:993", Account: "me@example.com", Sealed: []byte{1}}))
	c, err := o.db.ClaimAction(ctx, "me", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Done, Answer: []byte(`{}`)}))
	u, err := o.db.UndoAction(ctx, a.ID, "1000", "2")
	o.ok(err)
	if u.Kind != outward.TakeBack || u.MailTo() != "anna@example.org" || u.Project != "" {
		t.Errorf("taken back by %+v", u)
	}
	send := outward.Action{Key: "send:1", Kind: outward.SendDraft, Connection: outward.MailConnection, Place: "your mailbox", Effect: "A mail", Order: []byte(`{"to":"anna@example.org"}`)}
	s, err := o.db.ProposeAction(ctx, send)
	o.ok(err)
	if c, err = o.db.ClaimAction(ctx, "me", time.Minute); err != nil || c.Action.ID != u.ID {
		t.Errorf("claimed: %+v, %v", c.Action, err)
	}
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Done}))
	_, err = o.db.ClaimAction(ctx, "me", time.Minute) // nobody said yes
	o.want(err, org.ErrNoWork)
	_, err = o.db.AllowAction(ctx, s.ID, "1000")
	o.ok(err)
	c, err = o.db.ClaimAction(ctx, "me", time.Minute)
	o.ok(err)
	o.ok(o.db.MarkSent(ctx, c))
	said, err := o.db.Texts(ctx, `SELECT key || facts FROM deliveries ORDER BY seq`)
	o.ok(err)
	if len(said) != 2 || !strings.Contains(said[0], "anna@example.org") || !strings.HasPrefix(said[1], "mail:"+string(u.ID)) {
		t.Errorf("told: %q", said)
	}
	o.sound()
}
