package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	sdk "code.gitea.io/sdk/gitea"

	"github.com/frasier-cos/frasier/internal/outward"
)

func (g gitea) Issue(ctx context.Context, owner, name string, number int) (outward.Issue, error) {
	c, err := g.open(ctx)
	if err != nil {
		return outward.Issue{}, err
	}
	i, resp, err := c.GetIssue(owner, name, int64(number))
	if err != nil {
		return outward.Issue{}, g.explain(fmt.Sprintf("read the issue %s/%s#%d", owner, name, number), resp, err)
	}
	return giteaIssue(i), nil
}

func giteaIssue(i *sdk.Issue) outward.Issue {
	out := outward.Issue{
		Number: int(i.Index), Title: i.Title, Body: i.Body, Link: i.HTMLURL, State: string(i.State), IsPull: i.PullRequest != nil, Edited: i.Updated, Author: giteaPerson(i.Poster),
	}
	for _, l := range i.Labels {
		out.Labels = append(out.Labels, l.Name)
	}
	return out
}

func giteaPerson(u *sdk.User) outward.Person {
	if u == nil {
		return outward.Person{}
	}
	return outward.Person{ID: u.ID, Name: u.UserName}
}

func (g gitea) Labelled(ctx context.Context, owner, name, label string) ([]outward.Issue, error) {
	c, err := g.open(ctx)
	if err != nil {
		return nil, err
	}
	all, resp, err := c.ListRepoIssues(owner, name, sdk.ListIssueOption{
		ListOptions: sdk.ListOptions{Page: 1, PageSize: pageSize}, State: sdk.StateOpen, Type: sdk.IssueTypeIssue, Labels: []string{label},
	})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("list the issues of %s/%s", owner, name), resp, err)
	}
	var out []outward.Issue
	for _, i := range all {
		if is := giteaIssue(i); slices.Contains(is.Labels, label) { // one that knows no such label gives all
			out = append(out, is)
		}
	}
	return out, nil
}

// timelineLine is one of an issue's timeline. The library takes its label for a list, which it is not.
type timelineLine struct {
	Type  string    `json:"type"`
	Body  string    `json:"body"`
	User  *sdk.User `json:"user"`
	Label *struct {
		Name string `json:"name"`
	} `json:"label"`
	Asked     *sdk.User `json:"assignee"`
	TakenBack bool      `json:"removed_assignee"`
	At        time.Time `json:"created_at"`
}

// readTimeline hands out the lines of an issue's timeline, the oldest first.
func (g gitea) readTimeline(ctx context.Context, doing, issue string, see func(timelineLine)) error {
	for page := 1; page <= commentsMost/pageSize; page++ {
		var all []*timelineLine
		path := fmt.Sprintf("%s/timeline?page=%d&limit=%d", issue, page, pageSize)
		if err := g.get(ctx, doing, path, &all); err != nil {
			return err
		}
		for _, e := range all {
			if e != nil {
				see(*e)
			}
		}
		if len(all) < pageSize {
			break
		}
	}
	return nil
}

// isAbout reports whether a line says that a label was set or taken off: 1 in its body where it was set.
func (l timelineLine) isAbout(label string) bool {
	return l.Type == "label" && l.Label != nil && l.Label.Name == label
}

func pathOfIssue(owner, name string, number int) string {
	return fmt.Sprintf("/repos/%s/%s/issues/%d", url.PathEscape(owner), url.PathEscape(name), number)
}

// WhoLabelled reads the issue's timeline.
func (g gitea) WhoLabelled(ctx context.Context, owner, name string, number int, label string) (who outward.Person, ok bool, err error) {
	err = g.readTimeline(ctx, fmt.Sprintf("read who set a label of %s/%s#%d", owner, name, number), pathOfIssue(owner, name, number), func(l timelineLine) {
		if l.isAbout(label) {
			who, ok = giteaPerson(l.User), l.Body == "1"
		}
	})
	return who, ok, err
}

// LastEdit reads the issue's timeline, which tells of changes of the title, and of none of the text.
func (g gitea) LastEdit(ctx context.Context, owner, name string, number int, label string) (e outward.IssueEdit, err error) {
	err = g.readTimeline(ctx, fmt.Sprintf("read when %s/%s#%d was changed", owner, name, number), pathOfIssue(owner, name, number), func(l timelineLine) {
		switch {
		case l.isAbout(label) && l.Body == "1":
			e.Labelled = l.At
		case l.Type == "change_title":
			e.At, e.By = l.At, giteaPerson(l.User)
		}
	})
	return e, err
}

// get reads what the library cannot.
func (g gitea) get(ctx context.Context, doing, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.address+"/api/v1"+path, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Authorization", "token "+g.token)
	resp, err := g.client.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	const most = 4 << 20
	raw, err := io.ReadAll(io.LimitReader(resp.Body, most))
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if resp.StatusCode != http.StatusOK {
		var said struct {
			Message string `json:"message"`
		}
		if err := json.Unmarshal(raw, &said); err != nil {
			said.Message = resp.Status // a page that is no answer says nothing more
		}
		return g.explain(doing, &sdk.Response{Response: resp}, errors.New(said.Message))
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: its answer cannot be read: %w", doing, err)
	}
	return nil
}

func (g gitea) Comments(ctx context.Context, owner, name string, number int) ([]outward.Comment, error) {
	c, err := g.open(ctx)
	if err != nil {
		return nil, err
	}
	all, resp, err := c.ListIssueComments(owner, name, int64(number), sdk.ListIssueCommentOptions{ListOptions: sdk.ListOptions{Page: -1}}) // it gives all at once
	if err != nil {
		return nil, g.explain(fmt.Sprintf("read what was said below %s/%s#%d", owner, name, number), resp, err)
	}
	var out []outward.Comment
	for _, x := range all[:min(len(all), commentsMost)] {
		out = append(out, giteaComment(x))
	}
	return out, nil
}

func giteaComment(c *sdk.Comment) outward.Comment {
	return outward.Comment{ID: c.ID, Author: giteaPerson(c.Poster), Body: c.Body, Link: c.HTMLURL, At: c.Created}
}

func (g gitea) Say(ctx context.Context, s outward.Said) (outward.Comment, error) {
	c, err := g.open(ctx)
	if err != nil {
		return outward.Comment{}, err
	}
	made, resp, err := c.CreateIssueComment(s.Owner, s.Repository, int64(s.Number), sdk.CreateIssueCommentOption{Body: s.Body})
	if err != nil {
		return outward.Comment{}, g.explain(fmt.Sprintf("answer at %s/%s#%d", s.Owner, s.Repository, s.Number), resp, err)
	}
	return giteaComment(made), nil
}
