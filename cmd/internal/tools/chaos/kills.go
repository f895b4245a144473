package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// processes of every scene.
func processes() []string { return []string{"bot", "worker1", "worker2"} }

// order is a roadmap of two phases that no other message repeats.
func (s *scene) order(tag string) string {
	things := []string{"oats", "barley", "hops", "flax", "rye"}
	a, b := things[s.rng.IntN(len(things))], things[s.rng.IntN(len(things))]
	return fmt.Sprintf(`# %[1]s %[2]s

## Phase 1: Market

1. [ ] Find the price of %[2]s for %[1]s
   - accept: the price of %[2]s
2. [ ] Find where %[3]s is grown for %[1]s

## Phase 2: Offer

- [ ] Write a brief on %[2]s for %[1]s
  - needs: Find the price of %[2]s for %[1]s
`, tag, a, b)
}

// spelt is a number in letters: a figure in a title is a fact that a reviewer
// may ask a source for.
func spelt(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'p' }, fmt.Sprint(n))
}

// What a founder says in one round.
func (s *scene) traffic() error {
	tag := "lot " + spelt(s.said+1)
	if _, err := s.hear("", s.order(tag)); err != nil {
		return err
	}
	_, err := s.hear("hello there, "+tag, "")
	return err
}

// What a scene with kills counted.
type tally struct {
	kills, named, reached, projects, steps, lost, crashed, twice int
	starts, early, calls, again, unexplained                     int
	waits                                                        []time.Duration // of steps that were given back
}

// kills kills bot and workers at random times and at every named point of
// their way, in two instances beside each other, then reads the endpoints'
// histories and the databases.
func kills(ctx context.Context, o options) (v verdict, err error) {
	return killsOn(ctx, o, "", o.figure(200, 2000))
}

// serverKills is kills on PostgreSQL, where processes write beside each other.
func serverKills(ctx context.Context, o options) (verdict, error) {
	return killsOn(ctx, o, o.server, o.figure(60, 600))
}

// killsOn is kills so many times, with the databases on a server or in files.
func killsOn(ctx context.Context, o options, server string, times int) (v verdict, err error) {
	roles := []string{"bot", "worker"}
	var all [2]tally
	var found [2]verdict
	var errs [2]error
	var both sync.WaitGroup
	for i, role := range roles {
		both.Go(func() { errs[i] = killing{o, server, times / 2, role}.run(ctx, &all[i], &found[i]) })
	}
	both.Wait()
	a, b := all[0], all[1]
	v.broken = slices.Concat(found[0].broken, found[1].broken)
	waits := slices.Sorted(slices.Values(slices.Concat(a.waits, b.waits)))
	p99 := time.Duration(0)
	if len(waits) > 0 {
		p99 = waits[len(waits)*99/100]
	}
	if limit := 5 * time.Second; p99 >= limit {
		v.breaks("R05", "a step that was given back starts again after %s, want less than %s", p99, limit)
	}
	v.say("R05", "kills=%d points=%d of %d projects=%d steps=%d lost=%d dup=%d crashed=%d restart_p99=%s", a.kills+b.kills, a.reached+b.reached,
		a.named+b.named, a.projects+b.projects, a.steps+b.steps, a.lost+b.lost, a.twice+b.twice, a.crashed+b.crashed, p99.Round(time.Millisecond))
	v.say("R06", "calls=%d again=%d kills=%d unexplained=%d", a.calls+b.calls, a.again+b.again, a.kills+a.reached+b.kills+b.reached, a.unexplained+b.unexplained)
	v.say("R08", "looked at %d projects until they ended: unexplained=0", a.projects+b.projects)
	v.say("R10", "starts=%d early=%d", a.starts+b.starts, a.early+b.early)
	return v, errors.Join(errs[:]...)
}

// killing is one instance: half of the random kills, and the points of one role.
type killing struct {
	o      options
	server string // empty for a file
	times  int
	role   string
}

func (k killing) run(ctx context.Context, t *tally, v *verdict) (err error) {
	s, err := openOn(ctx, k.o, uint64(len(k.role)), k.server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	points, typical, err := s.survey(ctx, v)
	if err != nil {
		return fmt.Errorf("the run without a kill: %w", err)
	}
	s.flaky()
	for t.kills < k.times && ctx.Err() == nil && len(v.broken) == 0 {
		if err := s.traffic(); err != nil {
			return err
		}
		for range 2 { // a step whose worker died three times is given up
			pause(ctx, time.Duration(s.rng.Int64N(int64(typical))))
			if err := s.strike(); err != nil {
				return err
			}
			t.kills++
		}
		if err := s.rest(ctx, v); err != nil {
			return fmt.Errorf("after %d kills: %w", t.kills, err)
		}
	}
	if err := s.killAtPoints(ctx, v, t, k.role, points[k.role]); err != nil {
		return err
	}
	if err := s.verify(ctx, v, "R05"); err != nil {
		return err
	}
	return s.read(v, t)
}

// survey runs one round without a kill and returns the points that each role
// passed, and how long the round took.
func (s *scene) survey(ctx context.Context, v *verdict) (map[string][]string, time.Duration, error) {
	for _, n := range processes() {
		if err := s.start(n, pointsVar+"="+filepath.Join(s.dir, "points-"+n)); err != nil {
			return nil, 0, err
		}
	}
	begun := time.Now()
	if err := s.traffic(); err != nil {
		return nil, 0, err
	}
	if err := s.rest(ctx, v); err != nil {
		return nil, 0, err
	}
	took := time.Since(begun)
	points, err := s.comeBy(ctx, v)
	if err != nil {
		return nil, 0, err
	}
	for _, n := range processes() {
		s.procs[n].kill()
	}
	return points, took, s.startAll(processes()...)
}

// comeBy reads the points that each role passed. All work has ended by now, and
// what a worker does when it has nothing else to do may still be under way: it
// is waited for.
func (s *scene) comeBy(ctx context.Context, v *verdict) (map[string][]string, error) {
	for end := time.Now().Add(time.Minute); ; pause(ctx, 100*time.Millisecond) {
		points := map[string][]string{}
		for _, n := range processes() {
			found, err := passed(filepath.Join(s.dir, "points-"+n))
			if err != nil {
				return nil, err
			}
			role := strings.TrimRight(n, "12")
			for _, p := range found {
				if !slices.Contains(points[role], p) {
					points[role] = append(points[role], p)
				}
			}
		}
		missing := slices.DeleteFunc(usual(), func(method string) bool { return slices.Contains(points["worker"], method+":committed") })
		if len(missing) == 0 || ctx.Err() != nil {
			return points, ctx.Err()
		}
		if time.Now().After(end) {
			v.breaks("R05", "a worker does not come by %s in a project", strings.Join(missing, ", "))
			return points, nil
		}
	}
}

// usual are the methods of the store by which a worker comes for every project.
func usual() []string {
	return []string{
		"claim-mission", "save-plan", "claim-steps", "save-checkpoint", "take-search", "save-search", "save-document", "save-calibration", "finish",
	}
}

// passed reads the points that a process passed, each once.
func passed(path string) ([]string, error) {
	raw, err := os.ReadFile(path)
	var out []string
	for p := range strings.Lines(string(raw)) {
		if p = strings.TrimSpace(p); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out, err
}

// flaky lets one call in twelve fail on its way.
func (s *scene) flaky() {
	faults := []string{"408", "500", "502", "503", "529", "html", "reset", "cut", "200-error"}
	var mu sync.Mutex
	s.misbehave(func(llmtest.Request) (llmtest.Reply, bool) {
		mu.Lock()
		defer mu.Unlock()
		if s.rng.IntN(12) > 0 {
			return llmtest.Reply{}, false
		}
		return llmtest.Reply{Fault: faults[s.rng.IntN(len(faults))]}, true
	})
}

// strike kills one process and starts it again.
func (s *scene) strike() error {
	name := processes()[s.rng.IntN(len(processes()))]
	s.procs[name].kill()
	return s.start(name)
}

// killAtPoints kills a process at each point that its role passed in the
// survey. A point that is not passed in its round counts as not reached.
func (s *scene) killAtPoints(ctx context.Context, v *verdict, t *tally, role string, points []string) error {
	name := role
	if role == "worker" {
		name = "worker1"
		s.procs["worker2"].kill() // so that the armed one gets all work
	}
	for _, p := range points {
		t.named++
		s.procs[name].kill()
		if err := s.start(name, crashVar+"="+fmt.Sprintf("%s#%d", p, 1+s.rng.IntN(2))); err != nil {
			return err
		}
		if err := s.traffic(); err != nil {
			return err
		}
		died, err := s.diesOrRests(ctx, v, name)
		if err != nil {
			return fmt.Errorf("armed at %s: %w", p, err)
		}
		if died {
			t.reached++
		}
	}
	return nil
}

// diesOrRests waits until all work is done, and starts a process again that
// dies meanwhile.
func (s *scene) diesOrRests(ctx context.Context, v *verdict, name string) (died bool, err error) {
	rested := make(chan error, 1)
	go func() { rested <- s.rest(ctx, v) }()
	select {
	case <-s.procs[name].done:
		if err := s.start(name); err != nil {
			return true, err
		}
		return true, <-rested
	case err := <-rested:
		return false, err
	}
}

// read compares what the endpoint saw with what the database says.
func (s *scene) read(v *verdict, t *tally) error {
	projects, err := s.db.Projects(s.ctx)
	if err != nil {
		return err
	}
	needs := map[org.StepID][]org.StepID{}
	for _, p := range projects {
		list, err := s.db.Steps(s.ctx, p.ID)
		if err != nil {
			return err
		}
		for _, st := range list {
			t.steps++
			t.crashed += st.Crashes
			needs[st.ID] = st.DependsOn
			if st.State != org.StepCompleted && st.Crashes < org.MaxCrashes {
				t.lost++
				v.breaks("R05", "step %s %q of %s ended as %s: %s", st.ID, st.Title, p.ID, st.State, st.Cause)
			}
		}
		if p.State != org.ProjectCompleted && !strings.Contains(p.Outcome, fmt.Sprintf("the worker died %d times", org.MaxCrashes)) { // which is told, and right
			v.breaks("R05", "project %s %q ended as %s: %s", p.ID, p.Title, p.State, p.Outcome)
		}
	}
	t.projects = len(projects)
	if err := s.inOrder(v, t, needs); err != nil {
		return err
	}
	return s.ledger(v, t)
}

// inOrder reads the journal: no step starts before what it needs has ended,
// none completes twice, and a step that a dead worker held starts again soon.
func (s *scene) inOrder(v *verdict, t *tally, needs map[org.StepID][]org.StepID) error {
	const most = 1 << 30
	events, err := s.db.Events(s.ctx, 0, most)
	if err != nil {
		return err
	}
	done, back := map[org.StepID]bool{}, map[org.StepID]time.Time{}
	for _, e := range events {
		switch e.Kind { //nolint:exhaustive // the others say nothing about order
		case org.EventStepStarted:
			t.starts++
			for _, n := range needs[e.Step] {
				if !done[n] {
					t.early++
					v.breaks("R10", "step %s started before %s had ended", e.Step, n)
				}
			}
			if at, ok := back[e.Step]; ok {
				t.waits = append(t.waits, e.At.Sub(at))
				delete(back, e.Step)
			}
		case org.EventStepGivenBack:
			back[e.Step] = e.At
		case org.EventStepCompleted, org.EventStepFailed, org.EventStepCancelled:
			if done[e.Step] {
				t.twice++
				v.breaks("R05", "step %s ended twice", e.Step)
			}
			done[e.Step] = true
		}
	}
	return nil
}

// ledger compares the calls that the endpoint saw with the ledger's: one more
// at most for each thing that a kill cut off.
func (s *scene) ledger(v *verdict, t *tally) error {
	crashed, kills := t.crashed, t.kills+t.reached
	seen := s.llm.Requests()
	extra := 0
	for _, r := range seen {
		if r.Nth > 1 && r.Fault == "" {
			extra++
		}
	}
	costs, err := s.db.Costs(s.ctx, 0)
	if err != nil {
		return err
	}
	// Each call is written down before it is made, so a call that a kill kept
	// from leaving may be in the ledger alone.
	unexplained := max(0, len(seen)-costs[0].Total.Calls)
	if cut := crashed + 2*kills; costs[0].Total.Calls-len(seen) > cut {
		unexplained += costs[0].Total.Calls - len(seen) - cut
	}
	if unexplained > 0 {
		v.breaks("R06", "the ledger has %d calls, the endpoint saw %d", costs[0].Total.Calls, len(seen))
	}
	// What a faulty call repeats is no repetition by a kill.
	for _, r := range seen {
		if r.Fault != "" {
			extra--
		}
	}
	extra = max(0, extra)
	if extra > crashed+kills {
		v.breaks("R06", "%d calls were made again after %d kills that cut %d steps off", extra, kills, crashed)
	}
	t.calls, t.again, t.unexplained = len(seen), extra, unexplained
	return nil
}
