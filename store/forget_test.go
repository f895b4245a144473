package store_test

import (
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// What the founder has forgotten is gone: its words, its files and its answer,
// from recall and from the conversation.
func TestForgottenTurnIsGone(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _, err := b.db.SaveMessage(ctx, org.Message{
		Channel: local(), Origin: "secret", Author: "founder", Text: "the salary of Vera is 4100", SaidAt: b.now,
		Attachments: []org.Attachment{{Name: "pay.txt", Data: []byte("Vera 4100"), Text: "Vera 4100", Size: 9}},
	})
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionResponse, Reply: "Noted: Vera, 4100.", Tags: []string{"salary"}})
	b.ok(err)
	past, err := b.db.History(ctx, local(), 5)
	b.ok(err)
	sum := past[0].Message.Attachments[0].SHA256
	if err := b.db.Forget(ctx, string(m)); !errors.Is(err, org.ErrConflict) {
		t.Fatalf("its answer is not sent yet: %v, want %v", err, org.ErrConflict)
	}
	d := b.next()
	b.ok(b.db.Delivered(ctx, d.ID, "r1"))
	b.ok(b.db.Forget(ctx, string(m)))
	b.ok(b.db.Forget(ctx, string(m)))
	if found, err := b.db.Recall(ctx, "Vera salary", 5); err != nil || len(found) != 0 {
		t.Errorf("recall finds %+v (%v)", found, err)
	}
	if past, err = b.db.History(ctx, local(), 5); err != nil || len(past) != 0 {
		t.Errorf("the conversation still has %+v (%v)", past, err)
	}
	if _, err := b.db.Blob(ctx, sum); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("its file: %v, want %v", err, org.ErrNotFound)
	}
	if err := b.db.Forget(ctx, "m999"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an unknown message: %v, want %v", err, org.ErrNotFound)
	}
}

// What an open project works from cannot be forgotten before it ends.
func TestTurnOfAnOpenProjectIsKept(t *testing.T) {
	b := newBench(t)
	p := b.project("Find a desk")
	project, err := b.db.Project(t.Context(), string(p))
	b.ok(err)
	if err := b.db.Forget(t.Context(), string(project.Message)); !errors.Is(err, org.ErrConflict) {
		t.Fatalf("%v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.Cancel(t.Context(), p))
	b.ok(b.db.Forget(t.Context(), string(project.Message)))
}
