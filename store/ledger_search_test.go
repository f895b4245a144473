package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/work"
)

// search takes n searches of the month and returns how many it got.
func (b *bench) search(p org.ProjectID, n int) int {
	b.t.Helper()
	got := 0
	for range n {
		_, may, err := b.db.TakeSearch(b.t.Context(), p)
		b.ok(err)
		if may {
			got++
		}
	}
	return got
}

func TestSearchesOfAMonth(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Curious")
	if got := b.search(p, 30); got != 30 {
		t.Fatalf("without a limit %d of 30 searches were made", got)
	}
	b.pass(31 * 24 * time.Hour) // the first of April
	b.ok(b.db.SetPolicy(ctx, policy.SearchMonth, "10"))
	if got := b.search(p, 7); got != 7 || len(b.notices("search-")) != 0 {
		t.Errorf("7 of 10: %d were made; want 7 and no notice", got)
	}
	if got, said := b.search(p, 1), b.notices("search-near:2026-04:10"); got != 1 || len(said) != 1 {
		t.Errorf("8 of 10: %d made, notices %q; want one warning", got, said)
	}
	if got, said := b.search(p, 3), b.notices("search-"); got != 2 || len(said) != 1 {
		t.Errorf("9 to 11 of 10: %d made, notices %q; want 2, and once that all are used", got, said)
	}
	m, err := b.db.SearchMonth(ctx)
	b.ok(err)
	if m.Asked != 10 || m.Limit != 10 || m.Month != "2026-04" || !m.Spent() {
		t.Errorf("SearchMonth = %+v; want 10 of 10 in 2026-04", m)
	}
	r, err := b.db.Status(ctx, b.now)
	b.ok(err)
	if r.Searches != m {
		t.Errorf("status shows %+v, want %+v", r.Searches, m)
	}
	// A month later by the founder's clock, which is ahead of UTC.
	b.ok(b.db.SetPolicy(ctx, policy.Zone, "Pacific/Auckland"))
	b.now = time.Date(2026, 4, 30, 13, 0, 0, 0, time.UTC)
	if got := b.search(p, 1); got != 1 {
		t.Error("on the first of May in Auckland nothing may be asked")
	}
	if m, err = b.db.SearchMonth(ctx); err != nil || m.Month != "2026-05" || m.Asked != 1 {
		t.Errorf("SearchMonth = %+v, %v; want 1 in 2026-05", m, err)
	}
	if err := b.db.SetPolicy(ctx, policy.SearchMonth, "many"); err == nil {
		t.Error("the limit \"many\" was taken")
	}
}

// A limit that is passed when it is set is told by the clock's duty, once.
func TestLowerLimitIsNoticed(t *testing.T) {
	b := newBench(t)
	b.search(b.project("Curious"), 9)
	b.ok(b.db.NoticeSearches(t.Context()))
	b.ok(b.db.SetPolicy(t.Context(), policy.SearchMonth, "10"))
	for range 3 {
		b.ok(b.db.NoticeSearches(t.Context()))
	}
	if said := b.notices("search-"); len(said) != 1 {
		t.Errorf("notices %q, want one", said)
	}
}

func TestPagesRead(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	steps := b.plan(b.project("Reader"), step("a"), step("b"))
	page := func(id org.StepID, url, text string, origin work.Origin, at int) {
		sum := sha256.Sum256([]byte(text))
		b.ok(b.db.SaveDocument(ctx, id, work.Document{
			ID: org.DocumentID(hex.EncodeToString(sum[:])), URL: url, Text: text, Title: url, Site: "x", Origin: origin, FetchedAt: b.now.Add(time.Duration(at) * time.Hour),
		}, ""))
	}
	page(steps["a"].ID, "https://old.example", "old", work.OriginWeb, 1)
	page(steps["a"].ID, "https://new.example", "new", work.OriginLink, 3)
	page(steps["b"].ID, "https://old.example", "old", work.OriginWeb, 2)
	page(steps["b"].ID, "file:own.md", "own", work.OriginAttachment, 4)
	b.ok(b.db.SaveDocument(ctx, steps["b"].ID, work.Document{URL: "https://gone.example", Origin: work.OriginWeb}, "not found"))
	for n, want := range map[int][]string{1: {"new"}, 9: {"new", "old"}} {
		got, err := b.db.PagesRead(ctx, n)
		b.ok(err)
		var texts []string
		for _, d := range got {
			texts = append(texts, d.Text)
		}
		if len(texts) != len(want) || texts[0] != want[0] || texts[len(texts)-1] != want[len(want)-1] {
			t.Errorf("PagesRead(%d) = %v, want %v", n, texts, want)
		}
	}
}

func TestSitesOfTheFounder(t *testing.T) {
	b := newBench(t)
	if prefer, distrust, err := b.db.Sites(t.Context()); err != nil || len(prefer)+len(distrust) != 0 {
		t.Fatalf("Sites = %v, %v, %v; want none", prefer, distrust, err)
	}
	b.ok(b.db.SetPolicy(t.Context(), policy.Prefer, "www.Gov.uk, *.edu.example"))
	b.ok(b.db.SetPolicy(t.Context(), policy.Distrust, "farm.example"))
	prefer, distrust, err := b.db.Sites(t.Context())
	b.ok(err)
	if len(prefer) != 2 || prefer[0] != "gov.uk" || prefer[1] != "edu.example" || len(distrust) != 1 {
		t.Errorf("Sites = %v, %v", prefer, distrust)
	}
	for _, bad := range []string{"https://gov.uk", "localhost", "a.b/c"} {
		if err := b.db.SetPolicy(t.Context(), policy.Prefer, bad); err == nil {
			t.Errorf("%q was taken for a site", bad)
		}
	}
}
