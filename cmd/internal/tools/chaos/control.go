package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// controls pauses, resumes and cancels projects at random instants while the
// endpoint takes its time, in some instances beside each other.
func controls(ctx context.Context, o options) (v verdict, err error) {
	const lanes = 5
	var all [lanes]control
	var found [lanes]verdict
	var errs [lanes]error
	var both sync.WaitGroup
	for i := range lanes {
		both.Go(func() { all[i], errs[i] = controlsOf(ctx, o, i, o.figure(300, 3000)/lanes, &found[i]) })
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

// What one instance was told, and what came of it.
type control struct {
	paused, cancelled, late, done int
	freed                         time.Duration
}

func controlsOf(ctx context.Context, o options, lane, n int, v *verdict) (t control, err error) {
	s, err := open(ctx, o, uint64(17+100*lane))
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.slow(150 * time.Millisecond)
	if err := s.startAll("bot", "worker1"); err != nil {
		return t, err
	}
	for range n / each {
		if err := s.control(ctx, &t); err != nil {
			return t, err
		}
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

// How many projects one round of controls stops.
const each = 3

// control has some projects started, pauses all but the last one and cancels
// that at random instants, counts the calls that come two seconds later, and
// resumes. A project that ended meanwhile counts as resumed.
func (s *scene) control(ctx context.Context, t *control) error {
	const deadline, look = 2 * time.Second, 300 * time.Millisecond
	var all [each]ongoing
	var at [each]time.Time
	for i := range all {
		var err error
		if all[i], err = s.begun(); err != nil {
			return err
		}
	}
	for i, p := range all {
		pause(ctx, time.Duration(s.rng.IntN(300))*time.Millisecond)
		stop := s.db.Pause
		if i == each-1 {
			stop = s.db.Cancel
		}
		at[i] = time.Now()
		if err := stop(ctx, p.id); errors.Is(err, org.ErrConflict) {
			at[i] = time.Time{} // it has ended
		} else if err != nil {
			return err
		}
	}
	t.paused, t.cancelled = t.paused+each-1, t.cancelled+1
	pause(ctx, deadline+look)
	for i, p := range all {
		if !at[i].IsZero() {
			t.late += s.since(at[i].Add(deadline), p)
		}
	}
	took, err := s.freed(ctx)
	if err != nil {
		return err
	}
	t.freed = max(t.freed, took+deadline+look)
	for i, p := range all[:each-1] {
		if at[i].IsZero() {
			continue
		}
		if err := s.db.Resume(ctx, p.id); err != nil {
			return err
		}
	}
	return nil
}

// How long the worker takes to begin another project: one that a
// cancelled project still kept would have no hand for it.
func (s *scene) freed(ctx context.Context) (time.Duration, error) {
	next, err := s.begun()
	if err != nil {
		return 0, err
	}
	var planned time.Time // what it waits for from then on is the worker alone
	for end := time.Now().Add(patience); time.Now().Before(end); pause(ctx, 5*time.Millisecond) {
		steps, err := s.db.Steps(ctx, next.id)
		if err != nil {
			return 0, err
		}
		if planned.IsZero() && len(steps) > 0 {
			planned = time.Now()
		}
		if slices.ContainsFunc(steps, func(st org.Step) bool { return st.Attempt > 0 }) {
			break
		}
	}
	if planned.IsZero() {
		return 0, fmt.Errorf("%s was not planned within %s", next.id, patience)
	}
	took := time.Since(planned)
	if err := s.db.Cancel(ctx, next.id); err != nil && !errors.Is(err, org.ErrConflict) {
		return took, err
	}
	return took, nil
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
