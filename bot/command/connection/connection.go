// Package connection shows where Frasier may do something outside, and takes that away again.
package connection

import (
	"context"
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
}

type records struct{ Records }

// New returns the noun: the commands connections and disconnect. A connection is made in the terminal, where nobody reads along.
func New(r Records) noun.Noun {
	s := records{r}
	name := noun.WordOption("name", "which, as connections lists it")
	name.Required = true
	return noun.Noun{Commands: []noun.Command{
		{
			Name: "connections", Summary: "where I may do something outside, as whom, and until when", Example: "connections", Run: s.listConnections,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "connections", Bare: true, JSON: true},
		},
		{
			Name: "disconnect", Summary: "delete a connection with its token; what waits for it waits on", Example: "disconnect github",
			Options: []syntax.Option{name}, Acts: true, Run: s.disconnect,
			Shell: &noun.Shell{Group: noun.GroupKeep, Use: "disconnect NAME"},
		},
	}}
}

func (s records) listConnections(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Connections(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: List(all, in.Now).Page("connections", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

func (s records) disconnect(ctx context.Context, in noun.Input) (noun.View, error) {
	name := strings.ToLower(in.Args["name"])
	if err := s.Disconnect(ctx, name); err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
	}
	return noun.Say(Gone(name))
}

// soon is how long before its end a token is said to end.
const soon = 14 * 24 * time.Hour
