package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// zombies puts ten thousand steps that nothing moves into a paused project, and
// has others hand in ten thousand times for a claim they lost, while one
// project lives: its steps start as if it were alone, and each of the dead has
// a reason.
func zombies(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 8)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	const dead = 10_000
	lost, err := s.burden(ctx, dead)
	if err != nil {
		return v, fmt.Errorf("make %d dead steps: %w", dead, err)
	}
	if err := s.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	refused := make(chan int, 1)
	go func() { refused <- s.handInLate(ctx, lost, dead) }()
	live := o.figure(10, 100)
	for range live {
		if err := s.traffic(); err != nil {
			return v, err
		}
		if err := s.untilOnly(ctx, lost.project); err != nil {
			return v, err
		}
	}
	waits, err := s.startDelays(ctx)
	if err != nil {
		return v, err
	}
	p99 := waits[len(waits)*99/100]
	const most = time.Second // the poll of these processes: the first tick
	if p99 >= most {
		v.breaks("R08", "a live step beside %d dead ones starts %s after it could, want less than %s", dead, p99, most)
	}
	n := <-refused
	if n != dead {
		v.breaks("R08", "%d of %d hand-ins without a claim were refused", n, dead)
	}
	out, code, err := s.tool(ctx, "why", "z1")
	if err != nil {
		return v, err
	}
	if code != 0 || !strings.Contains(out, "paused") {
		v.breaks("R08", "why z1 exits %d and does not say that its project is paused: %s", code, out)
	}
	v.say("R08", "dead=%d live_projects=%d live_steps=%d start_p99=%s late_hand_ins_refused=%d of %d", dead, live, len(waits), p99.Round(time.Millisecond), n, dead)
	return v, s.verify(ctx, &v, "R08")
}

// burdened is a paused project full of dead steps, and a claim on one of them
// that is lost.
type burdened struct {
	project org.ProjectID
	claim   work.Lease
}

// burden makes a paused project of n steps more, every second of which needs
// the one before it.
func (s *scene) burden(ctx context.Context, n int) (b burdened, err error) {
	if err := s.startAll("bot", "worker1"); err != nil {
		return b, err
	}
	s.slow(time.Second)
	p, err := s.begun()
	if err != nil {
		return b, err
	}
	b.project = p.id
	if err := s.untilHeld(ctx, s.procs["worker1"]); err != nil {
		return b, err
	}
	if err := s.db.Pause(ctx, p.id); err != nil {
		return b, err
	}
	for _, name := range []string{"bot", "worker1"} {
		if _, err := s.procs[name].terminate(patience); err != nil {
			return b, err
		}
	}
	s.misbehave(nil)
	db, err := sql.Open("sqlite3", filepath.Join(s.home(), database)+"?_busy_timeout=5000")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.QueryRowContext(ctx, `SELECT id FROM steps WHERE project_id = ? AND state = 'pending' AND open_deps = 0 LIMIT 1`, p.id).Scan(&b.claim.Step); err != nil {
		return b, fmt.Errorf("find a step of the paused project: %w", err)
	}
	b.claim.Owner, b.claim.Fence = "a dead worker", 0
	_, err = db.ExecContext(ctx, fmt.Sprintf(`
		WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d)
		INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
		                   final, critical, entities, acceptance, state, open_deps, held, priority, created_at)
		SELECT 'z' || i, mission_id, project_id, 'z' || i, 'Zombie ' || i, goal, kind, depth, role, category, agent_id, tier, phase, grp,
		       0, 0, entities, acceptance, 'pending', 1 - i %% 2, held, 9000000, created_at
		  FROM steps, k WHERE steps.id = ?`, n), b.claim.Step)
	if err != nil {
		return b, err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf(`
		WITH RECURSIVE k(i) AS (SELECT 2 UNION ALL SELECT i + 2 FROM k WHERE i + 2 <= %d)
		INSERT INTO step_dependencies (step_id, depends_on, soft) SELECT 'z' || i, 'z' || (i - 1), 0 FROM k`, n))
	return b, err
}

// handInLate hands in again and again for a claim that is lost, and counts how
// often that is refused.
func (s *scene) handInLate(ctx context.Context, b burdened, n int) int {
	refused := 0
	for range n {
		err := s.db.Finish(ctx, b.claim, work.Outcome{Next: org.StepCompleted, Result: "from the dead", Digest: "from the dead", Reviewed: "auto", Served: org.T1})
		if errors.Is(err, org.ErrLeaseLost) {
			refused++
		}
	}
	return refused
}

// untilOnly waits until one project alone has not ended.
func (s *scene) untilOnly(ctx context.Context, id org.ProjectID) error {
	for end := time.Now().Add(patience); time.Now().Before(end); pause(ctx, 20*time.Millisecond) {
		r, err := s.db.Status(ctx, time.Now())
		if err != nil {
			return err
		}
		open := r.Unanswered
		for _, p := range r.Projects {
			if p.Project.ID != id && !p.Project.State.Ended() {
				open++
			}
		}
		if open == 0 {
			return nil
		}
	}
	return fmt.Errorf("beside the dead, a live project did not end within %s", patience)
}

// startDelays lists how long steps waited from the instant at which they became
// ready until a worker began them, ascending.
func (s *scene) startDelays(ctx context.Context) ([]time.Duration, error) {
	const most = 1 << 30
	events, err := s.db.Events(ctx, 0, most)
	if err != nil {
		return nil, err
	}
	ready := map[org.StepID]time.Time{}
	var out []time.Duration
	for _, e := range events {
		switch e.Kind { //nolint:exhaustive // the others let no step start
		case org.EventStepReady:
			ready[e.Step] = e.At
		case org.EventStepStarted:
			if at, ok := ready[e.Step]; ok {
				out = append(out, e.At.Sub(at))
				delete(ready, e.Step)
			}
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no step started")
	}
	slices.Sort(out)
	return out, nil
}

// untilHeld waits until a process holds steps.
func (s *scene) untilHeld(ctx context.Context, p *process) error {
	for end := time.Now().Add(patience); time.Now().Before(end); pause(ctx, 20*time.Millisecond) {
		held, err := s.heldBy(ctx, p)
		if err != nil || len(held) > 0 {
			return err
		}
	}
	return fmt.Errorf("process %d got no step", p.cmd.Process.Pid)
}

// heldBy lists the steps that a process has claimed.
func (s *scene) heldBy(ctx context.Context, p *process) (held []org.StepID, err error) {
	err = s.beside(func(db *sql.DB) (err error) {
		rows, err := db.QueryContext(ctx, s.bound(`SELECT id FROM steps WHERE claimed_by LIKE ?`), fmt.Sprintf("worker-%d-%%", p.cmd.Process.Pid))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var id org.StepID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			held = append(held, id)
		}
		return rows.Err()
	})
	return held, err
}
