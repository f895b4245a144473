// Package team shows who works for the founder, and has those join whom a repository proposes.
package team

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// daysSpent bounds how far back a member's costs are added up.
const daysSpent = 30

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	ProposedRoles(ctx context.Context) (map[string][]org.Role, error)
	TakeRole(ctx context.Context, repository string, r org.Role, a org.Agent) error
	DropRole(ctx context.Context, id org.AgentID) error
	Roster(ctx context.Context) ([]org.AgentView, error)
	Costs(ctx context.Context, days ...int) ([]reports.CostReport, error)
}

// Persona returns the words with which somebody begins who joins under a title in a field; nil where nobody can join.
type Persona func(title, category string) (string, error)

// records carries out the command.
type records struct {
	Records
	persona Persona
}

// New returns the noun: the command agents, and the page of the roles that files add.
func New(r Records, p Persona) noun.Noun {
	s := records{r, p}
	return noun.Noun{Pages: []noun.Page{
		{Path: "/roles", Title: "Roles", Tab: "Roles", Listed: true, Template: rolesPage, Build: s.buildRoles},
	}, Commands: []noun.Command{{
		Name: "agents", Summary: "who is on your team, and what they work on; take or drop a role that a repository proposes", Example: "agents", Aliases: []string{"team", "who"},
		Options: []syntax.Option{
			noun.WordOption("do", "take or drop; all are listed when left out"),
			noun.WordOption("text", "repository and role, as the list names them"),
		},
		Acts: true, Changes: changes, Run: s.run,
		Shell: &noun.Shell{Group: noun.GroupSee, Use: "team [take|drop REPOSITORY ROLE]", Summary: "who is on your team; take or drop a role that a repository proposes", Words: []string{"take", "drop"}, JSON: true},
	}}}
}

// changes reports whether a command takes somebody or has him leave. To show a role is none: said again after its process died, it comes with its file again,
// which the answer that is kept of a change does not have.
func changes(args map[string]string) bool {
	const marked = 3 // repository, role and the mark of what was shown
	do := strings.ToLower(args["do"])
	return do == "drop" || do == "take" && len(strings.Fields(args["text"])) == marked
}

// run lists the team, shows a role that is proposed, takes it, or has one leave who was taken.
func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	words := strings.Fields(strings.ToLower(in.Args["text"]))
	switch do := strings.ToLower(in.Args["do"]); {
	case do == "":
		return s.listMembers(ctx, in)
	case do == "take" && (len(words) == 2 || len(words) == 3):
		return s.take(ctx, words)
	case do == "drop" && len(words) == 2:
		err := s.DropRole(ctx, org.AgentID(org.RolePrefix+words[0]+"-"+words[1]))
		return noun.View{Reply: org.Reply{Text: Dropped(words[1], words[0])}}, noun.Explain(err, org.ErrNotFound, NobodyTaken(words[1], words[0]))
	}
	return noun.View{}, noun.Refuse(How())
}

// take shows a role whole; with the mark of what was shown behind it he joins.
func (s records) take(ctx context.Context, words []string) (noun.View, error) {
	proposed, err := s.ProposedRoles(ctx)
	if err != nil {
		return noun.View{}, err
	}
	of := proposed[words[0]]
	i := slices.IndexFunc(of, func(r org.Role) bool { return r.Name == words[1] })
	switch {
	case i < 0:
		return noun.View{}, noun.Refuse(NotProposed(words[1], words[0], of))
	case of[i].WhyNot != "":
		return noun.View{}, noun.Refuse(Unfit(of[i], words[0]))
	case len(words) == 2:
		return noun.View{Reply: Read(of[i], words[0])}, nil
	case words[2] != of[i].Mark():
		return noun.View{}, noun.Refuse(ChangedSince(of[i], words[0]))
	case s.persona == nil:
		return noun.View{}, noun.Refuse(NobodyJoins())
	}
	persona, err := s.persona(of[i].Title, of[i].Category)
	if err != nil {
		return noun.View{}, err
	}
	a := of[i].Agent(words[0], persona)
	err = s.TakeRole(ctx, words[0], of[i], a)
	if taken, ok := errors.AsType[*org.NameTakenError](err); ok {
		return noun.View{}, noun.Refuse(NameTaken(taken))
	}
	return noun.View{Reply: org.Reply{Text: Joined(a, words[0], of[i].Name)}}, noun.Explain(err, org.ErrConflict, ChangedSince(of[i], words[0]))
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
	proposed, err := s.ProposedRoles(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Team(members, proposed).Page("agents", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}
