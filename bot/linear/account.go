package linear

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/linear/gql"
)

// Account says whose key it is, and what it reaches.
type Account struct {
	ID, Name   string
	IsApp      bool
	Office     string // the workspace's id
	OfficeName string
	Teams      []Team
}

// Team is one that a key reaches.
type Team struct {
	ID, Key, Name string
}

// teamsMost bounds how many teams are listed: a workspace with more is asked for by key anyway.
const teamsMost = 500

// ReadAccount asks whose key it is. transport is the way there; nil is an ordinary one.
func ReadAccount(ctx context.Context, address, key string, transport http.RoundTripper) (Account, error) {
	c := newClient(address, key, transport, nil, time.Now)
	got, err := gql.Viewer(ctx, c)
	if err != nil {
		return Account{}, err
	}
	a := Account{ID: got.Viewer.Id, Name: got.Viewer.Name, IsApp: got.Viewer.App, Office: got.Organization.Id, OfficeName: got.Organization.Name}
	var after *string
	for len(a.Teams) < teamsMost {
		page, err := gql.Teams(ctx, c, after)
		if err != nil {
			return Account{}, err
		}
		for _, t := range page.Teams.Nodes {
			if t.ArchivedAt == nil {
				a.Teams = append(a.Teams, Team{t.Id, t.Key, t.Name})
			}
		}
		if after = page.Teams.PageInfo.EndCursor; !page.Teams.PageInfo.HasNextPage || after == nil {
			break
		}
	}
	return a, nil
}

// FindTeam returns the team of a key or name, or the only one there is where neither is given.
func (a Account) FindTeam(name string) (Team, bool) {
	if name == "" {
		if len(a.Teams) == 1 {
			return a.Teams[0], true
		}
		return Team{}, false
	}
	i := slices.IndexFunc(a.Teams, func(t Team) bool { return strings.EqualFold(t.Key, name) })
	if i < 0 {
		i = slices.IndexFunc(a.Teams, func(t Team) bool { return strings.EqualFold(t.Name, name) })
	}
	if i < 0 {
		return Team{}, false
	}
	return a.Teams[i], true
}

// CheckTeam says what a team lacks to be mirrored to, as a *forge.RefusedError.
func CheckTeam(ctx context.Context, address, key, team string, transport http.RoundTripper) error {
	_, err := readScheme(ctx, newClient(address, key, transport, nil, time.Now), team)
	return err
}
