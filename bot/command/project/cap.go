package project

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// capShow stands for the amount of a cap that is only asked for.
const capShow = "show"

// readCap reads what follows "project" as an order to cap one: "cap 5", "cap
// p3 5", "cap off", "cap p3". It is false for the words of a goal.
func readCap(rest string) (map[string]string, bool) {
	words := strings.Fields(strings.ToLower(rest))
	if len(words) == 0 || words[0] != optionCap {
		return nil, false
	}
	args := map[string]string{optionCap: capShow}
	for _, w := range words[1:] {
		_, isMoney := org.ParseLimit(w)
		switch {
		case syntax.IsProjectID(w) && args[noun.OptionProject] == "":
			args[noun.OptionProject] = w
		case isMoney && args[optionCap] == capShow:
			args[optionCap] = w
		case !slices.Contains([]string{"at", "to", "of", "on", "for"}, w):
			return nil, false
		}
	}
	return args, true
}

// limitProject caps what a project may cost in all, or says how it is capped.
func (s records) limitProject(ctx context.Context, in noun.Input, starts bool) (noun.View, error) {
	if starts {
		return noun.View{}, noun.Refuse(CapOrGoal())
	}
	p, err := in.FindProject(ctx, true)
	if err != nil {
		return noun.View{}, err
	}
	status, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	word := strings.ToLower(strings.TrimSpace(in.Args[optionCap]))
	amount, isMoney := org.ParseLimit(word)
	switch {
	case word == capShow || word == "":
		return noun.Say(Cap(status))
	case !isMoney:
		return noun.View{}, noun.Refuse(NoAmount(word, false, p.ID))
	case p.State.Ended():
		return noun.View{}, noun.Refuse(CapTooLate(p))
	}
	if err := s.SetCap(ctx, org.Cap{Scope: org.ScopeProject, Project: p.ID, Kind: org.KindCap, Amount: amount}); err != nil {
		return noun.View{}, err
	}
	status.Cap = amount
	return noun.Say(CapSet(status))
}
