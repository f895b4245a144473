package cli

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

const attachedLines = 20

// errStepOver ends the following of a step.
var errStepOver = errors.New("the step has ended")

// attachment is a step that is followed. What happens to it and the answers to what is
// typed are written by two goroutines, one at a time.
type attachment struct {
	*call
	*app.App
	step org.StepID
	mu   sync.Mutex
}

// attach shows what happened last to a step, then what happens, until it ends. Each line
// that is typed is told whoever works on it; "q" leaves, and the work goes on.
func attach(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"attach takes a step: frasier attach s12, with --shell for a shell in its files"}
	}
	if c.flags.shell {
		return c.with(ctx, func(a *app.App) error {
			dir, shell, err := workerside.Shell(ctx, a, c.rest[0])
			if err != nil {
				return err
			}
			c.say(messages.TerminalShell(dir))
			return shell(c.In, c.Out)
		})
	}
	return c.with(ctx, func(a *app.App) error {
		s, err := a.Store.Step(ctx, strings.ToLower(c.rest[0]))
		if errors.Is(err, org.ErrNotFound) {
			return &org.UnknownError{What: "step", Name: c.rest[0]}
		}
		if err != nil {
			return err
		}
		ctx, leave := context.WithCancel(ctx)
		defer leave()
		at := &attachment{call: c, App: a, step: s.ID}
		seen, err := at.before(ctx)
		if err != nil || s.State.Ended() {
			return err
		}
		c.say(messages.TerminalAttached(s.ID))
		go at.passOn(ctx, leave)
		wake, stop := a.Store.Wake()
		defer stop()
		f := &journal.Follower{Records: a.Store, Nudge: wake, Poll: time.Second}
		_, err = f.Follow(ctx, seen, at.printEvent)
		if ctx.Err() != nil || errors.Is(err, errStepOver) {
			return nil
		}
		return err
	})
}

// before shows the last of what happened so far, and returns the number of the last
// entry that there was.
func (at *attachment) before(ctx context.Context) (int64, error) {
	var of []org.Event
	var seen int64
	for {
		all, err := at.Store.Events(ctx, seen, 1000)
		if err != nil {
			return seen, err
		}
		for _, e := range all {
			if seen = e.Seq; e.Step == at.step {
				of = append(of, e)
			}
		}
		if len(all) == 0 {
			break
		}
		of = of[max(0, len(of)-attachedLines):]
	}
	for _, e := range of {
		if err := at.printEvent(ctx, e); err != nil && !errors.Is(err, errStepOver) {
			return seen, err
		}
	}
	return seen, nil
}

// printEvent shows an entry of the journal about the step, and what was done in a turn of
// whoever changes code. Its error is errStepOver when the step has ended.
func (at *attachment) printEvent(ctx context.Context, e org.Event) error {
	if e.Step != at.step {
		return nil
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	at.printf("%s\n", journal.Line(e))
	switch e.Kind { //nolint:exhaustive // all others are shown and mean no more here
	case org.EventStageDone:
		did, err := readTurn(ctx, at.App, e)
		if err != nil || did == "" {
			return err
		}
		at.printf("    %s\n", did)
	case org.EventStepCompleted, org.EventStepFailed, org.EventStepCancelled:
		return errStepOver
	}
	return nil
}

// passOn tells whoever works on a step each line that is typed, until "q". The end of
// the input leaves nobody.
func (at *attachment) passOn(ctx context.Context, leave func()) {
	lines := bufio.NewScanner(at.In)
	for ctx.Err() == nil && lines.Scan() {
		words := strings.TrimSpace(lines.Text())
		if words == "q" {
			leave()
			return
		}
		if words == "" {
			continue
		}
		r, err := at.do(ctx, at.App, "steer "+string(at.step)+" "+words)
		at.mu.Lock()
		if err != nil {
			at.printf("%v\n", err)
		} else {
			at.say(r.Text)
		}
		at.mu.Unlock()
	}
}
