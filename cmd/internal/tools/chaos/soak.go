package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// What a process takes.
type size struct{ rss, fds, threads int }

func (p *process) size() (size, error) {
	dir := fmt.Sprintf("/proc/%d", p.cmd.Process.Pid)
	raw, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return size{}, err
	}
	var z size
	for line := range strings.Lines(string(raw)) {
		name, rest, _ := strings.Cut(line, ":")
		f := strings.Fields(rest)
		switch name {
		case "VmRSS":
			z.rss, err = strconv.Atoi(f[0])
		case "Threads":
			z.threads, err = strconv.Atoi(f[0])
		}
		if err != nil {
			return z, err
		}
	}
	open, err := os.ReadDir(filepath.Join(dir, "fd"))
	z.fds = len(open)
	return z, err
}

// soak works for a while with one call in twelve failing and looks whether
// anything grows.
func soak(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 21)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.flaky()
	if err := s.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	const megabyte, mostWAL, slack = 1024, 64 << 20, 8
	long, growth := time.Minute, 25.0 // percent; a minute is too short to tell less
	if o.release {
		long, growth = 8*time.Hour, 2
	}
	// What is open changes with what is just then done, so the most of each half is compared.
	begun, warm, last := time.Now(), map[string]size{}, map[string]size{}
	projects, wal := 0, int64(0)
	for time.Since(begun) < long && ctx.Err() == nil {
		for range 3 {
			if err := s.traffic(); err != nil {
				return v, err
			}
			projects++
		}
		if err := s.rest(ctx, &v); err != nil {
			return v, err
		}
		if info, err := os.Stat(filepath.Join(s.home(), database+"-wal")); err == nil {
			wal = max(wal, info.Size())
		}
		half := warm
		if time.Since(begun) > long/2 {
			half = last
		}
		if err := s.sizes(half); err != nil {
			return v, err
		}
	}
	for name, most := range map[string]int{"bot": 128 * megabyte, "worker1": 256 * megabyte} {
		was, is := warm[name], last[name]
		if is.rss > most {
			v.breaks("R21", "%s takes %d MB", name, is.rss/megabyte)
		}
		if grown := 100 * float64(is.rss-was.rss) / float64(max(1, was.rss)); grown > growth {
			v.breaks("R21", "%s grew by %.0f %% after it was warm", name, grown)
		}
		if is.fds > was.fds+slack || is.threads > was.threads+slack {
			v.breaks("R21", "%s: %d open files and %d threads, %d and %d when it was warm", name, is.fds, is.threads, was.fds, was.threads)
		}
	}
	if wal > mostWAL {
		v.breaks("R21", "the write-ahead log grew to %d MB", wal>>20)
	}
	v.say("R21", "soak=%s projects=%d bot=%dMB worker=%dMB fds=%d+%d wal=%dMB", long, projects, last["bot"].rss/megabyte, last["worker1"].rss/megabyte,
		last["bot"].fds, last["worker1"].fds, wal>>20)
	return v, nil
}

// sizes raises what is in most to what the processes are now.
func (s *scene) sizes(most map[string]size) error {
	for _, n := range []string{"bot", "worker1"} {
		z, err := s.procs[n].size()
		if err != nil {
			return err
		}
		m := most[n]
		most[n] = size{rss: max(m.rss, z.rss), fds: max(m.fds, z.fds), threads: max(m.threads, z.threads)}
	}
	return nil
}
