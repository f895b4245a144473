// Package tool is the founder's and operator's command: it wires the same
// rooms in one process and reports on them.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// Exit codes of the commands.
const (
	Done     = 0
	Usage    = 2
	Partial  = 3
	Failed   = 4
	Waits    = 5  // nothing can run and a gate, a cap or an unreviewed step waits
	BadInput = 65 // as in sysexits
	NoAnswer = 69 // nothing ever answered
	Internal = 70
	Locked   = 73
	Config   = 78
)

// Process is what a command was started with.
type Process struct {
	Args     []string // without the program's name
	Env      []string
	Dir      string // working folder
	In       io.Reader
	Out, Err io.Writer
	Width    int  // columns of the terminal; 0 when Out is none
	Height   int  // its rows
	Live     bool // Out is a terminal
	Hooks    app.Hooks
}

// usage is an error in how a command was called.
type usage struct{ text string }

func (u *usage) Error() string { return u.text }

// exit ends a command with a code, after what it had to say was said.
type exit struct{ code int }

func (e *exit) Error() string { return fmt.Sprintf("exit %d", e.code) }

// command is one subcommand.
type command struct {
	name, args, help string
	run              func(context.Context, *call) error
}

// call is one command being carried out.
type call struct {
	Process
	settings settings.Settings
	flags    flags
	name     string   // of the command
	rest     []string // arguments that are no flags
}

// flags are all flags of all commands; they may stand before or after the
// arguments.
type flags struct {
	json bool
	out  string
	tail int
	to   string
	live bool
	yes  bool
	help bool // what the command takes, instead of the command
}

func commands() []command {
	return []command{
		{"run", "FILE|- [-out DIR] [-json]", "hand over a roadmap or directive and work until it ends", run},
		{"init", "", "connect with Discord: pair yourself with a code and write .env", initialise},
		{"chat", "", "talk in the terminal", chat},
		{"up", "", "run bot and worker in one process", up},
		{"status", "[PROJECT] [-json]", "how the work stands and what it waits for", status},
		{"costs", "[-json]", "what was spent", costs},
		{"why", "STEP|PROJECT [-json]", "why something is as it is", why},
		{"watch", "[-n N] [-json] [WORD...]", "follow the journal, narrowed by ids, agents, rooms, events", watch},
		{"pause", "PROJECT|all", "let a project rest, or all of them", pause},
		{"resume", "PROJECT|all", "let a project go on, or all of them", resume},
		{"cancel", "PROJECT|all", "end a project, or all of them", cancel},
		{"inbox", "[-json]", "what waits for your decision", inbox},
		{"approve", "ID [WORDS] [-json]", "say yes to a decision", approve},
		{"deny", "ID [WORDS] [-json]", "say no to a decision", deny},
		{"redo", "STEP [NOTE] [-json]", "have a step done again, with what was built on it", redo},
		{"replan", "PROJECT [NOTE]", "have what is left of a project planned again", replan},
		{"prompts", "CHECK [-json]", "\"prompts check\" renders all prompts and says what is wrong with any", prompts},
		{"skill", "add DIR|list|remove NAME [-json]", "skills from outside: vet and add one, list them, take one away", skill},
		{"eval", "-live [-yes] [-json]", "have ten tasks done by your models and say how well; names the cost and asks first", evaluate},
		{"stage", "STEP|PROJECT|MESSAGE NAME", "do one stage of work, plan or answer again from what is kept: the same bytes", stage},
		{"recall", "WORDS [-json]", "look for words in all that was said, learnt and delivered", recall},
		{"rules", "[-json]", "the founder's rules and what was learnt", rules},
		{"forget", "ID", "forget a rule, a lesson or what was said", forget},
		{"memory", "[tidy|undo ID] [-json]", "how lessons were tidied; tidy them now; put one tidying back", memory},
		{"team", "[-json]", "who works here", team},
		{"export", "PROJECT [-out DIR]", "write a project's folder", export},
		{"verify", "[-json]", "check every invariant of the database", verify},
		{"backup", "[DIR]", "write a checked copy of the database", backup},
		{"restore", "[FILE]", "put a backup in the place of the database", restore},
		{"migrate", "-to postgres://...", "copy the database to a PostgreSQL server", migrate},
		{"doctor", "[-json]", "check settings and surroundings", doctor},
		{"version", "", "which build this is", version},
	}
}

// Run carries out one command and returns its exit code.
func Run(ctx context.Context, p Process) int {
	c := &call{Process: p}
	err := c.start(ctx)
	var done *exit
	switch {
	case err == nil:
		return Done
	case errors.As(err, &done):
		return done.code
	}
	code, text := explain(err)
	if errors.Is(err, org.ErrNotFound) && code == Usage {
		text += "; " + listed(c.name)
	}
	if _, err := fmt.Fprintln(p.Err, "frasier: "+text); err != nil {
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
	switch {
	case errors.As(err, &use):
		return Usage, use.text
	case errors.As(err, &set):
		return Config, set.Error()
	case errors.As(err, &place):
		return Config, place.Error()
	case errors.As(err, &refused):
		return Config, refused.Error()
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

// listed says where the names stand that a command takes.
func listed(command string) string {
	switch command {
	case "approve", "deny":
		return "\"frasier inbox\" lists the decisions"
	case "redo", "why", "stage":
		return "\"frasier status\" lists the projects, and \"frasier status p1\" the steps of one"
	case "forget":
		return "\"frasier rules\" and \"frasier recall\" show the ids"
	case "memory":
		return "\"frasier memory\" shows the ids"
	}
	return "\"frasier status\" lists the projects"
}

// errInput marks input that cannot be used.
var errInput = errors.New("input")

func (c *call) start(ctx context.Context) error {
	if err := c.parse(); err != nil {
		return err
	}
	if len(c.rest) > 1 && c.rest[0] == "help" {
		c.rest, c.flags.help = c.rest[1:], true
	}
	if len(c.rest) == 0 || c.rest[0] == "help" {
		_, err := io.WriteString(c.Out, helpText())
		return err
	}
	for _, cmd := range commands() {
		if cmd.name != c.rest[0] {
			continue
		}
		if c.flags.help {
			c.printf("%s\n    %s\n", cmd.usage(), cmd.help)
			return nil
		}
		c.name, c.rest = cmd.name, c.rest[1:]
		if len(c.rest) > 0 && !takes(cmd.args) {
			return &usage{fmt.Sprintf("%s takes no %q; usage: %s", cmd.name, c.rest[0], cmd.usage())}
		}
		var err error
		if c.settings, err = settings.Load(c.Env, c.Dir); err != nil {
			return err
		}
		return cmd.run(ctx, c)
	}
	return &usage{fmt.Sprintf("there is no command %q; did you mean %q? \"frasier help\" lists them", c.rest[0], nearest(c.rest[0]))}
}

// usage is how a command is called.
func (c command) usage() string { return strings.TrimSpace("frasier " + c.name + " " + c.args) }

// takes reports whether a command has arguments that are no flags.
func takes(args string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == '|' || r == '[' || r == ']' }),
		func(w string) bool { return w == strings.ToUpper(w) && len(w) > 1 && w[0] != '-' })
}

func helpText() string {
	var b strings.Builder
	b.WriteString("frasier: a chief of staff that plans, researches, writes, reviews and delivers.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(&b, "  %-42s %s\n", cmd.usage(), cmd.help)
	}
	b.WriteString("\nSettings come from the environment or a file .env; \"frasier doctor\" prints them.\n")
	return b.String()
}

// nearest returns the command whose name shares most letters with a word.
func nearest(word string) string {
	best, most := "help", -1
	for _, cmd := range commands() {
		n := 0
		for i, r := range cmd.name {
			if i < len(word) && rune(word[i]) == r {
				n += 2
			} else if strings.ContainsRune(word, r) {
				n++
			}
		}
		if n > most {
			best, most = cmd.name, n
		}
	}
	return best
}

// parse splits flags from arguments; "--" ends the flags and "-" is an
// argument.
func (c *call) parse() error {
	for i := 0; i < len(c.Args); i++ {
		a := c.Args[i]
		if a == "--" {
			c.rest = append(c.rest, c.Args[i+1:]...)
			return nil
		}
		if a == "-" || !strings.HasPrefix(a, "-") {
			c.rest = append(c.rest, a)
			continue
		}
		name, value, given := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if on := c.flags.switches()[name]; on != nil && !given {
			*on = true
			continue
		}
		if !slices.Contains([]string{"out", "n", "to"}, name) {
			return &usage{fmt.Sprintf("there is no flag -%s; \"frasier help\" lists commands and flags", name)}
		}
		if !given {
			if i++; i >= len(c.Args) {
				return &usage{fmt.Sprintf("-%s needs a value", name)}
			}
			value = c.Args[i]
		}
		if err := c.flags.set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// switches are the flags without a value.
func (f *flags) switches() map[string]*bool {
	return map[string]*bool{"json": &f.json, "live": &f.live, "yes": &f.yes, "help": &f.help, "h": &f.help}
}

func (f *flags) set(name, value string) error {
	switch name {
	case "out":
		f.out = value
	case "to":
		f.to = value
	case "n":
		if _, err := fmt.Sscanf(value, "%d", &f.tail); err != nil || f.tail < 0 {
			return &usage{"-n needs a number, such as -n 20"}
		}
	default:
		return &usage{fmt.Sprintf("there is no flag -%s; \"frasier help\" lists commands and flags", name)}
	}
	return nil
}

// open opens the office for a command that works.
func (c *call) open(ctx context.Context, role string) (*app.App, error) {
	return app.Open(ctx, role, c.settings, c.Hooks, c.Err)
}

// with opens the office, does something with it and closes it.
func (c *call) with(ctx context.Context, do func(*app.App) error) error {
	a, err := c.open(ctx, "tool")
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.Close(ctx))
}

func (c *call) printf(format string, args ...any) {
	fmt.Fprintf(c.Out, format, args...)
}
