// Command bot talks with founders: it takes in what they say, answers, and
// sends what the work has to say.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := botside.Run(ctx, app.Process{Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr})
	stop()
	os.Exit(code)
}
