package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// took adds n completed steps of a kind that the instance has not done, each of
// which ended a second after the one before; how long they took is SQL, in
// microseconds.
func (o *instance) took(n int, took string) {
	o.t.Helper()
	run(o.tt, raw(o.tt, o.path), fmt.Sprintf(`
		WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d), last(n, at) AS (SELECT max(seq), max(ended_at) FROM steps)
		INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
		                   final, critical, entities, acceptance, state, result, reviewed, created_at, ended_at, claimed_at)
		SELECT 'z' || (n + i), mission_id, project_id, 'z' || (n + i), title, goal, 'simple', depth, role, category, agent_id, tier, phase, grp,
		       final, critical, entities, acceptance, 'completed', 'r', 'auto', created_at, at + CAST(1000000 AS BIGINT) * i, at + CAST(1000000 AS BIGINT) * i - (%s)
		  FROM steps, k, last WHERE key = 'like'`, n, took), `
		INSERT INTO events (seq, at, kind, project_id, mission_id, step_id, body)
		SELECT (SELECT max(seq) FROM events) + row_number() OVER (ORDER BY seq), ended_at, 'step_completed', project_id, mission_id, id, 'Completed.'
		  FROM steps s WHERE id LIKE 'z%' AND NOT EXISTS (SELECT 1 FROM events e WHERE e.step_id = s.id AND e.kind = 'step_completed')`,
		`UPDATE counters SET n = (SELECT max(seq) FROM events) WHERE name = 'event'`)
}

// A plan is ordered by the middle of what the newest completed steps of the
// kind and tier took, where three are known and can be true.
func TestTimesOfPlans(t *testing.T) {
	t.Parallel()
	const second, hour, long = "1000000", "3600000000", "25 * 3600000000"
	for name, c := range map[string]struct {
		took  func(o *instance)
		first string
	}{
		"too few":              {func(o *instance) { o.took(2, hour) }, "guessed"},
		"enough":               {func(o *instance) { o.took(3, hour) }, "known"},
		"their middle":         {func(o *instance) { o.took(2, hour); o.took(3, second) }, "guessed"},
		"the newest":           {func(o *instance) { o.took(60, hour); o.took(31, second) }, "guessed"},
		"no more than those":   {func(o *instance) { o.took(40, second); o.took(31, hour) }, "known"},
		"a clock that was set": {func(o *instance) { o.took(3, long); o.took(3, "-"+hour) }, "guessed"},
		"the newest thousand":  {func(o *instance) { o.took(3, hour); o.took(1000, "NULL") }, "guessed"},
		"among some unknown":   {func(o *instance) { o.took(3, hour); o.took(500, "NULL") }, "known"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newInstance(t)
			o.start(org.NewProject{})
			o.plan(piece("like"))
			o.run()
			c.took(o)
			o.start(org.NewProject{})
			known, guessed := piece("known"), piece("guessed")
			known.Kind, guessed.Minutes = org.KindSimple, 20
			o.plan(guessed, known)
			claims, err := o.db.ClaimSteps(t.Context(), "w", time.Minute, 1)
			o.ok(err)
			if got := claims[0].Step.Key; got != c.first {
				t.Errorf("claimed first: %s, want %s", got, c.first)
			}
		})
	}
}

// BenchmarkPace reads what steps took beside 100 000 completed ones with a
// result of 8 kB each.
func BenchmarkPace(b *testing.B) {
	o := newInstance(b)
	o.start(org.NewProject{})
	o.plan(piece("like"))
	o.run()
	o.took(100_000, "1000000")
	run(b, raw(b, o.path), `UPDATE steps SET result = '`+strings.Repeat("long ", 1600)+`'`)
	for b.Loop() {
		if rows, err := o.db.Texts(b.Context(), `SELECT kind || took AS text FROM (`+store.PaceStatement+`) AS p`); err != nil || len(rows) != 1000 {
			b.Fatal(len(rows), err)
		}
	}
}
