// Package bundle gives what a document rests on as a signed file, which anybody can check.
package bundle

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
)

// Sign makes the signed bundle of a project's newest document. It returns org.ErrNotFound for a project without one, and an
// *attest.LostError where the key is not on this machine.
type Sign func(ctx context.Context, want attest.Want) ([]byte, error)

const (
	cost  = "cost"
	order = "order"
)

// New returns the noun: the command bundle. sign is nil where nothing is signed.
func New(sign Sign) noun.Noun {
	project := noun.ProjectOption()
	return noun.Noun{Commands: []noun.Command{{
		Name: org.CommandBundle, Summary: "a signed file of what a document rests on, which anybody can check", Example: "bundle p3", Aliases: []string{"attest", "signed"},
		Options: []syntax.Option{project, noun.WordOption("what", "cost to name prices and models too, order for the words of your order")},
		Words:   []string{cost, order}, Run: sign.give,
		Shell: &noun.Shell{
			Group: noun.GroupKeep, Use: "bundle PROJECT [cost] [order]", IDs: "project", JSON: true,
			Summary: "print what a document rests on as a signed file, which anybody can check; with cost and order it names prices, models and the words of the order too",
			Refuses: []string{"bundle p99", "bundle p99 -out x"},
		},
	}}}
}

func (s Sign) give(ctx context.Context, in noun.Input) (noun.View, error) {
	if s == nil {
		return noun.View{}, noun.Refuse(Nowhere())
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	want := attest.Want{Project: p.ID}
	said := strings.Fields(strings.ToLower(in.Args["what"]))
	for _, word := range said {
		if word != cost && word != order {
			return noun.View{}, noun.Refuse(How(word))
		}
	}
	want.Cost, want.Order = slices.Contains(said, cost), slices.Contains(said, order)
	raw, err := s(ctx, want)
	if lost := new(attest.LostError); errors.As(err, &lost) {
		return noun.View{}, noun.Refuse(Lost(lost.Want))
	}
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, None(p))
	}
	b, err := attest.Read(raw)
	if err != nil {
		return noun.View{}, err
	}
	r := Given(p, b, want).Reply()
	r.Files = []org.File{{Name: attest.FileName, Data: raw}}
	return noun.View{Reply: r, JSON: func(context.Context) (any, error) {
		return map[string]string{"project": string(p.ID), "key": b.Key(), "file": attest.FileName, "text": string(raw)}, nil
	}}, nil
}
