// Package hooktest makes one binary the three commands, with hooks that stories
// set by their environment.
package hooktest

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/testing/agenttest"
)

// Run is the command after which the binary is called, "frasier", "bot" or
// "worker", until it ends or the process is told to. It returns the exit code.
func Run() int {
	if code, was := workerside.Inside(os.Args[1:], os.Stderr); was {
		return code
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := os.Environ()
	h := FromEnv(env)
	switch name := filepath.Base(os.Args[0]); name {
	case "bot":
		return botside.Run(ctx, app.Process{Env: env, Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr, Hooks: h})
	case "worker":
		return workerside.Run(ctx, app.Process{Env: env, Dir: ".", Log: os.Stderr, Hooks: h})
	case "frasier":
		return cli.Run(ctx, cli.Process{Args: os.Args[1:], Env: env, Dir: ".", In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Hooks: h})
	case "opencode":
		return agenttest.Run(ctx)
	default:
		panic(name + " is none of the commands")
	}
}

// FromEnv reads what a story changes.
//
//	STORY_CRASH=POINT#N   kill -9 at the Nth time the point is passed; * is any but
//	                      those at which a reply of a model would be lost, and idle beats
//	STORY_POINTS=FILE     append each point that is passed
//	STORY_WAIT=1ms        at most this long between two tries of a call
//	STORY_PATIENCE=2s     instead of two minutes with an unusable model
//	STORY_KEY=PEM         the public key that releases are checked with
//	STORY_AHEAD=FILE      the clock is ahead by the time that the file holds
func FromEnv(env []string) app.Hooks {
	get := map[string]string{}
	for _, e := range env {
		if k, v, ok := strings.Cut(e, "="); ok {
			get[k] = v
		}
	}
	h := app.Hooks{HostPace: time.Millisecond, Facts: true}
	if d, err := time.ParseDuration(get["STORY_PATIENCE"]); err == nil {
		h.Patience = d
	}
	if most, err := time.ParseDuration(get["STORY_WAIT"]); err == nil {
		h.Wait = func(ctx context.Context, d time.Duration) error {
			t := time.NewTimer(min(d, most))
			defer t.Stop()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-t.C:
				return nil
			}
		}
	}
	if file := get["STORY_AHEAD"]; file != "" {
		h.Now = func() time.Time { return time.Now().Add(ahead(file)) }
	}
	if pem := get["STORY_KEY"]; pem != "" {
		h.Key = []byte(pem)
	}
	h.Crash = crasher(get["STORY_CRASH"], get["STORY_POINTS"])
	return h
}

// ahead reads by how much a story's clock is ahead; each process asks anew, so
// that all of a story leap at once.
func ahead(file string) time.Duration {
	raw, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	d, err := time.ParseDuration(strings.TrimSpace(string(raw)))
	if err != nil {
		panic(err)
	}
	return d
}

func crasher(crash, points string) func(string) {
	if crash == "" && points == "" {
		return nil
	}
	at, count, _ := strings.Cut(crash, "#")
	left, err := strconv.Atoi(count)
	if err != nil {
		left = 1
	}
	var mu sync.Mutex
	return func(point string) {
		mu.Lock()
		defer mu.Unlock()
		if points != "" {
			f, err := os.OpenFile(points, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			if _, err := fmt.Fprintln(f, point); err != nil {
				panic(err)
			}
			if err := f.Close(); err != nil {
				panic(err)
			}
		}
		idle := point == "begin-call:committed" || point == "end-call" || strings.HasPrefix(point, "seen") || strings.HasPrefix(point, "hold-job")
		if point != at && (at != "*" || idle) {
			return
		}
		if left--; left == 0 {
			if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
				panic(err)
			}
			select {} // until the signal arrives
		}
	}
}
