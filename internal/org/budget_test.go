package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestBudgets(t *testing.T) {
	for depth, want := range map[org.Depth]org.Budget{
		org.DepthSimple:   {},
		org.DepthStandard: {Queries: 6, ReserveQueries: 2, Fetches: 16, ReserveFetches: 6, GapCycles: 3},
		org.DepthDeep:     {Queries: 12, ReserveQueries: 4, Fetches: 32, ReserveFetches: 12, GapCycles: 3},
	} {
		if got := org.ResearchBudget(depth); got != want {
			t.Errorf("ResearchBudget(%s): got %+v, want %+v", depth, got, want)
		}
	}
}
