package botside

import (
	"context"
	"errors"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
)

func newMirror(a *app.App, key func() (sealed.Key, error)) *linear.Mirror {
	handler := Commands(a)
	return &linear.Mirror{
		Records: a.Store, Work: a.Store, Owner: a.Owner, Key: key, Link: threadLink(a), Every: a.Settings.LinearPoll, Room: a.Settings.LinearRoom, Founders: a.Settings.LinearFounders, Pace: linear.NewPace(), Now: a.Now, Log: a.Log,
		Do: func(ctx context.Context, c org.Command) (org.Reply, error) { return handler.Do(ctx, c) },
	}
}

func newMirrorHook(a *app.App) *linear.Hook {
	return &linear.Hook{Nudge: a.Store.NudgeMirror, Secret: a.Settings.LinearSecret.Reveal, Now: a.Now, Log: a.Log}
}

// checkMirror looks at Linear; false where it was never connected.
func checkMirror(ctx context.Context, a *app.App, connections []outward.Connection) (reports.CheckResult, bool) {
	setup, err := a.Store.MirrorSetup(ctx, mirror.Linear)
	if errors.Is(err, org.ErrNotFound) {
		return reports.CheckResult{}, false
	}
	all, wrong := a.Store.Standings(ctx, mirror.Linear)
	if err := errors.Join(err, wrong); err != nil {
		return reports.CheckResult{Name: "linear", Detail: "how it stands can't be read: " + err.Error()}, true
	}
	if len(a.Settings.LinearFounders) > 0 {
		setup.Founders = a.Settings.LinearFounders
	}
	i := slices.IndexFunc(connections, func(c outward.Connection) bool { return c.Name == setup.Connection })
	if i < 0 {
		return reports.CheckResult{}, false // it was taken away by a word
	}
	return doctor.Mirror(setup, all, connections[i].On), true
}
