package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// controls pauses, resumes and cancels projects at random instants while the
// endpoint takes its time, in some offices beside each other.
func controls(ctx context.Context, o options) (v verdict, err error) {
	const lanes = 6
	var all [lanes]control
	var found [lanes]verdict
	var errs [lanes]error
	var both sync.WaitGroup
	for i := range lanes {
		both.Go(func() { all[i], errs[i] = controlsOf(ctx, o, i, (o.figure(120, 3000)+i)/lanes, &found[i]) })
	}
	both.Wait()
	var t control
	for i, c := range all {
		v.broken = append(v.broken, found[i].broken...)
		t.paused, t.cancelled, t.late, t.done, t.freed = t.paused+c.paused, t.cancelled+c.cancelled, t.late+c.late, t.done+c.done, max(t.freed, c.freed)
	}
	if t.late > 0 {
		v.breaks("R17", "%d calls were made after the deadline", t.late)
	}
	if t.freed > 10*time.Second {
		v.breaks("R17", "a cancelled project kept its worker for %s", t.freed)
	}
	if t.done < t.paused {
		v.breaks("R17", "%d of %d projects completed after they were resumed", t.done, t.paused)
	}
	v.say("R17", "pauses=%d cancels=%d calls_after_2s=%d longest_until_freed=%s resumed_and_completed=%d",
		t.paused, t.cancelled, t.late, t.freed.Round(time.Millisecond), t.done)
	return v, errors.Join(errs[:]...)
}

// control is what one office was told, and what came of it.
type control struct {
	paused, cancelled, late, done int
	freed                         time.Duration
}

func controlsOf(ctx context.Context, o options, lane, n int, v *verdict) (t control, err error) {
	s, err := open(ctx, o, uint64(17+100*lane)) //nolint:gosec // not negative
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.slow(150 * time.Millisecond)
	if err := s.startAll("bot", "worker1"); err != nil {
		return t, err
	}
	for i := range n {
		id, err := s.begun()
		if err != nil {
			return t, err
		}
		pause(ctx, time.Duration(s.rng.IntN(600))*time.Millisecond)
		if i%3 == 2 {
			t.cancelled++
			took, calls, err := s.cancelled(ctx, id)
			if err != nil {
				return t, err
			}
			t.late += calls
			t.freed = max(t.freed, took)
			continue
		}
		t.paused++
		calls, err := s.paused(ctx, id)
		if err != nil {
			return t, err
		}
		t.late += calls
	}
	if err := s.rest(ctx, v); err != nil {
		return t, err
	}
	if t.done, err = s.completed(); err != nil {
		return t, err
	}
	return t, s.verify(ctx, v, "R17")
}

// slow lets each call take a while.
func (s *scene) slow(d time.Duration) {
	s.misbehave(func(llmtest.Request) (llmtest.Reply, bool) {
		pause(s.ctx, d)
		return llmtest.Reply{}, false
	})
}

// ongoing is a project that was started, and the word that is in all its calls.
type ongoing struct {
	id  org.ProjectID
	tag string
}

// begun has a project started.
func (s *scene) begun() (ongoing, error) {
	p := ongoing{tag: "lot-" + spelt(s.said+1) + "-x"}
	m, err := s.hear("", s.order(p.tag))
	if err != nil {
		return p, err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); pause(s.ctx, 5*time.Millisecond) {
		found, err := s.db.ProjectByMessage(s.ctx, m)
		if err == nil {
			p.id = found.ID
			return p, nil
		}
		if !errors.Is(err, org.ErrNotFound) {
			return p, err
		}
	}
	return p, fmt.Errorf("message %s became no project", m)
}

// since counts the calls for a project that arrived after a time.
func (s *scene) since(at time.Time, p ongoing) int {
	n := 0
	for _, r := range s.llm.Requests() {
		if r.At.After(at) && strings.Contains(r.Prompt, p.tag) {
			n++
		}
	}
	return n
}

// paused pauses a project, counts the calls that come after two seconds, and
// resumes it. A project that ended meanwhile counts as resumed.
func (s *scene) paused(ctx context.Context, p ongoing) (int, error) {
	const deadline, look = 2 * time.Second, 300 * time.Millisecond
	at := time.Now()
	err := s.db.Pause(ctx, p.id)
	if errors.Is(err, org.ErrConflict) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	pause(ctx, time.Until(at.Add(deadline+look)))
	late := s.since(at.Add(deadline), p)
	return late, s.db.Resume(ctx, p.id)
}

// cancelled cancels a project and waits until its worker holds none of its
// steps and asks for nothing more.
func (s *scene) cancelled(ctx context.Context, p ongoing) (time.Duration, int, error) {
	const deadline, look = 2 * time.Second, 200 * time.Millisecond
	at := time.Now()
	if err := s.db.Cancel(ctx, p.id); err != nil && !errors.Is(err, org.ErrConflict) {
		return 0, 0, err
	}
	pause(ctx, deadline+look)
	late := s.since(at.Add(deadline), p)
	// A worker that the cancelled project still keeps has no hand for the next.
	next, err := s.begun()
	if err != nil {
		return 0, late, err
	}
	for time.Since(at) < patience {
		steps, err := s.db.Steps(ctx, next.id)
		if err != nil {
			return 0, late, err
		}
		if slices.ContainsFunc(steps, func(st org.Step) bool { return st.Attempt > 0 }) {
			break
		}
		pause(ctx, 5*time.Millisecond)
	}
	took := time.Since(at)
	if err := s.db.Cancel(ctx, next.id); err != nil && !errors.Is(err, org.ErrConflict) {
		return took, late, err
	}
	return took, late, nil
}

func (s *scene) completed() (int, error) {
	all, err := s.db.Projects(s.ctx)
	n := 0
	for _, p := range all {
		if p.State == org.ProjectCompleted {
			n++
		}
	}
	return n, err
}

// poison has messages, plans and steps end the process that works on them, as
// something does that makes it run out of memory, and looks that each is given
// up after three times, that the founder is told, and that the others go on.
func poison(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 27)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	var mu sync.Mutex
	deaths := map[string]int{}
	victims := make(chan string)
	s.misbehave(func(r llmtest.Request) (llmtest.Reply, bool) {
		i := strings.Index(r.Prompt, "poison-")
		if i < 0 || !poisonous(r) {
			return llmtest.Reply{}, false
		}
		name, _, _ := strings.Cut(r.Prompt[i:], " ")
		mu.Lock()
		deaths[strings.Trim(name, ".,:;\"'`*\n")]++
		mu.Unlock()
		role := "worker1"
		if r.Stage == "classify" || r.Stage == "respond" || r.Stage == "chief" {
			role = "bot"
		}
		select {
		case victims <- role:
		case <-ctx.Done():
		}
		pause(ctx, time.Second) // until its process is dead
		return llmtest.Reply{Fault: "reset"}, true
	})
	if err := s.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	n := o.figure(6, 50)
	for i := range n {
		if err := s.plant(i); err != nil {
			return v, err
		}
	}
	if err := s.untilRest(ctx, &v, victims); err != nil {
		return v, err
	}
	mu.Lock()
	defer mu.Unlock()
	for name, times := range deaths {
		if times > org.MaxCrashes {
			v.breaks("R27", "%s ended its process %d times", name, times)
		}
	}
	good, parked, err := s.harvest(&v, n)
	if err != nil {
		return v, err
	}
	v.say("R27", "poison=%d most_deaths=%d given_up=%d others_completed=%d", len(deaths), slices.Max(append(slices.Collect(maps.Values(deaths)), 0)), parked, good)
	return v, s.verify(ctx, &v, "R27")
}

// poisonous reports whether a call is the one that ends its process.
func poisonous(r llmtest.Request) bool {
	switch {
	case strings.Contains(r.Prompt, "poison-step"):
		return r.Stage == "synthesize" && strings.Contains(r.Title, "poison-step")
	case strings.Contains(r.Prompt, "poison-word"):
		return true
	}
	return false
}

// plant says one thing that is poison and one that is not.
func (s *scene) plant(i int) error {
	if i%2 == 0 {
		if _, err := s.hear(fmt.Sprintf("tell me about poison-word%d and what you think of it", i), ""); err != nil {
			return err
		}
	} else {
		step := fmt.Sprintf("# Farm %d\n\n- [ ] Find the price of poison-step%d oats\n- [ ] Find where rye%d is grown\n", i, i, i)
		if _, err := s.hear("", step); err != nil {
			return err
		}
	}
	_, err := s.hear("", s.order("sound "+spelt(i)))
	return err
}

// untilRest kills whom the endpoint names, and starts it again as a supervisor
// would, until nothing is under way.
func (s *scene) untilRest(ctx context.Context, v *verdict, victims <-chan string) error {
	rested := make(chan error, 1)
	go func() { rested <- s.rest(ctx, v) }()
	for {
		select {
		case err := <-rested:
			return err
		case name := <-victims:
			if err := s.procs[name].cmd.Process.Signal(syscall.SIGKILL); err != nil {
				return err
			}
			<-s.procs[name].done
			if err := s.start(name); err != nil {
				return err
			}
		}
	}
}

// harvest counts what came of the sound projects, and what was given up with a
// reason.
func (s *scene) harvest(v *verdict, n int) (good, parked int, err error) {
	r, err := s.db.Status(s.ctx, time.Now())
	if err != nil {
		return 0, 0, err
	}
	parked = len(r.Parked)
	for _, p := range r.Projects {
		steps, err := s.db.Steps(s.ctx, p.Project.ID)
		if err != nil {
			return good, parked, err
		}
		for _, st := range steps {
			dead := st.State == org.StepFailed && st.Crashes >= org.MaxCrashes
			switch {
			case dead && strings.Contains(st.Title, "poison"):
				parked++
			case dead:
				v.breaks("R27", "%q was given up for the deaths that another step caused", st.Title)
			}
		}
		if strings.HasPrefix(p.Project.Title, "sound") {
			if p.Project.State == org.ProjectCompleted {
				good++
			} else {
				v.breaks("R27", "%s %q ended as %s: %s", p.Project.ID, p.Project.Title, p.Project.State, p.Project.Outcome)
			}
		}
	}
	if good != n {
		v.breaks("R27", "%d of %d sound projects completed", good, n)
	}
	if parked != n {
		v.breaks("R27", "%d of %d poisonous things were given up with a reason", parked, n)
	}
	return good, parked, nil
}
