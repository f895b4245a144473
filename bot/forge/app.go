package forge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/githubapp"
)

const appsMost = 100 // installations that are listed

// Installed is one place at which an App is installed.
type Installed struct {
	ID      int64
	Account string // whose repositories it sees
}

// Minter opens forges, and holds the tokens of Apps until shortly before they end. The zero value is one; its methods may be called at once.
type Minter struct{ githubapp.Minter }

// asApp is a client that speaks as the App itself, which may do little more than make tokens.
func (m *Minter) asApp(a githubapp.App, address string, client *http.Client) (gitHub, error) {
	return newGitHub(address, client, func(context.Context, string) (string, error) { return a.Sign(m.Time()) })
}

// mint returns a token of an App's installation: the one that is held, unless it ends soon or was not taken.
func (m *Minter) mintToken(ctx context.Context, a githubapp.App, address string, client *http.Client, spoilt string) (githubapp.Token, error) {
	got, err := m.Mint(ctx, a, address, client, spoilt)
	if err == nil {
		return got, nil
	}
	g, failed := m.asApp(a, address, client)
	if failed != nil {
		return got, failed
	}
	if no := new(githubapp.RefusedError); errors.As(err, &no) {
		err = github.CheckResponse(no.Response)
	}
	return got, g.explain("get a token of the App", err)
}

// openApp returns the forge as an App's installation.
func (m *Minter) openApp(a githubapp.App, address string, client *http.Client) (Forge, error) {
	g, err := newGitHub(address, client, func(ctx context.Context, spoilt string) (string, error) {
		got, err := m.mintToken(ctx, a, address, client, spoilt)
		return got.Value, err
	})
	g.app = func(ctx context.Context) (Account, error) { return m.findAccount(ctx, a, address, client) }
	return g, err
}

// account says as whom an App acts, and what its installation may.
func (m *Minter) findAccount(ctx context.Context, a githubapp.App, address string, client *http.Client) (Account, error) {
	g, err := m.asApp(a, address, client)
	if err != nil {
		return Account{}, err
	}
	app, _, err := g.client.Apps.Get(ctx, "")
	if err != nil {
		return Account{}, g.explain("read which App it is", err)
	}
	got, err := m.mintToken(ctx, a, address, client, "")
	if err != nil {
		return Account{}, err
	}
	out := Account{Name: app.GetSlug() + "[bot]"}
	for _, right := range slices.Sorted(maps.Keys(got.Rights)) {
		out.Rights = append(out.Rights, right+" "+got.Rights[right])
	}
	if lacks := lackingRights(got.Rights); len(lacks) > 0 {
		return out, fmt.Errorf("the App lacks rights that I need: %s. Add them on its page, have its owner accept them where it is installed, and connect again", strings.Join(lacks, ", "))
	}
	return out, nil
}

// lackingRights lists what an App must be allowed and is not.
func lackingRights(has map[string]string) []string {
	var out []string
	for _, need := range []struct{ name, level string }{
		{"contents", "write"}, {"issues", "write"}, {"pull_requests", "write"}, {"statuses", "write"}, {"checks", "read"}, {"actions", "read"},
	} {
		if got := has[need.name]; got != "write" && got != need.level {
			out = append(out, strings.ReplaceAll(need.name, "_", " ")+" "+need.level)
		}
	}
	return out
}

// ListInstalled lists where an App is installed.
func (m *Minter) ListInstalled(ctx context.Context, a githubapp.App, address string, transport http.RoundTripper) ([]Installed, error) {
	g, err := m.asApp(a, address, newClient(transport))
	if err != nil {
		return nil, err
	}
	all, _, err := g.client.Apps.ListInstallations(ctx, &github.ListOptions{PerPage: appsMost})
	if err != nil {
		return nil, g.explain("read where the App is installed", err)
	}
	var out []Installed
	for _, i := range all {
		out = append(out, Installed{i.GetID(), i.GetAccount().GetLogin()})
	}
	return out, nil
}

// bearer puts a token to each request. One that is not taken is asked for once more where the request can be sent again.
type bearer struct {
	way   http.RoundTripper
	token func(ctx context.Context, spoilt string) (string, error)
}

// RoundTrip sends a request as the token's account.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	token, err := b.token(r.Context(), "")
	if err != nil {
		return nil, err
	}
	resp, err := b.send(r, token)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || r.Body != nil && r.GetBody == nil {
		return resp, err
	}
	next, err := b.token(r.Context(), token)
	if err != nil || next == token {
		return resp, nil //nolint:nilerr // the first answer says what is wrong
	}
	again := r.Clone(r.Context())
	if r.GetBody != nil {
		if again.Body, err = r.GetBody(); err != nil {
			return nil, errors.Join(err, resp.Body.Close())
		}
	}
	_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, bodyMost))
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	return b.send(again, next)
}

func (b bearer) send(r *http.Request, token string) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return b.way.RoundTrip(r)
}
