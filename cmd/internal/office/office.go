// Package office opens what every command needs: the database, the prompts and
// the client for models.
package office

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/hook"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
)

// Office is what the rooms are wired to.
type Office struct {
	Settings settings.Settings
	Hooks    hook.Hooks
	Store    *store.DB
	Prompts  *prompt.Set
	Client   *llm.Client
	Log      *slog.Logger
	Now      func() time.Time
	Holder   string // names this process in claims
	Secret   string // of this database
	// Only narrows the back office to one project; empty means all.
	Only org.ProjectID

	meter     meter
	pricing   atomic.Bool
	appearing sync.Mutex // guards here
	here      presence
	lapse     lapse
}

// UnusableError is a data folder, a database or prompts that nothing can be
// done with until somebody puts them right.
type UnusableError struct{ Err error }

// Error returns the sentence.
func (e *UnusableError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UnusableError) Unwrap() error { return e.Err }

// Open opens the office for a process of the given role. Close it at the end.
func Open(ctx context.Context, role string, s settings.Settings, h hook.Hooks, log io.Writer) (*Office, error) {
	o := &Office{Settings: s, Hooks: h, Now: h.Clock(), Log: slog.New(once{slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}), &spell{}})}
	fewArenas()
	if err := os.MkdirAll(s.Home, 0o700); err != nil {
		return nil, &UnusableError{fmt.Errorf("the data folder cannot be made; set FRASIER_HOME to a folder that this user may write: %w", err)}
	}
	var err error
	if o.Prompts, err = prompt.Load(s.Prompts); err != nil {
		return nil, &UnusableError{fmt.Errorf("the prompts of FRASIER_PROMPTS cannot be used; mend the file that is named here, or leave the setting out: %w", err)}
	}
	o.Prompts.Office = prompt.Office{Name: s.Name, NorthStar: s.NorthStar}
	if o.Store, err = store.Open(ctx, store.Options{Path: s.DB, Home: s.Home, Now: h.Now, Log: o.Log, Crash: h.Crash}); err != nil {
		return nil, &UnusableError{fmt.Errorf("open database: %w", err)}
	}
	o.Now = o.Store.Now
	if err := o.Store.SeedAgents(ctx, o.Prompts.Agents()); err != nil {
		return nil, errors.Join(fmt.Errorf("store agents: %w", err), o.Store.Close())
	}
	if o.Secret, err = o.Store.UID(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("read database: %w", err), o.Store.Close())
	}
	o.Holder = role + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(o.Now().UnixNano(), 36)
	o.Client, err = client(o)
	if err != nil {
		return nil, errors.Join(err, o.Store.Close())
	}
	return o, nil
}

// Close gives back what this process still claims and closes the database.
func (o *Office) Close(ctx context.Context) error {
	const term = 5 * time.Second
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer stop()
	return errors.Join(o.storeTraffic(last), o.leave(ctx), o.Store.Close())
}

// Reviewers returns who reviews: the quality reviewer and the lead.
func (o *Office) Reviewers() (qa, lead org.AgentID) {
	for _, a := range o.Prompts.Agents() {
		switch a.Reviewer {
		case "qa":
			qa = a.ID
		case "lead":
			lead = a.ID
		}
	}
	return qa, lead
}

func client(o *Office) (*llm.Client, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return nil, fmt.Errorf("load prices: %w", err)
	}
	c := &llm.Client{
		Records: o.Store, Prices: prices, Log: o.Log, Now: o.Now, Rand: rand.Float64, Wait: o.Hooks.Wait, Patience: o.Hooks.Patience,
		Repair: o.Prompts.Repair, Slots: llm.SlotsFor(o.Settings.Workers),
	}
	if o.Settings.LLM == "extractive" {
		c.Provider = extractive.Provider{}
		return c, nil
	}
	c.Models = o.Settings.Models
	c.Provider = &llm.Endpoint{
		Base: o.Settings.ModelURL, Key: o.Settings.ModelKey.Reveal(), HTTP: &http.Client{Transport: o.Metered(org.TrafficModel)(nil)}, Referer: "https://github.com/frasier-cos/frasier",
		Title: "Frasier", Now: o.Now,
	}
	return c, nil
}
