package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
)

// full lets the instance work on a disk of a few megabytes and fills the disk at
// random instants: nothing may be lost, nobody may be told twice, and work has
// to go on by itself when there is room again.
func full(ctx context.Context, o options) (v verdict, err error) {
	faults, warned, projects := 0, 0, 0
	for salt := uint64(0); faults < o.figure(300, 3000) && ctx.Err() == nil && len(v.broken) == 0; salt++ {
		s, err := open(ctx, o, 1100+salt)
		if err != nil {
			return v, err
		}
		made, err := s.onSmallDisk(ctx, &v)
		if errors.Is(err, unix.EPERM) {
			v.say("R11", "not shown here: a small disk can be mounted by root only")
			return v, s.close()
		}
		if err == nil {
			faults, projects = faults+made.faults, projects+made.projects
			warned = max(warned, made.warned)
		} else {
			s.failed = true
		}
		if err := errors.Join(err, s.close()); err != nil {
			return v, err
		}
	}
	v.say("R11", "faults=%d projects=%d lost=0 most_warnings_of_one_fault_and_loop=%d", faults, projects, warned)
	return v, nil
}

// What happened on one small disk.
type smallDisk struct {
	faults, projects, warned int
	lines                    []string // of the fault that was told of most
}

func (s *scene) onSmallDisk(ctx context.Context, v *verdict) (smallDisk, error) {
	const rounds, each = 3, 20
	var did smallDisk
	disk := filepath.Join(s.dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return did, err
	}
	if err := unix.Mount("none", disk, "tmpfs", 0, "size=16m"); err != nil {
		return did, err
	}
	s.ends = append([]func() error{func() error { return unix.Unmount(disk, unix.MNT_DETACH) }}, s.ends...)
	if err := s.db.Close(); err != nil {
		return did, err
	}
	s.ends = s.ends[:len(s.ends)-1]
	for i, e := range s.env {
		if strings.HasPrefix(e, "FRASIER_HOME=") {
			s.env[i] = "FRASIER_HOME=" + filepath.Join(disk, "home")
		}
	}
	s.at = filepath.Join(disk, "home")
	if err := s.look(); err != nil {
		return did, err
	}
	if err := s.startAll("bot", "worker1"); err != nil {
		return did, err
	}
	for range rounds {
		if err := s.traffic(); err != nil {
			return did, err
		}
		did.projects++
		for range each {
			pause(ctx, time.Duration(s.rng.IntN(60))*time.Millisecond)
			told := len(s.warnings())
			if err := fill(filepath.Join(disk, "filler")); err != nil {
				return did, err
			}
			pause(ctx, time.Duration(20+s.rng.IntN(100))*time.Millisecond)
			if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
				return did, err
			}
			did.faults++
			for _, name := range []string{"bot", "worker1"} { // one that could not even start is started again by its supervisor
				select {
				case <-s.procs[name].done:
					if err := s.start(name); err != nil {
						return did, err
					}
				default:
				}
			}
			const processes = 2
			lines := s.warnings()[told:]
			for _, n := range repeats(lines) {
				if n = (n + processes - 1) / processes; n > did.warned {
					did.warned, did.lines = n, lines
				}
			}
		}
		if err := s.rest(ctx, v); err != nil {
			return did, fmt.Errorf("after %d times without room: %w", did.faults, err)
		}
	}
	if _, _, err := s.unfinished(v, "R11"); err != nil {
		return did, err
	}
	if did.warned > 1 {
		v.breaks("R11", "a loop of one process told %d times of a full disk:\n%s", did.warned, strings.Join(did.lines, ""))
	}
	return did, s.verify(ctx, v, "R11")
}

// warnings are the lines that say that the disk is full.
func (s *scene) warnings() []string {
	var out []string
	for line := range strings.Lines(s.out.String()) {
		if strings.Contains(line, "level=") && strings.Contains(line, org.ErrDiskFull.Error()) {
			out = append(out, line)
		}
	}
	return out
}

// repeats counts the lines that differ in their time and error alone: those of
// one loop or of one message.
func repeats(lines []string) map[string]int {
	out := map[string]int{}
	for _, line := range lines {
		_, line, _ = strings.Cut(line, " level=")
		line, _, _ = strings.Cut(line, " err=")
		out[line]++
	}
	return out
}

// fill writes until there is no room.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return nil //nolint:nilerr // there is no room for a name
	}
	block := make([]byte, 4096)
	for {
		if _, err := f.Write(block); err != nil {
			return f.Close()
		}
	}
}
