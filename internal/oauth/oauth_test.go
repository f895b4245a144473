package oauth_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/googletest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// place is a service that gives access.
type place struct {
	app oauth.App
	// yes opens an address as a browser does whose account says yes, up to the answer that comes back to us.
	yes func(t *testing.T, address string)
	api string // an address that needs the access
	lax bool   // it takes any app, and any access
}

func standIn(t *testing.T, g *googletest.Google) place {
	t.Helper()
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return place{
		app: oauth.App{
			Name: "Google", ID: googletest.ClientID, Secret: googletest.ClientSecret, Auth: s.URL + "/o/oauth2/v2/auth", Token: s.URL + "/oauth2/token", Device: s.URL + "/device/code", Revoke: s.URL + "/oauth2/revoke",
			Scopes: []string{"https://www.googleapis.com/auth/drive.file"}, Extra: map[string]string{"access_type": "offline"},
		},
		yes: func(t *testing.T, address string) { t.Helper(); get(t, address) },
		api: s.URL + "/drive/v3/about",
	}
}

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	resp, err := http.Get(address) //nolint:gosec // of this machine
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	raw, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		t.Error(err)
	}
	return resp.StatusCode, string(raw)
}

// sayYes gets access by a browser.
func sayYes(t *testing.T, p place) (oauth.Grant, error) {
	t.Helper()
	back, err := oauth.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	try := p.app.Begin(back.Address())
	go p.yes(t, try.Address)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	code, err := back.Wait(ctx, try)
	if err != nil {
		return oauth.Grant{}, err
	}
	if _, err := try.Exchange(t.Context(), code+"x", time.Now()); err == nil {
		t.Error("another code is taken")
	}
	return try.Exchange(t.Context(), code, time.Now())
}

func works(t *testing.T, p place, access string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.api, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+access)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode == http.StatusOK
}

func TestAccessByABrowser(t *testing.T) { holdCases(t, standIn(t, &googletest.Google{})) }

// holdCases gets access, uses it, renews it and gives it back.
func holdCases(t *testing.T, p place) {
	t.Helper()
	g, err := sayYes(t, p)
	if err != nil || g.Access == "" || g.Refresh == "" || !g.Fresh(time.Now()) || g.Fresh(time.Now().Add(2*time.Hour)) {
		t.Fatalf("given: %+v, %v", g, err)
	}
	if !works(t, p, g.Access) || !p.lax && works(t, p, g.Access+"x") {
		t.Error("it does not open what it should, or all")
	}
	again, err := p.app.Renew(t.Context(), g, time.Now())
	if err != nil || again.Access == "" || again.Access == g.Access || again.Refresh == "" || !works(t, p, again.Access) {
		t.Errorf("renewed: %+v, %v", again, err)
	}
	if err := p.app.GiveBack(t.Context(), again); err != nil {
		t.Errorf("given back: %v", err)
	}
	if err := p.app.GiveBack(t.Context(), again); err != nil {
		t.Errorf("given back twice: %v", err)
	}
	ended := new(oauth.EndedError)
	if _, err := p.app.Renew(t.Context(), again, time.Now()); !errors.As(err, &ended) {
		t.Errorf("renewed after that: %v", err)
	}
	if p.lax {
		return
	}
	other := p.app
	other.Secret += "x"
	no := new(outward.RefusedError)
	if _, err := other.Renew(t.Context(), g, time.Now()); !errors.As(err, &no) || strings.Contains(err.Error(), g.Refresh) || strings.Contains(err.Error(), other.Secret) {
		t.Errorf("another app: %v", err)
	}
}

// Only the answer to the try that was begun counts: not one with another state, to another path or host, or by another method. None of them ends the waiting.
func TestAnswersOfOthersChangeNothing(t *testing.T) {
	p := standIn(t, &googletest.Google{})
	back, err := oauth.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	try, other := p.app.Begin(back.Address()), p.app.Begin(back.Address())
	u, err := url.Parse(try.Address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("state") == "" || len(q.Get("state")) < 40 || q.Get("redirect_uri") != back.Address() || q.Get("access_type") != "offline" || try.Address == other.Address {
		t.Errorf("asked is %s", try.Address)
	}
	done := make(chan error, 1)
	go func() {
		_, err := back.Wait(t.Context(), try)
		done <- err
	}()
	base := strings.TrimSuffix(back.Address(), "/back")
	for _, at := range []string{"/back?code=stolen", "/back?code=stolen&state=", "/back?error=access_denied", "/back?code=a&state=" + url.QueryEscape(q.Get("state")) + "x", "/?code=a&state=" + q.Get("state"), "/other?state=" + q.Get("state")} {
		if status, text := get(t, base+at); status < http.StatusBadRequest || strings.Contains(text, "stolen") {
			t.Errorf("%s is answered %d: %s", at, status, text)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/back?code=a&state="+q.Get("state"), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "evil.example"
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.Body.Close() != nil || resp.StatusCode < http.StatusBadRequest {
		t.Errorf("by another name: %v, %v", resp, err)
	}
	select {
	case err := <-done:
		t.Fatalf("one of them was taken: %v", err)
	default:
	}
	get(t, try.Address)
	if err := <-done; err != nil {
		t.Errorf("the right one: %v", err)
	}
}

func TestWhoSaysNo(t *testing.T) {
	p := standIn(t, &googletest.Google{Deny: true})
	if _, err := sayYes(t, p); err == nil || !strings.Contains(err.Error(), "you said no") {
		t.Errorf("by a browser: %v", err)
	}
	d, err := p.app.BeginDevice(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Wait(t.Context(), time.Now); err == nil || !strings.Contains(err.Error(), "you said no") {
		t.Errorf("by a code: %v", err)
	}
	try := p.app.Begin("http://127.0.0.1:1/back")
	for _, line := range []string{"", "4/code", "http://127.0.0.1:1/back?code=4/x&state=y", "not an address"} {
		if code, err := try.Pasted(line); err == nil {
			t.Errorf("pasted %q is %q", line, code)
		}
	}
}

// Without a browser here a code is typed on another machine.
func TestAccessByACode(t *testing.T) {
	g := &googletest.Google{}
	p := standIn(t, g)
	d, err := p.app.BeginDevice(t.Context())
	if err != nil || d.Code == "" || d.Address == "" {
		t.Fatalf("asked: %+v, %v", d, err)
	}
	go g.Type(d.Code)
	got, err := d.Wait(t.Context(), time.Now)
	if err != nil || !works(t, p, got.Access) || got.Refresh == "" {
		t.Errorf("given: %+v, %v", got, err)
	}
	p.app.Device = ""
	if _, err := p.app.BeginDevice(t.Context()); err == nil {
		t.Error("a service without codes gives one")
	}
}

// Of many that need access at once, in several processes, one renews it, though what renews works once. After the end of an app in Testing it
// says why.
func TestOneRenewsForAll(t *testing.T) {
	now, mu := time.Now(), sync.Mutex{}
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) }
	g := &googletest.Google{Rotates: true, Testing: true, Now: clock}
	p := standIn(t, g)
	given, err := sayYes(t, p)
	if err != nil || given.Last.IsZero() {
		t.Fatalf("given: %+v, %v", given, err)
	}
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	home := t.TempDir()
	open := func() (sealed.Key, error) { return sealed.Open(home) }
	key, err := open()
	if err != nil {
		t.Fatal(err)
	}
	box, err := oauth.Secret{App: p.app, Grant: given}.Seal(key, p.api)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Connect(t.Context(), outward.Connection{Name: "google", Service: outward.Google, Address: p.api, Account: "ann", Sealed: box, Ends: given.Last}); err != nil {
		t.Fatal(err)
	}
	keeper := func(n int) *oauth.Keeper {
		return &oauth.Keeper{Records: db, Owner: fmt.Sprint("bot-", n), Key: open, Now: clock}
	}
	for range 3 {
		pass(59 * time.Minute)
		var all sync.WaitGroup
		got := make([]string, 8)
		for n := range got {
			all.Go(func() {
				for range 200 {
					var err error
					if got[n], err = keeper(n).Access(t.Context(), "google"); err == nil {
						return
					}
					if later := new(outward.LaterError); !errors.As(err, &later) {
						t.Error(err)
						return
					}
					<-time.After(5 * time.Millisecond)
				}
			})
		}
		all.Wait()
		for _, a := range got {
			if a != got[0] || !works(t, p, a) {
				t.Fatalf("they have %q", got)
			}
		}
	}
	if g.Live() != 1 {
		t.Errorf("%d renewals live", g.Live())
	}
	pass(7 * 24 * time.Hour)
	no := new(outward.RefusedError)
	if _, err := keeper(1).Access(t.Context(), "google"); !errors.As(err, &no) || no.Status != http.StatusUnauthorized || !strings.Contains(no.Text, "In production") || !strings.Contains(no.Text, "frasier connect google") {
		t.Errorf("after seven days: %v", err)
	}
	home = t.TempDir() // a copy without its key
	if _, err := keeper(1).Access(t.Context(), "google"); !errors.As(err, &no) || no.Status != http.StatusUnauthorized {
		t.Errorf("a copy: %v", err)
	}
}

// A service that says again what it was shown has no secret of ours in an error, which stands in logs and in the journal.
func TestWhatIsRefusedRepeatsNoSecret(t *testing.T) {
	g := oauth.Grant{Access: "acc-3f9d2k", Refresh: "ref-8s7d1q", Born: time.Now()}
	for _, form := range []string{
		`{"error":"invalid_request","error_description":"bad token %s of %s"}`, `{"error":"%s","error_description":"%s"}`, `no JSON: %s %s`,
	} {
		at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, id, _ := r.BasicAuth()
			said := r.FormValue("refresh_token") + r.FormValue("token") + r.FormValue("code") + r.FormValue("code_verifier")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, form, said, r.FormValue("client_secret")+id)
		}))
		for _, app := range []oauth.App{{Basic: true}, {Audience: "https://tools.example"}, {}} {
			app.Name, app.ID, app.Secret, app.Token, app.Revoke = "Tools", "id", "sec-5h2j9z", at.URL, at.URL
			_, renewed := app.Renew(t.Context(), g, time.Now())
			_, given := app.Begin("http://127.0.0.1/back").Exchange(t.Context(), "code-4x8v2m", time.Now())
			for _, err := range []error{renewed, given, app.GiveBack(t.Context(), g)} {
				if err == nil {
					t.Fatal("a refusal is taken for a yes")
				}
				for _, secret := range []string{g.Access, g.Refresh, app.Secret, "code-4x8v2m"} {
					if strings.Contains(err.Error(), secret) {
						t.Errorf("%s says %s", err, secret)
					}
				}
			}
		}
		at.Close()
	}
}
