// Package noun says what one thing that people can see or press consists of. A
// noun has a folder of its own below bot/command, which holds all of it: its
// commands and their words, its pages of the dashboard, its answers to
// programs, and their tests. Discord, terminal, shell, dashboard and API know
// only what is declared here; the list of all nouns is bot/command/list.go.
package noun

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Noun is one thing that people can see or press, through every door. All of its
// parts may be left out.
type Noun struct {
	Commands []Command
	Pages    []Page
	Answers  []Answer
	Notices  []Notice
}

// Command is one command: a line in a chat, a slash command, a button's effect and a
// command of the shell.
type Command struct {
	Name    string // lower case, at most 32 letters
	Summary string // what it does, in at most 100 letters, without a full stop
	Example string // a line of it, without "!"
	Aliases []string
	Options []syntax.Option // with their descriptions; required ones first
	// Acts says that it changes something: then it is carried out once for each message, press or key.
	Acts bool
	// Changes says whether a call of one that acts changes something; without it, each does.
	Changes func(args map[string]string) bool
	// Leaves names the event that a command which acts on a project writes in its journal: one that is
	// given again without a project means that one, even when it has ended since.
	Leaves org.EventKind
	// Open says that it is about a project that has not ended.
	Open bool
	// Needs is an option that it cannot do without, whatever gives the project.
	Needs string
	// Words are values of its options that are no choices; none of them is a project's name.
	Words []string
	// Read reads what stands behind its name in a way of its own; where it can't, that is read as values in the
	// order of the options, as without it.
	Read func(rest string) (args map[string]string, ok bool)
	// Hear says which words a line of it stands for, where it is heard as a message, and whether they order a project;
	// ok is false for a line that is carried out. Without it, each is.
	Hear func(args map[string]string) (words string, orders, ok bool)
	// Verbs are first words that say what to do: a line that begins with one names no project there.
	Verbs []string
	// Public says that its reply is for everybody in the channel, not for its giver alone.
	Public bool
	// Secret says that its reply opens something, and is kept nowhere.
	Secret bool
	// Hidden keeps it out of help and out of a chat's list: it is given by buttons alone.
	Hidden bool
	// AsksBack says that it may ask whether it is meant; after a yes it is given again, with the option OptionSure.
	AsksBack bool
	// Shell puts it on the program's command line; nil keeps it off.
	Shell *Shell
	// Suggest lists what an option may be, for those that complete themselves; projects and steps come without it.
	Suggest func(ctx context.Context, option string) ([]org.Choice, error)
	// Run carries it out. An error of Refuse or RefuseWith is shown to whoever gave it; any other
	// means that it could not be done now, and may come again.
	Run func(context.Context, Input) (View, error)
}

// Groups of the shell's list of commands.
const (
	GroupSee   = "See how it stands"
	GroupSteer = "Steer it"
	GroupKnow  = "What it knows"
	GroupKeep  = "Look after it"
)

// Shell describes a command of the program's command line. Its arguments are joined to the line
// that a chat would take; --all shows every page, --json what programs get.
type Shell struct {
	Group   string   // one of those above
	Use     string   // as it is called: "status [PROJECT]"
	Summary string   // in help; the command's when empty
	IDs     string   // what completes its first argument: "project", "step", "id"
	Words   []string // what completes its first argument: one of these
	Bare    bool     // takes no arguments
	JSON    bool     // takes --json: its view has one
	// Refuses are lines that it can do nothing with ("pause p99"), by which the tests see that it says so. One that acts
	// and has nothing to refuse says that with an empty list; nil is for one that only looks.
	Refuses []string
}

// Input is one command as it was given.
type Input struct {
	Args    map[string]string // by option; what was not given is missing
	Page    int               // of a long reply, from 1
	Channel org.Channel       // where it was given
	Author  string
	Origin  string        // the id of the message, press or key that gave it
	Thread  org.ProjectID // the project in whose thread it was given; empty elsewhere
	Now     time.Time
	Message string // what the message says that it was used on, by a message's menu
	// Heard is the command as a message that was said, with its files.
	Heard func(words string) org.Message
	// Again says that it began before, in a process that died of it.
	Again bool
	// DoneBefore are the journal's lines of a kind since it began, where it began in a process that
	// died of it; none otherwise. What they say is done is not to be done again.
	DoneBefore func(ctx context.Context, kind org.EventKind) ([]org.Event, error)
	// FindProject finds the project that the option "project" names, the one of the thread, or the only
	// one there is. With open, only one that has not ended counts. Its error is a refusal that helps.
	FindProject func(ctx context.Context, open bool) (org.ProjectName, error)
	// Repeat carries out a command that was given before.
	Repeat func(context.Context, Repeat) (View, error)
}

// Repeat is a command that was given before, as it is to be carried out now.
type Repeat struct {
	Line    string
	Message string // what it was used on, by a message's menu
	Project string // that was chosen for it since; empty for the one that it names
	Sure    bool   // with a yes to what it asked back
	Refusal string // what is said where it can't be carried out so
}

// View holds what a command shows.
type View struct {
	Reply org.Reply // one page of it for people, with its buttons
	// JSON answers programs, and is written with the names of its fields; nil when there is no such
	// answer.
	JSON func(context.Context) (any, error)
}

// Say shows one text.
func Say(text string) (View, error) { return View{Reply: org.Reply{Text: text}}, nil }

// Show shows one page of a message; the line again gives the command anew.
func Show(m wording.Message, again string, page int) (View, error) {
	return View{Reply: m.Page(again, page)}, nil
}

// Lines are several things for programs, which get one in each line.
type Lines []any

// RefusalError is why a command does nothing, in words for the founder. Its card
// may hold the way out.
type RefusalError struct {
	Text   string
	Card   org.Card
	Status int // of the answer to a program; 0 for a bad request
}

// Error returns the words.
func (r *RefusalError) Error() string { return r.Text }

// Refuse is a refusal of one text.
func Refuse(text string) error { return &RefusalError{Text: text} }

// Explain is a refusal of one text where an error has a cause that its reader can do something about; any other stays.
func Explain(err, cause error, text string) error {
	if errors.Is(err, cause) {
		return Refuse(text)
	}
	return err
}

// RefuseProgram is a refusal of a program's request, with the status of its answer.
func RefuseProgram(status int, text string) error { return &RefusalError{Text: text, Status: status} }

// RefuseWith is a refusal with a way out.
func RefuseWith(r org.Reply) error { return &RefusalError{Text: r.Text, Card: r.Card} }

// Page is one page of the dashboard.
type Page struct {
	Path   string // "/projects", "/steps/{id}"
	Title  string // of the browser's window; what Build sets wins
	Tab    string // the tab that is lit; empty for none
	Listed bool   // it has a tab of its own, named Tab
	Part   string // of a project: the name that leads to it from the project's other pages
	Place  int    // of its tab or part, the smallest first; 0 is behind all
	Phone  bool   // that tab stands at the bottom of a phone too
	// Of is the Run of a command whose answer, given without options, is the page, with the buttons of its first part;
	// Template and Build are left out then.
	Of       func(context.Context, Input) (View, error)
	Template string // HTML: a template "page", which may use those of view's parts
	// Build reads what the template shows. Its result embeds the Base of the request. org.ErrNotFound is
	// answered with a page that says so.
	Build func(context.Context, PageRequest) (any, error)
	// File gives a file in the place of a page; Template and Build are left out then.
	File func(context.Context, PageRequest) (File, error)
	// Touches reports whether what a line of the journal tells stands on it; without it, everything does.
	Touches func(org.Event) bool
}

// File answers a path of the dashboard that is no page.
type File struct {
	Type  string // as HTTP names it
	Name  string // under which a browser saves it; empty for one that it shows
	Frame bool   // it stands in a frame of a page, where it may run and load nothing
	Data  []byte
}

// PageRequest is a browser's request.
type PageRequest struct {
	Base   view.Base // to be embedded in what Build returns
	Path   func(name string) string
	Query  url.Values
	Second bool // the page refreshes itself, or shows what a command answered: not its first look
	Now    time.Time
}

// Answer serves one path of the API to programs. It is described in docs/openapi.json, or by itself: one that
// has Gives is added there when the description is asked for.
type Answer struct {
	Path string // below /api/v1/, such as "status"
	// Says tells in a few words what it gives, and Gives is a value of the type that is given: the description lists its
	// fields by their JSON, each with its tag `doc`.
	Says  string
	Gives any
	// Of is the Run of a command whose JSON, given without options, is the answer; Give is left out then.
	Of     func(context.Context, Input) (View, error)
	Method string   // empty for GET
	Code   bool     // for tokens of the changes of one repository, and no others
	Exact  bool     // it may hold texts of a repository, which are given to the byte
	Most   int64    // bytes of what is sent; 0 for what commands may have
	Params []string // that it knows; others are refused
	Give   func(context.Context, AnswerRequest) (any, error)
}

// Look is the input of a command that is carried out without options, for a page or a program.
func Look(now time.Time) Input {
	return Input{
		Args: map[string]string{}, Page: 1, Now: now,
		DoneBefore:  func(context.Context, org.EventKind) ([]org.Event, error) { return nil, nil },
		FindProject: func(context.Context, bool) (org.ProjectName, error) { return org.ProjectName{}, org.ErrNotFound },
	}
}

// AnswerRequest is a program's request.
type AnswerRequest struct {
	Path  func(name string) string
	Query url.Values
	Now   time.Time
	Token org.Token // who asks
	// Read reads the object that was sent; it refuses what is not described.
	Read func(into any) error
}
