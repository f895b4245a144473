// Command bot talks with founders: it takes in what they say, answers, and
// sends what the work has to say.
package main

import (
	"os"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

func main() {
	ctx, stop := app.Signals()
	code := botside.Run(ctx, app.Process{Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Log: os.Stderr})
	stop()
	os.Exit(code)
}
