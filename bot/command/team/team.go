// Package team shows who works for the founder.
package team

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// daysSpent bounds how far back a member's costs are added up.
const daysSpent = 30

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Roster(ctx context.Context) ([]org.AgentView, error)
	Costs(ctx context.Context, days ...int) ([]reports.CostReport, error)
}

// records carries out the command.
type records struct{ Records }

// New returns the noun: the command agents.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Commands: []noun.Command{{
		Name: "agents", Summary: "who is on your team, and what they work on", Example: "agents", Aliases: []string{"team", "who"}, Run: s.listMembers,
		Shell: &noun.Shell{Group: noun.GroupSee, Use: "team", Summary: "who is on your team", Bare: true, JSON: true},
	}}}
}

func (s records) listMembers(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Roster(ctx)
	if err != nil {
		return noun.View{}, err
	}
	costs, err := s.Costs(ctx, daysSpent)
	if err != nil {
		return noun.View{}, err
	}
	spent := map[string]org.CostLine{}
	for _, l := range costs[0].ByAgent {
		spent[l.Name] = l
	}
	var members []Member
	for _, a := range all {
		members = append(members, Member{AgentView: a, Spent: spent[a.Name]})
	}
	return noun.View{Reply: Team(members).Page("agents", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}
