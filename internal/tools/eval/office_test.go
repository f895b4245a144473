package eval_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"path/filepath"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/plan"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
	"github.com/frasier-cos/frasier/worker/review"
)

// clock is the time at which measures happen, so that they can be repeated.
func clock() time.Time { return time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC) }

// texts are the prompts as they are shipped.
func texts() (*prompt.Set, error) {
	set, err := prompt.Load("")
	if err != nil {
		return nil, err
	}
	set.Facts = true
	return set, nil
}

// setup says what an office is made of.
type setup struct {
	Home, Corpus, Model string // folder, folder, base URL; an empty Model means extractive
	Holder              string
	Now                 func() time.Time
	Crash               func(string)
	Provider            llm.Provider // instead of Model
	Searchers           []web.Searcher
	Key                 string         // of the model's endpoint; empty means "key"
	Allow               []netip.Prefix // that may be fetched from; nil means all of loopback
	Patience            time.Duration  // with a page; zero is short, for a web in which some never come
}

// office is the product's rooms, wired as the commands wire them, without
// goroutines: one thing happens after the other, so that runs can be compared.
type office struct {
	store   *store.DB
	desk    *converse.Handler
	planner *plan.Planner
	worker  *worker.Worker
	corpus  *research.Corpus
	now     func() time.Time
	holder  string
	secret  string
}

func open(ctx context.Context, s setup) (*office, error) {
	log := slog.New(slog.DiscardHandler)
	set, err := texts()
	if err != nil {
		return nil, err
	}
	o := &office{now: s.Now, holder: s.Holder}
	if o.store, err = store.Open(ctx, store.Options{Path: filepath.Join(s.Home, "frasier.db"), Now: s.Now, Crash: s.Crash}); err != nil {
		return nil, err
	}
	if err := o.store.SeedAgents(ctx, set.Agents()); err != nil {
		return nil, errors.Join(err, o.store.Close())
	}
	if o.secret, err = o.store.UID(ctx); err != nil {
		return nil, errors.Join(err, o.store.Close())
	}
	client, err := clientOf(s, o.store, set)
	if err != nil {
		return nil, errors.Join(err, o.store.Close())
	}
	if s.Allow == nil {
		s.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
	r := &research.Researcher{
		Client: client, Prompts: set, Records: o.store, Searchers: s.Searchers, Now: s.Now,
		Fetcher: &web.Fetcher{Allow: s.Allow, HostEvery: time.Microsecond, Timeout: cmp.Or(s.Patience, 2*time.Second)},
	}
	if s.Corpus != "" {
		if o.corpus, err = research.OpenCorpus(s.Corpus, "", s.Now, log); err != nil {
			return nil, errors.Join(err, o.store.Close())
		}
		r.Corpus = o.corpus
	}
	o.wire(s, client, set, r, log)
	return o, nil
}

func clientOf(s setup, db *store.DB, set *prompt.Set) (*llm.Client, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return nil, err
	}
	c := &llm.Client{
		Records: db, Prices: prices, Models: llm.DefaultModels(), Now: s.Now, Rand: rand.Float64, Repair: set.Repair,
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	switch {
	case s.Provider != nil:
		c.Provider = s.Provider
	case s.Model != "":
		c.Provider = &llm.Endpoint{Base: s.Model, Key: cmp.Or(s.Key, "key"), HTTP: &http.Client{}, Now: s.Now}
	default:
		c.Provider = extractive.Provider{}
	}
	return c, nil
}

func (o *office) wire(s setup, client *llm.Client, set *prompt.Set, r *research.Researcher, log *slog.Logger) {
	var qa, lead org.AgentID
	for _, a := range set.Agents() {
		switch a.Reviewer {
		case "qa":
			qa = a.ID
		case "lead":
			lead = a.ID
		}
	}
	o.desk = &converse.Handler{
		Records: o.store, Surroundings: o.store, Memory: o.store, Questions: o.store, Client: client, Prompts: set, Team: set.Agents(), Owner: s.Holder, Secret: o.secret, Now: s.Now, Log: log, Crash: s.Crash,
		Classifier: &classify.Classifier{Client: client, Prompts: set, Secret: o.secret, Now: s.Now, Log: log},
	}
	o.planner = &plan.Planner{
		Records: o.store, Client: client, Prompts: set, Holder: s.Holder, Secret: o.secret, Now: s.Now, Log: log, Crash: s.Crash,
		Shelf: r.Shelf,
	}
	judge := &review.Judge{Client: client, Prompts: set, Log: log, Now: s.Now}
	o.worker = &worker.Worker{
		Queue: o.store, Records: o.store, Staff: o.store, Research: r, Judge: judge, Gauge: &worker.Gauge{Critics: o.store, Judge: judge, Now: s.Now, Log: log},
		Assembler: &deliver.Assembler{Client: client, Prompts: set, Now: s.Now}, Client: client, Prompts: set, Autonomy: o.store.Autonomy, Crosscheck: o.store.Crosscheck, Advice: o.store.Advice,
		QA: qa, Lead: lead, Holder: s.Holder, Slots: 1, Poll: time.Second, Secret: o.secret, Now: s.Now, Log: log, Crash: s.Crash,
	}
}

func (o *office) close() error {
	o.worker.Research.Fetcher.Close()
	err := o.store.Close()
	if o.corpus != nil {
		err = errors.Join(err, o.corpus.Close())
	}
	return err
}

// hear stores an explicit message with a roadmap; hearing it twice is harmless.
func (o *office) hear(ctx context.Context, name, text string) error {
	_, _, err := o.store.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: "terminal", ID: "eval"}, Origin: name, Author: "founder", Explicit: true, SaidAt: o.now(),
		Attachments: []org.Attachment{{Name: name, ContentType: "text/markdown", Size: int64(len(text)), Data: []byte(text), Text: text}},
	})
	return err
}

// work does whatever is to be done until the project has ended.
func (o *office) work(ctx context.Context) (org.Project, error) {
	const rounds = 2000
	for range rounds {
		if err := idle(o.desk.Next(ctx)); err != nil {
			return org.Project{}, err
		}
		if err := idle(o.planner.Next(ctx)); err != nil {
			return org.Project{}, err
		}
		claims, err := o.store.ClaimSteps(ctx, o.holder, org.LeaseTerm, 1)
		if idle(err) != nil {
			return org.Project{}, err
		}
		for _, c := range claims {
			if err := o.worker.Work(ctx, c, func(bool) {}); err != nil && !errors.Is(err, org.ErrLeaseLost) {
				return org.Project{}, err
			}
		}
		all, err := o.store.Projects(ctx)
		if err != nil {
			return org.Project{}, err
		}
		if len(all) == 1 && all[0].State.Ended() {
			return all[0], nil
		}
		if _, err := o.store.ReleaseDue(ctx, o.now().Add(time.Minute)); err != nil {
			return org.Project{}, err
		}
	}
	return org.Project{}, fmt.Errorf("the project does not end within %d rounds", rounds)
}

func idle(err error) error {
	if errors.Is(err, org.ErrNoWork) {
		return nil
	}
	return err
}

// memory is a ledger that is not kept.
type memory struct{}

func (memory) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	return org.CallEnd{Key: c.Key, Try: 1, State: org.CallPending, Tier: c.Tier}, false, nil
}

func (memory) EndCall(context.Context, org.CallEnd) (org.ModelHealth, error) {
	return org.ModelHealth{}, nil
}

// quotingClient is the product without a model.
func quotingClient() *llm.Client {
	return &llm.Client{Provider: extractive.Provider{}, Records: memory{}, Now: clock, Rand: rand.Float64}
}
