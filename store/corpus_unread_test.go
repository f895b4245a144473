package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// What a founder named and no step read is told with its cause: to whoever joins the document,
// and in the answer.
func TestNamedSourcesThatWereNotRead(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: "named", Author: "founder", SaidAt: b.now, Text: "Compare these. Use what p77 found.", Attachments: []org.Attachment{
		{Name: "photo.heic", Data: []byte("x"), Note: "photo.heic is a HEIC picture; I kept it but cannot read it yet."},
		{Name: "notes.md", Data: []byte("# N"), Text: "# N"},
	}})
	b.ok(err)
	p, err := b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Tag: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Coffee", Goal: "Coffee", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "the work"}},
		URLs: []string{"https://a.example/1?utm_source=x", "https://b.example/2", "https://c.example/3", "https://d.example/thin", "https://www.e.example/5?ref=mail", "https://discord.com/channels/1/2"},
	}})
	b.ok(err)
	steps := b.plan(p, step("a"), step("b"))
	one, two := steps["a"].ID, steps["b"].ID
	read := page("https://a.example/1", "The price is 4 euros.")
	b.ok(b.db.SaveDocument(ctx, one, read, ""))
	b.ok(b.db.SaveDocument(ctx, one, work.Document{URL: "https://a.example/1?utm_source=x", Origin: work.OriginLink}, "too slow"))
	b.ok(b.db.SaveDocument(ctx, one, work.Document{URL: "https://b.example/2", Origin: work.OriginLink}, "asks for a sign-in"))
	thin := page("https://d.example/thin", "No.")
	thin.Thin = true
	b.ok(b.db.SaveDocument(ctx, two, thin, ""))
	moved := page("https://short.example/x", "The price is 5 euros.")
	moved.Cited = "https://e.example/5"
	b.ok(b.db.SaveDocument(ctx, two, moved, ""))
	want := []work.Unread{
		{Name: "https://b.example/2", Cause: "asks for a sign-in"},
		{Name: "https://c.example/3"},
		{Name: "https://d.example/thin", Cause: "hardly any text in it"},
		{Name: "photo.heic", Cause: "is a HEIC picture"},
	}
	ticket, err := b.db.Ticket(ctx, p, b.now)
	b.ok(err)
	if d := cmp.Diff(want, ticket.Unread); d != "" {
		t.Errorf("in the answer (-want +got):\n%s", d)
	}
	for key, s := range steps {
		about, err := b.db.Context(ctx, s.ID)
		b.ok(err)
		if s.Kind != org.KindAssembly {
			want = nil
		} else {
			want = ticket.Unread
		}
		if d := cmp.Diff(want, about.Unread); d != "" {
			t.Errorf("for step %s (-want +got):\n%s", key, d)
		}
	}
	docs, err := b.db.StepDocuments(ctx, two)
	b.ok(err)
	if len(docs) != 2 || docs[1].Address() != "https://e.example/5" || docs[1].URL != "https://short.example/x" {
		t.Errorf("documents = %+v, want the second with where it is found", docs)
	}
	later := b.project("Go on with " + string(p))
	ticket, err = b.db.Ticket(ctx, later, b.now)
	b.ok(err)
	if d := cmp.Diff([]work.Unread{{Name: string(p), Cause: "it has no document"}}, ticket.Unread); d != "" {
		t.Errorf("of a project that names an earlier one (-want +got):\n%s", d)
	}
}
