// Command bot is the front office: it hears people, answers them and sends
// what the office has to say.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := botside.Run(ctx, botside.Process{Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr})
	stop()
	os.Exit(code)
}
