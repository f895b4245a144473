package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/cmd/internal/cli"
)

// What a process that chaos starts is told by its environment.
const (
	roleVar   = "CHAOS_ROLE"   // bot, worker or frasier
	crashVar  = "CHAOS_CRASH"  // POINT#N: kill -9 at the Nth time the point is passed
	armVar    = "CHAOS_ARM"    // a file that holds POINT#N, or stopThere and that, from the moment on from which it counts
	pointsVar = "CHAOS_POINTS" // a file to which each point that is passed is added
	clockVar  = "CHAOS_CLOCK"  // a file that holds by how many seconds the clock is wrong
)

// stopThere has a process stop (SIGSTOP) where it would be killed otherwise.
const stopThere = "stop "

// play is the product with hooks.
func play(ctx context.Context, role string) int {
	h := hooks()
	switch role {
	case "bot":
		return botside.Run(ctx, app.Process{Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr, Hooks: h})
	case "worker":
		return workerside.Run(ctx, app.Process{Env: os.Environ(), Dir: ".", Log: os.Stderr, Hooks: h})
	case "store":
		return alone(context.WithoutCancel(ctx), os.Args[1:])
	case "frasier":
		return cli.Run(ctx, cli.Process{Args: os.Args[1:], Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Hooks: h})
	}
	fmt.Fprintln(os.Stderr, "chaos: no such role:", role)
	return 2
}

// hooks shorten waits, so that a fault costs no minute.
func hooks() app.Hooks {
	const longest, pace = 20 * time.Millisecond, time.Millisecond
	h := app.Hooks{HostPace: pace, Facts: true, Crash: crasher(os.Getenv(crashVar), os.Getenv(armVar), os.Getenv(pointsVar))}
	h.Wait = func(ctx context.Context, d time.Duration) error {
		t := time.NewTimer(min(d, longest))
		defer t.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			return nil
		}
	}
	if path := os.Getenv(clockVar); path != "" {
		h.Now = func() time.Time { return time.Now().Add(skew(path)) }
	}
	return h
}

// skew reads by how much the clock is wrong. Nothing is wrong while there is no
// file.
func skew(path string) time.Duration {
	raw, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(n) * time.Second
}

// crasher ends this process at a point as a power cut would end it.
func crasher(crash, arm, points string) func(string) {
	if crash == "" && arm == "" && points == "" {
		return nil
	}
	log := io.Discard
	if points != "" {
		f, err := os.OpenFile(points, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		log = f
	}
	at, left := where(crash)
	stop := false
	var mu sync.Mutex
	return func(point string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(log, point)
		if arm != "" && at == "" {
			if raw, err := os.ReadFile(arm); err == nil {
				at, stop = strings.CutPrefix(string(raw), stopThere)
				at, left = where(at)
			}
		}
		if point != at {
			return
		}
		if left--; left == 0 {
			if stop {
				at = ""
				stopHere()
				return // somebody woke it
			}
			if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
				panic(err)
			}
			select {} // until the signal arrives
		}
	}
}

// stopHere stops the process, and returns when somebody has woken it. The signal goes to this very thread, which so stops before it does
// anything else: one to the process may be taken by another thread, and this one runs on until that has its turn.
func stopHere() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Tgkill(os.Getpid(), unix.Gettid(), syscall.SIGSTOP); err != nil {
		panic(err)
	}
}

// where reads POINT#N; N is 1 when it is not there.
func where(crash string) (point string, times int) {
	point, count, _ := strings.Cut(crash, "#")
	times, err := strconv.Atoi(count)
	if err != nil {
		times = 1
	}
	return point, times
}
