package forge

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-github/v89/github"
)

const (
	// How long one signature of an App is good: GitHub takes ten minutes at most, and clocks differ by jwtSkew.
	jwtSpan = 9 * time.Minute
	jwtSkew = time.Minute
	// How long before its end the token of an App is taken anew: longer than any request.
	renewBefore = 5 * time.Minute
	keyLeast    = 2048 // bits
	appsMost    = 100  // installations that are listed
)

// App is an App of GitHub's, as one of its installations. It is kept as a connection's secret, sealed as tokens are.
type App struct {
	ID           int64  `json:"app"`
	Installation int64  `json:"installation"`
	Key          string `json:"key"` // PEM
}

// Secret is what is kept of it in the place of a token.
func (a App) Secret() (string, error) {
	raw, err := json.Marshal(a)
	return string(raw), err
}

// Installed is one place at which an App is installed.
type Installed struct {
	ID      int64
	Account string // whose repositories it sees
}

// parseApp reads the secret of a connection; nil where it is a plain token.
func parseApp(secret string) (*App, error) {
	if !strings.HasPrefix(secret, "{") {
		return nil, nil
	}
	a := &App{}
	if err := json.Unmarshal([]byte(secret), a); err != nil {
		return nil, errors.New("what is kept of the App cannot be read; connect it again: frasier connect github --app ID")
	}
	return a, nil
}

// ParseAppKey reads the private key that GitHub made of an App.
func ParseAppKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("that is no private key of an App: it begins with -----BEGIN RSA PRIVATE KEY-----, and GitHub lets you download it on the App's page")
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		other, failed := x509.ParsePKCS8PrivateKey(block.Bytes)
		key, err = nil, failed
		if of, isRSA := other.(*rsa.PrivateKey); isRSA {
			key = of
		}
	}
	if err != nil || key == nil || key.N.BitLen() < keyLeast {
		return nil, fmt.Errorf("the private key is no RSA key of at least %d bits, as GitHub makes them", keyLeast)
	}
	return key, nil
}

// signApp makes the JWT by which an App says that it is itself.
func signApp(id int64, key *rsa.PrivateKey, now time.Time) (string, error) {
	part := base64.RawURLEncoding.EncodeToString
	claims := fmt.Sprintf(`{"iat":%d,"exp":%d,"iss":"%d"}`, now.Add(-jwtSkew).Unix(), now.Add(jwtSpan).Unix(), id)
	said := part([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." + part([]byte(claims))
	sum := sha256.Sum256([]byte(said))
	signed, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	return said + "." + part(signed), err
}

// minted is a token of an App's installation.
type minted struct {
	token  string
	ends   time.Time
	rights map[string]string
}

// Minter opens forges, and holds the tokens of Apps until shortly before they end. The zero value is one; its methods may be called at once.
type Minter struct {
	Now func() time.Time // nil is the clock

	mu   sync.Mutex
	held map[App]minted
}

func (m *Minter) now() time.Time {
	if m.Now != nil {
		return m.Now()
	}
	return time.Now()
}

// asApp is a client that speaks as the App itself, which may do little more than make tokens.
func (m *Minter) asApp(a App, address string, client *http.Client) (gitHub, error) {
	key, err := ParseAppKey(a.Key)
	if err != nil {
		return gitHub{}, err
	}
	return newGitHub(address, client, func(context.Context, string) (string, error) { return signApp(a.ID, key, m.now()) })
}

// mint returns a token of an App's installation: the one that is held, unless it ends soon or was not taken.
func (m *Minter) mint(ctx context.Context, a App, address string, client *http.Client, spoilt string) (minted, error) {
	m.mu.Lock()
	defer m.mu.Unlock() // whoever else needs one waits for it
	if got := m.held[a]; got.token != "" && got.token != spoilt && got.ends.Sub(m.now()) > renewBefore {
		return got, nil
	}
	g, err := m.asApp(a, address, client)
	if err != nil {
		return minted{}, err
	}
	t, _, err := g.client.Apps.CreateInstallationToken(ctx, a.Installation, nil)
	if err != nil {
		return minted{}, g.explain("get a token of the App", err)
	}
	got := minted{t.GetToken(), t.GetExpiresAt().Time, map[string]string{}}
	if raw, err := json.Marshal(t.GetPermissions()); err == nil {
		err = json.Unmarshal(raw, &got.rights)
		if err != nil {
			return minted{}, fmt.Errorf("read what the App may: %w", err)
		}
	}
	if got.token == "" || got.ends.IsZero() {
		return minted{}, fmt.Errorf("could not get a token of the App: %s gave none", g.host)
	}
	if m.held == nil {
		m.held = map[App]minted{}
	}
	m.held[a] = got
	return got, nil
}

// openApp returns the forge as an App's installation.
func (m *Minter) openApp(a App, address string, client *http.Client) (Forge, error) {
	g, err := newGitHub(address, client, func(ctx context.Context, spoilt string) (string, error) {
		got, err := m.mint(ctx, a, address, client, spoilt)
		return got.token, err
	})
	g.app = func(ctx context.Context) (Account, error) { return m.account(ctx, a, address, client) }
	return g, err
}

// account says as whom an App acts, and what its installation may.
func (m *Minter) account(ctx context.Context, a App, address string, client *http.Client) (Account, error) {
	g, err := m.asApp(a, address, client)
	if err != nil {
		return Account{}, err
	}
	app, _, err := g.client.Apps.Get(ctx, "")
	if err != nil {
		return Account{}, g.explain("read which App it is", err)
	}
	got, err := m.mint(ctx, a, address, client, "")
	if err != nil {
		return Account{}, err
	}
	out := Account{Name: app.GetSlug() + "[bot]"}
	for _, right := range slices.Sorted(maps.Keys(got.rights)) {
		out.Rights = append(out.Rights, right+" "+got.rights[right])
	}
	if lacks := lackingRights(got.rights); len(lacks) > 0 {
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
func (m *Minter) ListInstalled(ctx context.Context, a App, address string, transport http.RoundTripper) ([]Installed, error) {
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
