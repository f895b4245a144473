// Package worker is the back office: it claims steps, runs their stages with a
// checkpoint each, and hands in.
//
// What comes in is a claim on a step; what goes out is one Outcome, saved in
// one transaction by Records.Finish. A worker may be killed at any instant: the
// step goes back, and whoever claims it next reads the checkpoints and repeats
// at most the model call that was under way. A worker never talks to a chat and
// never publishes; what it has to say it hands in.
//
//	claim -> decompose -> search, gap loop -> synthesize -> audit
//	      -> critique <-> revise (at most twice) -> qa, lead -> hand in
//
// An assembly step joins the results of the others into one document instead.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/review"
)

// Queue is how the pool takes steps and keeps them.
type Queue interface {
	// ClaimSteps claims at most n ready steps for term.
	ClaimSteps(ctx context.Context, holder string, term time.Duration, n int) ([]org.Claim, error)
	// Renew keeps the holder's claims and returns the steps it still holds.
	Renew(ctx context.Context, holder string, term time.Duration) ([]org.StepID, error)
	// Release gives back what the holder still holds; no attempt is burnt.
	Release(ctx context.Context, holder string) error
	// GiveBack gives back one claim; no attempt is burnt.
	GiveBack(ctx context.Context, l org.Lease) error
	// Held returns the steps that the holder has claims on.
	Held(ctx context.Context, holder string) ([]org.StepID, error)
}

// Records is what a step's work reads and writes.
type Records interface {
	Context(ctx context.Context, step org.StepID) (org.StepContext, error)
	Checkpoints(ctx context.Context, step org.StepID, round int) ([]org.Checkpoint, error)
	SaveCheckpoint(ctx context.Context, l org.Lease, c org.Checkpoint) error
	MarkInReview(ctx context.Context, l org.Lease) error
	Finish(ctx context.Context, l org.Lease, o org.Outcome) error
	FailProject(ctx context.Context, p org.ProjectID, cause string) error
}

// Worker works on steps. All fields but Renewal and Crash must be set
// before Run.
type Worker struct {
	Queue     Queue
	Records   Records
	Staff     Staff
	Research  *research.Researcher
	Judge     *review.Judge
	Assembler *deliver.Assembler
	Client    *llm.Client
	Prompts   *prompt.Set
	Autonomy  func(context.Context) (org.AutonomyPolicy, error)
	// Gauge says how far a critic's score can be trusted.
	Gauge *Gauge
	// Crosscheck says whether second opinions are asked for.
	Crosscheck func(context.Context) (bool, error)
	// Advice is what the watcher has to say to whoever works on a step.
	Advice   func(context.Context, org.StepID) ([]string, error)
	QA, Lead org.AgentID   // who reviews
	Holder   string        // names this process and is never used again after it
	Slots    int           // steps worked on at once
	Poll     time.Duration // how often the queue is asked without a nudge
	Renewal  time.Duration // how often claims are renewed; zero means org.RenewEvery
	Secret   string        // of this database: marks outside text, see prompt.Nonce
	Now      func() time.Time
	Log      *slog.Logger
	Crash    func(point string) // test hook at named points; nil in shipped commands
}

// Run works until ctx ends, then gives back what it holds and returns nil.
// wake brings the next look at the queue forward; nil is allowed.
func (w *Worker) Run(ctx context.Context, wake <-chan struct{}) error {
	p := pool{Worker: w, free: make(chan struct{}, w.Slots), cancels: map[org.StepID]job{}}
	defer p.drain(ctx)
	tick := time.NewTicker(w.Poll)
	defer tick.Stop()
	every := w.Renewal
	if every <= 0 {
		every = org.RenewEvery
	}
	renew := time.NewTicker(every)
	defer renew.Stop()
	look := time.NewTicker(org.ClaimLook)
	defer look.Stop()
	for {
		if err := p.fill(ctx); err != nil && ctx.Err() == nil {
			w.Log.ErrorContext(ctx, "claim steps", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-p.free:
		case <-tick.C:
		case <-look.C:
			p.look(ctx)
		case <-renew.C:
			p.renew(ctx)
		}
	}
}

// pool holds the steps that are being worked on. Its map is guarded by mu.
type pool struct {
	*Worker
	mu      sync.Mutex
	busy    sync.WaitGroup
	free    chan struct{} // one value per step that ended
	cancels map[org.StepID]job
}

// job is the work on one claim.
type job struct {
	fence int64
	stop  context.CancelFunc
	alone bool // one more dead worker would fail it, so nothing runs beside it
}

func (p *pool) fill(ctx context.Context) error {
	open := p.open()
	if open <= 0 {
		return nil
	}
	claims, err := p.Queue.ClaimSteps(ctx, p.Holder, org.LeaseTerm, open)
	for _, c := range claims {
		p.start(ctx, c)
	}
	if err != nil && !errors.Is(err, org.ErrNoWork) {
		return fmt.Errorf("claim steps: %w", err)
	}
	return nil
}

// open is how many more steps may be taken.
func (p *pool) open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, j := range p.cancels {
		if j.alone {
			return 0
		}
	}
	return p.Slots - len(p.cancels)
}

// start works on a claim. When this process lost the step and claimed it
// again before it noticed, the work on the lost claim is stopped.
func (p *pool) start(ctx context.Context, c org.Claim) {
	stepCtx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	if lost, ok := p.cancels[c.Step.ID]; ok {
		lost.stop()
	}
	p.cancels[c.Step.ID] = job{fence: c.Lease.Fence, stop: cancel, alone: c.Step.Crashes >= org.MaxCrashes-1}
	p.mu.Unlock()
	p.busy.Go(func() {
		defer cancel()
		if err := p.guarded(stepCtx, c); err != nil && stepCtx.Err() == nil && !errors.Is(err, org.ErrLeaseLost) {
			p.Log.ErrorContext(ctx, "work on step", "step", c.Step.ID, "err", err)
		}
		p.mu.Lock()
		if p.cancels[c.Step.ID].fence == c.Lease.Fence {
			delete(p.cancels, c.Step.ID)
		}
		p.mu.Unlock()
		select {
		case p.free <- struct{}{}:
		default:
		}
	})
}

// guarded turns a panic into a round that code rejects: one bad step must not
// end the process, nor the steps beside it.
func (p *pool) guarded(ctx context.Context, c org.Claim) (err error) {
	defer func() {
		if v := recover(); v != nil {
			r := &run{Worker: p.Worker, claim: c, step: c.Step}
			err = errors.Join(fmt.Errorf("work on step %s: %v", c.Step.ID, v), r.handIn(ctx, r.rejected(fmt.Sprint("the work broke off: ", v))))
		}
	}()
	return p.Work(ctx, c)
}

// renew keeps the claims and stops work on steps that were taken away.
func (p *pool) renew(ctx context.Context) {
	held, err := p.Queue.Renew(ctx, p.Holder, org.LeaseTerm)
	if err != nil {
		p.Log.ErrorContext(ctx, "renew claims", "err", err)
		return
	}
	p.keep(ctx, held)
}

// look stops work on steps that were taken away, as those of a project that
// the founder cancelled are.
func (p *pool) look(ctx context.Context) {
	p.mu.Lock()
	idle := len(p.cancels) == 0
	p.mu.Unlock()
	if idle {
		return
	}
	held, err := p.Queue.Held(ctx, p.Holder)
	if err != nil {
		p.Log.ErrorContext(ctx, "look for claims", "err", err)
		return
	}
	p.keep(ctx, held)
}

// keep stops work on all other steps. The caller is the only one who starts
// any, so none is missing because it is new.
func (p *pool) keep(ctx context.Context, held []org.StepID) {
	keep := map[org.StepID]bool{}
	for _, id := range held {
		keep[id] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, j := range p.cancels {
		if !keep[id] {
			p.Log.InfoContext(ctx, "claim ended", "step", id)
			j.stop()
		}
	}
}

// drain waits for the steps, which see their context end, and gives back what
// is still held.
func (p *pool) drain(ctx context.Context) {
	p.busy.Wait()
	const term = 5 * time.Second
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer cancel()
	if err := p.Queue.Release(last, p.Holder); err != nil {
		p.Log.ErrorContext(last, "release claims", "err", err)
	}
}

func (w *Worker) crash(point string) {
	if w.Crash != nil {
		w.Crash(point)
	}
}
