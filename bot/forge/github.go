package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/githubapp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/outward"
)

type gitHub struct {
	client *github.Client
	plain  *http.Client // without the token
	host   string
	app    func(context.Context) (Account, error) // as whom an App acts; nil for a token of an account's
}

// openGitHub opens GitHub as a token's account, or as an App.
func (m *Minter) openGitHub(address, secret string, client *http.Client) (Forge, error) {
	a, err := githubapp.ParseSecret(secret)
	if err != nil {
		return nil, err
	}
	if a != nil {
		return m.openApp(*a, address, client)
	}
	return newGitHub(address, client, func(context.Context, string) (string, error) { return secret, nil })
}

// newGitHub asks for the token before each request.
func newGitHub(address string, client *http.Client, token func(ctx context.Context, spoilt string) (string, error)) (gitHub, error) {
	as := *client
	as.Transport = bearer{client.Transport, token}
	opts := []github.ClientOptionsFunc{github.WithHTTPClient(&as), github.WithUserAgent("frasier")}
	if address != githubapp.PublicAddress {
		opts = append(opts, github.WithEnterpriseURLs(address, address))
	}
	c, err := github.NewClient(opts...)
	if err != nil {
		return gitHub{}, fmt.Errorf("open %s: %w", address, err)
	}
	return gitHub{client: c, plain: client, host: strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")}, nil
}

// Account returns the scopes of a classic token; a fine-grained one does not tell its rights.
func (g gitHub) Account(ctx context.Context) (Account, error) {
	if g.app != nil {
		return g.app(ctx)
	}
	u, resp, err := g.client.Users.Get(ctx, "")
	if err != nil {
		return Account{}, g.explain("read whose token it is", err)
	}
	a := Account{Name: u.GetLogin(), Ends: resp.TokenExpiration.Time}
	for right := range strings.SplitSeq(resp.Header.Get("X-OAuth-Scopes"), ",") {
		if right = strings.TrimSpace(right); right != "" {
			a.Rights = append(a.Rights, right)
		}
	}
	return a, nil
}

func (g gitHub) Repository(ctx context.Context, owner, name string) (Repository, error) {
	r, _, err := g.client.Repositories.Get(ctx, owner, name)
	if err != nil {
		return Repository{}, g.explain("read "+owner+"/"+name, err)
	}
	return Repository{
		Name: r.GetFullName(), Private: r.GetPrivate(), Base: r.GetDefaultBranch(), MayPush: r.GetPermissions().GetPush(), MayOpen: true, Protected: r.GetArchived(),
	}, nil
}

func (g gitHub) FindPull(ctx context.Context, owner, name, head string) (outward.PullAnswer, bool, error) {
	all, _, err := g.client.PullRequests.List(ctx, owner, name, &github.PullRequestListOptions{
		State: "all", Head: owner + ":" + head, Sort: "created", Direction: "desc", ListOptions: github.ListOptions{PerPage: 100},
	})
	if err != nil {
		return outward.PullAnswer{}, false, g.explain("look for a pull request of "+head, err)
	}
	for _, p := range all {
		of, _, _ := strings.Cut(p.GetHead().GetLabel(), ":")
		if p.GetHead().GetRef() == head && (of == "" || strings.EqualFold(of, owner)) { // some servers know no filter
			return answerOf(p), true, nil
		}
	}
	return outward.PullAnswer{}, false, nil
}

func answerOf(p *github.PullRequest) outward.PullAnswer {
	state := p.GetState()
	if p.GetMerged() || !p.GetMergedAt().IsZero() {
		state = "merged"
	}
	return outward.PullAnswer{Number: p.GetNumber(), Link: p.GetHTMLURL(), State: state, Draft: p.GetDraft(), Head: p.GetHead().GetSHA()}
}

func (g gitHub) OpenPull(ctx context.Context, p outward.Pull) (outward.PullAnswer, error) {
	made, _, err := g.client.PullRequests.Create(ctx, p.Owner, p.Repository, &github.NewPullRequest{
		Title: &p.Title, Head: &p.Head, Base: &p.Base, Body: &p.Body, Draft: &p.Draft,
	})
	if err != nil {
		return outward.PullAnswer{}, g.explain(nameOpening(p), err)
	}
	return answerOf(made), nil
}

// nameOpening names all that must be there.
func nameOpening(p outward.Pull) string {
	return fmt.Sprintf("open a pull request from %s into %s in %s/%s", p.Head, p.Base, p.Owner, p.Repository)
}

// explain says what an error of GitHub's means.
func (g gitHub) explain(doing string, err error) error {
	var rate *github.RateLimitError
	var abuse *github.AbuseRateLimitError
	var no *github.ErrorResponse
	switch {
	case errors.As(err, &rate):
		return &LaterError{At: rate.Rate.Reset.Time, Text: fmt.Sprintf("could not %s: %s takes no more requests until %s", doing, g.host, moment.Text(rate.Rate.Reset.Time, moment.Minute, nil))}
	case errors.As(err, &abuse):
		wait := time.Minute // GitHub asks for at least that where it says nothing
		if abuse.RetryAfter != nil {
			wait = *abuse.RetryAfter
		}
		return &LaterError{At: time.Now().Add(wait), Text: fmt.Sprintf("could not %s: %s asks for patience", doing, g.host)}
	case errors.As(err, &no) && no.Response != nil:
		said := []string{no.Message}
		for _, e := range no.Errors {
			said = append(said, e.Message)
		}
		return refuse(no.Response, doing, g.host, said)
	}
	return unreadable(doing, g.host, err)
}

// unreadable says that an answer is none, or passes on why none came. What was asked for may be done all the same.
func unreadable(doing, host string, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &kind) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("could not %s: %s answers with something that cannot be read: %w", doing, host, err)
	}
	return fmt.Errorf("could not %s: %w", doing, err)
}

// refuse makes the sentence of a refusal, or a fault that may pass of what is one.
func refuse(resp *http.Response, doing, host string, said []string) error {
	words, _, _ := strings.Cut(strings.Trim(strings.Join(said, ", "), ", ."), "\n")
	text := fmt.Sprintf("could not %s: ", doing)
	switch s := resp.StatusCode; {
	case s == http.StatusUnauthorized:
		text += fmt.Sprintf("%s does not know the token; give a new one: frasier connect", host)
	case s == http.StatusForbidden:
		text += fmt.Sprintf("%s says that the token may not (%s)", host, words)
		if need := resp.Header.Get("X-Accepted-GitHub-Permissions"); need != "" {
			text += "; it needs " + need
		}
	case s == http.StatusNotFound:
		text += fmt.Sprintf("%s has none that this token sees; it may be gone, or have another name", host)
	case s == http.StatusGone:
		text += host + " says that it is gone for good"
	case s == http.StatusRequestTimeout, s == http.StatusTooManyRequests, s >= http.StatusInternalServerError:
		return fmt.Errorf("could not %s: %s has a fault of its own (%s)", doing, host, strings.TrimRight(fmt.Sprintf("%d: %s", s, words), ": "))
	default:
		text += fmt.Sprintf("%s does not take it (%s)", host, words)
	}
	return &RefusedError{Status: resp.StatusCode, Text: text}
}
