package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// stops asks for an orderly stop at random instants, with a provider that never
// answers every other time.
func stops(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 19)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	const most = 20 * time.Second
	var took []time.Duration
	n := o.figure(67, 200)
	for i := range n {
		if i%2 == 0 {
			s.misbehave(func(llmtest.Request) (llmtest.Reply, bool) { return llmtest.Reply{Fault: "silent"}, true })
		} else {
			s.misbehave(nil)
		}
		if err := s.startAll(processes()...); err != nil {
			return v, err
		}
		if i%3 == 0 { // work comes faster than it can be done between two stops
			if err := s.traffic(); err != nil {
				return v, err
			}
		}
		pause(ctx, time.Duration(s.rng.IntN(400))*time.Millisecond)
		took = append(took, s.stopAll(&v, most)...)
	}
	s.misbehave(nil)
	if err := s.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	if err := s.rest(ctx, &v); err != nil {
		return v, err
	}
	lost, crashes, err := s.unfinished(&v, "R19")
	if err != nil {
		return v, err
	}
	if crashes > 0 {
		v.breaks("R19", "%d orderly stops counted as crashes", crashes)
	}
	slices.Sort(took)
	v.say("R19", "stops=%d over_20s=0 longest=%s lost=%d", len(took), took[len(took)-1].Round(time.Millisecond), lost)
	return v, s.verify(ctx, &v, "R19")
}

// stopAll asks all processes to stop at once and returns how long each took.
func (s *scene) stopAll(v *verdict, most time.Duration) []time.Duration {
	names := processes()
	took, errs := make([]time.Duration, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { took[i], errs[i] = s.procs[name].terminate(2 * most) })
	}
	all.Wait()
	for i, name := range names {
		if errs[i] != nil || took[i] > most {
			v.breaks("R19", "%s was asked to stop: %v after %s\n%s", name, errs[i], took[i], s.out.tail())
		}
	}
	return took
}

// unfinished counts the steps that did not complete, and the crashes of all.
func (s *scene) unfinished(v *verdict, promise string) (lost, crashes int, err error) {
	projects, err := s.db.Projects(s.ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, p := range projects {
		list, err := s.db.Steps(s.ctx, p.ID)
		if err != nil {
			return 0, 0, err
		}
		for _, st := range list {
			crashes += st.Crashes
			if st.State != org.StepCompleted {
				lost++
				v.breaks(promise, "step %s %q of %s ended as %s: %s", st.ID, st.Title, p.ID, st.State, st.Cause)
			}
		}
	}
	return lost, crashes, nil
}

// clocks sets the clock of all processes wrong again and again while they work.
func clocks(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 20)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	path := filepath.Join(s.dir, "clock")
	s.env = append(s.env, clockVar+"="+path)
	if err := s.startAll(processes()...); err != nil {
		return v, err
	}
	const each = 125 // jumps in the life of a project
	jumps, n := 0, o.figure(2_000, 20_000)
	for jumps < n && ctx.Err() == nil && len(v.broken) == 0 {
		if err := s.traffic(); err != nil {
			return v, err
		}
		for range each {
			pause(ctx, time.Duration(s.rng.IntN(12))*time.Millisecond)
			if err := s.jump(path); err != nil {
				return v, err
			}
			jumps++
		}
		if err := s.rest(ctx, &v); err != nil {
			return v, fmt.Errorf("after %d jumps of the clock: %w", jumps, err)
		}
	}
	lost, crashes, err := s.unfinished(&v, "R20")
	if err != nil {
		return v, err
	}
	if crashes > 0 {
		v.breaks("R20", "%d claims of living workers were taken away", crashes)
	}
	v.say("R20", "jumps=%d lost=%d taken_away=%d", jumps, lost, crashes)
	return v, s.verify(ctx, &v, "R20")
}

// jump sets the clock to a random wrong time: ten years off, an hour as for
// summer time, or a second.
func (s *scene) jump(path string) error {
	const year = 365 * 24 * 3600
	off := []int{0, 1, -1, 3600, -3600, s.rng.IntN(20*year) - 10*year}[s.rng.IntN(6)]
	early := path + ".new"
	if err := os.WriteFile(early, []byte(strconv.Itoa(off)), 0o600); err != nil {
		return err
	}
	return os.Rename(early, path)
}
