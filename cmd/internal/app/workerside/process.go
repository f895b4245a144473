package workerside

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// Run works until ctx ends and returns the exit code: 0, 78 for settings that
// cannot be used, 70 for anything else.
func Run(ctx context.Context, env []string, dir string, log io.Writer, h app.Hooks) int {
	err := work(ctx, env, dir, log, h)
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return 0 // a stop while it starts is a stop
	}
	if _, err := fmt.Fprintln(log, "worker:", err); err != nil {
		return 70
	}
	var set *settings.Error
	var place *app.UnusableError
	if errors.As(err, &set) || errors.As(err, &place) {
		return 78
	}
	return 70
}

func work(ctx context.Context, env []string, dir string, log io.Writer, h app.Hooks) error {
	s, err := settings.Load(env, dir)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, "worker", s, h, log)
	if err != nil {
		return err
	}
	go a.Rest(ctx)
	defer health.Serve(ctx, a, "worker")()
	defer health.Supervise(ctx, a, env)()
	return errors.Join(Serve(ctx, a), a.Close(ctx))
}
