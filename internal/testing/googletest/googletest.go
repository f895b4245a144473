// Package googletest stands in for Google in tests: its OAuth and the part of Drive that the product speaks, with a memory. The cases of
// internal/oauth and bot/publish/google hold it against stand-ins of others.
package googletest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// The app that is registered, and whose account says yes.
const (
	ClientID     = "frasier-tests.apps.example.com"
	ClientSecret = "GOCSPX-canary-0123456789abcdef"
	Mail         = "ann@example.com"
)

// Google answers requests. Its methods may be called at once.
type Google struct {
	// Fault answers a request instead, where it is set and returns true.
	Fault func(w http.ResponseWriter, r *http.Request) bool
	// Testing ends what renews access after seven days; Deny says no on behalf of the account.
	Testing, Deny bool
	// Rotates has what renews access work once.
	Rotates bool
	// Now is the time there; nil is the machine's.
	Now func() time.Time

	mu      sync.Mutex
	ids     int
	codes   map[string]code
	refresh map[string]time.Time // when it was given
	access  map[string]time.Time // until when it holds
	files   []*file
	heard   []string
	given   []string // secrets
}

type code struct {
	challenge, back, scope string
	typed                  bool // of a device
}

type file struct {
	id, name, text string
	properties     map[string]string
	trashed        bool
}

func (g *Google) now() time.Time {
	if g.Now == nil {
		return time.Now()
	}
	return g.Now()
}

// Dump lists the documents there, in the order in which they were made. What is in the bin is marked.
func (g *Google) Dump() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []string
	for _, f := range g.files {
		bin := ""
		if f.trashed {
			bin = " [bin]"
		}
		out = append(out, fmt.Sprintf("# %s%s\n%s", f.name, bin, f.text))
	}
	return out
}

// Heard lists the requests so far, without secrets of ours in their heads.
func (g *Google) Heard() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.heard)
}

// Secrets lists what nobody but Google may see: the app's, and all access that was ever given.
func (g *Google) Secrets() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]string{ClientSecret}, g.given...)
}

// Edit has a person change the text of a document, found by a part of its name, or put it into the bin with "bin".
func (g *Google) Edit(name, text string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.files {
		if strings.Contains(f.name, name) {
			if f.trashed = text == "bin"; !f.trashed {
				f.text = text
			}
			return true
		}
	}
	return false
}

// End takes all access back, as an account does in its settings.
func (g *Google) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.refresh)
	clear(g.access)
}

// Live counts what renews access and holds.
func (g *Google) Live() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.refresh)
}

// Type types the code of a device and says yes.
func (g *Google) Type(user string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c, ok := g.codes["device-"+user]
	c.typed = true
	g.codes["device-"+user] = c
	return ok
}

// Client is the file of the registered app, as Google lets people download it, for a stand-in at an address.
func Client(address string) []byte {
	raw, err := json.Marshal(map[string]any{"installed": map[string]any{
		"client_id": ClientID, "project_id": "frasier", "auth_uri": address + "/o/oauth2/v2/auth", "token_uri": address + "/oauth2/token", "client_secret": ClientSecret, "redirect_uris": []string{"http://localhost"},
	}})
	if err != nil {
		panic(err) // it is made of words
	}
	return raw
}

func (g *Google) next(kind string) string {
	g.ids++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", kind, g.ids))
	secret := kind + base64.RawURLEncoding.EncodeToString(sum[:])
	g.given = append(g.given, secret)
	return secret
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		return // who went away needs no answer
	}
}

// serveYes sends the browser back, as soon as it asks: the account says yes, or no where Deny is set.
func (g *Google) serveYes(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || back.Hostname() != "127.0.0.1" {
		http.Error(w, "Error 400: invalid_request", http.StatusBadRequest)
		return
	}
	said := url.Values{"state": {q.Get("state")}}
	if g.Deny {
		said.Set("error", "access_denied")
	} else {
		g.make()
		c := g.next("4/")
		g.codes[c] = code{challenge: q.Get("code_challenge"), back: q.Get("redirect_uri"), scope: q.Get("scope")}
		said.Set("code", c)
	}
	back.RawQuery = said.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (g *Google) make() {
	if g.codes == nil {
		g.codes, g.refresh, g.access = map[string]code{}, map[string]time.Time{}, map[string]time.Time{}
	}
}

func (g *Google) serveDevice(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("client_id") != ClientID {
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	g.make()
	g.ids++
	user := fmt.Sprintf("GQVQ-%04d", g.ids)
	g.codes["device-"+user] = code{scope: r.PostFormValue("scope")}
	answer(w, http.StatusOK, map[string]any{"device_code": "device-" + user, "user_code": user, "verification_url": "http://" + r.Host + "/device", "expires_in": 1800, "interval": 1})
}

const testingLife = 7 * 24 * time.Hour

func (g *Google) serveToken(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, why, words string) {
		answer(w, status, map[string]any{"error": why, "error_description": words})
	}
	if r.PostFormValue("client_id") != ClientID || r.PostFormValue("client_secret") != ClientSecret {
		refuse(http.StatusUnauthorized, "invalid_client", "The OAuth client was not found.")
		return
	}
	g.make()
	out := map[string]any{"token_type": "Bearer", "expires_in": 3599}
	switch kind := r.PostFormValue("grant_type"); kind {
	case "authorization_code":
		c, ok := g.codes[r.PostFormValue("code")]
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		delete(g.codes, r.PostFormValue("code"))
		if !ok || c.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) || c.back != r.PostFormValue("redirect_uri") {
			refuse(http.StatusBadRequest, "invalid_grant", "Bad Request")
			return
		}
		out["scope"] = c.scope
	case "urn:ietf:params:oauth:grant-type:device_code":
		c, ok := g.codes[r.PostFormValue("device_code")]
		switch {
		case !ok:
			refuse(http.StatusBadRequest, "expired_token", "")
			return
		case g.Deny:
			refuse(http.StatusForbidden, "access_denied", "")
			return
		case !c.typed:
			refuse(http.StatusPreconditionRequired, "authorization_pending", "")
			return
		}
		delete(g.codes, r.PostFormValue("device_code"))
		out["scope"] = c.scope
	case "refresh_token":
		old := r.PostFormValue("refresh_token")
		born, ok := g.refresh[old]
		if !ok || g.Testing && g.now().Sub(born) > testingLife {
			refuse(http.StatusBadRequest, "invalid_grant", "Token has been expired or revoked.")
			return
		}
		if g.Rotates {
			delete(g.refresh, old)
			next := g.next("1//")
			out["refresh_token"], g.refresh[next] = next, born
		}
	default:
		refuse(http.StatusBadRequest, "unsupported_grant_type", kind)
		return
	}
	if r.PostFormValue("grant_type") != "refresh_token" {
		next := g.next("1//")
		out["refresh_token"], g.refresh[next] = next, g.now()
		if g.Testing {
			out["refresh_token_expires_in"] = int(testingLife / time.Second)
		}
	}
	access := g.next("ya29.")
	g.access[access] = g.now().Add(time.Hour)
	out["access_token"] = access
	answer(w, http.StatusOK, out)
}

func (g *Google) serveRevoke(w http.ResponseWriter, r *http.Request) {
	token := r.PostFormValue("token")
	_, a := g.access[token]
	_, b := g.refresh[token]
	if !a && !b {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_token", "error_description": "Token expired or revoked"})
		return
	}
	delete(g.access, token)
	delete(g.refresh, token)
	if b {
		clear(g.access)
	}
	answer(w, http.StatusOK, map[string]any{})
}
