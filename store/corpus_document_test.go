package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func page(url, text string) work.Document {
	sum := sha256.Sum256([]byte(text))
	return work.Document{
		ID: org.DocumentID(hex.EncodeToString(sum[:])), Title: "Title of " + url, URL: url, Site: "example.com",
		Origin: work.OriginWeb, Text: text, Published: "2026-02-01",
	}
}

func TestDocumentsOfAStep(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Documents")
	steps := b.plan(p, step("a"), step("b"))
	one, other := steps["a"].ID, steps["b"].ID
	first := page("https://example.com/1", "Rents rose by 4 percent.")
	first.FetchedAt = b.now
	b.ok(b.db.SaveDocument(ctx, one, first, ""))
	b.ok(b.db.SaveDocument(ctx, one, work.Document{URL: "https://example.com/2", Origin: work.OriginWeb, FetchedAt: b.now, Retries: 2}, "blocked"))
	b.ok(b.db.SaveDocument(ctx, one, work.Document{URL: first.URL, Origin: work.OriginWeb}, "timeout"))
	b.ok(b.db.SaveDocument(ctx, other, first, ""))
	got, err := b.db.StepDocuments(ctx, one)
	b.ok(err)
	want := []work.Document{first, {URL: "https://example.com/2", Origin: work.OriginWeb, Failure: "blocked", FetchedAt: b.now, Retries: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents of a step that read one page, then failed on it (-want +got):\n%s", diff)
	}
	second := page("https://example.com/2", "It opened at last.")
	second.FetchedAt = b.now
	b.ok(b.db.SaveDocument(ctx, one, second, ""))
	if got, err = b.db.StepDocuments(ctx, one); err != nil || len(got) != 2 || got[1].Text != second.Text || got[1].Failure != "" {
		t.Errorf("documents after the blocked page was read: got %+v, want it in its place (%v)", got, err)
	}
	if n, err := b.db.Count(ctx, `SELECT count(*) FROM documents`); err != nil || n != 2 {
		t.Errorf("stored texts of two pages that two steps read: got %d, want 2 (%v)", n, err)
	}
	same, err := b.db.Document(ctx, first.ID)
	b.ok(err)
	if diff := cmp.Diff(first, same); diff != "" {
		t.Errorf("Document (-want +got):\n%s", diff)
	}
	if _, err := b.db.Document(ctx, "unknown"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Document of an unknown id: got %v, want %v", err, org.ErrNotFound)
	}
	lie := page("https://example.com/3", "true text")
	lie.Text = "other text"
	if err := b.db.SaveDocument(ctx, one, lie, ""); err == nil {
		t.Error("SaveDocument of a text that is not its id's: got no error")
	}
}

func TestSearchesAreCachedByWords(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, other := b.project("Searches"), b.project("Other")
	id := b.plan(p, step("a"))["a"].ID
	asked := work.Query{Text: "Cron libraries, Go!", Freshness: "py"}
	equal := work.Query{Text: "cron  libraries go", Freshness: "py", Angle: "another angle"}
	if _, known, err := b.db.CachedSearch(ctx, p, asked); err != nil || known {
		t.Errorf("CachedSearch before any search: got %v, %v; want nothing", known, err)
	}
	hits := []reports.Hit{{URL: "https://example.com", Title: "Cron", Provider: "brave"}, {URL: "https://example.org", Rank: 1, Provider: "brave"}}
	b.ok(b.db.SaveSearch(ctx, id, asked, "brave", hits))
	got, known, err := b.db.CachedSearch(ctx, p, equal)
	b.ok(err)
	if diff := cmp.Diff(hits, got); diff != "" || !known {
		t.Errorf("CachedSearch of an equal query (-want +got, known %v):\n%s", known, diff)
	}
	for _, q := range []struct {
		name    string
		project org.ProjectID
		query   work.Query
	}{
		{"another freshness", p, work.Query{Text: asked.Text, Freshness: "pd"}},
		{"another project", other, asked},
		{"other words", p, work.Query{Text: "cron libraries", Freshness: "py"}},
	} {
		if _, known, err := b.db.CachedSearch(ctx, q.project, q.query); err != nil || known {
			t.Errorf("CachedSearch with %s: got known %v (%v), want nothing", q.name, known, err)
		}
	}
	nothing := work.Query{Text: "no such thing"}
	b.ok(b.db.SaveSearch(ctx, id, nothing, "brave", nil))
	if got, known, err := b.db.CachedSearch(ctx, p, nothing); err != nil || !known || len(got) != 0 {
		t.Errorf("CachedSearch of a query without hits: got %v, known %v (%v); want none, known", got, known, err)
	}
	if err := b.db.SaveSearch(ctx, "s999", asked, "brave", hits); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("SaveSearch of an unknown step: got %v, want %v", err, org.ErrNotFound)
	}
}
