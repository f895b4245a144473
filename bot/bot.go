// Package bot is the chat side of Frasier: it takes in what people say, answers
// and sends what is queued for them. It knows chats only by the Chat interface;
// the terminal and Discord implement it.
//
// What comes in is stored before anything else happens; what goes out was
// stored before it is sent. The package starts no subprocess and fetches
// nothing from the web.
package bot

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

// Chat is one way to talk with people.
type Chat interface {
	// Listen receives messages until ctx ends or the chat does. store has stored
	// the message when it returns nil.
	Listen(ctx context.Context, store func(context.Context, org.Message) error) error
	// Publish sends one delivery and returns the chat's receipt for it.
	Publish(ctx context.Context, d reports.Delivery) (receipt string, err error)
}

// Job does one thing and returns org.ErrNoWork when there is nothing to do, as an
// *retry.EarlyError when it is known when there will be.
type Job struct {
	Name string
	Next func(ctx context.Context) error
}

// Runner runs jobs. Poll is how often each looks without a notification. A job that
// fails is tried again after growing pauses, at most Poll.
type Runner struct {
	Jobs []Job
	Poll time.Duration
	Wake func() (notify <-chan struct{}, stop func())
	Now  func() time.Time // nil is the machine's clock
	Log  *slog.Logger
}

// stagger is which part of a poll lies between two jobs' looks, so that one
// connection to the database does for all of them while there is nothing to do.
const stagger = 1000

// Run does the jobs side by side until ctx ends, and returns when all have
// come to rest.
func (r *Runner) Run(ctx context.Context) {
	var wait sync.WaitGroup
	for i, j := range r.Jobs {
		wait.Go(func() { r.serveJob(ctx, j, time.Duration(i)*r.Poll/stagger) })
	}
	wait.Wait()
}

// serveJob does one job until nothing is left, then waits for a notification, for
// when something is due or for the poll, the first of which comes so much later.
func (r *Runner) serveJob(ctx context.Context, j Job, later time.Duration) {
	notify, stop := r.Wake()
	defer stop()
	retry.Duty{
		Name: j.Name, Next: func(ctx context.Context) error { return r.doOnce(ctx, j) }, Poll: r.Poll, Later: later, Wake: notify,
		Clock: retry.Clock{Now: r.Now, Random: rand.Float64},
		Tell: func(a retry.Attempt) {
			if a.Err == nil {
				r.Log.InfoContext(ctx, "job works again", "job", j.Name, "tries", a.Tries)
				return
			}
			r.Log.ErrorContext(ctx, "job failed", "job", j.Name, "err", a.Err, "tries", a.Tries, "again_in", a.Wait)
		},
	}.Serve(ctx)
}

// doOnce turns a panic of a job into an error: one bad message must not end
// the process.
func (r *Runner) doOnce(ctx context.Context, j Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %v", j.Name, p)
		}
	}()
	return j.Next(ctx)
}

// SetupError says what only the operator can put right, such as a token that is not accepted. A
// chat whose Listen returns one will not work however often it is tried, so the process ends. Its
// text says what to do.
type SetupError struct{ Err error }

// Error returns the sentence.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SetupError) Unwrap() error { return e.Err }
