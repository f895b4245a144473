// Package connection shows where Frasier may do something outside, and takes that away again.
package connection

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Connections(ctx context.Context) ([]outward.Connection, error)
	Disconnect(ctx context.Context, name string) error
	Calendars(ctx context.Context) ([]outward.Calendar, error)
	RemoveCalendar(ctx context.Context, name string) error
}

type records struct {
	Records

	giveBack func(context.Context, outward.Connection) error
}

// New returns the noun: the commands connections and disconnect. A connection is made in the terminal, where nobody reads along. giveBack ends the access at the service,
// where that can be done by a program; nil for nowhere.
func New(r Records, giveBack func(context.Context, outward.Connection) error) noun.Noun {
	s := records{r, giveBack}
	name := noun.WordOption("name", "which, as connections lists it")
	name.Required = true
	return noun.Noun{
		Pages:    []noun.Page{{Path: "/connections", Title: "Connections", Tab: "Connections", Listed: true, Of: s.walkThrough}},
		Answers:  []noun.Answer{{Path: "connections", Says: "where I may do something outside, as whom, with which rights, and until when; no tokens", Gives: []outward.Connection{}, Of: s.listConnections}},
		Commands: s.commands(name),
	}
}

func (s records) commands(name syntax.Option) []noun.Command {
	return []noun.Command{
		{
			Name: "connections", Summary: "where I may do something outside, as whom, and until when", Example: "connections", Run: s.listConnections,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "connections", Bare: true, JSON: true},
		},
		{
			Name: "disconnect", Summary: "delete a connection with its token, or a calendar; what waits for it waits on", Example: "disconnect github",
			Options: []syntax.Option{name}, Acts: true, Run: s.disconnect,
			Shell: &noun.Shell{Group: noun.GroupKeep, Use: "disconnect NAME", Refuses: []string{"disconnect nosuch", "disconnect"}},
		},
	}
}

func (s records) listConnections(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Connections(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: List(all, in.Now).Page("connections", in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
}

// walkThrough shows the connections on the page, and how each of the others is made.
func (s records) walkThrough(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Connections(ctx)
	if err != nil {
		return noun.View{}, err
	}
	calendars, err := s.Calendars(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Walk(all, calendars, in.Now).Reply()}, nil
}

func (s records) disconnect(ctx context.Context, in noun.Input) (noun.View, error) {
	name := strings.ToLower(in.Args["name"])
	if s.giveBack != nil {
		all, err := s.Connections(ctx)
		if err != nil {
			return noun.View{}, err
		}
		if i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == name && c.Service == outward.Google }); i >= 0 {
			failed := s.giveBack(ctx, all[i])
			if err := s.Disconnect(ctx, name); err != nil {
				return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
			}
			return noun.Say(GivenBack(all[i], failed))
		}
	}
	err := s.Disconnect(ctx, name)
	if errors.Is(err, org.ErrNotFound) { // calendars are connected by the same word, and kept apart: they are read alone
		if err = s.RemoveCalendar(ctx, name); err == nil {
			return noun.Say(GoneCalendar(name))
		}
	}
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
	}
	return noun.Say(Gone(name))
}

// How long before its end a token is said to end.
const soon = 14 * 24 * time.Hour
