package forge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Changes is the part of a Forge that changes pull requests which are there.
type Changes interface {
	// MarkReady takes a pull request from its draft. Of one that is none it changes nothing.
	MarkReady(ctx context.Context, o outward.PullOrder) error
	// ClosePull closes a pull request without merging it. Its branch stays.
	ClosePull(ctx context.Context, o outward.PullOrder) error
	// MoveOnto has it come into the order's Onto, and not into its base.
	MoveOnto(ctx context.Context, o outward.PullOrder) error
	// Merge merges a pull request as its repository merges, by the base's queue where that has one. Another commit than the
	// one that is named is refused there.
	Merge(ctx context.Context, o outward.PullOrder) (outward.MergeAnswer, error)
	// MergeAsked says what was asked there of a pull request that is not merged yet; empty for nothing.
	MergeAsked(ctx context.Context, o outward.PullOrder) (outward.MergeAnswer, error)
	// FindBranch returns the commit of a branch; empty for a branch that is not there.
	FindBranch(ctx context.Context, owner, name, branch string) (commit string, err error)
	// DropBranch deletes a branch. Of one that is not there it changes nothing.
	DropBranch(ctx context.Context, owner, name, branch string) error
}

func naming(doing string, o outward.PullOrder) string {
	return fmt.Sprintf("%s the pull request %s/%s#%d", doing, o.Owner, o.Repository, o.Number)
}

// pullNode is a pull request as GitHub's GraphQL has it: what REST cannot change.
type pullNode struct {
	ID      string `json:"id"`
	Draft   bool   `json:"isDraft"`
	InQueue bool   `json:"isInMergeQueue"`
	Auto    *struct {
		At string `json:"enabledAt"`
	} `json:"autoMergeRequest"`
}

const (
	pullQuery = `query($owner: String!, $name: String!, $number: Int!, $base: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $base) { id }
    pullRequest(number: $number) { id isDraft isInMergeQueue autoMergeRequest { enabledAt } }
  }
}`
	draftQuery = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id isDraft } }
}`
	readyMutation   = `mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`
	enqueueMutation = `mutation($id: ID!, $head: GitObjectID!) { enqueuePullRequest(input: {pullRequestId: $id, expectedHeadOid: $head}) { mergeQueueEntry { state } } }`
	autoMutation    = `mutation($id: ID!, $head: GitObjectID!, $how: PullRequestMergeMethod!) { enablePullRequestAutoMerge(input: {pullRequestId: $id, expectedHeadOid: $head, mergeMethod: $how}) { pullRequest { autoMergeRequest { enabledAt } } } }`
)

// ask sends what REST has no word for.
func (g gitHub) ask(ctx context.Context, doing, query string, with map[string]any, out any) error {
	at := strings.TrimSuffix(g.client.BaseURL(), "v3/") + "graphql" // of an Enterprise it is beside its REST
	req, err := g.client.NewRequest(ctx, http.MethodPost, at, map[string]any{"query": query, "variables": with})
	if err != nil {
		return g.explain(doing, err)
	}
	var got struct {
		Data   any `json:"data"`
		Errors []struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	got.Data = out
	resp, err := g.client.Do(req, &got)
	if err != nil {
		return g.explain(doing, err)
	}
	if len(got.Errors) == 0 {
		return nil
	}
	var said []string
	for _, e := range got.Errors {
		said = append(said, e.Message)
	}
	answer := *resp.Response
	answer.StatusCode = map[string]int{"FORBIDDEN": http.StatusForbidden, "INSUFFICIENT_SCOPES": http.StatusForbidden, "NOT_FOUND": http.StatusNotFound, "RATE_LIMITED": http.StatusTooManyRequests}[got.Errors[0].Type]
	if answer.StatusCode == 0 {
		answer.StatusCode = http.StatusUnprocessableEntity
	}
	return refuse(&answer, doing, g.host, said)
}

func (g gitHub) pullNode(ctx context.Context, doing, query string, o outward.PullOrder) (node pullNode, queue bool, err error) {
	var got struct {
		Repository struct {
			Queue *struct {
				ID string `json:"id"`
			} `json:"mergeQueue"`
			Pull pullNode `json:"pullRequest"`
		} `json:"repository"`
	}
	with := map[string]any{"owner": o.Owner, "name": o.Repository, "number": o.Number}
	if query == pullQuery {
		with["base"] = o.Base
	}
	err = g.ask(ctx, doing, query, with, &got)
	return got.Repository.Pull, got.Repository.Queue != nil, err
}

func (g gitHub) MarkReady(ctx context.Context, o outward.PullOrder) error {
	doing := naming("mark as ready", o)
	node, _, err := g.pullNode(ctx, doing, draftQuery, o)
	if err != nil || !node.Draft {
		return err
	}
	return g.ask(ctx, doing, readyMutation, map[string]any{"id": node.ID}, new(any))
}

func (g gitHub) MoveOnto(ctx context.Context, o outward.PullOrder) error {
	if _, _, err := g.client.PullRequests.Edit(ctx, o.Owner, o.Repository, o.Number, &github.PullRequest{Base: &github.PullRequestBranch{Ref: &o.Onto}}); err != nil {
		return g.explain(naming("move to "+o.Onto, o), err)
	}
	return nil
}

func (g gitHub) ClosePull(ctx context.Context, o outward.PullOrder) error {
	state := "closed"
	if _, _, err := g.client.PullRequests.Edit(ctx, o.Owner, o.Repository, o.Number, &github.PullRequest{State: &state}); err != nil {
		return g.explain(naming("close", o), err)
	}
	return nil
}

// howToMerge is the first way that the repository takes.
func (g gitHub) howToMerge(ctx context.Context, o outward.PullOrder) (string, error) {
	r, _, err := g.client.Repositories.Get(ctx, o.Owner, o.Repository)
	switch {
	case err != nil:
		return "", g.explain(naming("merge", o), err)
	case r.AllowMergeCommit != nil && !*r.AllowMergeCommit && r.GetAllowSquashMerge():
		return "squash", nil
	case r.AllowMergeCommit != nil && !*r.AllowMergeCommit && r.GetAllowRebaseMerge():
		return "rebase", nil
	}
	return "merge", nil
}

func (g gitHub) Merge(ctx context.Context, o outward.PullOrder) (outward.MergeAnswer, error) {
	doing := naming("merge", o)
	node, queue, err := g.pullNode(ctx, doing, pullQuery, o)
	if err != nil {
		return "", err
	}
	if queue {
		return outward.MergeQueued, g.ask(ctx, doing, enqueueMutation, map[string]any{"id": node.ID, "head": o.Head}, new(any))
	}
	how, err := g.howToMerge(ctx, o)
	if err != nil {
		return "", err
	}
	if o.Wait {
		return outward.MergeWaits, g.ask(ctx, doing, autoMutation, map[string]any{"id": node.ID, "head": o.Head, "how": strings.ToUpper(how)}, new(any))
	}
	_, _, err = g.client.PullRequests.Merge(ctx, o.Owner, o.Repository, o.Number, "", &github.PullRequestOptions{SHA: o.Head, MergeMethod: how})
	if err != nil {
		return "", g.explain(doing, err)
	}
	return outward.MergeDone, nil
}

func (g gitHub) MergeAsked(ctx context.Context, o outward.PullOrder) (outward.MergeAnswer, error) {
	node, _, err := g.pullNode(ctx, naming("look at", o), pullQuery, o)
	switch {
	case err != nil:
		return "", err
	case node.InQueue:
		return outward.MergeQueued, nil
	case node.Auto != nil:
		return outward.MergeWaits, nil
	}
	return "", nil
}

func (g gitHub) FindBranch(ctx context.Context, owner, name, branch string) (string, error) {
	ref, resp, err := g.client.Git.GetRef(ctx, owner, name, "heads/"+branch)
	if err != nil {
		if resp != nil && resp.StatusCode == http.StatusNotFound {
			return "", nil
		}
		return "", g.explain("look for the branch "+branch, err)
	}
	return ref.GetObject().GetSHA(), nil
}

func (g gitHub) DropBranch(ctx context.Context, owner, name, branch string) error {
	if _, err := g.client.Git.DeleteRef(ctx, owner, name, "heads/"+branch); err != nil {
		return g.explain("delete the branch "+branch, err)
	}
	return nil
}

// MarkReady takes the mark from the title, which is all that makes a draft in Gitea.
func (g gitea) MarkReady(ctx context.Context, o outward.PullOrder) error {
	doing := naming("mark as ready", o)
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	p, resp, err := c.GetPullRequest(o.Owner, o.Repository, int64(o.Number))
	if err != nil {
		return g.explain(doing, resp, err)
	}
	title, drafted := strings.CutPrefix(p.Title, draftMark)
	if !drafted {
		return nil
	}
	if _, resp, err = c.EditPullRequest(o.Owner, o.Repository, int64(o.Number), sdk.EditPullRequestOption{Title: title}); err != nil {
		return g.explain(doing, resp, err)
	}
	return nil
}

func (g gitea) MoveOnto(ctx context.Context, o outward.PullOrder) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	if _, resp, err := c.EditPullRequest(o.Owner, o.Repository, int64(o.Number), sdk.EditPullRequestOption{Base: o.Onto}); err != nil {
		return g.explain(naming("move to "+o.Onto, o), resp, err)
	}
	return nil
}

func (g gitea) ClosePull(ctx context.Context, o outward.PullOrder) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	closed := sdk.StateClosed
	if _, resp, err := c.EditPullRequest(o.Owner, o.Repository, int64(o.Number), sdk.EditPullRequestOption{State: &closed}); err != nil {
		return g.explain(naming("close", o), resp, err)
	}
	return nil
}

// Merge merges as the repository does by default, where that says so.
func (g gitea) Merge(ctx context.Context, o outward.PullOrder) (outward.MergeAnswer, error) {
	doing := naming("merge", o)
	c, err := g.open(ctx)
	if err != nil {
		return "", err
	}
	r, resp, err := c.GetRepo(o.Owner, o.Repository)
	if err != nil {
		return "", g.explain(doing, resp, err)
	}
	how := r.DefaultMergeStyle
	if !slices.Contains([]sdk.MergeStyle{sdk.MergeStyleMerge, sdk.MergeStyleSquash, sdk.MergeStyleRebase, sdk.MergeStyleRebaseMerge}, how) {
		how = sdk.MergeStyleMerge
	}
	status, said, err := g.post(ctx, fmt.Sprintf("repos/%s/%s/pulls/%d/merge", url.PathEscape(o.Owner), url.PathEscape(o.Repository), o.Number), sdk.MergePullRequestOption{Style: how, HeadCommitId: o.Head, MergeWhenChecksSucceed: o.Wait})
	switch host := strings.TrimPrefix(strings.TrimPrefix(g.address, "https://"), "http://"); {
	case err != nil:
		return "", unreadable(doing, host, err)
	case status == http.StatusCreated, o.Wait && status == http.StatusConflict && strings.Contains(said, "already scheduled"):
		return outward.MergeWaits, nil
	case status == http.StatusOK:
		return outward.MergeDone, nil
	case status == http.StatusMethodNotAllowed && strings.Contains(said, "try again later"): // it still looks whether it fits its base
		return "", fmt.Errorf("could not %s: %s says to try again later", doing, host)
	case status == http.StatusTooManyRequests:
		return "", putOff(doing, host)
	default:
		return "", refuse(&http.Response{StatusCode: status}, doing, host, []string{said})
	}
}

// post sends what the library answers without the words of a refusal.
func (g gitea) post(ctx context.Context, path string, body any) (status int, said string, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.address+"/api/v1/"+path, bytes.NewReader(raw))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Authorization", "token "+g.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "frasier")
	resp, err := g.client.Do(req)
	if err != nil {
		return 0, "", err
	}
	raw, err = io.ReadAll(io.LimitReader(resp.Body, answerMost))
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return 0, "", err
	}
	var no struct {
		Message string `json:"message"`
	}
	if err := json.Unmarshal(raw, &no); err != nil {
		no.Message = resp.Status // an answer without words, or a page
	}
	return resp.StatusCode, no.Message, nil
}

const answerMost = 1 << 20

// MergeAsked knows nothing: Gitea tells nobody what it was asked. To ask once more is refused there and changes nothing.
func (g gitea) MergeAsked(context.Context, outward.PullOrder) (outward.MergeAnswer, error) {
	return "", nil
}

func (g gitea) FindBranch(ctx context.Context, owner, name, branch string) (string, error) {
	c, err := g.open(ctx)
	if err != nil {
		return "", err
	}
	b, resp, err := c.GetRepoBranch(owner, name, branch)
	if err != nil {
		if resp != nil && resp.Response != nil && resp.StatusCode == http.StatusNotFound {
			return "", nil
		}
		return "", g.explain("look for the branch "+branch, resp, err)
	}
	if b.Commit == nil {
		return "", nil
	}
	return b.Commit.ID, nil
}

func (g gitea) DropBranch(ctx context.Context, owner, name, branch string) error {
	c, err := g.open(ctx)
	if err != nil {
		return err
	}
	doing := "delete the branch " + branch
	done, resp, err := c.DeleteRepoBranch(owner, name, branch)
	if err != nil || done || resp == nil || resp.StatusCode == http.StatusNotFound {
		return err
	}
	return g.explain(doing, resp, errors.New(resp.Status))
}
