// Package forge speaks with places that hold repositories and pull requests: GitHub, GitHub Enterprise, Gitea and
// Forgejo. It knows no policy: what is done there was decided and stored before.
package forge

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
)

// callMost limits one request, and patience how long one answer may be silent.
const (
	callMost = 30 * time.Second
	patience = 20 * time.Second
)

// Account is whose token it is, and what it may.
type Account struct {
	Name   string
	Rights []string  // in the service's words; none where it does not say
	Ends   time.Time // of the token; zero where it is not told
}

// Repository is what the token's account sees of a repository.
type Repository struct {
	Name      string // "acme/shop", as it is called now
	Private   bool
	Base      string // its default branch
	MayPush   bool   // as far as the forge says
	MayOpen   bool   // pull requests are in use there
	Protected bool   // archived: nothing can be changed
}

// Forge is one such place, as one account. Its methods may be called at once. Their errors are a *RefusedError, a
// *LaterError, or a fault that may pass.
type Forge interface {
	// Account says whose token it is.
	Account(ctx context.Context) (Account, error)
	// Repository looks at a repository.
	Repository(ctx context.Context, owner, name string) (Repository, error)
	// FindPull returns the newest pull request from a branch of the repository itself, whatever its state; ok is false for none.
	FindPull(ctx context.Context, owner, name, head string) (p outward.PullAnswer, ok bool, err error)
	// OpenPull opens a pull request. Twice is refused there.
	OpenPull(ctx context.Context, p outward.Pull) (outward.PullAnswer, error)

	Statuses
	Incoming
	Changes
	Requests
	Files
	Inverses
	Histories
	Askings
}

// RefusedError says that the other side refuses something, and would again.
type RefusedError = outward.RefusedError

// LaterError says that the other side asks for patience.
type LaterError = outward.LaterError

// Open returns the forge of a connection. transport is the way there; nil is an ordinary one.
func Open(service outward.Service, address, secret string, transport http.RoundTripper) (Forge, error) {
	return new(Minter).Open(service, address, secret, transport)
}

// Open returns the forge of a connection, as the account of its token or as its App. transport is the way there; nil is an ordinary one.
func (m *Minter) Open(service outward.Service, address, secret string, transport http.RoundTripper) (Forge, error) {
	client := newClient(transport)
	switch service {
	case outward.GitHub:
		return m.openGitHub(address, secret, client)
	case outward.Gitea:
		return gitea{address: address, token: secret, client: client}, nil
	case outward.Linear, outward.Notion, outward.Google, outward.Mail, outward.ToolService: // they hold no code
	}
	return nil, fmt.Errorf("no forge of the kind %q", service)
}

func newClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute}
	}
	return &http.Client{Transport: transport, Timeout: callMost, CheckRedirect: stayThere}
}

// stayThere follows no redirect to another host: the token goes with the request.
func stayThere(req *http.Request, via []*http.Request) error {
	const most = 3
	if len(via) > most || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}
