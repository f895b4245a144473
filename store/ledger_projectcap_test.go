package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/ledger"
)

// A cap on a project counts all its months, holds no other project, and says
// once that it is reached.
func TestACapOnAProjectCountsAllOfIt(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, other := b.project("Oats"), b.project("Rye")
	b.paid("1", p, org.Dollar)
	b.pass(40 * 24 * time.Hour) // another month
	b.paid("2", p, org.Dollar)
	b.ok(b.db.SetCap(ctx, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: 3 * org.Dollar}))
	caps, err := b.db.Caps(ctx)
	b.ok(err)
	if len(caps) != 1 || caps[0].Spent != 2*org.Dollar || ledger.CapPhrase(caps[0]) != "$3.00 for all of p1" {
		t.Fatalf("caps: %+v, want one of which $2 is spent", caps)
	}
	begin := func(key string, p org.ProjectID, reserve org.NanoUSD) error {
		c := modelCall(key, p)
		c.Reserve = reserve
		_, _, err := b.db.BeginCall(ctx, c)
		return err
	}
	refused := func(err error) {
		t.Helper()
		if !errors.Is(err, org.ErrBudget) {
			t.Errorf("a call beyond the cap: %v, want %v", err, org.ErrBudget)
		}
	}
	refused(begin("3", p, org.Dollar+1))
	refused(begin("4", p, 2*org.Dollar))
	b.ok(begin("5", other, 9*org.Dollar))
	b.ok(begin("6", p, org.Dollar))
	refused(begin("7", p, 1)) // what is under way counts
	if said := b.notices("cap:project"); len(said) != 1 {
		t.Errorf("said %q, want once that it is reached", said)
	}
	s, err := b.db.ProjectStatus(ctx, p, b.now)
	if b.ok(err); s.Cap != 3*org.Dollar {
		t.Errorf("its status has a cap of %s", s.Cap)
	}
	b.ok(b.db.SetCap(ctx, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap}))
	b.ok(begin("8", p, 1))
	for _, wrong := range []org.Cap{
		{Scope: org.ScopeProject, Kind: org.KindCap, Amount: 1}, {Scope: org.ScopeProject, Project: p, Kind: org.KindWarn, Amount: 1},
	} {
		if err := b.db.SetCap(ctx, wrong); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
	if err := b.db.SetCap(ctx, org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: -1}); err == nil || !strings.Contains(err.Error(), "is no amount") {
		t.Errorf("a cap below nothing: %v, want it refused in words, before the table does", err)
	}
}
