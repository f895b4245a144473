package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/store"
)

// writes are the system calls that strace counts.
const writes = "pwrite64,write,fsync,fdatasync,ftruncate,rename,renameat,unlink,unlinkat"

// What a process of the role "store" is told.
const (
	doOpen   = "open"   // bring it up to date
	doBackup = "backup" // that, and make a backup
)

// alone does one thing with a database, all of it on one thread: strace counts
// the calls of each thread on its own. ctx must not end: the driver would run
// its statements on other threads.
func alone(ctx context.Context, args []string) int {
	runtime.LockOSThread()
	db, err := store.Open(ctx, store.Options{Path: args[1]})
	if err == nil && args[0] == doBackup {
		_, err = db.Backup(ctx, "")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "store:", err)
		return 1
	}
	return 0
}

// upgrades ends the upgrade of a released database at random
// instants and, where strace is at hand, at each write and sync of all its
// migrations: afterwards the upgrade completes and nothing is missing.
func upgrades(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 14)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	old := filepath.Join(s.dir, "old")
	if err := ancient(ctx, old); err != nil {
		return v, fmt.Errorf("make a released database: %w", err)
	}
	c := cutting{do: doOpen, from: old, look: upgraded, most: mostCalls(o)}
	killed, err := s.atRandom(ctx, &v, c, o.figure(40, 400))
	if err != nil {
		return v, err
	}
	calls, err := s.atEach(ctx, &v, c)
	v.say("R14", "kills=%d writes_and_syncs=%s half_migrated=0", killed, calls)
	return v, err
}

const database = "frasier.db"

// released is a database that the last program before the schema in one file left.
const released = "store/testdata/released/before-v0.1.0.db"

// ancient copies the released database, with a row more.
func ancient(ctx context.Context, home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	data, err := os.ReadFile(released)
	if err != nil {
		return fmt.Errorf("chaos runs in the repository's folder: %w", err)
	}
	path := filepath.Join(home, database)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	db, err := sql.Open("sqlite3", path+"?_journal_mode=WAL")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO policies (name, value, changed_at) VALUES ('kept', 'yes', 1)`)
	return errors.Join(err, db.Close())
}

// upgraded opens a database once more and looks that all is there.
func upgraded(ctx context.Context, v *verdict, home string) (err error) {
	db, err := store.Open(ctx, store.Options{Path: filepath.Join(home, database)})
	if err != nil {
		v.breaks("R14", "after a kill: %v", err)
		return nil
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	kept, err := db.Policy(ctx, "kept", "")
	if kept != "yes" {
		v.breaks("R14", "what was there before the upgrade is gone: %v", err)
	}
	checks, wrong := db.Verify(ctx)
	for _, c := range checks {
		if !c.OK {
			v.breaks("R14", "after a kill: %s: %s", c.Name, c.Detail)
		}
	}
	return errors.Join(err, wrong)
}

// made is a home with one project that was worked on, at rest.
func (s *scene) made(ctx context.Context, v *verdict) error {
	if err := s.startAll("bot", "worker1"); err != nil {
		return err
	}
	if err := s.traffic(); err != nil {
		return err
	}
	if err := s.rest(ctx, v); err != nil {
		return err
	}
	for _, n := range []string{"bot", "worker1"} {
		if _, err := s.procs[n].terminate(patience); err != nil {
			return err
		}
	}
	s.ends = s.ends[:len(s.ends)-1]
	return s.db.Close()
}

// backups ends a backup at random instants and at each of its writes and
// syncs: whatever is named as a backup then is whole. What was kept is restored.
func backups(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 29)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.made(ctx, &v); err != nil {
		return v, err
	}
	var mu sync.Mutex
	kept, good := 0, 0
	c := cutting{do: doBackup, from: s.home(), most: mostCalls(o), look: func(ctx context.Context, v *verdict, home string) error {
		mu.Lock()
		defer mu.Unlock()
		made, err := filepath.Glob(filepath.Join(home, "backups", "frasier-*.db"))
		if err != nil || kept == o.figure(50, 1000) || len(made) == 0 {
			return err
		}
		kept++
		file := made[len(made)-1]
		if err := os.Remove(filepath.Join(home, database)); err != nil {
			return err
		}
		if _, err := store.Restore(ctx, filepath.Join(home, database), file, time.Now()); err != nil {
			v.breaks("R13", "%s cannot be restored: %v", file, err)
			return nil
		}
		good++
		return nil
	}}
	killed, err := s.atRandom(ctx, &v, c, o.figure(150, 1000))
	if err != nil {
		return v, err
	}
	calls, err := s.atEach(ctx, &v, c)
	v.say("R13", "kills=%d writes_and_syncs=%s restored=%d of %d", killed, calls, good, kept)
	return v, err
}

// cutting is one thing that a process of its own does with a copy of a home,
// and is ended while it does it.
type cutting struct {
	do   string
	from string // the home that is copied
	most int    // writes and syncs at which it is ended at most
	look func(ctx context.Context, v *verdict, home string) error
}

// How many homes are cut at once.
const lanes = 2

// How one try is ended.
type cut struct {
	lane  int
	wrap  []string      // words before the program's
	after time.Duration // kill -9 then; 0 means not
}

// try does the thing once in a lane's home and looks at what is left. It
// reports whether the process was killed.
func (s *scene) try(ctx context.Context, v *verdict, c cutting, k cut) (died bool, err error) {
	home := filepath.Join(s.dir, fmt.Sprint("lane", k.lane))
	if err := errors.Join(os.RemoveAll(home), os.CopyFS(home, os.DirFS(c.from))); err != nil {
		return false, err
	}
	path, err := os.Executable()
	if err != nil {
		return false, err
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	words := append(slices.Clone(k.wrap), path, c.do, filepath.Join(home, database))
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), roleVar+"=store")
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	if err := cmd.Start(); err != nil {
		return false, err
	}
	if k.after > 0 {
		kill := time.AfterFunc(k.after, func() { cmd.Process.Kill() }) //nolint:errcheck // it may have ended
		defer kill.Stop()
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	const killed = 128 + 9 // as strace says it
	if errors.As(err, &exit) {
		if died = !exit.Exited() || exit.ExitCode() == killed; !died {
			return false, fmt.Errorf("%s: %w: %s", c.do, err, s.out.tail())
		}
	} else if err != nil {
		return false, err
	}
	return died, c.look(ctx, v, home)
}

// atRandom does the thing so often and ends it at random instants.
func (s *scene) atRandom(ctx context.Context, v *verdict, c cutting, n int) (killed int, err error) {
	begun := time.Now()
	if _, err := s.try(ctx, v, c, cut{}); err != nil {
		return 0, err
	}
	took := time.Since(begun)
	waits := make([]time.Duration, n)
	for i := range waits {
		waits[i] = 1 + time.Duration(s.rng.Int64N(int64(took)))
	}
	return s.inLanes(v, n, func(lane, i int, v *verdict) (bool, error) { return s.try(ctx, v, c, cut{lane: lane, after: waits[i]}) })
}

// mostCalls is at how many writes and syncs something is ended at most: at each, but
// in a sample, where there are a thousand of them and two minutes.
func mostCalls(o options) int {
	if o.sample > 0 {
		return 200
	}
	return 1 << 20
}

// atEach ends the thing at each of its writes and syncs, or at the most of them
// that there may be, evenly spread; the first is drawn.
func (s *scene) atEach(ctx context.Context, v *verdict, c cutting) (string, error) {
	path, err := exec.LookPath("strace")
	if err != nil {
		return "not shown here: strace is not installed", nil //nolint:nilerr // that is what is to be said
	}
	list := filepath.Join(s.dir, "calls")
	if _, err := s.try(ctx, v, c, cut{wrap: []string{path, "-f", "-qq", "-o", list, "-e", "trace=" + writes}}); err != nil {
		return "", err
	}
	raw, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	all := busiest(raw)
	n := min(c.most, all)
	off := s.rng.IntN(max(all, 1))
	killed, err := s.inLanes(v, n, func(lane, i int, v *verdict) (bool, error) {
		at := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", writes, 1+(i*all+off)/n)
		return s.try(ctx, v, c, cut{lane: lane, wrap: []string{path, "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + writes, "-e", at}})
	})
	return fmt.Sprintf("%d of %d", killed, all), err
}

// inLanes does n things in lanes beside each other and counts those that died.
func (s *scene) inLanes(v *verdict, n int, do func(lane, i int, v *verdict) (bool, error)) (died int, err error) {
	var found [lanes]verdict
	var errs [lanes]error
	var dead [lanes]int
	var all sync.WaitGroup
	for lane := range lanes {
		all.Go(func() {
			for i := lane; i < n && errs[lane] == nil && len(found[lane].broken) == 0; i += lanes {
				ended, err := do(lane, i, &found[lane])
				if errs[lane] = err; ended {
					dead[lane]++
				}
			}
		})
	}
	all.Wait()
	for lane := range lanes {
		died += dead[lane]
		v.broken = append(v.broken, found[lane].broken...)
	}
	return died, errors.Join(errs[:]...)
}

// How many calls the busiest thread of a trace made: strace counts
// for each thread on its own, and the first that comes to a number ends all.
func busiest(trace []byte) int {
	n := map[string]int{}
	for line := range bytes.Lines(trace) {
		thread, _, _ := bytes.Cut(line, []byte(" "))
		n[string(thread)]++
	}
	return slices.Max(slices.Collect(maps.Values(n)))
}
