// Package cli is the founder's and operator's command: it wires bot and worker
// into one process and reports on them.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/cmd/internal/update"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Exit codes of the commands.
const (
	Done     = 0
	Usage    = 2
	Partial  = 3
	Failed   = 4
	Waits    = 5  // nothing can run: a gate, a cap, an unreviewed step or an address that cannot be reached now
	BadInput = 65 // as in sysexits
	NoAnswer = 69 // nothing ever answered
	Internal = 70
	Locked   = 73
	Config   = 78
)

// Process holds what a command was started with.
type Process struct {
	Args     []string // without the program's name
	Called   string   // as it is typed: "frasier"
	Env      []string
	Dir      string // working folder
	In       io.Reader
	Out, Err io.Writer
	Width    int  // columns of the terminal; 0 when Out is none
	Height   int  // its rows
	Live     bool // Out is a terminal
	Hooks    app.Hooks
}

type usage struct{ text string }

func (u *usage) Error() string { return u.text }

// exit ends a command with a code, after what it had to say was said.
type exit struct{ code int }

func (e *exit) Error() string { return fmt.Sprintf("exit %d", e.code) }

// call is one command being carried out.
type call struct {
	Process
	settings settings.Settings
	flags    flags
	name     string         // of the command
	rest     []string       // arguments that are no flags
	zone     *time.Location // of the founder, once the database is open
}

// Run carries out one command and returns its exit code.
func Run(ctx context.Context, p Process) int {
	if code, was := workerside.Inside(p.Args, p.Err); was { //nolint:contextcheck // behind the walls nothing outlives the program
		return code
	}
	c := &call{Process: p}
	c.Called = cmp.Or(c.Called, "frasier")
	root := c.root() //nolint:contextcheck // a completion takes the context of its command
	root.SetArgs(ordered(p.Args))
	err := root.ExecuteContext(ctx)
	var done *exit
	switch {
	case err == nil:
		return Done
	case errors.As(err, &done):
		return done.code
	}
	code, text := explain(err)
	var unknown *org.UnknownError
	if errors.As(err, &unknown) && code == Usage {
		text = messages.TerminalUnknown(unknown.What, unknown.Name, c.name)
	} else if errors.Is(err, org.ErrNotFound) && code == Usage {
		text += "; " + messages.TerminalWhere(c.name)
	}
	if _, err := fmt.Fprintln(p.Err, "frasier: "+moment.Spell(text, c.zone)); err != nil {
		return Internal
	}
	return code
}

// explain gives an error's exit code and what to print.
func explain(err error) (int, string) {
	var use *usage
	var set *settings.Error
	var fault *roadmap.Fault
	var place *app.UnusableError
	var refused *bot.SetupError
	var unusable *workspace.UnusableError
	var away *workspace.UnreachableError
	var kept *update.Error
	switch {
	case errors.As(err, &kept):
		return explainUpdate(kept, err)
	case errors.As(err, &use):
		return Usage, use.text
	case errors.As(err, &set):
		return Config, set.Error()
	case errors.As(err, &place):
		return Config, place.Error()
	case errors.As(err, &refused):
		return Config, refused.Error()
	case errors.As(err, &unusable):
		return BadInput, unusable.Error()
	case errors.As(err, &away):
		return Waits, away.Error() + "; try again later"
	case errors.As(err, &fault):
		return BadInput, fault.Error()
	case errors.Is(err, errInput):
		return BadInput, strings.TrimPrefix(err.Error(), errInput.Error()+": ")
	case errors.Is(err, org.ErrNotFound):
		return Usage, err.Error()
	case errors.Is(err, org.ErrConflict):
		return Usage, err.Error()
	}
	return Internal, err.Error()
}

// errInput marks input that cannot be used.
var errInput = errors.New("input")

// open opens the app for a command that works.
func (c *call) open(ctx context.Context, role string) (*app.App, error) {
	return app.Open(ctx, role, c.settings, c.Hooks, c.Err)
}

// with opens the app, does something with it and closes it.
func (c *call) with(ctx context.Context, do func(*app.App) error) error {
	a, err := c.open(ctx, "tool")
	if err != nil {
		return err
	}
	c.zone = a.Zone() //nolint:contextcheck // it has a term of its own
	return errors.Join(do(a), a.Close(ctx))
}

// printf prints moments in the founder's zone.
func (c *call) printf(format string, args ...any) {
	fmt.Fprint(c.Out, moment.Spell(fmt.Sprintf(format, args...), c.zone))
}
