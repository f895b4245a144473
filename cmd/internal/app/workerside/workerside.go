// Package workerside wires the worker process: planning, work and assembly. It
// links no chat.
package workerside

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/director"
	"github.com/frasier-cos/frasier/worker/keep"
	"github.com/frasier-cos/frasier/worker/picture"
	"github.com/frasier-cos/frasier/worker/plan"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
	"github.com/frasier-cos/frasier/worker/review"
)

// sweep is the time after which waiting steps are looked at and dead claims taken back while
// anything is under way.
const sweep = 2 * time.Second

// pollParts divides a poll into the times between two looks.
const pollParts = 1000

const searchLimit = 20 * time.Second

// Serve does the worker's work until ctx ends, then gives back what it holds.
func Serve(ctx context.Context, a *app.App) error {
	w, closing, err := wireWorker(a)
	if err != nil {
		return err
	}
	if err := a.Register(ctx); err != nil {
		return errors.Join(err, closing())
	}
	var all sync.WaitGroup
	all.Go(func() { runSweeps(ctx, a) })
	all.Go(func() { sendHeartbeat(ctx, a) })
	all.Go(func() { a.KeepPrices(ctx) })
	all.Go(func() { a.KeepTraffic(ctx) })
	var jobs []job
	if a.Settings.Code != work.OnlyCode {
		jobs = append(jobs, writersJobs(a, w)...)
	}
	if a.Settings.Code != work.NoCode {
		jobs = append(jobs, codersJobs(a, w)...)
	}
	for _, j := range jobs {
		all.Go(func() { runLoop(ctx, a, j) })
	}
	if a.Settings.Code != work.NoCode && a.Only == "" { // who works on one project alone is soon gone
		all.Go(func() { serveServices(ctx, a) })
	}
	all.Go(func() {
		wake, stop := a.Store.Wake()
		defer stop()
		if err := w.Run(ctx, wake); err != nil {
			a.Log.ErrorContext(ctx, "worker", "err", err)
		}
	})
	all.Wait()
	return closing()
}

// writersJobs are those beside steps that need no walls. One after
// the other, so that one connection to the database does for all while there is nothing to do.
func writersJobs(a *app.App, w *worker.Worker) []job {
	later := a.Settings.Poll / pollParts
	studio := &picture.Studio{Records: a.Store}
	jobs := []job{
		{"plan", newPlanner(a, w.Research).Next, a.Settings.Poll, later},
		{"picture", studio.Next, a.Settings.Poll, 2 * later},
		{"curate", newCurator(a).Next, org.HeartbeatTick, 3 * later},
		{"measure", measureCritics(a, w.Gauge), org.HeartbeatTick, 4 * later},
	}
	if a.Only == "" {
		k := &keep.Keeper{Records: a.Store, Pages: w.Research, Owner: a.Owner, Log: a.Log}
		jobs = append(jobs, job{"keep", k.Next, a.Settings.Poll, 13 * later})
	}
	if a.Only == "" { // who works on one project alone leads no company
		jobs = append(jobs, job{"direct", newDirector(a).Next, a.Settings.Poll, 6 * later})
	}
	return jobs
}

// codersJobs are those that belong to repositories, and those that need walls.
func codersJobs(a *app.App, w *worker.Worker) []job {
	later := a.Settings.Poll / pollParts
	return []job{
		{"code", releaseCodeSteps(a, w.Code), org.HeartbeatTick, 5 * later},
		{"arrive", deliverMerged(a), org.HeartbeatTick, 7 * later},
		{"push", pushBranches(a), org.HeartbeatTick, 8 * later},
		{"cleanup", putAway(a), org.HeartbeatTick, 12 * later},
		{"tools", newToolDoer(a).Next, a.Settings.Poll, 13 * later},
		{"repositories", addRequested(a), org.HeartbeatTick, 9 * later},
		{"environments", makeEnvironments(a), org.HeartbeatTick, 11 * later},
		{"maps", mapRepositories(a), org.HeartbeatTick, 13 * later},
		{"read", newReader(a).Next, a.Settings.Poll, 10 * later}, // pictures are decoded behind walls
	}
}

// runSweeps sweeps again and again. Every two seconds would show in what an idle process takes of
// a processor, so while nothing is under way it is done only at each poll or notification.
func runSweeps(ctx context.Context, a *app.App) {
	wake, stop := a.Store.Wake()
	defer stop()
	next := a.Loops.Watch("sweep", org.RenewEvery+app.MostBeat, func(ctx context.Context) error {
		calm, err := runSweep(ctx, a)
		if err != nil {
			return err
		}
		pause := sweep
		if calm {
			pause = min(max(sweep, a.Settings.Poll), org.RenewEvery)
		}
		return &retry.EarlyError{Until: a.Now().Add(pause)}
	})
	retry.Duty{
		Name: "sweep", Next: next, Poll: org.RenewEvery, Pause: retry.Policy{Most: sweep}, Wake: wake, Clock: newClock(a), Tell: logAttempts(ctx, a, "sweep"),
	}.Serve(ctx)
}

// runSweep takes back dead claims and lets steps whose wait is over go on. It reports whether
// nothing is under way.
func runSweep(ctx context.Context, a *app.App) (calm bool, err error) {
	now := a.Now()
	_, err1 := a.Careful().ExpireLeases(ctx, now)
	_, err2 := a.Store.ReleaseDue(ctx, now)
	err3 := a.RemoveDead(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		return false, err
	}
	return a.Store.Calm(ctx)
}

// sendHeartbeat shows that this process lives, as often as it renews its claims and not at each
// look: that would be a write to the disk every second of a night without work.
func sendHeartbeat(ctx context.Context, a *app.App) {
	next := a.Loops.Watch("heartbeat", org.RenewEvery+app.MostBeat, func(ctx context.Context) error {
		if err := a.Store.Seen(ctx, a.Owner, a.Settings.Code.Role()); err != nil {
			return err
		}
		return org.ErrNoWork
	})
	retry.Duty{Name: "heartbeat", Next: next, Poll: org.RenewEvery, Clock: newClock(a), Tell: logAttempts(ctx, a, "heartbeat")}.Serve(ctx)
}

func newClock(a *app.App) retry.Clock { return retry.Clock{Now: a.Now, Random: rand.Float64} }

func logAttempts(ctx context.Context, a *app.App, name string) func(retry.Attempt) {
	return func(t retry.Attempt) {
		if t.Err == nil {
			a.Log.InfoContext(ctx, "job works again", "job", name, "tries", t.Tries)
			return
		}
		a.Log.ErrorContext(ctx, "job failed", "job", name, "err", t.Err, "tries", t.Tries, "again_in", t.Wait)
	}
}

type job struct {
	name        string
	next        func(context.Context) error
	poll, later time.Duration
}

// runLoop does a job, then waits for a nudge, for what is due or for the poll.
func runLoop(ctx context.Context, a *app.App, d job) {
	wake, stop := a.Store.Wake()
	defer stop()
	next := func(ctx context.Context) error {
		err := d.next(ctx)
		if errors.Is(err, org.ErrLeaseLost) { // as by a founder who ended the project
			return org.ErrNoWork
		}
		return err
	}
	retry.Duty{Name: d.name, Next: next, Poll: d.poll, Later: d.later, Wake: wake, Clock: newClock(a), Tell: logAttempts(ctx, a, d.name)}.Serve(ctx)
}

// Tidy has the curator look now at all that was learnt.
func Tidy(ctx context.Context, a *app.App) (int, error) { return newCurator(a).Tidy(ctx) }

func measureCritics(a *app.App, g *worker.Gauge) func(context.Context) error {
	return func(ctx context.Context) error {
		calm, err := a.Store.Calm(ctx)
		if err != nil {
			return err
		}
		if !calm {
			return org.ErrNoWork
		}
		return g.Next(ctx)
	}
}

func newCurator(a *app.App) *worker.Curator {
	return &worker.Curator{Lore: a.Store, Client: a.Client, Prompts: a.Prompts, Secret: a.Secret, Now: a.Now, Log: a.Log}
}

func newDirector(a *app.App) *director.Director {
	return &director.Director{
		Records: a.Store, Client: a.Client, Prompts: a.Prompts, Owner: a.Owner, Secret: a.Secret, Log: a.Log, Crash: a.Hooks.Crash,
	}
}

// AgainTurn does a director's turn again. Model calls are answered by the ledger.
func AgainTurn(ctx context.Context, a *app.App, k company.KeptSitting) (stagelog.Replay, error) {
	return newDirector(a).Again(ctx, k)
}

// Anew does the last round of a step again from a stage on, asking for what changes.
func Anew(ctx context.Context, a *app.App, s org.Step, from string) (work.Outcome, error) {
	w, closing, err := wireWorker(a)
	if err != nil {
		return work.Outcome{}, err
	}
	out, err := w.Anew(ctx, s, from)
	return out, errors.Join(err, closing())
}

// AgainIn does one stage of one round of a step again. Model calls are answered by the ledger.
func AgainIn(ctx context.Context, a *app.App, s org.Step, round int, name string) (stagelog.Replay, error) {
	w, closing, err := wireWorker(a)
	if err != nil {
		return stagelog.Replay{}, err
	}
	out, err := w.AgainIn(ctx, s, round, name)
	return out, errors.Join(err, closing())
}

// AgainPlan does one stage of a mission's plan again. Model calls are answered
// by the ledger.
func AgainPlan(ctx context.Context, a *app.App, t org.Trace, name string) (stagelog.Replay, error) {
	w, closing, err := wireWorker(a)
	if err != nil {
		return stagelog.Replay{}, err
	}
	out, err := newPlanner(a, w.Research).Again(ctx, t, name)
	return out, errors.Join(err, closing())
}

func newPlanner(a *app.App, r *research.Researcher) *plan.Planner {
	return &plan.Planner{
		Records: a.Store.Within(a.Only, a.Settings.Code), Client: a.Client, Prompts: a.Prompts, Holder: a.Owner, Secret: a.Secret, Now: a.Now, Log: a.Log, Crash: a.Hooks.Crash,
		Fared: a.Store.TierRecords, Shelf: r.Shelf, Draw: picture.DrawPlan,
		Review: plan.Review{Steps: a.Settings.ReviewSteps, Cost: org.NanoUSD(a.Settings.ReviewCost) * org.Dollar, Usual: a.Store.Usual},
	}
}

// openDocuments opens the founder's folder, about which it writes to log. Its index stands in the
// data folder.
func openDocuments(a *app.App, log *slog.Logger) (*research.Corpus, error) {
	dir, err := filepath.Abs(a.Settings.Corpus)
	var c *research.Corpus
	if err == nil {
		c, err = research.OpenCorpus(dir, a.CorpusIndex(), a.Now, log)
	}
	if err != nil {
		a.Log.Warn("open corpus", "err", err) //nolint:sloglint // the wiring has no context
		return nil, &settings.Error{Name: "FRASIER_CORPUS", Value: a.Settings.Corpus, Fix: "this is no folder that can be read; name one, or leave it out"}
	}
	return c, nil
}

// LookAtDocuments reads what is new in the founder's folder, so that doctor
// knows what of it is left out.
func LookAtDocuments(ctx context.Context, a *app.App) error {
	if a.Settings.Corpus == "" {
		return nil
	}
	c, err := openDocuments(a, nil) // doctor's own answer says it
	if err != nil {
		return err
	}
	_, err = c.LeftOut(ctx)
	return errors.Join(err, c.Close())
}

func wireWorker(a *app.App) (w *worker.Worker, closing func() error, err error) {
	s := a.Settings
	pace := a.Hooks.HostPace
	fetcher := &web.Fetcher{Allow: s.Allow, HostEvery: pace, Metered: a.Metered(reports.TrafficWeb), Now: a.Now, Log: a.Log}
	r := &research.Researcher{
		Client: a.Client, Prompts: a.Prompts, Fetcher: fetcher, Records: a.Store, Sites: a.Store.Sites, Now: a.Now, Log: a.Log,
	}
	r.Tools = Tools(a)
	closing = func() error { fetcher.Close(); return nil }
	client := &http.Client{Timeout: searchLimit, Transport: a.Metered(reports.TrafficSearch)(nil)}
	switch {
	case s.BraveKey.Reveal() != "" || s.BraveURL != "":
		brave := &web.Brave{Key: s.BraveKey.Reveal(), URL: s.BraveURL, HTTP: client}
		r.Searchers, r.Extracts = append(r.Searchers, brave), brave
	case s.SearXNG != "":
		r.Searchers = append(r.Searchers, &web.SearXNG{URL: s.SearXNG, HTTP: client})
	}
	switch {
	case a.Again != nil: // a stage is given what it was given then
		furnishAgain(r, *a.Again)
	case s.Corpus != "":
		opened, err := openDocuments(a, a.Log)
		if err != nil {
			return nil, nil, err
		}
		r.Corpus = opened
		closing = func() error { fetcher.Close(); return opened.Close() }
	}
	code, err := newCoder(a)
	if err != nil {
		return nil, nil, errors.Join(err, closing())
	}
	qa, lead := a.Reviewers()
	judge := &review.Judge{Client: a.Client, Prompts: a.Prompts, Log: a.Log, Now: a.Now}
	return &worker.Worker{
		Queue: a.Store.Within(a.Only, a.Settings.Code), Records: a.Store, Staff: a.Store, Research: r,
		Judge: judge, Gauge: &worker.Gauge{Critics: a.Store, Judge: judge, Now: a.Now, Log: a.Log},
		Assembler: &deliver.Assembler{Client: a.Client, Prompts: a.Prompts, Now: a.Now},
		Code:      code,
		Client:    a.Client, Prompts: a.Prompts, Autonomy: a.Store.Autonomy, Crosscheck: a.Store.Crosscheck, Advice: a.Store.Advice, QA: qa, Lead: lead, Holder: a.Owner, Slots: s.Workers,
		Poll: s.Poll, Secret: a.Secret, Now: a.Now, Log: a.Log, Crash: a.Hooks.Crash, Unhurried: a.Hooks.Unhurried,
	}, closing, nil
}

// furnishAgain gives research what a process of that setup had, to be asked for nothing.
func furnishAgain(r *research.Researcher, s app.Setup) {
	r.Searchers, r.Extracts, r.Corpus, r.Tools = nil, nil, nil, nil
	if s.Web {
		r.Searchers = []web.Searcher{research.Absent{}}
	}
	if s.Extracts {
		r.Extracts = research.Absent{}
	}
	if s.Folder {
		r.Corpus = research.Absent{}
	}
}
