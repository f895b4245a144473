package workerside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/rehearsal"
)

// newShelf returns where the coding agents of others are.
func newShelf(s settings.Settings) (agent.Shelf, error) {
	at := s.Agents
	if at == "" {
		at = filepath.Join(s.Home, "agents")
	}
	dir, err := filepath.Abs(at)
	return agent.Shelf{Dir: dir, Nodes: environment.Nodes}, err
}

// newBroker builds the way of agents to the model's endpoint.
func newBroker(a *app.App) broker.Broker {
	return broker.Broker{
		URL: a.Settings.ModelURL, Key: a.Settings.ModelKey.Reveal(), HTTP: &http.Client{Transport: a.Metered(reports.TrafficModel)(nil)},
		Ledger: a.Store, Prices: a.Client.Prices, Now: a.Now, Log: a.Log,
	}
}

// FindAgents says of each coding agent that is known whether it is on this machine, and how its rehearsal went.
func FindAgents(ctx context.Context, a *app.App) ([]reports.AgentFacts, error) {
	shelf, err := newShelf(a.Settings)
	if err != nil {
		return nil, err
	}
	var out []reports.AgentFacts
	for _, p := range agent.Profiles() {
		in, r, err := findAgent(ctx, a, shelf, p)
		f := reports.AgentFacts{Kind: p.Kind, Version: in.Version, Dir: in.Dir, Wire: string(p.Wire), Node: in.Node.Version, Package: p.Package}
		var missing *agent.MissingError
		switch {
		case errors.As(err, &missing):
			f.Missing, f.Fix = missing.Why, missing.Fix
		case err != nil:
			return nil, err
		case r.Key != "":
			f.Rehearsal = &r
		}
		out = append(out, f)
	}
	return out, nil
}

// findAgent finds an agent and the rehearsal of what is there now; an empty one where there is none.
func findAgent(ctx context.Context, a *app.App, shelf agent.Shelf, p agent.Profile) (agent.Installed, coding.Rehearsal, error) {
	in, err := shelf.Find(ctx, p)
	if err != nil {
		return in, coding.Rehearsal{}, err
	}
	machine, err := os.Hostname()
	if err != nil {
		return in, coding.Rehearsal{}, fmt.Errorf("name this machine: %w", err)
	}
	all, err := a.Store.Rehearsals(ctx)
	if err != nil {
		return in, coding.Rehearsal{}, err
	}
	if i := slices.IndexFunc(all, func(r coding.Rehearsal) bool { return r.Machine == machine && r.Agent == p.Kind && r.Key == in.Key }); i >= 0 {
		return in, all[i], nil
	}
	return in, coding.Rehearsal{}, nil
}

// RehearseAgent tries an agent and keeps how it did. What is known of just this version holds, unless it is to be tried again.
func RehearseAgent(ctx context.Context, a *app.App, kind coding.CoderKind, again bool) (coding.Rehearsal, error) {
	p, known := agent.ProfileOf(kind)
	if !known {
		return coding.Rehearsal{}, fmt.Errorf("this version knows no agent %s", kind)
	}
	shelf, err := newShelf(a.Settings)
	if err != nil {
		return coding.Rehearsal{}, err
	}
	in, r, err := findAgent(ctx, a, shelf, p)
	if err != nil || r.Key != "" && !again {
		return r, err
	}
	f, err := newFence(ctx)
	if err != nil {
		return r, err
	}
	machine, err := os.Hostname()
	if err != nil {
		return r, fmt.Errorf("name this machine: %w", err)
	}
	ws, err := openWorkspaces(a)
	if err != nil {
		return r, err
	}
	dir, err := ws.Temporary("rehearsal-" + string(kind))
	if err != nil {
		return r, err
	}
	r, err = rehearsal.Stage{Fence: f, Profile: p, Installed: in, Machine: machine, Dir: dir, Now: a.Now, Log: a.Log}.Run(ctx)
	if err = errors.Join(err, ws.Drop(dir)); err != nil {
		return r, err
	}
	return r, a.Store.KeepRehearsal(ctx, r)
}

// newRehearse has an agent tried once, however many steps ask for it.
func newRehearse(a *app.App) func(context.Context, coding.CoderKind) (coding.Rehearsal, error) {
	var mu sync.Mutex
	return func(ctx context.Context, kind coding.CoderKind) (coding.Rehearsal, error) {
		mu.Lock()
		defer mu.Unlock()
		return RehearseAgent(ctx, a, kind, false)
	}
}

// OfferAgents returns the agents on this machine that the founder was not told of yet, and marks that he is. No agent is ever taken
// by itself.
func OfferAgents(ctx context.Context, a *app.App) ([]reports.AgentFacts, error) {
	all, err := FindAgents(ctx, a)
	if err != nil {
		return nil, err
	}
	machine, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("name this machine: %w", err)
	}
	var out []reports.AgentFacts
	for _, f := range all {
		if f.Missing != "" {
			continue
		}
		first, err := a.Store.OfferAgent(ctx, machine, f.Kind)
		if err != nil {
			return nil, err
		}
		if first {
			out = append(out, f)
		}
	}
	return out, nil
}
