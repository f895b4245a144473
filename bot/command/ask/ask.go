// Package ask hears the words of a command as a message.
package ask

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

const optionText = "text"

// Records is all that this noun changes. *store.DB is one.
type Records interface {
	SaveMessage(ctx context.Context, m org.Message) (org.MessageID, bool, error)
}

type records struct{ Records }

// New returns the noun: the command ask.
func New(r Records) noun.Noun {
	return noun.Noun{Commands: []noun.Command{{
		Name: "ask", Summary: "ask or say something, as if you wrote it in the channel", Example: "ask What did we decide about prices?",
		Options: []syntax.Option{
			{Name: optionText, Kind: syntax.Text, Required: true, Description: "what you want to know or have done"},
			noun.FileOption(),
		},
		Acts: true, Public: true,
		Hear: func(args map[string]string) (string, bool, bool) { return args[optionText], false, true },
		Run:  records{r}.saveQuestion,
	}}}
}

func (s records) saveQuestion(ctx context.Context, in noun.Input) (noun.View, error) {
	m := in.Heard(in.Args[optionText])
	if _, _, err := s.SaveMessage(ctx, m); err != nil {
		return noun.View{}, err
	}
	return noun.Say(Asked(m.Text))
}
