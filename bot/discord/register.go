package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Commands carries out commands. A nil function means that there are none.
type Commands struct {
	Specs    []syntax.Command
	Do       func(ctx context.Context, c org.Command) (org.Reply, error)
	Complete func(ctx context.Context, command, option, prefix string) ([]org.Choice, error)
	// Typed returns the line of a message that is a command to be carried out
	// at once, before what waits in its channel. All else is heard.
	Typed func(m org.Message) (line string, ok bool)
	// Meant turns an edited message into what is stored of it; nil stores it as it stands.
	Meant func(m org.Message) org.Message
}

// findSpec finds a command by the name that Discord knows it by.
func (d *Session) findSpec(name string) (syntax.Command, bool) {
	for _, s := range d.Commands.Specs {
		if s.Menu == name || s.Menu == "" && s.Name == name {
			return s, true
		}
	}
	return syntax.Command{}, false
}

// registered is one command as Discord takes it.
type registered struct {
	Name        string             `json:"name"`
	Type        int                `json:"type"`
	Description string             `json:"description,omitempty"`
	Options     []registeredOption `json:"options,omitempty"`
	// Contexts: in servers and in direct messages with the bot.
	Contexts []int `json:"contexts,omitempty"`
	Installs []int `json:"integration_types,omitempty"`
	// Members are the permissions without which nobody is shown the command in a
	// server, as a number in text. Whoever invited the bot has manageServer.
	Members string `json:"default_member_permissions,omitempty"`
}

// manageServer is the permission to manage a server; discord.com/developers,
// Permissions.
const manageServer = "32"

type registeredOption struct {
	Name         string  `json:"name"`
	Type         int     `json:"type"`
	Description  string  `json:"description"`
	Required     bool    `json:"required,omitempty"`
	Autocomplete bool    `json:"autocomplete,omitempty"`
	Choices      []offer `json:"choices,omitempty"`
}

// register tells Discord the commands, for servers and direct messages alike,
// when they are not those of the last time.
func (d *Session) register(ctx context.Context) error {
	d.mu.Lock()
	app := d.app
	d.mu.Unlock()
	if app == "" || len(d.Commands.Specs) == 0 {
		return nil
	}
	list := make([]registered, 0, len(d.Commands.Specs))
	for _, s := range d.Commands.Specs {
		list = append(list, registration(s))
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("write the commands: %w", err)
	}
	sum := sha256.Sum256(raw)
	hash, note := hex.EncodeToString(sum[:]), "commands:"+app
	known, err := d.Records.Note(ctx, Transport, note)
	if err != nil || known == hash {
		return err
	}
	put := func(list []registered) error {
		return d.rest.call(ctx, request{http.MethodPut, "/applications/" + app + "/commands", list, nil}, nil)
	}
	err = put(list)
	if refusedForGood(err) {
		second := put(simplifyCommands(list, manageServer))
		if refusedForGood(second) {
			second = put(simplifyCommands(list, ""))
		}
		if second != nil {
			return fmt.Errorf("this server takes no slash commands; the same words work after a `!`, such as !help: %w", err)
		}
		d.Log.WarnContext(ctx, "this server takes slash commands only without suggestions and files", "err", err)
		err = nil
	}
	if err != nil {
		return fmt.Errorf("register the commands: %w", err)
	}
	return d.Records.SetNote(ctx, Transport, note, hash)
}

// simplifyCommands returns a list of commands as a server takes them that knows only the oldest
// of Discord's: no suggestions, no files, no word about where they stand. What
// is left away can be written after a "!". members are the permissions that using
// them takes, empty where the server does not know them either.
func simplifyCommands(list []registered, members string) []registered {
	const file = 11
	out := make([]registered, 0, len(list))
	for _, c := range list {
		c.Contexts, c.Installs, c.Members = nil, nil, members
		options := c.Options
		c.Options = nil
		for _, o := range options {
			if o.Autocomplete = false; o.Type != file {
				c.Options = append(c.Options, o)
			}
		}
		out = append(out, c)
	}
	return out
}

func registration(s syntax.Command) registered {
	const typed, menu, text, integer, file = 1, 3, 3, 4, 11
	out := registered{Name: s.Name, Type: typed, Description: prose.First(nonEmpty(s.Description, s.Name), 100), Contexts: []int{0, 1}, Installs: []int{0}, Members: manageServer}
	if s.Menu != "" {
		out.Name, out.Type, out.Description = prose.First(s.Menu, 32), menu, ""
		return out
	}
	for _, o := range s.Options {
		made := registeredOption{
			Name: o.Name, Type: text, Description: prose.First(nonEmpty(o.Description, o.Name), 100), Required: o.Required,
			Autocomplete: o.Autocomplete && len(o.Choices) == 0,
		}
		switch o.Kind {
		case syntax.Number:
			made.Type = integer
		case syntax.File:
			made.Type, made.Autocomplete = file, false
		case syntax.Text:
		}
		for _, c := range o.Choices[:min(len(o.Choices), 25)] {
			made.Choices = append(made.Choices, offer{prose.First(nonEmpty(c.Label, c.Value), 100), c.Value})
		}
		out.Options = append(out.Options, made)
	}
	return out
}
