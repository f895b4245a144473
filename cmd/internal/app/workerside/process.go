package workerside

import (
	"context"

	"github.com/frasier-cos/frasier/cmd/internal/app"
)

// Run is a worker as a process: it works until ctx ends and returns the exit
// code (see app.Main).
func Run(ctx context.Context, p app.Process) int {
	return app.Main(ctx, "worker", p, func(ctx context.Context, a *app.App) error {
		defer a.Watch(ctx, "worker", p.Env, nil)()
		return Serve(ctx, a)
	})
}
