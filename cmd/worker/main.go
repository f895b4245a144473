// Command worker plans, researches, writes, reviews and assembles. Any number of
// workers may run beside each other.
package main

import (
	"os"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
)

func main() {
	if code, was := workerside.Inside(os.Args[1:], os.Stderr); was {
		os.Exit(code)
	}
	ctx, stop := app.Signals()
	code := workerside.Run(ctx, app.Process{Env: os.Environ(), Dir: ".", Log: os.Stderr})
	stop()
	os.Exit(code)
}
