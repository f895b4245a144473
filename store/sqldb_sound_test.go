package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// Whatever is written past the store, a database keeps no step and no mission
// whose columns contradict each other.
func TestColumnsThatContradictEachOtherAreRefused(t *testing.T) {
	o := newInstance(t)
	o.start(org.NewProject{})
	o.plan(piece("a"))
	var at, by, no any = int64(1), "w", nil
	working := []any{"in_progress", "in_review"}
	ended := []any{"completed", "failed", "cancelled"}
	o.tries(`UPDATE steps SET state = $1, claimed_by = $2, ended_at = $3, run_after = $4, held = $5, strikes = $6, result = $7, reviewed = $8, cause = $9 WHERE key = 'a'`,
		func(v []any) bool {
			state := v[0]
			switch {
			case state == "completed" && (v[6] != "done" || v[7] == ""):
			case (state == "failed" || state == "cancelled") && v[8] == "":
			case slices.Contains(working, state) != (v[1] != nil), slices.Contains(ended, state) != (v[2] != nil):
			case v[4] != 0 && v[3] == nil:
			case state == "pending" && v[5] == org.StrikeCap:
			default:
				return true
			}
			return false
		},
		[]any{"pending", "in_progress", "in_review", "completed", "failed", "cancelled"}, []any{no, by}, []any{no, at}, []any{no, at},
		[]any{0, int(org.HoldBackoff | org.HoldGate)}, []any{2, org.StrikeCap}, []any{"", " \n\t\r", "done"}, []any{"", "auto"}, []any{"", "why"})
	o.tries(`UPDATE missions SET state = $1, ended_at = $2, open_steps = $3, outcome = $4`,
		func(v []any) bool {
			state := v[0]
			switch {
			case slices.Contains([]any{"planning", "in_progress", "paused"}, state) != (v[1] == nil):
			case state == "completed" && v[2] != 0:
			case (state == "partial" || state == "failed") && v[3] == "":
			default:
				return true
			}
			return false
		},
		[]any{"planning", "in_progress", "paused", "completed", "partial", "failed", "cancelled"}, []any{no, at}, []any{0, 1}, []any{"", "what became of it"})
}

// tries runs a statement with every choice of its arguments and reports those
// that are refused though they are right, and the other way round.
func (o *instance) tries(statement string, right func([]any) bool, choices ...[]any) {
	o.t.Helper()
	x, err := raw(o.tt, o.path).Begin()
	o.ok(err)
	defer func() { o.ok(x.Rollback()) }()
	var kept, refused int
	var try func(args []any)
	try = func(args []any) {
		if len(args) < len(choices) {
			for _, c := range choices[len(args)] {
				try(append(slices.Clip(args), c))
			}
			return
		}
		_, err := x.Exec(`SAVEPOINT try`)
		o.ok(err)
		_, refusal := x.Exec(statement, args...)
		_, err = x.Exec(`ROLLBACK TO SAVEPOINT try`)
		o.ok(err)
		if refusal == nil {
			kept++
		} else if refused++; !strings.Contains(strings.ToLower(refusal.Error()), "check constraint") {
			o.t.Fatalf("%s with %v: got %v, want it to be checked", statement, args, refusal)
		}
		if right(args) != (refusal == nil) {
			o.t.Errorf("%s with %v: got %v, want that it is kept is %v", statement, args, refusal, right(args))
		}
	}
	try(nil)
	if kept == 0 || refused == 0 {
		o.t.Errorf("%s: kept %d, refused %d, want some of both", statement, kept, refused)
	}
}
