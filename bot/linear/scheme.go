package linear

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
)

// What a team calls its states, and the labels there are.
type scheme struct {
	team     string
	states   map[string]string // ids of issues' states, by what they mean
	meaning  map[string]string // what each state means, by id
	statuses map[string]string // ids of projects' statuses, by what they mean
	labels   map[string]string // ids, by name in small letters
}

// readScheme asks for all that a team's states are called.
func readScheme(ctx context.Context, c *client, team string) (*scheme, error) {
	got, err := gql.Team(ctx, c, team)
	if err != nil {
		return nil, err
	}
	if got.Team.ArchivedAt != nil {
		return nil, refuse(fmt.Sprintf("the team %s is archived there", got.Team.Name))
	}
	s := &scheme{team: team, states: map[string]string{}, meaning: map[string]string{}, statuses: map[string]string{}, labels: map[string]string{}}
	if err := s.readStates(got.Team.Name, got.Team.States.Nodes); err != nil {
		return nil, err
	}
	statuses, err := gql.ProjectStatuses(ctx, c)
	if err != nil {
		return nil, err
	}
	all := statuses.Organization.ProjectStatuses
	slices.SortStableFunc(all, func(a, b gql.ProjectStatusesOrganizationProjectStatusesProjectStatus) int {
		return cmp.Compare(a.Position, b.Position)
	})
	for _, x := range all {
		if m := meanStatus(string(x.Type)); s.statuses[m] == "" {
			s.statuses[m] = x.Id
		}
	}
	var after *string
	for {
		page, err := gql.Labels(ctx, c, after)
		if err != nil {
			return nil, err
		}
		for _, l := range page.IssueLabels.Nodes {
			if l.Team == nil || l.Team.Id == team {
				s.labels[strings.ToLower(l.Name)] = l.Id
			}
		}
		if after = page.IssueLabels.PageInfo.EndCursor; !page.IssueLabels.PageInfo.HasNextPage || after == nil {
			return s, nil
		}
	}
}

// readStates finds the state of each meaning: by the name that Linear gives it, else by type, and of several the first in their order.
func (s *scheme) readStates(team string, all []gql.TeamTeamStatesWorkflowStateConnectionNodesWorkflowState) error {
	slices.SortStableFunc(all, func(a, b gql.TeamTeamStatesWorkflowStateConnectionNodesWorkflowState) int {
		return cmp.Compare(a.Position, b.Position)
	})
	find := func(meaning string, types []string, names ...string) {
		for _, kind := range types {
			first := ""
			for _, x := range all {
				if x.Type != kind {
					continue
				}
				if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, x.Name) }) {
					s.states[meaning] = x.Id
					return
				}
				if first == "" {
					first = x.Id
				}
			}
			if first != "" && meaning != mirror.Review {
				s.states[meaning] = first
				return
			}
		}
	}
	find(mirror.Open, []string{"unstarted", "backlog", "triage"}, "Todo")
	find(mirror.Working, []string{"started"}, "In Progress")
	find(mirror.Review, []string{"started"}, "In Review")
	find(mirror.Done, []string{"completed"}, "Done")
	find(mirror.Canceled, []string{"canceled"}, "Canceled", "Cancelled")
	for _, need := range []string{mirror.Open, mirror.Working, mirror.Done, mirror.Canceled} {
		if s.states[need] == "" {
			return refuse(fmt.Sprintf("the team %s has no state that means %q; add one in its workflow settings in Linear", team, need))
		}
	}
	for _, x := range all {
		s.meaning[x.Id] = meanState(x.Type)
	}
	if id := s.states[mirror.Review]; id != "" {
		s.meaning[id] = mirror.Review
	}
	return nil
}

// meanState says what a state's type means.
func meanState(kind string) string {
	switch kind {
	case "started":
		return mirror.Working
	case "completed":
		return mirror.Done
	case "canceled", "duplicate":
		return mirror.Canceled
	}
	return mirror.Open
}

// meanStatus says what the type of a project's status means.
func meanStatus(kind string) string {
	switch kind {
	case "started":
		return mirror.Started
	case "paused":
		return mirror.Paused
	case "completed":
		return mirror.Completed
	case "canceled":
		return mirror.Canceled
	}
	return mirror.Open
}

// settle changes a wanted state into one that the team has.
func (s *scheme) settle(o mirror.Object) mirror.Object {
	switch {
	case o.Kind == mirror.Issue && o.Fields[mirror.State] == mirror.Review && s.states[mirror.Review] == "":
		o.Fields[mirror.State] = mirror.Working
	case o.Kind == mirror.Project && s.statuses[o.Fields[mirror.State]] == "":
		delete(o.Fields, mirror.State)
	}
	return o
}
