// Package back wires the back office: planning, work and assembly. It links
// no chat.
package back

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/picture"
	"github.com/frasier-cos/frasier/worker/plan"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/review"
)

// sweep is how often waiting steps are looked at and dead claims taken back
// while anything is under way.
const sweep = 2 * time.Second

// apart is which part of a poll lies between two looks.
const apart = 1000

// searchLimit bounds one search.
const searchLimit = 20 * time.Second

// Run does the back office's work until ctx ends, then gives back what it
// holds.
func Run(ctx context.Context, o *office.Office) error {
	w, closing, err := wire(o)
	if err != nil {
		return err
	}
	if err := o.Appear(ctx); err != nil {
		return errors.Join(err, closing())
	}
	var rooms sync.WaitGroup
	rooms.Go(func() { sweeps(ctx, o) })
	// One after the other, so that one connection to the database does for all while there is nothing to do.
	later := o.Settings.Poll / apart
	rooms.Go(func() { loop(ctx, o, duty{"plan", planner(o).Next, o.Settings.Poll, later}) })
	rooms.Go(func() { appear(ctx, o) })
	rooms.Go(func() { loop(ctx, o, duty{"curate", curator(o).Next, org.HeartbeatTick, 3 * later}) })
	rooms.Go(func() { o.KeepPrices(ctx) })
	rooms.Go(func() { o.KeepTraffic(ctx) })
	studio := &picture.Studio{Records: o.Store}
	rooms.Go(func() { loop(ctx, o, duty{"picture", studio.Next, o.Settings.Poll, 2 * later}) })
	rooms.Go(func() {
		wake, stop := o.Store.Wake()
		defer stop()
		if err := w.Run(ctx, wake); err != nil {
			o.Log.ErrorContext(ctx, "worker", "err", err)
		}
	})
	rooms.Wait()
	return closing()
}

// sweeps tends again and again: a process that does nothing else would show in
// what an idle office takes of a processor, so while nothing is under way only
// at each poll or nudge.
func sweeps(ctx context.Context, o *office.Office) {
	wake, stop := o.Store.Wake()
	defer stop()
	tick := time.NewTimer(sweep)
	defer tick.Stop()
	for {
		calm, err := tend(ctx, o)
		if err != nil && ctx.Err() == nil {
			o.Log.ErrorContext(ctx, "duty failed", "duty", "sweep", "err", err)
		}
		next := sweep
		if calm {
			next = min(max(sweep, o.Settings.Poll), org.RenewEvery)
		}
		tick.Reset(next)
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
	}
}

// tend takes back dead claims and lets steps whose wait is over go on. It
// reports whether nothing is under way.
func tend(ctx context.Context, o *office.Office) (calm bool, err error) {
	now := o.Now()
	_, err1 := o.Careful().ExpireLeases(ctx, now)
	_, err2 := o.Store.ReleaseDue(ctx, now)
	err3 := o.Bury(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		return false, err
	}
	return o.Store.Calm(ctx)
}

// appear shows that this process lives, as often as it renews its claims and
// not at each look: that would be a write to the disk every second of a night
// without work.
func appear(ctx context.Context, o *office.Office) {
	tick := time.NewTicker(org.RenewEvery)
	defer tick.Stop()
	for {
		if err := o.Store.Seen(ctx, o.Holder, "worker"); err != nil && ctx.Err() == nil {
			o.Log.ErrorContext(ctx, "this process could not be shown to live", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// duty is one thing that is done until there is none left. It is looked for
// each poll, the first of which comes so much later.
type duty struct {
	name        string
	next        func(context.Context) error
	poll, later time.Duration
}

// loop does a duty, then waits for a nudge or the poll.
func loop(ctx context.Context, o *office.Office, d duty) {
	wake, stop := o.Store.Wake()
	defer stop()
	tick := time.NewTicker(d.poll + d.later)
	defer tick.Stop()
	for {
		for ctx.Err() == nil {
			err := d.next(ctx)
			if err == nil {
				continue
			}
			taken := errors.Is(err, org.ErrLeaseLost) // as by a founder who ended the project
			if !errors.Is(err, org.ErrNoWork) && !taken && ctx.Err() == nil {
				o.Log.ErrorContext(ctx, "duty failed", "duty", d.name, "err", err)
			}
			break
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
			if d.later > 0 {
				d.later = 0
				tick.Reset(d.poll)
			}
		}
	}
}

// Tidy has the curator look at all that was learnt now.
func Tidy(ctx context.Context, o *office.Office) (int, error) { return curator(o).Tidy(ctx) }

func curator(o *office.Office) *worker.Curator {
	return &worker.Curator{Lore: o.Store, Client: o.Client, Prompts: o.Prompts, Secret: o.Secret, Now: o.Now, Log: o.Log}
}

// Again does one stage of a step again. The office answers from its ledger.
func Again(ctx context.Context, o *office.Office, s org.Step, name string) (org.Replay, error) {
	w, closing, err := wire(o)
	if err != nil {
		return org.Replay{}, err
	}
	out, err := w.Again(ctx, s, name)
	return out, errors.Join(err, closing())
}

// AgainPlan does one stage of a mission's plan again. The office answers from
// its ledger.
func AgainPlan(ctx context.Context, o *office.Office, t org.Trace, name string) (org.Replay, error) {
	return planner(o).Again(ctx, t, name)
}

func planner(o *office.Office) *plan.Planner {
	return &plan.Planner{
		Records: o.Store.Within(o.Only), Client: o.Client, Prompts: o.Prompts, Holder: o.Holder, Secret: o.Secret, Now: o.Now, Log: o.Log, Crash: o.Hooks.Crash,
		Fared: o.Store.TierRecords, Draw: picture.DrawPlan,
	}
}

func wire(o *office.Office) (w *worker.Worker, closing func() error, err error) {
	s := o.Settings
	pace := o.Hooks.HostPace
	fetcher := &research.Fetcher{Allow: s.Allow, HostEvery: pace, Metered: o.Metered(org.TrafficWeb), Now: o.Now, Log: o.Log}
	r := &research.Researcher{
		Client: o.Client, Prompts: o.Prompts, Fetcher: fetcher, Records: o.Store, Sites: o.Store.Sites, Now: o.Now, Log: o.Log,
	}
	closing = func() error { fetcher.Close(); return nil }
	client := &http.Client{Timeout: searchLimit, Transport: o.Metered(org.TrafficSearch)(nil)}
	switch {
	case s.BraveKey.Reveal() != "" || s.BraveURL != "":
		brave := &research.Brave{Key: s.BraveKey.Reveal(), URL: s.BraveURL, HTTP: client}
		r.Searchers, r.Extracts = append(r.Searchers, brave), brave
	case s.SearXNG != "":
		r.Searchers = append(r.Searchers, &research.SearXNG{URL: s.SearXNG, HTTP: client})
	}
	if s.Corpus != "" {
		if r.Corpus, err = research.OpenCorpus(s.Corpus, o.Now, o.Log); err != nil {
			o.Log.Warn("open corpus", "err", err) //nolint:sloglint // the wiring has no context
			return nil, nil, &settings.Error{Name: "FRASIER_CORPUS", Value: s.Corpus, Fix: "this is no folder that can be read; name one, or leave it out"}
		}
		closing = func() error { fetcher.Close(); return r.Corpus.Close() }
	}
	qa, lead := o.Reviewers()
	judge := &review.Judge{Client: o.Client, Prompts: o.Prompts, Log: o.Log, Now: o.Now}
	return &worker.Worker{
		Queue: o.Store.Within(o.Only), Records: o.Store, Staff: o.Store, Research: r,
		Judge: judge, Gauge: &worker.Gauge{Critics: o.Store, Judge: judge, Now: o.Now, Log: o.Log},
		Assembler: &deliver.Assembler{Client: o.Client, Prompts: o.Prompts, Now: o.Now},
		Client:    o.Client, Prompts: o.Prompts, Autonomy: o.Store.Autonomy, Crosscheck: o.Store.Crosscheck, Advice: o.Store.Advice, QA: qa, Lead: lead, Holder: o.Holder, Slots: s.Workers,
		Poll: s.Poll, Secret: o.Secret, Now: o.Now, Log: o.Log, Crash: o.Hooks.Crash,
	}, closing, nil
}
