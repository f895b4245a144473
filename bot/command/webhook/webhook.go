// Package webhook shows the addresses that hear of events, takes one away, and sends again what one missed.
package webhook

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Webhooks(ctx context.Context) ([]outward.Webhook, error)
	RemoveWebhook(ctx context.Context, name string) error
	ReplayPosts(ctx context.Context, name string) (int, error)
}

type records struct{ Records }

const (
	remove = "remove"
	replay = "replay"
)

// New returns the noun: the command webhooks. One is added in the terminal, where nobody reads its secret along.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Commands: []noun.Command{{
		Name: "webhooks", Summary: "addresses that hear of events: list, remove one, send again what one missed", Example: "webhooks replay crm",
		Options: []syntax.Option{noun.WordOption("what", "remove, or replay to send again what it missed", remove, replay), noun.WordOption("name", "which, as webhooks lists it")},
		Acts:    true, Changes: func(args map[string]string) bool { return args["what"] != "" }, Words: []string{remove, replay}, Run: s.run,
		Shell: &noun.Shell{
			Group: noun.GroupKeep, Use: "webhooks [add NAME ADDRESS [EVENTS]|remove NAME|replay NAME]", JSON: true, Words: []string{"add", remove, replay},
			Summary: "addresses that hear of events: add one, which prints its secret, remove one, send again what one missed",
			Refuses: []string{"webhooks add crm", "webhooks add crm http://crm.example.com", "webhooks add crm https://127.0.0.1/x", "webhooks add CRM! https://crm.example.com", "webhooks add crm https://crm.example.com nosuch", "webhooks remove nosuch", "webhooks replay nosuch", "webhooks remove", "webhooks dance crm"},
		},
	}}, Notices: []noun.Notice{noun.Notify("webhook", Fails)}}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	what, name := strings.ToLower(in.Args["what"]), strings.ToLower(in.Args["name"])
	switch {
	case what == "":
		all, err := s.Webhooks(ctx)
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{Reply: List(all).Page("webhooks", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
	case name == "":
		return noun.View{}, noun.Refuse(Which(what))
	case what == remove:
		if err := s.RemoveWebhook(ctx, name); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
		}
		return noun.Say(Gone(name))
	case what == replay:
		n, err := s.ReplayPosts(ctx, name)
		if err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
		}
		return noun.Say(Again(name, n))
	}
	return noun.View{}, noun.Refuse(What(what))
}
