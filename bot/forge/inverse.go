package forge

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Inverses is the part of a Forge that takes back what was done there.
type Inverses interface {
	// MarkDraft makes a draft of a pull request. Of one that is a draft it changes nothing.
	MarkDraft(ctx context.Context, o outward.PullOrder) error
	// ReopenPull opens a pull request again that was closed without being merged. One whose branch is gone is refused there.
	ReopenPull(ctx context.Context, o outward.PullOrder) error
	// Unsay deletes a comment below an issue or a pull request. Of one that is not there it changes nothing.
	Unsay(ctx context.Context, owner, name string, comment int64) error
	// DropRemark deletes what was said of a line of a pull request. Of one that is not there it changes nothing.
	DropRemark(ctx context.Context, owner, name string, number int, m outward.Remark) error
	// MakeBranch makes a branch at a commit that the forge has. One that is there is refused.
	MakeBranch(ctx context.Context, owner, name, branch, commit string) error
}

const draftMutation = `mutation($id: ID!) { convertPullRequestToDraft(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`

func (g gitHub) MarkDraft(ctx context.Context, o outward.PullOrder) error {
	doing := naming("make a draft of", o)
	node, _, err := g.pullNode(ctx, doing, draftQuery, o)
	if err != nil || node.Draft {
		return err
	}
	return g.ask(ctx, doing, draftMutation, map[string]any{"id": node.ID}, new(any))
}

func (g gitHub) ReopenPull(ctx context.Context, o outward.PullOrder) error {
	state := "open"
	if _, _, err := g.client.PullRequests.Edit(ctx, o.Owner, o.Repository, o.Number, &github.PullRequest{State: &state}); err != nil {
		return g.explain(naming("open again", o), err)
	}
	return nil
}

func (g gitHub) Unsay(ctx context.Context, owner, name string, comment int64) error {
	resp, err := g.client.Issues.DeleteComment(ctx, owner, name, comment)
	if err != nil && (resp == nil || resp.StatusCode != http.StatusNotFound) {
		return g.explain(fmt.Sprintf("delete what was said at %s/%s", owner, name), err)
	}
	return nil
}

func (g gitHub) DropRemark(ctx context.Context, owner, name string, number int, m outward.Remark) error {
	resp, err := g.client.PullRequests.DeleteComment(ctx, owner, name, m.ID)
	if err != nil && (resp == nil || resp.StatusCode != http.StatusNotFound) {
		return g.explain(fmt.Sprintf("delete what was said at %s/%s#%d", owner, name, number), err)
	}
	return nil
}

func (g gitHub) MakeBranch(ctx context.Context, owner, name, branch, commit string) error {
	if _, _, err := g.client.Git.CreateRef(ctx, owner, name, github.CreateRef{Ref: "refs/heads/" + branch, SHA: commit}); err != nil {
		return g.explain("make the branch "+branch, err)
	}
	return nil
}

// MarkDraft puts the mark before the title, which is all that makes a draft in Gitea.
func (g gitea) MarkDraft(ctx context.Context, o outward.PullOrder) error {
	doing := naming("make a draft of", o)
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	p, resp, err := c.GetPullRequest(o.Owner, o.Repository, int64(o.Number))
	if err != nil {
		return g.explain(doing, resp, err)
	}
	if strings.HasPrefix(p.Title, draftMark) {
		return nil
	}
	if _, resp, err = c.EditPullRequest(o.Owner, o.Repository, int64(o.Number), sdk.EditPullRequestOption{Title: draftMark + p.Title}); err != nil {
		return g.explain(doing, resp, err)
	}
	return nil
}

func (g gitea) ReopenPull(ctx context.Context, o outward.PullOrder) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	open := sdk.StateOpen
	if _, resp, err := c.EditPullRequest(o.Owner, o.Repository, int64(o.Number), sdk.EditPullRequestOption{State: &open}); err != nil {
		return g.explain(naming("open again", o), resp, err)
	}
	return nil
}

func (g gitea) Unsay(ctx context.Context, owner, name string, comment int64) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	resp, err := c.DeleteIssueComment(owner, name, comment)
	return g.explainGone(fmt.Sprintf("delete what was said at %s/%s", owner, name), resp, err)
}

// DropRemark deletes the review that it is all of: an answer of ours is a review of one remark there.
func (g gitea) DropRemark(ctx context.Context, owner, name string, number int, m outward.Remark) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	resp, err := c.DeletePullReview(owner, name, int64(number), m.Review)
	return g.explainGone(fmt.Sprintf("delete what was said at %s/%s#%d", owner, name, number), resp, err)
}

// explainGone takes what is not there for deleted.
func (g gitea) explainGone(doing string, resp *sdk.Response, err error) error {
	if err == nil || resp != nil && resp.Response != nil && resp.StatusCode == http.StatusNotFound {
		return nil
	}
	return g.explain(doing, resp, err)
}

func (g gitea) MakeBranch(ctx context.Context, owner, name, branch, commit string) error {
	doing := "make the branch " + branch
	status, said, err := g.post(ctx, pathOf(owner, name, "branches"), map[string]string{"new_branch_name": branch, "old_ref_name": commit})
	host := strings.TrimPrefix(strings.TrimPrefix(g.address, "https://"), "http://")
	switch {
	case err != nil:
		return unreadable(doing, host, err)
	case status != http.StatusCreated:
		return refuse(&http.Response{StatusCode: status}, doing, host, []string{said})
	}
	return nil
}
