// Package pool works on as many claimed steps at once as a process has slots.
//
// What comes in are claims, from Queue; what a claim's work is its user says.
// The pool keeps the claims while they are worked on, stops the work on those
// that are taken away, and claims for a slot as soon as what was in it is being
// handed in, so that both are one commit.
package pool

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/work"
)

// Queue hands out steps and keeps the claims on them.
type Queue interface {
	// ClaimSteps claims at most n ready steps for term.
	ClaimSteps(ctx context.Context, holder string, term time.Duration, n int) ([]work.Claim, error)
	// Renew keeps the holder's claims and returns the steps it still holds.
	Renew(ctx context.Context, holder string, term time.Duration) ([]org.StepID, error)
	// Release gives back what the holder still holds; no attempt is burnt.
	Release(ctx context.Context, holder string) error
	// GiveBack gives back one claim; no attempt is burnt.
	GiveBack(ctx context.Context, l work.Lease) error
	// Held returns the steps that the holder has claims on.
	Held(ctx context.Context, holder string) ([]org.StepID, error)
}

// Pool works on as many claims at once as it has slots. All fields but Renewal
// must be set before Run.
type Pool struct {
	Queue Queue
	// Work works on a claim and hands in; an error that it returns is logged.
	// It calls handing with true right before it hands in, and with false when
	// that came to nothing and it goes on.
	Work    func(ctx context.Context, c work.Claim, handing func(bool)) error
	Holder  string        // names this process and is never used again after it
	Slots   int           // claims worked on at once
	Poll    time.Duration // how often the queue is asked without a nudge
	Renewal time.Duration // how often claims are renewed; zero means org.RenewEvery
	Log     *slog.Logger
}

// Run works until ctx ends, then gives back what it holds and returns nil.
// wake brings the next look at the queue forward; nil is allowed.
func (w *Pool) Run(ctx context.Context, wake <-chan struct{}) error {
	p := running{Pool: w, free: make(chan struct{}, 1), cancels: map[org.StepID]job{}, next: make(chan task)}
	defer p.drainSteps(ctx)
	tick := time.NewTicker(w.Poll)
	defer tick.Stop()
	every := w.Renewal
	if every <= 0 {
		every = org.RenewEvery
	}
	renew := time.NewTicker(every)
	defer renew.Stop()
	look := time.NewTicker(claimLook)
	defer look.Stop()
	// A full disk fails each look, and nudges may come many at once.
	gate := retry.Gate{Policy: retry.Policy{First: time.Second, Most: max(time.Second, w.Poll)}, Tell: func(a retry.Attempt) {
		if a.Err != nil {
			w.Log.ErrorContext(ctx, "claim steps", "err", a.Err, "again_in", a.Wait)
		}
	}}
	for {
		_ = gate.Do(ctx, "claim", p.fillSlots) //nolint:errcheck // its gate tells of it
		var looks, renewals <-chan time.Time   // nil without claims, which are what they are about: nobody is woken for nothing
		if p.countWorking() {
			looks, renewals = look.C, renew.C
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-p.free:
		case <-tick.C:
		case <-looks:
			p.lookForTaken(ctx)
		case <-renewals:
			p.renewLeases(ctx)
		}
	}
}

// mu guards cancels, which holds the steps that are being worked on.
type running struct {
	*Pool
	mu      sync.Mutex
	busy    sync.WaitGroup
	free    chan struct{} // has a value when slots became free since the last look
	cancels map[org.StepID]job
	next    chan task // to who is done with another: a new goroutine costs more
}

type task struct {
	work.Claim
	ctx  context.Context // ends when the claim does
	stop context.CancelFunc
}

type job struct {
	fence int64
	stop  context.CancelFunc
	alone bool // one more dead worker would fail it, so nothing runs beside it
	over  bool // it hands in, so its slot is free
}

func (p *running) fillSlots(ctx context.Context) error {
	n := p.openSteps()
	if n <= 0 {
		return nil
	}
	claims, err := p.Queue.ClaimSteps(ctx, p.Holder, org.LeaseTerm, n)
	for _, c := range claims {
		p.startStep(ctx, c)
	}
	if err != nil && !errors.Is(err, org.ErrNoWork) {
		return fmt.Errorf("claim steps: %w", err)
	}
	return nil
}

// As many steps as there are slots may be on their way in, and no more: a database that is slow is
// not to be flooded.
func (p *running) openSteps() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	busy := 0
	for _, j := range p.cancels {
		switch {
		case j.over:
		case j.alone:
			return 0
		default:
			busy++
		}
	}
	return p.Slots - max(busy, len(p.cancels)-p.Slots)
}

// The slot of work that hands in is free meanwhile, so the claim for it goes into the same commit.
// yes is false when it could not hand in.
func (p *running) handIn(id org.StepID, fence int64, yes bool) {
	p.mu.Lock()
	j := p.cancels[id]
	if j.fence == fence {
		j.over = yes
		p.cancels[id] = j
	}
	p.mu.Unlock()
	if yes {
		p.freeSlot()
	}
}

func (p *running) countWorking() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.cancels) > 0
}

func (p *running) freeSlot() {
	select {
	case p.free <- struct{}{}:
	default:
	}
}

// When this process lost the step and claimed it again before it noticed, the work on the lost
// claim is stopped.
func (p *running) startStep(ctx context.Context, c work.Claim) {
	stepCtx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	if lost, ok := p.cancels[c.Step.ID]; ok {
		lost.stop()
	}
	p.cancels[c.Step.ID] = job{fence: c.Lease.Fence, stop: cancel, alone: c.Step.Crashes >= org.MaxCrashes-1}
	p.mu.Unlock()
	t := task{c, stepCtx, cancel}
	select {
	case p.next <- t:
	default:
		first := t
		p.busy.Go(func() {
			p.workOn(ctx, first)
			for t := range p.next {
				p.workOn(ctx, t)
			}
		})
	}
}

func (p *running) workOn(ctx context.Context, t task) {
	defer t.stop()
	id, fence := t.Step.ID, t.Lease.Fence
	err := p.Work(t.ctx, t.Claim, func(yes bool) { p.handIn(id, fence, yes) }) //nolint:contextcheck // made from ctx, in start
	if err != nil && t.ctx.Err() == nil && !errors.Is(err, org.ErrLeaseLost) {
		p.Log.ErrorContext(ctx, "work on step", "step", id, "err", err)
	}
	p.mu.Lock()
	if p.cancels[id].fence == fence {
		delete(p.cancels, id)
	}
	p.mu.Unlock()
	p.freeSlot()
}

// Work on steps that were taken away stops.
func (p *running) renewLeases(ctx context.Context) {
	held, err := p.Queue.Renew(ctx, p.Holder, org.LeaseTerm)
	if err != nil {
		if ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "renew claims", "err", err)
		}
		return
	}
	p.keepOnly(ctx, held)
}

// Steps are taken away when the founder cancels their project.
func (p *running) lookForTaken(ctx context.Context) {
	held, err := p.Queue.Held(ctx, p.Holder)
	if err != nil {
		if ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "look for claims", "err", err)
		}
		return
	}
	p.keepOnly(ctx, held)
}

// Work on all other steps stops. The caller is the only one who starts any, so none is missing
// because it is new.
func (p *running) keepOnly(ctx context.Context, held []org.StepID) {
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

// The steps see their context end; what is still held then is given back.
func (p *running) drainSteps(ctx context.Context) {
	close(p.next)
	p.busy.Wait()
	const term = 5 * time.Second
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer cancel()
	if err := p.Queue.Release(last, p.Holder); err != nil {
		p.Log.ErrorContext(last, "release claims", "err", err)
	}
}
