// Package review has pull requests of others read, and says there what was found once a founder lets it.
package review

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Repositories(ctx context.Context) ([]coding.Repository, error)
	OrderedReviews(ctx context.Context, most int) ([]outward.Reading, error)
	AskReview(ctx context.Context, o outward.Reading) (outward.Reading, error)
	Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error)
	AllowAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error)
}

const (
	most     = 100 // reviews that are listed: what is older is in the journal
	wordSend = "send"
)

type records struct{ Records }

// New returns the noun: the command review.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Commands: []noun.Command{{
		Name: "review", Summary: "read somebody's pull request, and show what is wrong with it; those that were read when left out", Example: "review acme/shop#34", Aliases: []string{"reviews"},
		Options: []syntax.Option{noun.WordOption("which", "owner/name#34, or its address"), noun.WordOption("do", "send to say there all that was found and waits for your yes", wordSend)},
		Acts:    true, Changes: func(args map[string]string) bool { return args["which"] != "" }, Words: []string{wordSend}, Run: s.run,
		Shell: &noun.Shell{Group: noun.GroupSteer, Use: "review [OWNER/NAME#34] [send]", JSON: true, Refuses: []string{"review shop", "review acme/nosuch#1", "review acme/nosuch#1 send", "review acme/nosuch#1 approve"}},
	}}}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	which, do := strings.TrimSpace(in.Args["which"]), strings.ToLower(strings.TrimSpace(in.Args["do"]))
	read, err := s.OrderedReviews(ctx, most)
	if err != nil {
		return noun.View{}, err
	}
	if which == "" {
		return noun.View{Reply: List(read).Page("review", in.Page), JSON: func(context.Context) (any, error) { return read, nil }}, nil
	}
	place, number, ok := outward.ParsePull(which)
	if !ok || do != "" && do != wordSend {
		return noun.View{}, noun.Refuse(How(strings.TrimSpace(which + " " + do)))
	}
	all, err := s.Repositories(ctx)
	if err != nil {
		return noun.View{}, err
	}
	r, ok := outward.FindRepository(all, place)
	if !ok {
		return noun.View{}, noun.Refuse(NoRepository(place))
	}
	at, _ := outward.PlaceOf(r.Source)
	asked := outward.Reading{Place: at.String(), Number: number, Repository: r.Name, Channel: in.Channel, By: in.Author}
	if do == wordSend {
		return s.send(ctx, in, read, asked)
	}
	o, err := s.AskReview(ctx, asked)
	if errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.Refuse(Enough(at.Owner + "/" + at.Name))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: org.Reply{Text: Asked(o)}, JSON: func(context.Context) (any, error) { return o, nil }}, nil
}

// send allows all findings of a pull request that wait.
func (s records) send(ctx context.Context, in noun.Input, read []outward.Reading, asked outward.Reading) (noun.View, error) {
	i := slices.IndexFunc(read, func(o outward.Reading) bool { return o.Place == asked.Place && o.Number == asked.Number })
	if i < 0 || read[i].Project == "" {
		return noun.View{}, noun.Refuse(NotRead(asked))
	}
	all, err := s.Actions(ctx, read[i].Project, most)
	if err != nil {
		return noun.View{}, err
	}
	n := 0
	for _, a := range slices.Backward(all) {
		if a.Kind != outward.TellFinding || a.State != outward.Proposed {
			continue
		}
		if _, err := s.AllowAction(ctx, a.ID, in.Author); err != nil && !errors.Is(err, org.ErrConflict) { // somebody else decided meanwhile
			return noun.View{}, err
		}
		n++
	}
	if n == 0 {
		return noun.View{}, noun.Refuse(NothingWaits(read[i]))
	}
	return noun.Say(Sending(read[i], n))
}
