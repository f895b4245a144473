package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	sittings "github.com/frasier-cos/frasier/store/company"
)

// Answers drawn at random are carried out whole or leave nothing behind.
func TestCompanyRandomAnswers(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	rng := rand.New(rand.NewPCG(5, 5))
	saved, refused := 0, 0
	orders := testlevel.Count(30, 40, 150)
	for n := range orders {
		b.tell(fmt.Sprint("Sell field ", n))
		b.pass(20 * time.Minute)
		for range 3 {
			s, err := b.db.ClaimSitting(ctx, "worker-1", time.Hour)
			if errors.Is(err, org.ErrNoWork) {
				break
			}
			b.ok(err)
			before := b.rows()
			err = b.db.SaveSitting(ctx, s, atRandom(rng, s))
			if err == nil {
				saved++
				continue
			}
			refused++
			b.unchanged(before, err.Error())
			b.ok(b.db.AbortSitting(ctx, s, err.Error()))
		}
	}
	if saved < orders/5 || refused < orders/5 {
		t.Errorf("%d answers were carried out and %d refused, want both often", saved, refused)
	}
	b.sound()
}

// atRandom settles most messages well, and now and then adds an action that cannot be.
func atRandom(rng *rand.Rand, s company.Sitting) company.DirectorReply {
	r := company.DirectorReply{Summary: "x"}
	for _, m := range s.Memos {
		a := company.DirectorAction{Op: company.OpDone, Message: string(m.ID), Subject: fmt.Sprint("S", rng.IntN(1000)), Body: "b", Cap: 0.5, To: "research", Kind: company.MemoResearchRequest}
		switch rng.IntN(4) {
		case 0:
			a.Op = company.OpOpen
		case 1:
			a.Op, a.After = company.OpDefer, s.Day.AddDate(0, 0, 2).Format(time.DateOnly)
		case 2:
			ask := a
			ask.Op = company.OpSend
			r.Actions = append(r.Actions, ask)
		}
		r.Actions = append(r.Actions, a)
	}
	if len(r.Actions) > org.SittingOps {
		r.Actions = r.Actions[:org.SittingOps]
	}
	if rng.IntN(2) == 0 {
		r.Actions = append(r.Actions, company.DirectorAction{Op: []string{"hire", company.OpSteer, company.OpDone, company.OpSend}[rng.IntN(4)], Message: "k1", Project: "p99"})
	}
	return r
}

// Two hundred orders in a minute are taken a few at a time, so that one turn can do something
// about each that it is shown.
func TestCompanyManyOrders(t *testing.T) {
	b := firm(t)
	const orders = 200
	for n := range orders {
		b.tell(fmt.Sprint("Sell field ", n))
	}
	for left := orders; left > 0; {
		s := b.sit(org.Business)
		if len(s.Memos) != min(left, sittings.SittingMemos) || 2*len(s.Memos) > org.SittingOps {
			t.Fatalf("a turn about %d messages of %d, with %d actions", len(s.Memos), left, org.SittingOps)
		}
		left -= len(s.Memos)
		r := company.DirectorReply{Summary: "x"}
		for _, m := range s.Memos {
			r.Actions = append(r.Actions, company.DirectorAction{Op: company.OpDone, Message: string(m.ID), Body: "done"})
		}
		b.ok(b.db.SaveSitting(t.Context(), s, r))
	}
	b.nobody()
	b.sound()
}
