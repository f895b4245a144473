package forge

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Askings is the part of a Forge about who asks whom for a review.
type Askings interface {
	// Asked lists the open pull requests that an account is asked to review, of the hundred that changed last (of Gitea's, fifty).
	Asked(ctx context.Context, owner, name, account string) ([]outward.AskedReview, error)
	// WhoAsked returns who asked an account for a review last, and when; ok is false where nobody did, or where it was taken back.
	WhoAsked(ctx context.Context, owner, name string, number int, account string) (who outward.Person, at time.Time, ok bool, err error)
}

// AskedPath is what can be asked about the open pull requests of a repository.
func AskedPath(service outward.Service, owner, name string) string {
	if service == outward.Gitea {
		return pathOf(owner, name, "pulls?state=open&sort=recentupdate&limit=50")
	}
	return pathOf(owner, name, "pulls?state=open&sort=updated&direction=desc&per_page=100")
}

func (g gitHub) Asked(ctx context.Context, owner, name, account string) ([]outward.AskedReview, error) {
	all, _, err := g.client.PullRequests.List(ctx, owner, name, &github.PullRequestListOptions{State: "open", Sort: "updated", Direction: "desc", ListOptions: github.ListOptions{PerPage: 100}})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("list the pull requests of %s/%s", owner, name), err)
	}
	var out []outward.AskedReview
	for _, p := range all {
		if slices.ContainsFunc(p.RequestedReviewers, func(u *github.User) bool { return strings.EqualFold(u.GetLogin(), account) }) {
			out = append(out, outward.AskedReview{Number: p.GetNumber(), Edited: p.GetUpdatedAt().Time})
		}
	}
	return out, nil
}

func (g gitHub) WhoAsked(ctx context.Context, owner, name string, number int, account string) (who outward.Person, at time.Time, ok bool, err error) {
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.Issues.ListIssueEvents(ctx, owner, name, number, &github.ListOptions{Page: page, PerPage: pageSize})
		if err != nil {
			return who, at, false, g.explain(fmt.Sprintf("read who asked for a review of %s/%s#%d", owner, name, number), err)
		}
		for _, e := range all {
			if !strings.EqualFold(e.GetRequestedReviewer().GetLogin(), account) {
				continue
			}
			switch e.GetEvent() {
			case "review_requested":
				who, at, ok = gitHubPerson(e.GetActor()), e.GetCreatedAt().Time, true
			case "review_request_removed":
				ok = false
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	return who, at, ok, nil
}

func (g gitea) Asked(ctx context.Context, owner, name, account string) ([]outward.AskedReview, error) {
	c, err := g.open(ctx)
	if err != nil {
		return nil, err
	}
	all, resp, err := c.ListRepoPullRequests(owner, name, sdk.ListPullRequestsOptions{State: sdk.StateOpen, Sort: "recentupdate", ListOptions: sdk.ListOptions{PageSize: pageSize}})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("list the pull requests of %s/%s", owner, name), resp, err)
	}
	var out []outward.AskedReview
	for _, p := range all {
		if slices.ContainsFunc(p.RequestedReviewers, func(u *sdk.User) bool { return strings.EqualFold(giteaPerson(u).Name, account) }) {
			one := outward.AskedReview{Number: int(p.Index)}
			if p.Updated != nil {
				one.Edited = *p.Updated
			}
			out = append(out, one)
		}
	}
	return out, nil
}

// WhoAsked reads the timeline: a line of the kind "review_request" is of who asked, and names who was asked as its assignee.
func (g gitea) WhoAsked(ctx context.Context, owner, name string, number int, account string) (who outward.Person, at time.Time, ok bool, err error) {
	doing := fmt.Sprintf("read who asked for a review of %s/%s#%d", owner, name, number)
	for page := 1; page <= commentsMost/pageSize; page++ {
		var all []*timelineLine
		path := fmt.Sprintf("/repos/%s/%s/issues/%d/timeline?page=%d&limit=%d", url.PathEscape(owner), url.PathEscape(name), number, page, pageSize)
		if err := g.get(ctx, doing, path, &all); err != nil {
			return who, at, false, err
		}
		for _, e := range all {
			if e != nil && e.Type == "review_request" && strings.EqualFold(giteaPerson(e.Asked).Name, account) {
				who, at, ok = giteaPerson(e.User), e.At, !e.TakenBack
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	return who, at, ok, nil
}
