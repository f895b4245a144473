package forge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

func (g gitHub) Pull(ctx context.Context, owner, name string, number int) (outward.PullSeen, error) {
	p, _, err := g.client.PullRequests.Get(ctx, owner, name, number)
	if err != nil {
		return outward.PullSeen{}, g.explain(fmt.Sprintf("read the pull request %s/%s#%d", owner, name, number), err)
	}
	out := outward.PullSeen{
		State: outward.PullState(answerOf(p).State), Draft: p.GetDraft(), Title: p.GetTitle(), Head: p.GetHead().GetSHA(), Branch: p.GetHead().GetRef(), Base: p.GetBase().GetRef(),
		Author: gitHubPerson(p.GetUser()), Body: p.GetBody(), Link: p.GetHTMLURL(),
	}
	if p.Mergeable != nil {
		out.Mergeable = fits(*p.Mergeable)
	}
	if out.State == outward.PullMerged {
		out.MergedBy, out.MergedAt, out.MergedAs = p.GetMergedBy().GetLogin(), p.GetMergedAt().Time, p.GetMergeCommitSHA()
	}
	return out, nil
}

func fits(ok bool) outward.Mergeable {
	if ok {
		return outward.FitsBase
	}
	return outward.ConflictsBase
}

// Runs reads check runs and statuses. A server that knows no check runs has none.
func (g gitHub) Runs(ctx context.Context, owner, name, commit string) ([]outward.Run, error) {
	var out []outward.Run
	doing := "read the checks of " + shortCommit(commit)
	filter := "latest"
	for page := 1; page <= runPages; page++ {
		all, resp, err := g.client.Checks.ListCheckRunsForRef(ctx, owner, name, commit, &github.ListCheckRunsOptions{Filter: &filter, ListOptions: github.ListOptions{Page: page, PerPage: statusPage}})
		if resp != nil && resp.StatusCode == http.StatusNotFound {
			break
		}
		if err != nil {
			return nil, g.explain(doing, err)
		}
		for _, r := range all.CheckRuns {
			out = append(out, gitHubRun(r))
		}
		if len(all.CheckRuns) < statusPage {
			break
		}
	}
	for page := 1; page <= runPages; page++ {
		all, _, err := g.client.Repositories.GetCombinedStatus(ctx, owner, name, commit, &github.ListOptions{Page: page, PerPage: statusPage})
		if err != nil {
			return nil, g.explain(doing, err)
		}
		for _, s := range all.Statuses {
			out = append(out, outward.Run{
				Key: fmt.Sprintf("status:%d", s.GetID()), Name: s.GetContext(), State: stateOfStatus(s.GetState()), Text: s.GetDescription(), Link: s.GetTargetURL(), Since: s.GetCreatedAt().Time,
			})
		}
		if len(all.Statuses) < statusPage {
			break
		}
	}
	return out, nil
}

func gitHubRun(r *github.CheckRun) outward.Run {
	out := outward.Run{Key: fmt.Sprintf("run:%d", r.GetID()), Name: r.GetName(), Link: r.GetHTMLURL(), Since: r.GetStartedAt().Time}
	out.Text = strings.TrimSpace(r.GetOutput().GetTitle() + "\n" + r.GetOutput().GetSummary() + "\n" + r.GetOutput().GetText())
	if strings.Contains(r.GetDetailsURL()+r.GetHTMLURL(), "/actions/") || r.GetApp().GetSlug() == "github-actions" {
		out.Job = r.GetID()
	}
	if r.GetStatus() == "completed" {
		switch r.GetConclusion() {
		case "success", "neutral", "skipped":
			out.State = outward.RunGood
		default:
			out.State = outward.RunBad
		}
	}
	return out
}

func stateOfStatus(state string) outward.RunState {
	switch state {
	case "success", "warning", "skipped":
		return outward.RunGood
	case "failure", "error":
		return outward.RunBad
	}
	return ""
}

// Log follows the forge to where it keeps the log, without the token: that is another host.
func (g gitHub) Log(ctx context.Context, owner, name string, r outward.Run) (string, error) {
	if r.Job == 0 {
		return r.Text, nil
	}
	const redirects = 2
	at, resp, err := g.client.Actions.GetWorkflowJobLogs(ctx, owner, name, r.Job, redirects)
	if resp != nil && (resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone) {
		return r.Text, nil
	}
	if err != nil {
		return "", g.explain("read the log of "+r.Name, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return "", err
	}
	got, err := g.plain.Do(req)
	if err != nil {
		return "", fmt.Errorf("could not read the log of %s: %w", r.Name, err)
	}
	raw, err := io.ReadAll(io.LimitReader(got.Body, logMost))
	if err := errors.Join(err, got.Body.Close()); err != nil {
		return "", fmt.Errorf("could not read the log of %s: %w", r.Name, err)
	}
	if got.StatusCode != http.StatusOK {
		return r.Text, nil
	}
	return r.Text + "\n" + string(raw), nil
}

func (g gitHub) Probe(ctx context.Context, path, tag string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.client.BaseURL()+path, nil)
	if err != nil {
		return "", fmt.Errorf("could not look at %s: %w", g.host, err)
	}
	now, no, err := probe(g.client.Client(), req, tag)
	if err != nil {
		return "", fmt.Errorf("could not look at %s: %w", g.host, err)
	}
	if no != nil {
		no.resp.Body = io.NopCloser(bytes.NewReader(no.raw))
		return "", g.explain("look at "+path, github.CheckResponse(no.resp))
	}
	return now, nil
}

func (g gitHub) Reviews(ctx context.Context, owner, name string, number int) ([]outward.Review, error) {
	doing := fmt.Sprintf("read the reviews of %s/%s#%d", owner, name, number)
	var out []outward.Review
	at := map[int64]int{}
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.PullRequests.ListReviews(ctx, owner, name, number, &github.ListOptions{Page: page, PerPage: pageSize})
		if err != nil {
			return nil, g.explain(doing, err)
		}
		for _, r := range all {
			if strings.EqualFold(r.GetState(), "PENDING") { // nobody but its writer sees it
				continue
			}
			one := outward.Review{ID: r.GetID(), Author: gitHubPerson(r.GetUser()), Body: r.GetBody(), Link: r.GetHTMLURL(), At: r.GetSubmittedAt().Time}
			one.State, one.Void = decisionOf(r.GetState())
			at[one.ID] = len(out)
			out = append(out, one)
		}
		if len(all) < pageSize {
			break
		}
	}
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.PullRequests.ListComments(ctx, owner, name, number, &github.PullRequestListCommentsOptions{ListOptions: github.ListOptions{Page: page, PerPage: pageSize}})
		if err != nil {
			return nil, g.explain(doing, err)
		}
		for _, c := range all {
			if i, ok := at[c.GetPullRequestReviewID()]; ok {
				out[i].Remarks = append(out[i].Remarks, gitHubRemark(c))
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	return out, nil
}

// decisionOf reads the state of a review, as both services write it.
func decisionOf(state string) (s outward.ReviewState, void bool) {
	switch strings.ToUpper(state) {
	case "APPROVED":
		return outward.ReviewApproved, false
	case "CHANGES_REQUESTED", "REQUEST_CHANGES":
		return outward.ReviewChanges, false
	case "DISMISSED":
		return outward.ReviewChanges, true
	}
	return "", false
}

func gitHubRemark(c *github.PullRequestComment) outward.Remark {
	return outward.Remark{
		ID: c.GetID(), Review: c.GetPullRequestReviewID(), Author: gitHubPerson(c.GetUser()), Path: c.GetPath(), Line: cmp.Or(c.GetLine(), c.GetOriginalLine()), Hunk: c.GetDiffHunk(), Body: c.GetBody(),
		Link: c.GetHTMLURL(), Reply: c.GetInReplyTo(), At: c.GetCreatedAt().Time,
	}
}

func (g gitHub) Reply(ctx context.Context, r outward.Reply) (outward.Remark, error) {
	doing := fmt.Sprintf("answer at %s/%s#%d", r.Owner, r.Repository, r.Number)
	// the library answers by a field of another operation, which GitHub describes with a commit and a path besides
	req, err := g.client.NewRequest(ctx, http.MethodPost, pathOf(r.Owner, r.Repository, fmt.Sprintf("pulls/%d/comments/%d/replies", r.Number, r.Remark)), map[string]string{"body": r.Body})
	if err != nil {
		return outward.Remark{}, g.explain(doing, err)
	}
	var made github.PullRequestComment
	if _, err := g.client.Do(req, &made); err != nil {
		return outward.Remark{}, g.explain(doing, err)
	}
	return gitHubRemark(&made), nil
}

// Remark speaks of a line of the changed code.
func (g gitHub) Remark(ctx context.Context, o outward.FindingOrder) (outward.Remark, error) {
	side := "RIGHT"
	c := &github.PullRequestComment{Body: &o.Body, CommitID: &o.Commit, Path: &o.Path}
	if o.Line > 0 {
		c.Line, c.Side = &o.Line, &side
	} else {
		file := "file"
		c.SubjectType = &file
	}
	made, _, err := g.client.PullRequests.CreateComment(ctx, o.Owner, o.Repository, o.Number, c)
	if err != nil {
		return outward.Remark{}, g.explain(fmt.Sprintf("speak of a line of %s/%s#%d", o.Owner, o.Repository, o.Number), err)
	}
	return gitHubRemark(made), nil
}

func (g gitHub) Member(ctx context.Context, owner, name, account string) (bool, error) {
	if strings.EqualFold(owner, account) {
		return true, nil
	}
	ok, _, err := g.client.Repositories.IsCollaborator(ctx, owner, name, account)
	if err != nil {
		return false, g.explain("read who works on "+owner+"/"+name, err)
	}
	return ok, nil
}
