package cmd_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/cmd/internal/botmain"
	"github.com/frasier-cos/frasier/cmd/internal/hook"
	"github.com/frasier-cos/frasier/cmd/internal/tool"
	"github.com/frasier-cos/frasier/cmd/internal/workermain"
)

// TestMain makes the test binary the three commands: stories start real
// processes of it and may kill them.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "4"); err != nil { // stories wait more than they compute
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"frasier": func() { os.Exit(process(runTool)) },
		"bot":     func() { os.Exit(process(runBot)) },
		"worker":  func() { os.Exit(process(runWorker)) },
	})
}

func process(run func(context.Context, hook.Hooks) int) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, hooks(os.Environ()))
}

func runTool(ctx context.Context, h hook.Hooks) int {
	return tool.Run(ctx, tool.Process{Args: os.Args[1:], Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Hooks: h})
}

func runBot(ctx context.Context, h hook.Hooks) int {
	return botmain.Run(ctx, botmain.Process{Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr, Hooks: h})
}

func runWorker(ctx context.Context, h hook.Hooks) int {
	return workermain.Run(ctx, os.Environ(), ".", os.Stderr, h)
}

// hooks reads what a story changes. Only this test binary has this code.
//
//	STORY_CRASH=POINT#N   kill -9 at the Nth time the point is passed; * is any but
//	                      those at which a reply of a model would be lost, and idle beats
//	STORY_POINTS=FILE     append each point that is passed
//	STORY_WAIT=1ms        at most this long between two tries of a call
//	STORY_PATIENCE=2s     instead of two minutes with an unusable model
func hooks(env []string) hook.Hooks {
	get := map[string]string{}
	for _, e := range env {
		if k, v, ok := strings.Cut(e, "="); ok {
			get[k] = v
		}
	}
	h := hook.Hooks{HostPace: time.Millisecond}
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
	h.Crash = crasher(get["STORY_CRASH"], get["STORY_POINTS"])
	return h
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
		idle := point == "begin-call:committed" || point == "end-call" || strings.HasPrefix(point, "seen") || strings.HasPrefix(point, "hold-beat")
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

// forms are the ways the product runs: everything in one process, or bot and
// worker as two, either started first, or the two with Discord for a door, the
// last once more with kills.
func forms() []string {
	if raced {
		return []string{"one", "discord"}
	}
	return []string{"one", "bot-first", "worker-first", "discord", restarted}
}

// TestStories tells every story in every form.
func TestStories(t *testing.T) {
	for _, form := range forms() {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, scripts(t, "testdata/story", form))
		})
	}
}

// TestTool tells what concerns the commands of the tool alone.
func TestTool(t *testing.T) {
	t.Parallel()
	testscript.Run(t, scripts(t, "testdata/tool", "one"))
}

func scripts(t *testing.T, dir, form string) testscript.Params {
	t.Helper()
	return testscript.Params{
		Dir: dir, WorkdirRoot: workdir(t), RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error { return setUp(e, form) },
		Condition: func(word string) (bool, error) {
			if word != "killed" { // processes are, in this form
				return false, fmt.Errorf("unknown condition %q", word)
			}
			return form == restarted, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"llm": startModel, "web": startWeb, "deliver": deliver, "say": say, "sources": checkSources, "incall": countCalls, "jq": field,
			"clean": checkClean, "asked": checkAsked, "prompted": checkPrompts, "begin": begin, "until": waitUntil, "interrupt": interrupt, "fill": fill, "code": exitCode, "link": link, "goon": goOn, "release": release, "tamper": tamper,
		},
	}
}
