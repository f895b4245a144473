package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/memos"
)

// A director is shown the founder's words behind his messages, the standing rules, and the
// documents that reports speak of, whole. Whoever works on what he orders is shown the
// founder's words as those, and his as his.
func TestDirectorsKnowTheFoundersWords(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.pass(memos.SittingsApart)
	b.sitSteer(p)
	b.plan(p, step("s1"))
	const document = "# Buyers\n\n<a id=\"s1\"></a>\n\n## Nine would buy\n\n*Asked for: Buyers*\n\nNine of 26 would change [\\[1a\\]](#source-1a)[^1].\n\n" +
		"## What is not known\n\n1. Our landed cost.\n\n## Sources\n\n- [1] A survey\n\n[^1]: 9 / 26\n"
	for {
		claims, err := b.db.ClaimSteps(ctx, "worker-1", time.Minute, 9)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		b.ok(err)
		for _, c := range claims {
			around, err := b.db.Context(ctx, c.Step.ID)
			b.ok(err)
			about := around.Project
			if about.OpenedBy != org.Research || about.Order != k1.Body || !strings.Contains(around.Request, "Who buys roasted coffee.") {
				t.Errorf("ordered by %q for %q, asked %q", about.OpenedBy, about.Order, around.Request)
			}
			if words := around.FoundersWords(); words != k1.Body {
				t.Errorf("the founder's words: %q", words)
			}
			if len(around.Steering) != 1 || around.Steering[0] != "Rowan, a director of the team and not the founder: Only cafes." {
				t.Errorf("steered by %q", around.Steering)
			}
			o := done("Nine would buy.")
			if c.Step.Kind == org.KindAssembly {
				o.Deliverable = &work.Deliverable{Title: "Buyers", Markdown: document, HTML: "<p>", PDF: []byte("%PDF")}
			}
			b.finish(c, o)
		}
	}
	report := b.memo("k6")
	if report.Kind != company.MemoFindings || strings.ContainsAny(report.Body, "<[\\^") || strings.Contains(report.Body, "Asked for") {
		t.Errorf("the report: %s", report.Body)
	}
	b.pass(memos.SittingsApart)
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpDone, Message: string(report.ID), Body: "it will do"},
		company.DirectorAction{Op: company.OpDefer, Message: string(k1.ID), After: "k3", Body: "until the kit is there"})
	s := b.sit(org.Marketing)
	if len(s.Orders) != 1 || s.Orders[0].Body != k1.Body {
		t.Errorf("the orders: %+v", s.Orders)
	}
	const want = "# Buyers\n\n## Nine would buy\n\nNine of 26 would change.\n\n## What is not known\n\n1. Our landed cost."
	if len(s.Results) != 1 || s.Results[0].Project != p || s.Results[0].Text != want {
		t.Errorf("the documents: %q", s.Results)
	}
}

// sitSteer has R&D steer a project of its own for another order.
func (b *bench) sitSteer(p org.ProjectID) {
	b.t.Helper()
	k := b.tell("Cafes first")
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpSend, Message: string(k.ID), Kind: company.MemoResearchRequest, To: "research", Subject: "Cafes", Body: "Leave the rest out."},
		company.DirectorAction{Op: company.OpDone, Message: string(k.ID), Body: "told R&D"})
	s := b.sit(org.Research)
	b.decide(s,
		company.DirectorAction{Op: company.OpSteer, Message: string(s.Memos[0].ID), Project: string(p), Body: "Only cafes."},
		company.DirectorAction{Op: company.OpDone, Message: string(s.Memos[0].ID), Body: "steered"})
}
