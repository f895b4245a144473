// Package app opens what every command needs: the database, the prompts and
// the client for models.
package app

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

	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
)

// App is what the packages of bot and worker are wired to.
type App struct {
	Settings settings.Settings
	Hooks    Hooks
	Store    *store.DB
	Prompts  *prompt.Set
	Client   *llm.Client
	Log      *slog.Logger
	Now      func() time.Time
	Owner    string // names this process in claims
	Secret   string // of this database
	// Only narrows the worker's side to one project; empty means all.
	Only org.ProjectID
	// Loops are those of this process, for whoever asks whether they turn.
	Loops health.Loops

	meter       meter
	pricing     atomic.Bool
	registering sync.Mutex // guards here
	here        instance
	gap         gap
}

// UnusableError is a data folder, a database or prompts that nothing can be
// done with until somebody puts them right.
type UnusableError struct{ Err error }

// Error returns the sentence.
func (e *UnusableError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UnusableError) Unwrap() error { return e.Err }

// Open opens the office for a process of the given role. Close it at the end.
func Open(ctx context.Context, role string, s settings.Settings, h Hooks, log io.Writer) (*App, error) {
	a := &App{Settings: s, Hooks: h, Now: h.Clock(), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	if err := os.MkdirAll(s.Home, 0o700); err != nil {
		return nil, &UnusableError{fmt.Errorf("the data folder cannot be made; set FRASIER_HOME to a folder that this user may write: %w", err)}
	}
	var err error
	if a.Prompts, err = prompt.Load(s.Prompts); err != nil {
		return nil, &UnusableError{fmt.Errorf("the prompts of FRASIER_PROMPTS cannot be used; mend the file that is named here, or leave the setting out: %w", err)}
	}
	a.Prompts.Office = prompt.Office{Name: s.Name, NorthStar: s.NorthStar}
	a.Prompts.Facts = h.Facts
	if a.Store, err = store.Open(ctx, store.Options{Path: s.DB, Home: s.Home, Now: h.Now, Log: a.Log, Crash: h.Crash}); err != nil {
		return nil, &UnusableError{fmt.Errorf("open database: %w", err)}
	}
	a.Now = a.Store.Now
	if err := a.Store.SeedAgents(ctx, a.Prompts.Agents()); err != nil {
		return nil, errors.Join(fmt.Errorf("store agents: %w", err), a.Store.Close())
	}
	if a.Secret, err = a.Store.UID(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("read database: %w", err), a.Store.Close())
	}
	a.Owner = role + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(a.Now().UnixNano(), 36)
	a.Client, err = client(a)
	if err != nil {
		return nil, errors.Join(err, a.Store.Close())
	}
	return a, nil
}

// Close gives back what this process still claims and closes the database.
func (a *App) Close(ctx context.Context) error {
	const term = 5 * time.Second
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer stop()
	return errors.Join(a.storeTraffic(last), a.leave(ctx), a.Store.Close())
}

// Reviewers returns who reviews: the quality reviewer and the lead.
func (a *App) Reviewers() (qa, lead org.AgentID) {
	for _, agent := range a.Prompts.Agents() {
		switch agent.Reviewer {
		case "qa":
			qa = agent.ID
		case "lead":
			lead = agent.ID
		}
	}
	return qa, lead
}

func client(a *App) (*llm.Client, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return nil, fmt.Errorf("load prices: %w", err)
	}
	c := &llm.Client{
		Records: a.Store, Prices: prices, Log: a.Log, Now: a.Now, Rand: rand.Float64, Wait: a.Hooks.Wait, Patience: a.Hooks.Patience,
		Repair: a.Prompts.Repair, Slots: llm.SlotsFor(a.Settings.Workers),
	}
	if a.Settings.LLM == "extractive" {
		c.Provider = extractive.Provider{}
		return c, nil
	}
	c.Models = a.Settings.Models
	c.Provider = &llm.Endpoint{
		Base: a.Settings.ModelURL, Key: a.Settings.ModelKey.Reveal(), HTTP: &http.Client{Transport: a.Metered(org.TrafficModel)(nil)}, Referer: "https://github.com/frasier-cos/frasier",
		Title: "Frasier", Now: a.Now,
	}
	return c, nil
}
