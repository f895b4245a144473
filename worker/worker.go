// Package worker is the worker's side: it claims steps, runs their stages with a
// checkpoint each, and hands in.
//
// What comes in is a claim on a step; what goes out is one Outcome, saved in
// one transaction by Records.Finish. A worker may be killed at any instant: the
// step goes back, and whoever claims it next reads the checkpoints and repeats
// at most the model call that was under way. A worker never talks to a chat and
// never publishes; what it has to say it hands in.
//
//	claim -> decompose -> search, gap loop -> synthesize -> audit, support
//	      -> critique, compare <-> revise (at most twice) -> qa, lead, expert
//	      -> crosscheck, tiebreak -> hand in
//
// An assembly step joins the results of the others into one document instead.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/pool"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/review"
)

// Records reads and writes what a step's work needs.
type Records interface {
	Context(ctx context.Context, step org.StepID) (work.StepContext, error)
	Checkpoints(ctx context.Context, step org.StepID, round int) ([]work.Checkpoint, error)
	SaveCheckpoint(ctx context.Context, l work.Lease, c work.Checkpoint) error
	MarkInReview(ctx context.Context, l work.Lease) error
	Finish(ctx context.Context, l work.Lease, o work.Outcome) error
	FailProject(ctx context.Context, p org.ProjectID, cause string) error
}

// Worker works on steps. All fields but Renewal, Unhurried and Crash must be set
// before Run.
type Worker struct {
	Queue     pool.Queue
	Records   Records
	Staff     Staff
	Research  *research.Researcher
	Judge     *review.Judge
	Assembler *deliver.Assembler
	Client    *llm.Client
	Prompts   *prompt.Set
	Autonomy  func(context.Context) (policy.Thresholds, error)
	// Gauge says how far a critic's score can be trusted.
	Gauge *Gauge
	// Crosscheck says whether second opinions are asked for.
	Crosscheck func(context.Context) (bool, error)
	// Code serves steps that change code; nil where none are worked on.
	Code *Code
	// Advice returns what the founder and the watcher have to say to whoever works on a step.
	Advice    func(context.Context, org.StepID) ([]string, error)
	QA, Lead  org.AgentID   // who reviews
	Holder    string        // names this process and is never used again after it
	Slots     int           // steps worked on at once
	Poll      time.Duration // how often the queue is asked without a nudge
	Renewal   time.Duration // how often claims are renewed; zero means org.RenewEvery
	Unhurried time.Duration // how long an attempt may take; zero means org.AttemptLimit
	Secret    string        // of this database: marks outside text, see prompt.Nonce
	Now       func() time.Time
	Log       *slog.Logger
	Crash     func(point string) // test hook at named points; nil in shipped commands
}

// Run works until ctx ends, then gives back what it holds and returns nil.
// wake brings the next look at the queue forward; nil is allowed.
func (w *Worker) Run(ctx context.Context, wake <-chan struct{}) error {
	p := pool.Pool{Queue: w.Queue, Work: w.guardPanic, Holder: w.Holder, Slots: w.Slots, Poll: w.Poll, Renewal: w.Renewal, Log: w.Log}
	return p.Run(ctx, wake)
}

// guardPanic turns a panic into a round that code rejects: one bad step must not
// end the process, nor the steps beside it.
func (w *Worker) guardPanic(ctx context.Context, c work.Claim, handing func(bool)) (err error) {
	defer func() {
		if v := recover(); v != nil {
			r := &run{Worker: w, claim: c, step: c.Step, handing: handing}
			err = errors.Join(fmt.Errorf("work on step %s: %v", c.Step.ID, v), r.handIn(ctx, r.endPanicked(v)))
		}
	}()
	return w.Work(ctx, c, handing)
}

func (w *Worker) recordCrash(point string) {
	if w.Crash != nil {
		w.Crash(point)
	}
}
