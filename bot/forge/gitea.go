package forge

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	sdk "code.gitea.io/sdk/gitea"

	"github.com/frasier-cos/frasier/internal/outward"
)

// oldestGitea is the version whose API is spoken; a newer one knows it too.
const oldestGitea = "1.22.0"

// draftMark makes a draft of a pull request in Gitea and Forgejo: there is no other way.
const draftMark = "WIP: "

type gitea struct {
	address, token string
	client         *http.Client
}

// open makes a client for one call: the library keeps a context for all calls of a client.
func (g gitea) open(ctx context.Context) (*sdk.Client, error) {
	return sdk.NewClient(g.address, sdk.SetToken(g.token), sdk.SetHTTPClient(g.client), sdk.SetContext(ctx), sdk.SetUserAgent("frasier"), sdk.SetGiteaVersion(oldestGitea))
}

// Account knows no rights of a token: Gitea does not tell them.
func (g gitea) Account(ctx context.Context) (Account, error) {
	c, err := g.open(ctx)
	if err != nil {
		return Account{}, err
	}
	u, resp, err := c.GetMyUserInfo()
	if err != nil {
		return Account{}, g.explain("read whose token it is", resp, err)
	}
	return Account{Name: u.UserName}, nil
}

func (g gitea) Repository(ctx context.Context, owner, name string) (Repository, error) {
	c, err := g.open(ctx)
	if err != nil {
		return Repository{}, err
	}
	r, resp, err := c.GetRepo(owner, name)
	if err != nil {
		return Repository{}, g.explain("read "+owner+"/"+name, resp, err)
	}
	return Repository{
		Name: r.FullName, Private: r.Private, Base: r.DefaultBranch, MayPush: r.Permissions != nil && r.Permissions.Push, MayOpen: r.HasPullRequests, Protected: r.Archived,
	}, nil
}

func (g gitea) FindPull(ctx context.Context, owner, name, head string) (outward.PullAnswer, bool, error) {
	const pages, size = 20, 50 // the newest thousand: a branch of ours is never older
	for page := 1; page <= pages; page++ {
		c, err := g.open(ctx)
		if err != nil {
			return outward.PullAnswer{}, false, err
		}
		all, resp, err := c.ListRepoPullRequests(owner, name, sdk.ListPullRequestsOptions{ListOptions: sdk.ListOptions{Page: page, PageSize: size}, State: sdk.StateAll, Sort: "recentupdate"})
		if err != nil {
			return outward.PullAnswer{}, false, g.explain("look for a pull request of "+head, resp, err)
		}
		for _, p := range all {
			if p.Head != nil && p.Head.Ref == head && (p.Base == nil || p.Head.RepoID == p.Base.RepoID) { // not of a fork
				return giteaAnswer(p), true, nil
			}
		}
		if len(all) < size {
			break
		}
	}
	return outward.PullAnswer{}, false, nil
}

func giteaAnswer(p *sdk.PullRequest) outward.PullAnswer {
	out := outward.PullAnswer{Number: int(p.Index), Link: p.HTMLURL, State: string(p.State), Draft: strings.HasPrefix(p.Title, draftMark)}
	if p.HasMerged {
		out.State = "merged"
	}
	if p.Head != nil {
		out.Head = p.Head.Sha
	}
	return out
}

func (g gitea) OpenPull(ctx context.Context, p outward.Pull) (outward.PullAnswer, error) {
	c, err := g.open(ctx)
	if err != nil {
		return outward.PullAnswer{}, err
	}
	title := p.Title
	if p.Draft {
		title = draftMark + title
	}
	made, resp, err := c.CreatePullRequest(p.Owner, p.Repository, sdk.CreatePullRequestOption{Head: p.Head, Base: p.Base, Title: title, Body: p.Body})
	if err != nil {
		return outward.PullAnswer{}, g.explain(nameOpening(p), resp, err)
	}
	return giteaAnswer(made), nil
}

// explain says what an error of Gitea's means.
func (g gitea) explain(doing string, resp *sdk.Response, err error) error {
	host := strings.TrimPrefix(strings.TrimPrefix(g.address, "https://"), "http://")
	if resp == nil || resp.Response == nil || resp.StatusCode < http.StatusMultipleChoices {
		return unreadable(doing, host, err)
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		return putOff(doing, host)
	}
	return refuse(resp.Response, doing, host, []string{err.Error()})
}

// putOff waits a minute: Gitea does not say for how long it wants to be left alone.
func putOff(doing, host string) *LaterError {
	return &LaterError{At: time.Now().Add(time.Minute), Text: fmt.Sprintf("could not %s: %s asks for patience", doing, host)}
}
