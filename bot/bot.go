// Package bot is the front office: it hears people, answers them and sends
// what the office has to say. It knows chats only by the Chat interface; the
// terminal and Discord are its two doors.
//
// What comes in is stored before anything else happens; what goes out was
// stored before it is sent. The front office starts no subprocess and fetches
// nothing from the web.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Chat is one way to talk with people.
type Chat interface {
	// Listen hears messages until ctx ends or the chat does. hear has stored
	// the message when it returns nil.
	Listen(ctx context.Context, hear func(context.Context, org.Message) error) error
	// Publish says one delivery and returns the chat's receipt for it.
	Publish(ctx context.Context, d org.Delivery) (receipt string, err error)
}

// Duty does one thing and returns org.ErrNoWork when there is nothing to do.
type Duty struct {
	Name string
	Next func(ctx context.Context) error
}

// Office runs duties. Poll is how often each looks without a nudge.
type Office struct {
	Duties []Duty
	Poll   time.Duration
	Wake   func() (nudge <-chan struct{}, stop func())
	Log    *slog.Logger
}

// apart is which part of a poll lies between two duties' looks, so that one
// connection to the database does for all of them while there is nothing to do.
const apart = 1000

// Run does the duties side by side until ctx ends, and returns when all have
// come to rest.
func (o *Office) Run(ctx context.Context) {
	var wait sync.WaitGroup
	for i, d := range o.Duties {
		wait.Go(func() { o.serve(ctx, d, time.Duration(i)*o.Poll/apart) })
	}
	wait.Wait()
}

// serve does one duty until nothing is left, then waits for a nudge or the
// poll, the first of which comes so much later. An error waits as if there were nothing to do, so that a broken thing
// is tried again and never in a tight loop.
func (o *Office) serve(ctx context.Context, d Duty, later time.Duration) {
	nudge, stop := o.Wake()
	defer stop()
	tick := time.NewTicker(o.Poll + later)
	defer tick.Stop()
	for {
		for ctx.Err() == nil {
			err := o.once(ctx, d)
			if err == nil {
				continue
			}
			if !errors.Is(err, org.ErrNoWork) && ctx.Err() == nil {
				o.Log.ErrorContext(ctx, "duty failed", "duty", d.Name, "err", err)
			}
			break
		}
		select {
		case <-ctx.Done():
			return
		case <-nudge:
		case <-tick.C:
			if later > 0 {
				later = 0
				tick.Reset(o.Poll)
			}
		}
	}
}

// once turns a panic of a duty into an error: one bad message must not end
// the process.
func (o *Office) once(ctx context.Context, d Duty) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", d.Name, r)
		}
	}()
	return d.Next(ctx)
}

// SetupError is what only the operator can put right, such as a token that is
// not accepted. A chat whose Listen returns one will not work however often it
// is tried, so the process ends. Its text says what to do.
type SetupError struct{ Err error }

// Error returns the sentence.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SetupError) Unwrap() error { return e.Err }
