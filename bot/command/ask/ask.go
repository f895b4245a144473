// Package ask hears the words of a command as a message, and shows what was said on the dashboard.
package ask

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const optionText = "text"

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	SaveMessage(ctx context.Context, m org.Message) (org.MessageID, bool, error)
	Talk(ctx context.Context, ch org.Channel, n int) ([]reports.Said, error)
}

type records struct{ Records }

// New returns the noun: the command ask, and the page on which it is typed and answered.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Pages: []noun.Page{{Path: "/talk", Title: "Talk", Tab: "Talk", Listed: true, Template: page, Build: s.buildPage}}, Commands: []noun.Command{{
		Name: "ask", Summary: "ask or say something, as if you wrote it in the channel", Example: "ask What did we decide about prices?",
		Options: []syntax.Option{
			{Name: optionText, Kind: syntax.Text, Required: true, Description: "what you want to know or have done"},
			noun.FileOption(),
		},
		Acts: true, Public: true,
		Hear: func(args map[string]string) (string, bool, bool) { return args[optionText], false, true },
		Run:  s.saveQuestion,
	}}}
}

func (s records) saveQuestion(ctx context.Context, in noun.Input) (noun.View, error) {
	m := in.Heard(in.Args[optionText])
	if _, _, err := s.SaveMessage(ctx, m); err != nil {
		return noun.View{}, err
	}
	return noun.Say(Asked(m.Text))
}
