package toolbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	// accessMost is of one request about access.
	accessMost = 30 * time.Second
	// renewedWait is the pause before this process looks whether another has renewed an access; a call ends that.
	renewedWait = time.Second
	// stayLoggedIn is the scope by which access can be renewed, where a service has it.
	stayLoggedIn = "offline_access"
)

// AccessError says that a server wants access that it is not shown, or does not take what it is shown.
type AccessError struct {
	server    outward.ToolServer
	shown     string // secret: what it did not take
	challenge []oauthex.Challenge
	wants     string // scopes, where it takes the access and wants more
}

// Error says what to do. It is for a founder to read.
func (e *AccessError) Error() string {
	again := "frasier tools add " + e.server.Name + " " + e.server.Address
	switch {
	case e.wants != "":
		return fmt.Sprintf("%s wants access to more than it was given (%s); give it: %s --access %q", e.server.Name, e.wants, again, e.wants)
	case e.shown != "":
		return fmt.Sprintf("%s does not take the access that it was given any more; give it again: %s", e.server.Name, again)
	}
	return fmt.Sprintf("%s wants access that it was not given; give it: %s", e.server.Name, again)
}

// Unwrap makes it a refusal like any other.
func (e *AccessError) Unwrap() error { return &RefusedError{e.Error()} }

// Wider reports whether the server takes its access, and wants more.
func (e *AccessError) Wider() bool { return e.wants != "" }

// readRefusal returns nil for an answer that refuses no access.
func readRefusal(s outward.ToolServer, shown string, reply *http.Response) *AccessError {
	if reply.StatusCode != http.StatusUnauthorized && reply.StatusCode != http.StatusForbidden {
		return nil
	}
	all, err := oauthex.ParseWWWAuthenticate(reply.Header.Values("WWW-Authenticate"))
	if err != nil {
		all = nil // what cannot be read says nothing; the server is asked about itself
	}
	no := &AccessError{server: s, shown: shown, challenge: all}
	if reply.StatusCode == http.StatusUnauthorized {
		return no
	}
	for _, one := range all {
		if one.Params["error"] == "insufficient_scope" {
			no.wants = clean(one.Params["scope"])
			return no
		}
	}
	return nil
}

func (e *AccessError) param(name string) string {
	for _, one := range e.challenge {
		if one.Scheme == "bearer" && one.Params[name] != "" {
			return one.Params[name]
		}
	}
	return ""
}

// HostError says that what a server says of its access lies on a host that nobody named.
type HostError struct{ Host, For string }

// Error says which.
func (e *HostError) Error() string { return fmt.Sprintf("%s is at %s", e.For, e.Host) }

// Offer describes the way in which a server gives access.
type Offer struct {
	App      oauth.App // without the name under which we are known there
	Register string    // where programs make themselves known; empty where a founder has to do it
	Methods  []string  // how programs may show who they are
}

// finder asks the hosts that were named, and no others.
type finder struct {
	guard  *netguard.Guard
	client *http.Client
	hosts  []string
}

// mayAsk returns a *HostError for an address on a host that nobody named.
func (f finder) mayAsk(at, what string) error {
	u, err := f.guard.ParseTarget(at)
	if err != nil {
		return refuse("%s is at %s, which is not asked: %s", what, clean(at), err)
	}
	if u.Scheme != "https" && !f.guard.Allows(u.Hostname()) {
		return refuse("%s is at %s, which is not https", what, clean(at))
	}
	if !slices.Contains(f.hosts, u.Host) {
		return &HostError{u.Host, what}
	}
	return nil
}

// FindAccess finds out who gives access to a server, by what that says of itself (RFC 9728) and they of themselves (RFC 8414). What lies on another host than
// the server's and those in hosts is not asked, and returned as a *HostError.
func (c *Client) FindAccess(ctx context.Context, s outward.ToolServer, no *AccessError, hosts []string) (Offer, error) {
	f := finder{guard: netguard.New(c.Allow)}
	f.client = f.guard.Client(accessMost)
	u, err := f.guard.ParseTarget(s.Address)
	if err != nil {
		return Offer{}, refuse("%s is not asked: %s", s.Name, err)
	}
	f.hosts = append([]string{u.Host}, hosts...)
	of, err := f.readResource(ctx, u, no)
	if err != nil {
		return Offer{}, err
	}
	giver := of.AuthorizationServers[0]
	for _, one := range of.AuthorizationServers { // the founder's own host, where there is a choice
		if f.mayAsk(one, "") == nil {
			giver = one
			break
		}
	}
	if err := f.mayAsk(giver, "who gives access to it"); err != nil {
		return Offer{}, err
	}
	by, err := auth.GetAuthServerMetadata(ctx, giver, f.client)
	if err != nil {
		return Offer{}, refuse("what %s says of itself cannot be used: %s", clean(giver), clean(err.Error()))
	}
	if by == nil { // as the protocol had it before March 2025
		base := strings.TrimRight(giver, "/")
		by = &oauthex.AuthServerMeta{Issuer: giver, AuthorizationEndpoint: base + "/authorize", TokenEndpoint: base + "/token", RegistrationEndpoint: base + "/register"}
	}
	for _, one := range []struct{ at, what string }{
		{by.AuthorizationEndpoint, "the page where you say yes"},
		{by.TokenEndpoint, "what hands out the access"},
		{by.RegistrationEndpoint, "where programs make themselves known"},
		{by.RevocationEndpoint, "where access is given back"},
	} {
		if one.at == "" {
			continue
		}
		if err := f.mayAsk(one.at, one.what); err != nil {
			return Offer{}, err
		}
	}
	scopes := strings.Fields(no.param("scope"))
	if len(scopes) == 0 {
		scopes = of.ScopesSupported
	}
	if slices.Contains(by.ScopesSupported, stayLoggedIn) && !slices.Contains(scopes, stayLoggedIn) {
		scopes = append(slices.Clone(scopes), stayLoggedIn)
	}
	out := Offer{Register: by.RegistrationEndpoint, Methods: by.TokenEndpointAuthMethodsSupported, App: oauth.App{
		Name: s.Name, Auth: by.AuthorizationEndpoint, Token: by.TokenEndpoint, Revoke: by.RevocationEndpoint, Audience: of.Resource,
		Issuer: by.Issuer, SaysIssuer: by.AuthorizationResponseIssParameterSupported,
	}}
	out.Ask(scopes...)
	return out, nil
}

// Ask asks for scopes besides those that are asked for. What of them is given is the service's to say: less is no fault here.
func (o *Offer) Ask(scopes ...string) {
	all := strings.Fields(o.App.Extra["scope"])
	for _, one := range scopes {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	if len(all) > 0 {
		o.App.Extra = map[string]string{"scope": strings.Join(all, " ")}
	}
}

// readResource reads what a server says of access to it: where it says that this stands, else at the two places where it is looked for. One that says nothing gives
// access itself.
func (f finder) readResource(ctx context.Context, u *url.URL, no *AccessError) (*oauthex.ProtectedResourceMetadata, error) {
	root := url.URL{Scheme: u.Scheme, Host: u.Host}
	places := [][2]string{
		{root.String() + "/.well-known/oauth-protected-resource/" + strings.TrimLeft(u.Path, "/"), u.String()},
		{root.String() + "/.well-known/oauth-protected-resource", root.String()},
		{root.String() + "/.well-known/oauth-protected-resource", u.String()},
	}
	if at := no.param("resource_metadata"); at != "" {
		places = append([][2]string{{at, u.String()}}, places...)
	}
	for _, one := range places {
		if err := f.mayAsk(one[0], "what it says of access to it"); err != nil {
			return nil, err
		}
		of, err := oauthex.GetProtectedResourceMetadata(ctx, one[0], one[1], f.client)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && one[1] == u.String() && strings.Contains(err.Error(), "metadata resource"): // it is for something else, so it is a fault or a trap
			return nil, refuse("what %s says of access to it is for something else: %s", u.Host, clean(err.Error()))
		case err != nil:
			continue // it is not there
		case len(of.AuthorizationServers) == 0:
			return nil, refuse("%s says that it wants access, and not who gives it", u.Host)
		}
		return of, nil
	}
	return &oauthex.ProtectedResourceMetadata{Resource: u.String(), AuthorizationServers: []string{root.String()}}, nil
}

// Register makes this program known where access is given, for answers that come back to an address of this machine.
func (c *Client) Register(ctx context.Context, o Offer, back string) (oauth.App, error) {
	meta := &oauthex.ClientRegistrationMetadata{
		RedirectURIs: []string{back}, ClientName: "Frasier", ApplicationType: "native", GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"},
		Scope: o.App.Extra["scope"],
	}
	for _, method := range []string{"none", "client_secret_post", "client_secret_basic"} {
		if slices.Contains(o.Methods, method) {
			meta.TokenEndpointAuthMethod = method
			break
		}
	}
	got, err := oauthex.RegisterClient(ctx, o.Register, meta, netguard.New(c.Allow).Client(accessMost))
	if err != nil {
		return o.App, refuse("%s does not take this program: %s", o.App.Name, clean(err.Error()))
	}
	o.App.ID, o.App.Secret = got.ClientID, got.ClientSecret
	o.App.Basic = o.App.Secret != "" && got.TokenEndpointAuthMethod != "client_secret_post" && got.TokenEndpointAuthMethod != "none"
	return o.App, nil
}

// Known is access for a program that a founder made known there himself.
func (o Offer) Known(id, secret string) oauth.App {
	o.App.ID, o.App.Secret = id, secret
	o.App.Basic = secret != "" && !slices.Contains(o.Methods, "client_secret_post")
	return o.App
}

// Guarded has all requests about access go past the guard.
func (c *Client) Guarded(ctx context.Context) context.Context {
	return oauth.WithClient(ctx, netguard.New(c.Allow).Client(accessMost))
}

// openGrant returns access that holds. It is renewed by one process at a time; where it cannot be any more, the server is off until it is added again.
func (c *Client) openGrant(ctx context.Context, s outward.ToolServer, key sealed.Key, spoilt string) (string, error) {
	have, err := oauth.OpenSecret(key, s.Connection())
	if s.At.IsZero() || err == nil && have.Grant.Fresh(c.Now()) && have.Grant.Access != spoilt { // one that is being added has its access just now
		return have.Grant.Access, err
	}
	keeper := &oauth.Keeper{Records: grants{c.Records}, Owner: c.Owner, Key: c.Key, Now: c.Now}
	for {
		access, err := keeper.Replace(c.Guarded(ctx), outward.ToolConnection(s.Name), spoilt)
		no, later := new(outward.RefusedError), new(outward.LaterError)
		switch {
		case errors.As(err, &no) && no.Status == http.StatusUnauthorized:
			return "", errors.Join(&RefusedError{no.Text}, c.Records.SwitchToolServer(context.WithoutCancel(ctx), s.Name, false, no.Text))
		case !errors.As(err, &later):
			return access, err
		}
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-time.After(renewedWait):
		}
	}
}

// grants are the tool servers, as a Keeper knows connections.
type grants struct{ Records }

// Connections lists them.
func (g grants) Connections(ctx context.Context) ([]outward.Connection, error) {
	all, err := g.ToolServers(ctx)
	out := make([]outward.Connection, 0, len(all))
	for _, s := range all {
		out = append(out, s.Connection())
	}
	return out, err
}

// clean makes what somebody else said harmless and short.
func clean(said string) string {
	text, _ := safetext.Visible(said)
	return clipAnswer(strings.Join(strings.Fields(text), " "), 300)
}
