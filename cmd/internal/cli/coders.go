package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/fence"
)

// coders lists the coding agents of others that are known, or tries one.
func coders(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		all, err := workerside.FindAgents(ctx, a)
		if err != nil {
			return err
		}
		switch {
		case len(c.rest) == 0:
			if _, err := workerside.OfferAgents(ctx, a); err != nil { // he is told of them here
				return err
			}
			return c.out(all, repository.Agents(all))
		case len(c.rest) == 2 && c.rest[0] == "try":
			return c.tryAgent(ctx, a, all, coding.CoderKind(c.rest[1]))
		}
		return &usage{"usage: frasier coders, or coders try NAME"}
	})
}

// tryAgent has an agent do its rehearsal, also where it did before. It ends with 1 where it does not pass.
func (c *call) tryAgent(ctx context.Context, a *app.App, all []reports.AgentFacts, kind coding.CoderKind) error {
	at := slices.IndexFunc(all, func(f reports.AgentFacts) bool { return f.Kind == kind })
	if at < 0 {
		return fmt.Errorf("%w: %s", errInput, repository.AgentUnknown(string(kind), all))
	}
	r, err := workerside.RehearseAgent(ctx, a, kind, true)
	if missing, ok := errors.AsType[*agent.MissingError](err); ok {
		return fmt.Errorf("%w: %s", errInput, missing.Error())
	}
	if missing, ok := errors.AsType[*fence.MissingError](err); ok {
		fmt.Fprintln(c.Err, "frasier: "+missing.Error())
		return &exit{Waits}
	}
	if err != nil {
		return err
	}
	if err := c.out(r, repository.AgentTried(r)); err != nil || r.Passed() {
		return err
	}
	return &exit{Failed}
}
