// Package githubapp makes the tokens of GitHub's Apps: for the bot, which speaks to the API with them, and for the worker,
// which hands them to git.
package githubapp

import (
	"bytes"
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
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// How long one signature of an App is good: GitHub takes ten minutes at most, and clocks differ by signSkew.
	signSpan = 9 * time.Minute
	signSkew = time.Minute
	// How long before its end the token of an App is taken anew: longer than any request.
	renewBefore = 5 * time.Minute
	keyLeast    = 2048 // bits
	answerMost  = 1 << 20
)

// PublicAddress is where GitHub is that is no company's own.
const PublicAddress = "https://github.com"

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

// ParseSecret reads the secret of a connection; nil where it is a plain token.
func ParseSecret(secret string) (*App, error) {
	if !strings.HasPrefix(secret, "{") {
		return nil, nil
	}
	a := &App{}
	if err := json.Unmarshal([]byte(secret), a); err != nil {
		return nil, errors.New("what is kept of the App cannot be read; connect it again: frasier connect github --app ID")
	}
	return a, nil
}

// ParseKey reads the private key that GitHub made of an App.
func ParseKey(text string) (*rsa.PrivateKey, error) {
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

// Sign makes the JWT by which an App says that it is itself.
func (a App) Sign(now time.Time) (string, error) {
	key, err := ParseKey(a.Key)
	if err != nil {
		return "", err
	}
	part := base64.RawURLEncoding.EncodeToString
	claims := fmt.Sprintf(`{"iat":%d,"exp":%d,"iss":"%d"}`, now.Add(-signSkew).Unix(), now.Add(signSpan).Unix(), a.ID)
	said := part([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." + part([]byte(claims))
	sum := sha256.Sum256([]byte(said))
	signed, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	return said + "." + part(signed), err
}

// Token is what an App's installation acts with, for an hour.
type Token struct {
	Value  string            `json:"token"`
	Ends   time.Time         `json:"expires_at"`
	Rights map[string]string `json:"permissions"` // "write" or "read", by name
}

// RefusedError is an answer that is no token. Its body can be read once.
type RefusedError struct{ Response *http.Response }

// Error names the status.
func (e *RefusedError) Error() string { return "no token of the App: " + e.Response.Status }

// Minter makes tokens of Apps and holds each until shortly before it ends. The zero value is one; its methods may be called at once.
type Minter struct {
	Now func() time.Time // nil is the clock

	mu   sync.Mutex
	held map[App]Token
}

// Time is the time by its clock.
func (m *Minter) Time() time.Time {
	if m.Now != nil {
		return m.Now()
	}
	return time.Now()
}

// Mint returns a token of an App's installation at an address: the one that is held, unless it ends soon or was not taken.
// What GitHub refuses is a *RefusedError.
func (m *Minter) Mint(ctx context.Context, a App, address string, client *http.Client, spoilt string) (Token, error) {
	m.mu.Lock()
	defer m.mu.Unlock() // whoever else needs one waits for it
	if got := m.held[a]; got.Value != "" && got.Value != spoilt && got.Ends.Sub(m.Time()) > renewBefore {
		return got, nil
	}
	got, err := requestToken(ctx, a, address, client, m.Time())
	if err != nil {
		return Token{}, err
	}
	if m.held == nil {
		m.held = map[App]Token{}
	}
	m.held[a] = got
	return got, nil
}

func requestToken(ctx context.Context, a App, address string, client *http.Client, now time.Time) (got Token, err error) {
	signed, err := a.Sign(now)
	if err != nil {
		return got, err
	}
	at := strings.TrimRight(address, "/") + "/api/v3"
	if address == PublicAddress {
		at = "https://api.github.com"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/app/installations/%d/access_tokens", at, a.Installation), nil)
	if err != nil {
		return got, err
	}
	r.Header.Set("Authorization", "Bearer "+signed)
	r.Header.Set("Accept", "application/vnd.github+json")
	r.Header.Set("User-Agent", "frasier")
	resp, err := client.Do(r)
	if err != nil {
		return got, err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, answerMost))
	if err != nil {
		return got, err
	}
	if resp.StatusCode != http.StatusCreated {
		kept := *resp
		kept.Body = io.NopCloser(bytes.NewReader(raw))
		return got, &RefusedError{&kept}
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		return Token{}, err
	}
	if got.Value == "" || got.Ends.IsZero() {
		return Token{}, fmt.Errorf("%s gave no token of the App", address)
	}
	return got, nil
}
