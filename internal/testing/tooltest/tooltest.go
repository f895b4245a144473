// Package tooltest stands in for a tool server at an address that wants access by OAuth, and for who gives that access, on another host. Both are strict: what the
// protocol asks for and is not there is refused.
package tooltest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Service is a tool server with who gives access to it. Its fields are set before Start.
type Service struct {
	Closed bool          // programs do not make themselves known
	Life   time.Duration // of access; zero is an hour
	Lie    string        // what the server says that its access is for, in the place of the truth
	Tools  func(*sdk.Server)

	Requests atomic.Int64 // what it and who gives access were asked

	resource, giver *httptest.Server
	mu              sync.Mutex
	ids             int
	programs        map[string]program
	codes           map[string]code
	access          map[string]access
	renewals        map[string]access
	heard           []string
	secrets         []string
}

type program struct{ back, secret string }

type code struct{ program, back, challenge, resource, scope string }

type access struct {
	program, scope string
	ends           time.Time
}

// Known is the program that a person made known there, with its secret.
const (
	Known       = "known-program"
	KnownSecret = "known-canary-0123456789abcdef"
)

// Start begins to answer. Stop ends that.
func (s *Service) Start() {
	s.programs = map[string]program{Known: {secret: KnownSecret}}
	s.codes, s.access, s.renewals = map[string]code{}, map[string]access{}, map[string]access{}
	server := sdk.NewServer(&sdk.Implementation{Name: "oats", Version: "1"}, nil)
	s.Tools(server)
	tools := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	s.giver = httptest.NewServer(http.HandlerFunc(s.give))
	s.resource = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Requests.Add(1)
		switch {
		case r.URL.Path == "/.well-known/oauth-protected-resource/mcp":
			what := s.Address()
			if s.Lie != "" {
				what = s.Lie
			}
			answer(w, http.StatusOK, map[string]any{"resource": what, "authorization_servers": []string{s.giver.URL}, "scopes_supported": []string{"read"}})
		case r.URL.Path != "/mcp":
			http.NotFound(w, r)
		case !s.takes(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")):
			w.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer resource_metadata="%s/.well-known/oauth-protected-resource/mcp"`, s.resource.URL))
			w.WriteHeader(http.StatusUnauthorized)
		default:
			tools.ServeHTTP(w, r)
		}
	}))
}

// Stop ends both.
func (s *Service) Stop() {
	s.resource.Close()
	s.giver.Close()
}

// Address is the tool server's; Giver is the host of who gives access to it.
func (s *Service) Address() string { return s.resource.URL + "/mcp" }

// Giver is the host of who gives access.
func (s *Service) Giver() string { return strings.TrimPrefix(s.giver.URL, "http://") }

// Live counts accesses that hold, renewals among them.
func (s *Service) Live() (accesses, renewals int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.access {
		if time.Now().Before(a.ends) {
			accesses++
		}
	}
	return accesses, len(s.renewals)
}

// End ends every access; with renewals, nothing renews it any more.
func (s *Service) End(renewals bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
	if renewals {
		clear(s.renewals)
	}
}

// Heard lists what was asked of who gives access, without secrets.
func (s *Service) Heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.heard)
}

// Scopes lists those of the accesses that hold.
func (s *Service) Scopes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, a := range s.access {
		out = append(out, a.scope)
	}
	return out
}

func (s *Service) takes(shown string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.access[shown]
	return ok && time.Now().Before(a.ends)
}

func answer(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what) //nolint:errcheck // whoever asked may have left
}

func refuse(w http.ResponseWriter, what, why string) {
	answer(w, http.StatusBadRequest, map[string]string{"error": what, "error_description": why})
}

// Who gives access.
func (s *Service) give(w http.ResponseWriter, r *http.Request) {
	s.Requests.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = append(s.heard, r.Method+" "+r.URL.Path)
	if err := r.ParseForm(); err != nil && r.URL.Path != "/register" {
		refuse(w, "invalid_request", err.Error())
		return
	}
	switch r.URL.Path {
	case "/.well-known/oauth-authorization-server":
		meta := map[string]any{
			"issuer": s.giver.URL, "authorization_endpoint": s.giver.URL + "/authorize", "token_endpoint": s.giver.URL + "/token", "revocation_endpoint": s.giver.URL + "/revoke",
			"code_challenge_methods_supported": []string{"S256"}, "token_endpoint_auth_methods_supported": []string{"none", "client_secret_post"},
			"scopes_supported": []string{"read", "write", "offline_access"}, "authorization_response_iss_parameter_supported": true,
		}
		if !s.Closed {
			meta["registration_endpoint"] = s.giver.URL + "/register"
		}
		answer(w, http.StatusOK, meta)
	case "/register":
		s.register(w, r)
	case "/authorize":
		s.sayYes(w, r)
	case "/token":
		s.handOut(w, r)
	case "/revoke":
		a := s.renewals[r.Form.Get("token")]
		delete(s.renewals, r.Form.Get("token"))
		for secret, one := range s.access { // it ends the other with it
			if one.program == a.program || secret == r.Form.Get("token") {
				delete(s.access, secret)
			}
		}
	default:
		http.NotFound(w, r)
	}
}

func (s *Service) next(kind string) string {
	s.ids++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", kind, s.ids))
	secret := kind + "-canary-" + base64.RawURLEncoding.EncodeToString(sum[:])
	if kind != "program" { // its name is none
		s.secrets = append(s.secrets, secret)
	}
	return secret
}

// Secrets lists what nobody else may see: what was ever given.
func (s *Service) Secrets() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{KnownSecret}, s.secrets...)
}

// Products are forty things, of each of which one tool of AddPrices knows the price.
func Products() []string {
	return strings.Fields("apple pear plum cherry peach grape melon lemon lime fig date olive almond walnut hazel chestnut carrot onion garlic leek " +
		"potato tomato pepper pumpkin cabbage spinach lettuce celery radish turnip lentil bean pea rice wheat barley oat rye maize millet")
}

// Price is what the tool of a product says.
func Price(n int) string {
	name := Products()[n]
	return fmt.Sprintf("# Prices of %s juice\n\n%s juice costs %d euros a crate in 2026, says the growers' list.", name, strings.ToUpper(name[:1])+name[1:], 100+n)
}

// AddPrices adds forty tools, each of which answers what is asked of its product and nothing else.
func AddPrices(s *sdk.Server) {
	for n, name := range Products() {
		addReader(s, name+"-prices", "Says what "+name+" juice costs.", func(q string) string {
			if !slices.Contains(strings.Fields(strings.ToLower(q)), name) {
				return ""
			}
			return Price(n)
		})
	}
}

func (s *Service) register(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Backs []string `json:"redirect_uris"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in.Backs) != 1 || s.Closed {
		refuse(w, "invalid_client_metadata", "one redirect_uris")
		return
	}
	id := s.next("program")
	s.programs[id] = program{back: in.Backs[0]}
	answer(w, http.StatusCreated, map[string]any{"client_id": id, "redirect_uris": in.Backs, "token_endpoint_auth_method": "none"})
}

// sayYes is the page on which a person says yes, who has done so.
func (s *Service) sayYes(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p, known := s.programs[q.Get("client_id")]
	back, err := url.Parse(q.Get("redirect_uri"))
	if !known || err != nil || back.Hostname() != "127.0.0.1" || p.back != "" && p.back != back.String() {
		refuse(w, "invalid_request", "no such program, or it is answered elsewhere")
		return
	}
	if q.Get("resource") != s.resource.URL+"/mcp" || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("state") == "" || q.Get("response_type") != "code" {
		refuse(w, "invalid_target", "resource, code_challenge or state is not right")
		return
	}
	secret := s.next("code")
	s.codes[secret] = code{q.Get("client_id"), back.String(), q.Get("code_challenge"), q.Get("resource"), q.Get("scope")}
	back.RawQuery = url.Values{"code": {secret}, "state": {q.Get("state")}, "iss": {s.giver.URL}}.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (s *Service) handOut(w http.ResponseWriter, r *http.Request) {
	f := r.Form
	if p, known := s.programs[f.Get("client_id")]; !known || p.secret != f.Get("client_secret") || f.Get("resource") != s.resource.URL+"/mcp" {
		refuse(w, "invalid_client", "no such program, or its secret or resource is not right")
		return
	}
	var is access
	switch f.Get("grant_type") {
	case "authorization_code":
		c, ok := s.codes[f.Get("code")]
		delete(s.codes, f.Get("code"))
		sum := sha256.Sum256([]byte(f.Get("code_verifier")))
		if !ok || c.program != f.Get("client_id") || c.back != f.Get("redirect_uri") || c.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
			refuse(w, "invalid_grant", "no such code")
			return
		}
		is = access{program: c.program, scope: c.scope}
	case "refresh_token":
		had, ok := s.renewals[f.Get("refresh_token")]
		delete(s.renewals, f.Get("refresh_token")) // it works once
		if !ok || had.program != f.Get("client_id") {
			refuse(w, "invalid_grant", "it was used, or taken back")
			return
		}
		is = had
	default:
		refuse(w, "unsupported_grant_type", f.Get("grant_type"))
		return
	}
	life := s.Life
	if life == 0 {
		life = time.Hour
	}
	is.ends = time.Now().Add(life)
	shown, renews := s.next("access"), s.next("renewal")
	s.access[shown] = is
	s.renewals[renews] = is
	answer(w, http.StatusOK, map[string]any{"access_token": shown, "token_type": "Bearer", "expires_in": int(life / time.Second), "refresh_token": renews, "scope": is.scope})
}

// AddReader adds a tool that takes a question and says something of it.
func AddReader(s *sdk.Server, name string, say func(question string) string) {
	addReader(s, name, "Answers.", say)
}

func addReader(s *sdk.Server, name, what string, say func(question string) string) {
	type question struct {
		Query string `json:"query"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: name, Description: what, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *sdk.CallToolRequest, in question) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: say(in.Query)}}}, nil, nil
	})
}
