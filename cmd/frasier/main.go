// Command frasier is the founder's and operator's tool: it hands work over,
// does it with bot and worker in one process, and reports.
package main

import (
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/cli"
)

func main() {
	ctx, stop := app.Signals()
	p := cli.Process{Args: os.Args[1:], Called: called(os.Args[0]), Env: os.Environ(), Dir: ".", In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		p.Live = true
		if w, h, err := term.GetSize(fd); err == nil {
			p.Width, p.Height = w, h
		}
	}
	code := cli.Run(ctx, p)
	stop()
	os.Exit(code)
}

// called returns how people type this program: what "go run" built is not on the path.
func called(path string) string {
	if strings.Contains(path, "go-build") {
		return "go run ./cmd/frasier"
	}
	return "frasier"
}
