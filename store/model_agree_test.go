package store_test

import (
	"github.com/frasier-cos/frasier/internal/org"
)

// looking reads what check compares, past the store: a check follows every
// action of every history.
const looking = `
	SELECT s.key, s.state, s.cause, s.held, s.open_deps, s.strikes, s.crashes, s.attempt, p.state
	  FROM steps s JOIN projects p ON p.id = s.project_id WHERE s.project_id = $1 ORDER BY s.seq`

// check compares the database with the model.
func (x *machine) check() {
	rows, err := x.look.QueryContext(x.tt.Context(), string(x.p))
	if err != nil {
		x.fatalf("%v", err)
	}
	defer func() { x.ok(rows.Close()) }()
	n := 0
	for ; rows.Next(); n++ {
		var s org.Step
		var project org.ProjectState
		if err := rows.Scan(&s.Key, &s.State, &s.Cause, &s.Held, &s.OpenDeps, &s.Strikes, &s.Crashes, &s.Attempt, &project); err != nil {
			x.fatalf("%v", err)
		}
		x.same(s)
		if want := x.m.project(); project != want {
			x.fatalf("project: got %s, the model says %s", project, want)
		}
	}
	if err := rows.Err(); err != nil || n != len(x.m.order) {
		x.fatalf("%d steps, %v, want %d", n, err, len(x.m.order))
	}
}

func (x *machine) same(s org.Step) {
	want := x.m.state[s.Key]
	if s.State != want {
		x.fatalf("step %s: got %s (%s), the model says %s", s.Key, s.State, s.Cause, want)
	}
	if s.Ready() != x.m.ready(s.Key) {
		x.fatalf("step %s: ready %v (held %d, %d open), the model says %v", s.Key, s.Ready(), s.Held, s.OpenDeps, x.m.ready(s.Key))
	}
	if !s.State.Ended() && s.OpenDeps != x.m.open(s.Key) {
		x.fatalf("step %s: %d open dependencies, the model says %d", s.Key, s.OpenDeps, x.m.open(s.Key))
	}
	if s.Strikes != x.m.hits[s.Key] || s.Crashes != x.m.dead[s.Key] || s.Attempt != x.m.runs[s.Key] {
		x.fatalf("step %s: %d strikes, %d crashes, %d claims; the model says %d, %d, %d", s.Key, s.Strikes, s.Crashes, s.Attempt,
			x.m.hits[s.Key], x.m.dead[s.Key], x.m.runs[s.Key])
	}
}
