package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
)

// everyCall ends the product at the writes and syncs of a whole run, from its
// start to the deliverable: in files, to the model and to the web. CI takes
// some of them, evenly spread over the run; a release each of its busiest
// thread.
func everyCall(ctx context.Context, o options) (v verdict, err error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		v.say("R05", "writes and syncs: not shown here, strace is not installed")
		return v, nil //nolint:nilerr // that is what is to be said
	}
	const each = 10 // kills in one instance
	most := o.figure(60, 1<<20)
	var all [lanes]tally
	var found [lanes]verdict
	var errs [lanes]error
	var both sync.WaitGroup
	for lane := range lanes {
		both.Go(func() {
			t, v := &all[lane], &found[lane]
			for next := lane; errs[lane] == nil && len(v.broken) == 0 && ctx.Err() == nil; {
				nths := make([]int, each)
				for i := range nths {
					nths[i], next = next, next+lanes
				}
				more, err := cuts{o: o, strace: strace, of: nths, most: most}.run(ctx, t, v)
				if errs[lane] = err; !more {
					break
				}
			}
		})
	}
	both.Wait()
	killed, calls, steps := 0, 0, 0
	for i := range lanes {
		v.broken = append(v.broken, found[i].broken...)
		killed, steps, calls = killed+all[i].kills, steps+all[i].steps, max(calls, all[i].named)
	}
	v.say("R05", "writes_and_syncs=%d killed_at=%d of them, evenly spread; steps=%d lost=0 dup=0", calls, killed, steps)
	return v, errors.Join(errs[:]...)
}

// cuts are some of the most calls that are taken of all.
type cuts struct {
	o      options
	strace string
	of     []int
	most   int
}

// run ends runs of an instance of its own at these calls; more is false when
// there are no later ones.
func (c cuts) run(ctx context.Context, t *tally, v *verdict) (more bool, err error) {
	s, err := open(ctx, c.o, uint64(50+c.of[0]))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	list := filepath.Join(s.dir, "calls")
	if _, err := s.cutRun(ctx, v, []string{c.strace, "-f", "-qq", "-o", list, "-e", "trace=" + writes}); err != nil {
		return false, fmt.Errorf("the run without a kill: %w", err)
	}
	raw, err := os.ReadFile(list)
	if err != nil {
		return false, err
	}
	var here tally
	here.named = bytes.Count(raw, []byte("\n"))
	longest := busiest(raw)
	most := min(c.most, longest)
	more = true
	for _, i := range c.of {
		if more = i < most; !more || ctx.Err() != nil || len(v.broken) > 0 {
			break
		}
		nth := 1 + i*longest/most
		died, err := s.cutRun(ctx, v, []string{
			c.strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + writes, "-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", writes, nth),
		})
		if err != nil {
			return false, fmt.Errorf("killed at call %d: %w", nth, err)
		}
		if died {
			here.kills++
		}
	}
	if err := errors.Join(s.verify(ctx, v, "R05"), s.read(v, &here)); err != nil {
		return false, err
	}
	t.kills, t.steps, t.named = t.kills+here.kills, t.steps+here.steps, max(t.named, here.named)
	return more, nil
}

// cutRun has one roadmap worked on by bot and worker in one process behind
// other words, and by two ordinary ones when that died.
func (s *scene) cutRun(ctx context.Context, v *verdict, wrap []string) (died bool, err error) {
	if err := s.traffic(); err != nil {
		return false, err
	}
	path, err := os.Executable()
	if err != nil {
		return false, err
	}
	words := slices.Concat(wrap, []string{path, "up"})
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), roleVar+"=frasier")
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // strace and what it traces end together
	in, err := cmd.StdinPipe()
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, errors.Join(err, in.Close())
	}
	p := &process{cmd: cmd, begun: time.Now(), done: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	s.procs["up"] = p
	rested, over := make(chan error, 1), make(chan struct{})
	wait, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		rested <- s.rest(wait, v)
		close(over)
	}()
	select {
	case <-p.done:
		died = true
		stop()
		<-over
	case err = <-rested:
		if kill := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); kill != nil && !errors.Is(kill, syscall.ESRCH) {
			err = errors.Join(err, kill)
		}
		<-p.done
	}
	delete(s.procs, "up")
	if err != nil || !died {
		return died, err
	}
	if err := s.startAll("bot", "worker1"); err != nil {
		return died, err
	}
	err = s.rest(ctx, v)
	for _, n := range []string{"bot", "worker1"} {
		s.procs[n].kill()
	}
	return died, err
}
