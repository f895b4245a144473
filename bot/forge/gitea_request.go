package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	sdk "code.gitea.io/sdk/gitea"

	"github.com/frasier-cos/frasier/internal/outward"
)

func (g gitea) Pull(ctx context.Context, owner, name string, number int) (outward.PullSeen, error) {
	c, err := g.open(ctx)
	if err != nil {
		return outward.PullSeen{}, err
	}
	p, resp, err := c.GetPullRequest(owner, name, int64(number))
	if err != nil {
		return outward.PullSeen{}, g.explain(fmt.Sprintf("read the pull request %s/%s#%d", owner, name, number), resp, err)
	}
	a := giteaAnswer(p)
	out := outward.PullSeen{State: outward.PullState(a.State), Draft: a.Draft, Title: p.Title, Head: a.Head, Author: giteaPerson(p.Poster), Body: p.Body, Link: p.HTMLURL}
	if p.Head != nil {
		out.Branch = p.Head.Ref
	}
	if p.Base != nil {
		out.Base = p.Base.Ref
	}
	if out.State == outward.PullOpen && (p.Mergeable || !a.Draft) { // of a draft it says that it cannot be merged, whatever it changes
		out.Mergeable = fits(p.Mergeable)
	}
	if out.State == outward.PullMerged {
		out.MergedBy = giteaPerson(p.MergedBy).Name
		if p.Merged != nil {
			out.MergedAt = *p.Merged
		}
		if p.MergedCommitID != nil {
			out.MergedAs = *p.MergedCommitID
		}
	}
	return out, nil
}

// Runs reads the statuses: actions of Gitea are among them. Of each name the one with the largest number is the newest.
func (g gitea) Runs(ctx context.Context, owner, name, commit string) ([]outward.Run, error) {
	const size = 50
	newest := map[string]*sdk.Status{}
	var names []string
	for page := 1; page <= statusPages; page++ {
		c, err := g.open(ctx)
		if err != nil {
			return nil, err
		}
		all, resp, err := c.ListStatuses(owner, name, commit, sdk.ListStatusesOption{ListOptions: sdk.ListOptions{Page: page, PageSize: size}})
		if err != nil {
			return nil, g.explain("read the checks of "+shortCommit(commit), resp, err)
		}
		for _, s := range all {
			was := newest[s.Context]
			if was == nil {
				names = append(names, s.Context)
			}
			if was == nil || s.ID > was.ID {
				newest[s.Context] = s
			}
		}
		if len(all) < size {
			break
		}
	}
	var out []outward.Run
	for _, n := range names {
		s := newest[n]
		out = append(out, outward.Run{
			Key: fmt.Sprintf("status:%d", s.ID), Name: n, State: stateOfStatus(string(s.State)), Text: s.Description, Link: s.TargetURL, Since: s.Created,
		})
	}
	return out, nil
}

// Log is what the status says: Gitea gives no log of an action by its API.
func (g gitea) Log(_ context.Context, _, _ string, r outward.Run) (string, error) { return r.Text, nil }

func (g gitea) Probe(ctx context.Context, path, tag string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.address+"/api/v1/"+path, nil)
	if err != nil {
		return "", fmt.Errorf("could not look at %s: %w", g.address, err)
	}
	req.Header.Set("Authorization", "token "+g.token)
	now, no, err := probe(g.client, req, tag)
	if err != nil {
		return "", fmt.Errorf("could not look at %s: %w", g.address, err)
	}
	if no != nil {
		var said struct {
			Message string `json:"message"`
		}
		if err := json.Unmarshal(no.raw, &said); err != nil {
			said.Message = no.resp.Status // a page that is no answer says nothing more
		}
		return "", g.explain("look at "+path, &sdk.Response{Response: no.resp}, errors.New(said.Message))
	}
	return now, nil
}

func (g gitea) Reviews(ctx context.Context, owner, name string, number int) ([]outward.Review, error) {
	doing := fmt.Sprintf("read the reviews of %s/%s#%d", owner, name, number)
	var out []outward.Review
	for page := 1; page <= commentsMost/pageSize; page++ {
		c, err := g.open(ctx)
		if err != nil {
			return nil, err
		}
		all, resp, err := c.ListPullReviews(owner, name, int64(number), sdk.ListPullReviewsOptions{ListOptions: sdk.ListOptions{Page: page, PageSize: pageSize}})
		if err != nil {
			return nil, g.explain(doing, resp, err)
		}
		for _, r := range all {
			if r.State == sdk.ReviewStatePending || r.State == sdk.ReviewStateRequestReview { // nobody but its writer sees the one, and the other says nothing
				continue
			}
			one := outward.Review{ID: r.ID, Author: giteaPerson(r.Reviewer), Body: r.Body, Link: r.HTMLURL, At: r.Submitted}
			one.State, one.Void = decisionOf(string(r.State))
			one.Void = one.Void || r.Dismissed
			if r.CodeCommentsCount > 0 {
				remarks, resp, err := c.ListPullReviewComments(owner, name, int64(number), r.ID)
				if err != nil {
					return nil, g.explain(doing, resp, err)
				}
				for _, x := range remarks {
					one.Remarks = append(one.Remarks, giteaRemark(x))
				}
			}
			out = append(out, one)
		}
		if len(all) < pageSize {
			break
		}
	}
	return out, nil
}

func giteaRemark(c *sdk.PullReviewComment) outward.Remark {
	return outward.Remark{
		ID: c.ID, Review: c.ReviewID, Author: giteaPerson(c.Reviewer), Path: c.Path, Line: int(max(c.LineNum, c.OldLineNum)), //nolint:gosec // lines of a file
		Hunk: c.DiffHunk, Body: c.Body, Link: c.HTMLURL, At: c.Created,
	}
}

// Remark speaks of a line of the changed code, as a review of that alone.
func (g gitea) Remark(ctx context.Context, o outward.FindingOrder) (outward.Remark, error) {
	return g.Reply(ctx, outward.Reply{Owner: o.Owner, Repository: o.Repository, Number: o.Number, Path: o.Path, Line: o.Line, Body: o.Body})
}

// Reply is a remark at the same line: Gitea shows it below the one that it answers.
func (g gitea) Reply(ctx context.Context, r outward.Reply) (outward.Remark, error) {
	doing := fmt.Sprintf("answer at %s/%s#%d", r.Owner, r.Repository, r.Number)
	c, err := g.open(ctx)
	if err != nil {
		return outward.Remark{}, err
	}
	made, resp, err := c.CreatePullReview(r.Owner, r.Repository, int64(r.Number), sdk.CreatePullReviewOptions{
		State: sdk.ReviewStateComment, Comments: []sdk.CreatePullReviewComment{{Path: r.Path, Body: r.Body, NewLineNum: int64(r.Line)}},
	})
	if err != nil {
		return outward.Remark{}, g.explain(doing, resp, err)
	}
	all, resp, err := c.ListPullReviewComments(r.Owner, r.Repository, int64(r.Number), made.ID)
	if err != nil {
		return outward.Remark{}, g.explain(doing, resp, err)
	}
	if len(all) == 0 {
		return outward.Remark{}, fmt.Errorf("could not %s: what was said is not there though it was taken", doing)
	}
	return giteaRemark(all[0]), nil
}

func (g gitea) Member(ctx context.Context, owner, name, account string) (bool, error) {
	if strings.EqualFold(owner, account) {
		return true, nil
	}
	c, err := g.open(ctx)
	if err != nil {
		return false, err
	}
	ok, resp, err := c.IsCollaborator(owner, name, account)
	if err != nil && (resp == nil || resp.Response == nil || resp.StatusCode != http.StatusNotFound) {
		return false, g.explain("read who works on "+owner+"/"+name, resp, err)
	}
	return ok && err == nil, nil
}
