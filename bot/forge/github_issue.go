package forge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

func (g gitHub) Issue(ctx context.Context, owner, name string, number int) (outward.Issue, error) {
	i, _, err := g.client.Issues.Get(ctx, owner, name, number)
	if err != nil {
		return outward.Issue{}, g.explain(fmt.Sprintf("read the issue %s/%s#%d", owner, name, number), err)
	}
	return gitHubIssue(i), nil
}

func gitHubIssue(i *github.Issue) outward.Issue {
	out := outward.Issue{
		Number: i.GetNumber(), Title: i.GetTitle(), Body: i.GetBody(), Link: i.GetHTMLURL(), State: i.GetState(), IsPull: i.IsPullRequest(), Edited: i.GetUpdatedAt().Time, Author: gitHubPerson(i.GetUser()),
	}
	for _, l := range i.Labels {
		out.Labels = append(out.Labels, l.GetName())
	}
	return out
}

func gitHubPerson(u *github.User) outward.Person {
	return outward.Person{ID: u.GetID(), Name: u.GetLogin()}
}

func (g gitHub) Labelled(ctx context.Context, owner, name, label string) ([]outward.Issue, error) {
	all, _, err := g.client.Issues.ListByRepo(ctx, owner, name, &github.IssueListByRepoOptions{
		State: "open", Labels: []string{label}, Sort: "updated", Direction: "desc", ListOptions: github.ListOptions{PerPage: 100},
	})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("list the issues of %s/%s", owner, name), err)
	}
	var out []outward.Issue
	for _, i := range all {
		if is := gitHubIssue(i); !is.IsPull && slices.Contains(is.Labels, label) {
			out = append(out, is)
		}
	}
	return out, nil
}

func (g gitHub) WhoLabelled(ctx context.Context, owner, name string, number int, label string) (who outward.Person, ok bool, err error) {
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.Issues.ListIssueEvents(ctx, owner, name, number, &github.ListOptions{Page: page, PerPage: pageSize})
		if err != nil {
			return who, false, g.explain(fmt.Sprintf("read who set a label of %s/%s#%d", owner, name, number), err)
		}
		for _, e := range all {
			if e.GetLabel().GetName() != label {
				continue
			}
			switch e.GetEvent() {
			case "labeled":
				who, ok = gitHubPerson(e.GetActor()), true
			case "unlabeled":
				ok = false
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	return who, ok, nil
}

const editQuery = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issue(number: $number) { lastEditedAt editor { login ... on User { databaseId } } } }
}`

// LastEdit reads changes of the title from the issue's events, and those of its text by GraphQL; a server that knows no such question says nothing
// of those.
func (g gitHub) LastEdit(ctx context.Context, owner, name string, number int, label string) (e outward.IssueEdit, err error) {
	doing := fmt.Sprintf("read when %s/%s#%d was changed", owner, name, number)
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.Issues.ListIssueEvents(ctx, owner, name, number, &github.ListOptions{Page: page, PerPage: pageSize})
		if err != nil {
			return e, g.explain(doing, err)
		}
		for _, v := range all {
			switch {
			case v.GetEvent() == "labeled" && v.GetLabel().GetName() == label:
				e.Labelled = v.GetCreatedAt().Time
			case v.GetEvent() == "renamed":
				e.At, e.By = v.GetCreatedAt().Time, gitHubPerson(v.GetActor())
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	var got struct {
		Repository struct {
			Issue struct {
				At     time.Time `json:"lastEditedAt"`
				Editor struct {
					Login string `json:"login"`
					ID    int64  `json:"databaseId"`
				} `json:"editor"`
			} `json:"issue"`
		} `json:"repository"`
	}
	err = g.ask(ctx, doing, editQuery, map[string]any{"owner": owner, "name": name, "number": number}, &got)
	if no := new(RefusedError); errors.As(err, &no) && no.Status != http.StatusUnauthorized {
		return e, nil
	}
	if is := got.Repository.Issue; is.At.After(e.At) {
		e.At, e.By = is.At, outward.Person{ID: is.Editor.ID, Name: is.Editor.Login}
	}
	return e, err
}

func (g gitHub) Comments(ctx context.Context, owner, name string, number int) ([]outward.Comment, error) {
	var out []outward.Comment
	for page := 1; page <= commentsMost/pageSize; page++ {
		all, _, err := g.client.Issues.ListComments(ctx, owner, name, number, &github.IssueListCommentsOptions{ListOptions: github.ListOptions{Page: page, PerPage: pageSize}})
		if err != nil {
			return nil, g.explain(fmt.Sprintf("read what was said below %s/%s#%d", owner, name, number), err)
		}
		for _, c := range all {
			out = append(out, gitHubComment(c))
		}
		if len(all) < pageSize {
			break
		}
	}
	return out, nil
}

func gitHubComment(c *github.IssueComment) outward.Comment {
	return outward.Comment{ID: c.GetID(), Author: gitHubPerson(c.GetUser()), Body: c.GetBody(), Link: c.GetHTMLURL(), At: c.GetCreatedAt().Time}
}

func (g gitHub) Say(ctx context.Context, s outward.Said) (outward.Comment, error) {
	made, _, err := g.client.Issues.CreateComment(ctx, s.Owner, s.Repository, s.Number, &github.IssueComment{Body: &s.Body})
	if err != nil {
		return outward.Comment{}, g.explain(fmt.Sprintf("answer at %s/%s#%d", s.Owner, s.Repository, s.Number), err)
	}
	return gitHubComment(made), nil
}
