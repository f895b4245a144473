package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// What the disk answers to some calls.
type failure struct {
	calls, errno string
	first        int // of a thread that fails; those before are the program's start
}

// failures lists what a disk that is full or broken fails of what the database
// does with it.
func failures() []failure {
	const put, sync = "write,pwrite64", "fsync,fdatasync"
	return []failure{{put, "ENOSPC", 120}, {put, "EIO", 120}, {sync, "EIO", 12}, {sync, "ENOSPC", 12}}
}

// faults lets writes and syncs of the database fail while the instance works.
// It needs no mount: strace answers the calls in the kernel's place. Work has
// to go on by itself, and nothing may be lost.
func faults(ctx context.Context, o options) (v verdict, err error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		v.say("R11", "failing writes and syncs: not shown here, strace is not installed")
		return v, nil //nolint:nilerr // that is what is to be said
	}
	list := failures() // each in an instance of its own, beside the others: a step that met one waits a minute
	all, found, errs := make([]tally, len(list)), make([]verdict, len(list)), make([]error, len(list))
	var together sync.WaitGroup
	for i, f := range list {
		together.Go(func() { all[i].named, errs[i] = f.run(ctx, o, strace, &found[i], &all[i]) })
	}
	together.Wait()
	var told []string
	var t tally
	for i, f := range list {
		v.broken = append(v.broken, found[i].broken...)
		told = append(told, fmt.Sprintf("%s:%s=%d", f.calls, f.errno, all[i].named))
		t.projects, t.steps, t.lost, t.twice = t.projects+all[i].projects, t.steps+all[i].steps, t.lost+all[i].lost, t.twice+all[i].twice
	}
	v.say("R11", "failed_calls %s projects=%d steps=%d lost=%d dup=%d", strings.Join(told, " "), t.projects, t.steps, t.lost, t.twice)
	return v, errors.Join(errs...)
}

// run is one instance whose disk fails in one way; it returns how many calls did.
func (f failure) run(ctx context.Context, o options, strace string, v *verdict, t *tally) (n int, err error) {
	s, err := open(ctx, o, uint64(1200+f.first+len(f.errno)))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	for range o.figure(1, 20) {
		more, err := s.failing(ctx, v, strace, f)
		if err != nil {
			return n, fmt.Errorf("%s of %s: %w", f.errno, f.calls, err)
		}
		n += more
	}
	t.kills = n // each may have kept an answer from being stored, which is asked for again
	return n, errors.Join(s.read(v, t), s.verify(ctx, v, "R11"))
}

// failing has a roadmap worked on while some of the database's calls fail, and
// returns how many did.
func (s *scene) failing(ctx context.Context, v *verdict, strace string, f failure) (int, error) {
	const burst = 9 // calls of each thread, of which every few fail
	first := f.first + s.rng.IntN(8)
	list := filepath.Join(s.dir, "failed")
	path := filepath.Join(s.home(), database)
	died, err := s.cutRun(ctx, v, []string{
		strace, "-f", "-qq", "-o", list, "-P", path, "-P", path + "-wal", "-e", "trace=" + f.calls,
		"-e", fmt.Sprintf("inject=%s:error=%s:when=%d..%d+%d", f.calls, f.errno, first, first+burst, 2+s.rng.IntN(4)),
	})
	if err != nil {
		return 0, err
	}
	if died {
		v.breaks("R11", "%s of %s ended the program: %s", f.errno, f.calls, s.out.tail())
	}
	raw, err := os.ReadFile(list)
	n := strings.Count(string(raw), "(INJECTED)")
	if n == 0 && err == nil {
		err = errors.New("no call failed")
	}
	return n, err
}
