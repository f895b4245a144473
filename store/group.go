package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// company is how long a transaction on a server waits for more verbs after the
// last that came: a few hundredths of what it costs whether it does one or many.
const company = 30 * time.Microsecond

// together is how many verbs one transaction does at most: as many as there
// are workers in a process, and so few that none waits long for the others.
const together = 128

// group gathers the verbs that are asked for while a transaction of this
// process runs, and has the next transaction do them all: what a commit costs
// (the disk, the turn, on a server the round trips) is paid once for all of
// them. Whoever asks while nobody is at it leads: it runs the verbs that wait,
// its own among them, and hands the lead to one that came meanwhile. So a verb
// that is alone waits for nothing, and no goroutine outlives a verb.
type group struct {
	mu      sync.Mutex
	led     bool
	waiting []*request
}

// request is one verb that wants to be done.
type request struct {
	ctx   context.Context
	do    func(t *tx) error // nil for the end of a step
	end   *ending           // nil for all else
	claim *claiming         // what do does, nil for all else
	late  bool              // whether do may join a transaction that has begun, whose time is a little before it was asked
	side  bool              // whether it may run beside others that may, while nobody has the turn alone
	told  chan told
	err   error // when settled
}

// told is what a request that waits is told.
type told int

const (
	settled told = iota // it was done, or will not be: err says which
	lead                // lead the next transaction
	alone               // its group came to nothing: run it yourself
)

// errCommit marks a commit that failed. It may have happened all the same, so
// the transaction is not run again.
var errCommit = errors.New("commit")

// errTurn is a transaction that found that it needs the turn alone.
var errTurn = errors.New("needs the turn alone")

// join does a verb in one transaction, by itself or with others.
func (d *DB) join(ctx context.Context, r *request) error { return d.joinIn(ctx, &d.group, r) }

func (d *DB) joinIn(ctx context.Context, g *group, r *request) error {
	r.ctx, r.told = ctx, make(chan told, 1)
	if !g.lead(r) {
		var what told
		select {
		case what = <-r.told:
		case <-ctx.Done():
			if g.leave(r) {
				return fmt.Errorf("wait for a turn to write: %w", ctx.Err())
			}
			what = <-r.told
		}
		switch what {
		case settled:
			return r.err
		case alone:
			return d.alone(ctx, r)
		case lead:
		}
	}
	if d.leads(ctx, g, r) {
		return r.err
	}
	return d.alone(ctx, r)
}

// leads runs the group of r and reports whether r is settled with it. The lead
// is handed on when the group has ended, even by a panic.
func (d *DB) leads(ctx context.Context, g *group, r *request) bool {
	defer g.next()
	if d.far != nil {
		g.settle(r)
	} else {
		g.gather()
	}
	every, c := crewOf(ctx, g, r)
	defer c.stop()
	what := alone
	defer func() {
		for _, o := range c.all[1:] {
			o.told <- what
		}
	}()
	err := d.try(every, c)
	switch {
	case err == nil || errors.Is(err, errCommit):
		what = settled
		for _, o := range c.all {
			if err != nil {
				o.err = full(err)
			} else if o.end != nil {
				o.err = o.end.err
			}
		}
	case len(c.all) == 1 && ctx.Err() == nil && !d.lang.again(err):
		what, r.err = settled, full(err)
	}
	return what == settled
}

// alone runs a verb in a transaction of its own. On a server that gave the
// transaction up for the sake of another it is tried again.
func (d *DB) alone(ctx context.Context, r *request) error {
	for try := 1; ; try++ {
		err := d.try(ctx, &crew{all: []*request{r}})
		if err == nil || try == tries || !d.lang.again(err) {
			return full(err)
		}
		if err := pause(ctx, try); err != nil {
			return err
		}
	}
}

// try runs a crew once: beside others if each of its verbs may, and alone when
// that turns out not to do.
func (d *DB) try(ctx context.Context, c *crew) error {
	c.side = d.far != nil && !slices.ContainsFunc(c.all, func(r *request) bool { return !r.side })
	err := d.once(ctx, c)
	if c.side && errors.Is(err, errTurn) {
		c.side = false
		err = d.once(ctx, c)
	}
	return err
}

// crew is the verbs of one transaction, the leader's first.
type crew struct {
	all    []*request
	group  *group       // where others join from; nil when none may
	side   bool         // whether it runs beside others
	left   atomic.Int64 // requests that are not given up
	stops  []func() bool
	cancel context.CancelFunc
}

// crewOf takes the leader and those who wait. The context ends when those of
// all of them have.
func crewOf(ctx context.Context, g *group, leader *request) (context.Context, *crew) {
	c := &crew{group: g}
	ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.add(leader)
	c.join(func(*request) bool { return true })
	return ctx, c
}

func (c *crew) add(all ...*request) {
	c.all = append(c.all, all...)
	c.left.Add(int64(len(all)))
	for _, r := range all {
		c.stops = append(c.stops, context.AfterFunc(r.ctx, func() {
			if c.left.Add(-1) == 0 {
				c.cancel()
			}
		}))
	}
}

// join takes those along who wait by now and may come.
func (c *crew) join(may func(*request) bool) {
	if c.group != nil {
		c.add(c.group.take(together-len(c.all), func(r *request) bool { return may(r) && (r.side || !c.side) })...)
	}
}

// given is why no request is to be done any more, nil as long as one is.
func (c *crew) given() (err error) {
	for _, r := range c.all {
		if err = r.ctx.Err(); err == nil {
			return nil
		}
	}
	return err
}

func (c *crew) stop() {
	for _, stop := range c.stops {
		stop()
	}
	c.cancel()
}

// lead reports whether the request leads; if not, it waits to be told.
func (g *group) lead(r *request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.led {
		g.led = true
		return true
	}
	g.waiting = append(g.waiting, r)
	return false
}

// under reports whether a transaction of this process is under way.
func (g *group) under() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.led
}

// gather lets those run who are about to ask, as long as more and more ask.
func (g *group) gather() {
	for before, now := -1, 0; now > before; {
		before = now
		runtime.Gosched()
		g.mu.Lock()
		now = len(g.waiting)
		g.mu.Unlock()
	}
}

// settle lets those run who are about to ask, until none came for a while or
// all are there.
func (g *group) settle(leader *request) {
	for last, before := time.Now(), -1; time.Since(last) < company; {
		runtime.Gosched()
		g.mu.Lock()
		now := len(g.waiting)
		var all []*request
		if now > before {
			all = append(slices.Clone(g.waiting), leader)
		}
		g.mu.Unlock()
		if now > before {
			if whole(all) {
				return
			}
			last, before = time.Now(), now
		}
	}
}

// whole reports whether all that a holder has is being handed in, and it asks
// for more: nothing else is to be expected of it.
func whole(all []*request) (yes bool) {
	defer func() {
		if recover() != nil { // who asks gets it, when it is asked for his claim
			yes = false
		}
	}()
	ends, held := 0, math.MaxInt
	for _, r := range all {
		if r.end != nil {
			ends++
		}
		if r.claim != nil {
			_, held = r.claim.room()
		}
	}
	return ends > 0 && ends >= held
}

// take returns at most n of those who wait and may come.
func (g *group) take(n int, may func(*request) bool) (all []*request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = slices.DeleteFunc(g.waiting, func(r *request) bool {
		if len(all) >= n || !may(r) {
			return false
		}
		all = append(all, r)
		return true
	})
	return all
}

// leave takes back a request, unless it was told something already or is being
// run.
func (g *group) leave(r *request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, r)
	if i < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	return true
}

// next hands the lead on.
func (g *group) next() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.led = false
		return
	}
	g.waiting[0].told <- lead
	g.waiting = slices.Delete(g.waiting, 0, 1)
}

// run does the verbs of a transaction: the ends of steps first and at once, so
// that a claim beside them gets the steps that they make ready.
func (t *tx) run(c *crew) (err error) {
	defer func() { // alone, whose panic it is gets it
		if len(c.all) == 1 {
			return
		}
		if v := recover(); v != nil {
			err = fmt.Errorf("a verb broke off: %v", v)
		}
	}()
	if t.side {
		return t.beside(c)
	}
	ends, k, err := t.known(c)
	if err != nil {
		return err
	}
	if len(ends) > 0 {
		if err := t.part(func(p *tx) error { return p.finishAll(ends, k) }); err != nil {
			return err
		}
		if len(c.all) == 1 && ends[0].err != nil {
			return ends[0].err
		}
	}
	c.join(func(r *request) bool { return r.late })
	for _, r := range c.all {
		if r.do == nil {
			continue
		}
		if err := t.part(r.do); err != nil {
			return err
		}
	}
	return t.journal()
}

// known asks for what the ends of steps need to know, the time with it. Ends
// that are handed in meanwhile come along: of steps that were claimed in one
// commit the first is often alone here.
func (t *tx) known(c *crew) (ends []*ending, k around, err error) {
	for begun := range 2 {
		if begun > 0 {
			c.join(func(r *request) bool { return r.end != nil })
		}
		var more []*ending
		for _, r := range c.all {
			if r.end != nil && !slices.Contains(ends, r.end) {
				more = append(more, r.end)
			}
		}
		if len(more) > 0 {
			err = t.endings(more, &k)
		}
		if err == nil {
			err = t.look()
		}
		if err != nil {
			return nil, k, err
		}
		ends = append(ends, more...)
	}
	return ends, k, nil
}

// part runs one verb of a transaction.
func (t *tx) part(do func(*tx) error) error {
	p := *t
	p.verb, p.wake = "tx", false
	if err := do(&p); err != nil {
		return err
	}
	t.verbs = append(t.verbs, p.verb)
	t.lines, t.line, t.wake = p.lines, p.line, t.wake || p.wake
	return nil
}
