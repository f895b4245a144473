// Package oauth gets access to a service by OAuth 2: with PKCE, a state and a server of a moment on this machine, or without a browser with a
// code to type; it renews that access, and gives it back. It keeps nothing and knows no service by name.
package oauth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	callMost = 30 * time.Second // of one request
	saidMost = 300              // letters of a service's own words that are passed on
	// How long before its end an access is renewed: longer than any request that goes with it.
	early = 2 * time.Minute
	// stateBytes make a state that nobody guesses.
	stateBytes = 32
)

// App is a client as it is registered at a service.
type App struct {
	Name     string   `json:"name"` // of the service, as founders read it
	ID       string   `json:"id"`
	Secret   string   `json:"secret,omitempty"` // programs on people's machines have one too, which protects nothing
	Auth     string   `json:"auth"`             // where people say yes
	Token    string   `json:"token"`
	Device   string   `json:"device,omitempty"`   // where a code to type is had; empty for nowhere
	Revoke   string   `json:"revoke,omitempty"`   // where access is given back; empty for nowhere
	Audience string   `json:"audience,omitempty"` // the resource that the access is for (RFC 8707); empty where the service knows none
	Scopes   []string `json:"scopes"`
	// Issuer is who gives the access, as it says of itself (RFC 9207), and SaysIssuer that its answers name it; an answer that names another is none.
	Issuer     string `json:"issuer,omitempty"`
	SaysIssuer bool   `json:"says_issuer,omitempty"`
	// Basic has the app show its secret in the head of a request, not in its form.
	Basic bool `json:"basic,omitempty"`
	// Extra are further parameters of the page where people say yes, such as access_type.
	Extra map[string]string `json:"extra,omitempty"`
}

// Grant is access that was given.
type Grant struct {
	Access  string    `json:"access"`
	Refresh string    `json:"refresh,omitempty"` // renews it; empty where it cannot be renewed
	Ends    time.Time `json:"ends"`              // of Access; zero for never
	Born    time.Time `json:"born"`              // when people said yes
	Last    time.Time `json:"last,omitzero"`     // after which it cannot be renewed any more; zero where the service does not say
}

// Fresh reports whether the access holds for a while yet.
func (g Grant) Fresh(now time.Time) bool {
	return g.Access != "" && (g.Ends.IsZero() || g.Ends.Sub(now) > early)
}

// EndedError says that a service does not renew an access any more: people have to say yes once more.
type EndedError struct{ Text string }

// Error returns the sentence, without a full stop.
func (e *EndedError) Error() string { return e.Text }

// Attempt is one try to be given access.
type Attempt struct {
	// Address is the page where people say yes.
	Address  string
	app      App
	state    string
	verifier string
	back     string
}

func (a App) config(back string) oauth2.Config {
	style := oauth2.AuthStyleInParams
	if a.Basic {
		style = oauth2.AuthStyleInHeader
	}
	return oauth2.Config{
		ClientID: a.ID, ClientSecret: a.Secret, RedirectURL: back, Scopes: a.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: a.Auth, TokenURL: a.Token, DeviceAuthURL: a.Device, AuthStyle: style},
	}
}

// audience adds what the access is for.
func (a App) audience() []oauth2.AuthCodeOption {
	if a.Audience == "" {
		return nil
	}
	return []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("resource", a.Audience)}
}

// Begin starts a try whose answer comes to the address back.
func (a App) Begin(back string) Attempt {
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	t := Attempt{app: a, state: base64.RawURLEncoding.EncodeToString(raw), verifier: oauth2.GenerateVerifier(), back: back}
	options := append(a.audience(), oauth2.S256ChallengeOption(t.verifier))
	for name, value := range a.Extra {
		options = append(options, oauth2.SetAuthURLParam(name, value))
	}
	c := a.config(back)
	t.Address = c.AuthCodeURL(t.state, options...)
	return t
}

// ErrForeign says that an answer belongs to no try of ours.
var ErrForeign = errors.New("this answer belongs to another try")

// Code reads what came back. It returns ErrForeign for an answer to something else, whatever it says.
func (t Attempt) Code(said url.Values) (string, error) {
	if subtle.ConstantTimeCompare([]byte(said.Get("state")), []byte(t.state)) != 1 {
		return "", ErrForeign
	}
	if iss := said.Get("iss"); t.app.Issuer != "" && iss != t.app.Issuer && (iss != "" || t.app.SaysIssuer) {
		return "", &outward.RefusedError{Text: fmt.Sprintf("the answer comes from %q, and %s was asked", clip(iss), t.app.Issuer)}
	}
	if why := said.Get("error"); why != "" {
		if why == "access_denied" {
			return "", &outward.RefusedError{Text: "you said no at " + t.app.Name}
		}
		return "", &outward.RefusedError{Text: fmt.Sprintf("%s does not give access (%s)", t.app.Name, clip(why+" "+said.Get("error_description")))}
	}
	code := said.Get("code")
	if code == "" {
		return "", &outward.RefusedError{Text: t.app.Name + " answered without a code"}
	}
	return code, nil
}

// Pasted reads the address that a browser was sent to, or could not reach, as somebody copied it.
func (t Attempt) Pasted(line string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil || u.RawQuery == "" {
		return "", &outward.RefusedError{Text: "that is no address with an answer in it: copy all that stands in the browser's line of addresses after you said yes"}
	}
	return t.Code(u.Query())
}

// Exchange trades a code for access. A code works once.
func (t Attempt) Exchange(ctx context.Context, code string, now time.Time) (Grant, error) {
	c := t.app.config(t.back)
	token, err := c.Exchange(withClient(ctx), code, append(t.app.audience(), oauth2.VerifierOption(t.verifier))...)
	if err != nil {
		return Grant{}, t.app.explain("give access", err, code, t.verifier)
	}
	return t.app.grant(token, Grant{Born: now}, now)
}

func (a App) grant(token *oauth2.Token, was Grant, now time.Time) (Grant, error) {
	if missing := a.missing(token); missing != "" {
		return Grant{}, &outward.RefusedError{Text: fmt.Sprintf("%s did not give all that is needed: %s was not ticked", a.Name, missing)}
	}
	g := Grant{Access: token.AccessToken, Refresh: token.RefreshToken, Ends: token.Expiry, Born: was.Born, Last: was.Last}
	if token.ExpiresIn > 0 { // by our clock
		g.Ends = now.Add(time.Duration(token.ExpiresIn) * time.Second)
	}
	if g.Refresh == "" {
		g.Refresh = was.Refresh
	}
	if left, ok := token.Extra("refresh_token_expires_in").(float64); ok && left > 0 {
		g.Last = now.Add(time.Duration(left) * time.Second)
	}
	return g, nil
}

// missing names a scope that people left out.
func (a App) missing(token *oauth2.Token) string {
	given, ok := token.Extra("scope").(string)
	if !ok || given == "" {
		return "" // all that was asked for
	}
	for _, s := range a.Scopes {
		if !strings.Contains(" "+given+" ", " "+s+" ") {
			return s
		}
	}
	return ""
}

// Renew returns access that holds again. It returns an *EndedError where people have to say yes once more. A service may take the old
// Refresh back with its first use: what is returned must be kept, and only one may renew at a time.
func (a App) Renew(ctx context.Context, g Grant, now time.Time) (Grant, error) {
	if g.Refresh == "" {
		return g, &EndedError{a.Name + " gave access for a while only, and that is over"}
	}
	// The library renews what has ended; a token without access has.
	var token *oauth2.Token
	var err error
	if a.Audience == "" {
		c := a.config("")
		token, err = c.TokenSource(withClient(ctx), &oauth2.Token{RefreshToken: g.Refresh}).Token()
	} else {
		token, err = a.post(ctx, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {g.Refresh}, "resource": {a.Audience}})
	}
	if no := new(oauth2.RetrieveError); errors.As(err, &no) && no.ErrorCode == "invalid_grant" {
		return g, &EndedError{a.describeEnd(g, now)}
	}
	if err != nil {
		return g, a.explain("renew the access", err, g.Refresh, g.Access)
	}
	return a.grant(token, g, now)
}

// How long Google lets an app that is in "Testing" renew its access.
const testingLife = 7 * 24 * time.Hour

// describeEnd says why an access may have ended, going by its age.
func (a App) describeEnd(g Grant, now time.Time) string {
	text := a.Name + " does not renew the access any more; somebody took it back there, or it ended"
	if age := now.Sub(g.Born); !g.Born.IsZero() && age >= testingLife && age < testingLife+24*time.Hour {
		text = fmt.Sprintf("%s ended the access %d days after you gave it, as Google does for an app in Testing: set it to In production there, so that it lasts", a.Name, testingLife/(24*time.Hour))
	}
	return text
}

// GiveBack ends access at the service. What has ended already is no error.
func (a App) GiveBack(ctx context.Context, g Grant) error {
	if a.Revoke == "" {
		return &outward.RefusedError{Text: a.Name + " knows no way to take access back by a program: do it in the settings of your account there"}
	}
	secret := g.Refresh // it ends the other with it
	if secret == "" {
		secret = g.Access
	}
	status, raw, err := a.send(ctx, a.Revoke, url.Values{"token": {secret}})
	if err != nil {
		return fmt.Errorf("give the access back: %w", bare(err))
	}
	if status >= http.StatusBadRequest && !strings.Contains(string(raw), "invalid_token") {
		return fmt.Errorf("%s does not take the access back (%d: %s)", a.Name, status, clip(a.conceal(string(raw), g.Refresh, g.Access)))
	}
	return nil
}

// send posts a form to an address of the service, with what the app shows of itself, and returns what is said.
func (a App) send(ctx context.Context, at string, form url.Values) (status int, said []byte, err error) {
	form.Set("client_id", a.ID)
	if a.Secret != "" && !a.Basic {
		form.Set("client_secret", a.Secret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	if a.Basic {
		req.SetBasicAuth(url.QueryEscape(a.ID), url.QueryEscape(a.Secret))
	}
	resp, err := client(ctx).Do(req)
	if err != nil {
		return 0, nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, raw, errors.Join(err, resp.Body.Close())
}

// WithClient has the requests of a context go out by a client that looks where they go. It must follow no redirects: the secrets go with the request.
func WithClient(ctx context.Context, c *http.Client) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, c)
}

// client follows no redirects, as above.
func client(ctx context.Context) *http.Client {
	if c, ok := ctx.Value(oauth2.HTTPClient).(*http.Client); ok {
		return c
	}
	return &http.Client{Timeout: callMost, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func withClient(ctx context.Context) context.Context { return WithClient(ctx, client(ctx)) }

// conceal takes secrets out of what a service says, which may repeat what it was shown.
func (a App) conceal(said string, shown ...string) string {
	for _, secret := range append(shown, a.Secret) {
		if secret != "" {
			said = strings.ReplaceAll(said, secret, "…")
		}
	}
	return said
}

// explain says what an error of a service's means, without a secret in it: neither its own nor what it was shown.
func (a App) explain(doing string, err error, shown ...string) error {
	no := new(oauth2.RetrieveError)
	if !errors.As(err, &no) {
		return fmt.Errorf("could not have %s %s: %w", a.Name, doing, bare(err))
	}
	said := clip(a.conceal(no.ErrorCode+" "+no.ErrorDescription, shown...))
	status := 0
	if no.Response != nil {
		status = no.Response.StatusCode
	}
	switch {
	case status >= http.StatusInternalServerError, status == http.StatusTooManyRequests:
		return fmt.Errorf("could not have %s %s: it has a fault of its own (%d)", a.Name, doing, status)
	case no.ErrorCode == "invalid_client", no.ErrorCode == "unauthorized_client":
		return &outward.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("%s does not know the app (%s): its id or secret is not right, or it was deleted there", a.Name, said)}
	}
	return &outward.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("%s does not %s (%s)", a.Name, doing, said)}
}

// bare leaves out of an error the address that was asked, which may hold what nobody is to read.
func bare(err error) error {
	if u := new(url.Error); errors.As(err, &u) {
		return u.Err
	}
	return err
}

func clip(said string) string {
	return strings.TrimRight(prose.Clip(prose.OneLine(said), saidMost, "…"), ". ")
}
