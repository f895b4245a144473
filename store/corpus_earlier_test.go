package store_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// settled makes a project about oats with one claim, and says how it ends.
func (b *bench) settled(title, address, quote string, end func(p org.ProjectID)) org.ProjectID {
	b.t.Helper()
	ctx := b.t.Context()
	p := b.project(title)
	last := step("end")
	last.Kind, last.Final, last.Needs = org.KindAssembly, true, []string{"find"}
	b.plan(p, step("find"), last)
	c := b.claim()["find"]
	doc := page(address, quote+". More of it.")
	doc.FetchedAt = b.now
	b.ok(b.db.SaveDocument(ctx, c.Step.ID, doc, ""))
	o := done("We sell a bag of oats at 14 euros [S1:p1].")
	o.Citations = []work.Citation{{Claim: quote, Quote: quote, Document: doc.ID, Title: "Prices", URL: address, End: len(quote), Passage: "S1:p1", FetchedAt: b.now}}
	b.finish(c, o)
	for range 2 { // the founder's own last step and the assembly
		for _, c := range b.claim() {
			b.finish(c, work.Outcome{Next: org.StepCompleted, Result: "done", Digest: "done", Reviewed: "auto", Served: org.T2, Deliverable: &work.Deliverable{
				Title: title, Markdown: "# The price of a bag of oats\n\nWe sell a bag of oats at 14 euros.\n", HTML: "<p>", PDF: []byte("%PDF"),
			}})
		}
	}
	if end != nil {
		end(p)
	}
	return p
}

// What an earlier project found reaches a later one as a claim with its quote and the
// source that it stands in: never its own prose, never from a project that was stopped or
// had no model, and never what was quoted from a paper of ours.
func TestOnlyClaimsOfCompletedProjectsTravel(t *testing.T) {
	for name, c := range map[string]struct {
		address string
		end     func(b *bench, p org.ProjectID)
		want    []string
	}{
		"completed": {"https://a.example/oats", nil, []string{"The price of a bag of oats was 12 euros"}},
		"stopped": {"https://a.example/oats", func(b *bench, p org.ProjectID) {
			b.ok(b.db.Plant(b.t.Context(), `UPDATE projects SET state = 'cancelled' WHERE id = ?`, p))
		}, nil},
		"at work again": {"https://a.example/oats", func(b *bench, p org.ProjectID) {
			b.ok(b.db.Plant(b.t.Context(), `UPDATE projects SET state = 'active', ended_at = NULL WHERE id = ?`, p))
		}, nil},
		"without a model": {"https://a.example/oats", func(b *bench, p org.ProjectID) {
			b.ok(b.db.Plant(b.t.Context(), `UPDATE projects SET offline = 1 WHERE id = ?`, p))
		}, nil},
		"out of a paper of ours": {"file:p7/deliverable.md", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			first := b.settled("Oats", c.address, "The price of a bag of oats was 12 euros", func(p org.ProjectID) {
				if c.end != nil {
					c.end(b, p)
				}
			})
			later := b.project("Later")
			s := step("x")
			s.Title = "Say what price a bag of oats has"
			about, err := b.db.Context(t.Context(), b.plan(later, s)["x"].ID)
			b.ok(err)
			var got []string
			for _, e := range about.Earlier {
				got = append(got, e.Quote)
				if e.URL != c.address {
					t.Errorf("its source is %s, want %s", e.URL, c.address)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("given %q, want %q", got, c.want)
			}
			if len(about.Given) > 0 {
				t.Errorf("prose is given: %+v", about.Given)
			}
			found, err := b.db.Recall(t.Context(), "price of a bag of oats", 5)
			b.ok(err)
			if i := slices.IndexFunc(found, func(m org.Memory) bool { return m.Kind == org.MemoryDocument && m.Project == first }); i < 0 {
				t.Error("it cannot be recalled")
			} else if found[i].Evident() != (name == "completed" || name == "out of a paper of ours") {
				t.Errorf("recalled as %s, offline %v", found[i].Outcome, found[i].Offline)
			}
		})
	}
}
