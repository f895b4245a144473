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

// completed works a project off.
func (b *bench) completed(p org.ProjectID) {
	b.t.Helper()
	b.plan(p, step("s1"))
	b.workOff("Nine would buy.")
}

// workOff works off all that is ready, with a text as its result.
func (b *bench) workOff(text string) {
	b.t.Helper()
	for {
		claims, err := b.db.ClaimSteps(b.t.Context(), "worker-1", time.Minute, 9)
		if errors.Is(err, org.ErrNoWork) {
			return
		}
		b.ok(err)
		for _, c := range claims {
			o := done(text)
			if c.Step.Kind == org.KindAssembly {
				o.Deliverable = &work.Deliverable{Title: "Buyers", Markdown: "# Buyers\n\n" + text + "\n", HTML: "<p>", PDF: []byte("%PDF")}
			}
			b.finish(c, o)
		}
	}
}

// reviewed has Business ask Management for a review of a finished project, and Management
// answer.
func (b *bench) reviewed(p org.ProjectID, about org.MemoID, answer func(k org.MemoID) []company.DirectorAction) company.Sitting {
	b.t.Helper()
	for asked := false; ; {
		b.pass(memos.SittingsApart)
		s, err := b.db.ClaimSitting(b.t.Context(), "worker-1", time.Hour)
		b.ok(err)
		if s.Lease.Department == org.Management {
			b.decide(s, answer(s.Memos[0].ID)...)
			return s
		}
		var all []company.DirectorAction
		if s.Lease.Department == org.Business && !asked {
			asked = true
			all = append(all, company.DirectorAction{Op: company.OpSend, Message: string(about), Kind: company.MemoReviewRequest, To: "management", Project: string(p), Subject: "Is it good?", Body: "Look at it."})
		}
		for _, m := range s.Memos {
			all = append(all, company.DirectorAction{Op: company.OpDone, Message: string(m.ID), Body: "seen"})
		}
		b.decide(s, all...)
	}
}

// A verdict that asks for it has the last part of a finished project made again, and what a
// look back taught is kept as lessons.
func TestVerdictsAndLooksBackHaveEffects(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.completed(p)
	s := b.reviewed(p, k1.ID, func(k org.MemoID) []company.DirectorAction {
		return []company.DirectorAction{
			{Op: company.OpSend, Message: string(k), Kind: company.MemoReviewVerdict, To: "business", Project: string(p), Subject: "Not yet", Body: "Name the towns.", Status: "rework"},
			{Op: company.OpSend, Message: string(k), Kind: company.MemoRetrospective, To: "research", Project: string(p), Subject: "What we learnt", Body: "Ask for towns.", Items: []string{"Surveys name towns only when asked."}},
		}
	})
	if len(s.Results) != 1 || s.Results[0].Project != p || len(s.Results[0].Making) != 1 || !strings.Contains(s.Results[0].Making[0], "Step s1: completed") {
		t.Errorf("Management is shown %+v", s.Results)
	}
	got, err := b.db.Project(ctx, string(p))
	if b.ok(err); got.State != org.ProjectActive {
		t.Errorf("after rework the project is %s", got.State)
	}
	around, err := b.db.Context(ctx, b.steps(p)["s1"].ID)
	b.ok(err)
	if notes := strings.Join(around.Steering, "\n"); !strings.Contains(notes, "Marlow, a director of the team and not the founder: Name the towns.") {
		t.Errorf("the author is told %q", notes)
	}
	lessons, err := b.db.Texts(ctx, `SELECT body FROM lessons WHERE kind = 'lesson'`)
	if b.ok(err); len(lessons) != 1 || !strings.Contains(lessons[0], "Surveys name towns") {
		t.Errorf("the lessons: %q", lessons)
	}
	b.workOff("Nine would buy.")
	b.sound()
}

// What the founder accepted is not made again.
func TestVerdictLeavesWhatTheFounderAccepted(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.completed(p)
	b.ok(b.db.Accept(ctx, p, "founder"))
	b.reviewed(p, k1.ID, func(k org.MemoID) []company.DirectorAction {
		return []company.DirectorAction{{Op: company.OpSend, Message: string(k), Kind: company.MemoReviewVerdict, To: "business", Project: string(p), Subject: "Not yet", Body: "Name the towns.", Status: "rework"}}
	})
	got, err := b.db.Project(ctx, string(p))
	if b.ok(err); got.State != org.ProjectCompleted {
		t.Errorf("it is %s though the founder accepted it", got.State)
	}
	b.sound()
}
