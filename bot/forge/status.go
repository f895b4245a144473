package forge

import (
	"context"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Statuses is the part of a Forge about what stands at commits.
type Statuses interface {
	// FindStatus returns the newest status of a commit under a name; ok is false for none.
	FindStatus(ctx context.Context, owner, name, commit, under string) (s outward.StatusAnswer, ok bool, err error)
	// SetStatus puts a status at a commit. Twice, both stand there.
	SetStatus(ctx context.Context, s outward.Status) error
}

const (
	statusPages = 10
	statusPage  = 100
)

func (g gitHub) FindStatus(ctx context.Context, owner, name, commit, under string) (outward.StatusAnswer, bool, error) {
	for page := 1; page <= statusPages; page++ { // the newest come first
		all, _, err := g.client.Repositories.ListStatuses(ctx, owner, name, commit, &github.ListOptions{Page: page, PerPage: statusPage})
		if err != nil {
			return outward.StatusAnswer{}, false, g.explain("read the status of "+shortCommit(commit), err)
		}
		for _, s := range all {
			if s.GetContext() == under {
				return outward.StatusAnswer{Context: under, Good: s.GetState() == "success", Text: s.GetDescription()}, true, nil
			}
		}
		if len(all) < statusPage {
			break
		}
	}
	return outward.StatusAnswer{}, false, nil
}

func (g gitHub) SetStatus(ctx context.Context, s outward.Status) error {
	state := stateOf(s)
	status := github.RepoStatus{State: &state, Context: &s.Context, Description: &s.Text}
	if s.Link != "" {
		status.TargetURL = &s.Link
	}
	_, _, err := g.client.Repositories.CreateStatus(ctx, s.Owner, s.Repository, s.Commit, status)
	if err != nil {
		return g.explain("put the status "+s.Context+" at "+shortCommit(s.Commit), err)
	}
	return nil
}

func stateOf(s outward.Status) string {
	switch {
	case s.Gone:
		return "pending"
	case s.Good:
		return "success"
	}
	return "failure"
}

func shortCommit(id string) string {
	const short = 10
	return id[:min(short, len(id))]
}

// FindStatus reads all of a commit: Gitea gives them in no order that holds, and the one with the largest number is the newest.
func (g gitea) FindStatus(ctx context.Context, owner, name, commit, under string) (outward.StatusAnswer, bool, error) {
	const size = 50
	var newest *sdk.Status
	for page := 1; page <= statusPages; page++ {
		c, err := g.open(ctx)
		if err != nil {
			return outward.StatusAnswer{}, false, err
		}
		all, resp, err := c.ListStatuses(owner, name, commit, sdk.ListStatusesOption{ListOptions: sdk.ListOptions{Page: page, PageSize: size}})
		if err != nil {
			return outward.StatusAnswer{}, false, g.explain("read the status of "+shortCommit(commit), resp, err)
		}
		for _, s := range all {
			if s.Context == under && (newest == nil || s.ID > newest.ID) {
				newest = s
			}
		}
		if len(all) < size {
			break
		}
	}
	if newest == nil {
		return outward.StatusAnswer{}, false, nil
	}
	return outward.StatusAnswer{Context: under, Good: newest.State == sdk.StatusSuccess, Text: newest.Description}, true, nil
}

func (g gitea) SetStatus(ctx context.Context, s outward.Status) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	_, resp, err := c.CreateStatus(s.Owner, s.Repository, s.Commit, sdk.CreateStatusOption{State: sdk.StatusState(stateOf(s)), TargetURL: s.Link, Description: s.Text, Context: s.Context})
	if err != nil {
		return g.explain("put the status "+s.Context+" at "+shortCommit(s.Commit), resp, err)
	}
	return nil
}
