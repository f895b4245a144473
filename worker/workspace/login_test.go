package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// The token of a test's login. It has what a shell would take for something else.
const loginToken = "it's $(a) `token` & \"more\"; true"

// privateHost is a forge whose repository nobody reads or writes without a login.
type privateHost struct {
	*desk
	dir     string
	address string
	login   *workspace.Login
}

func atPrivateHost(t *testing.T) *privateHost {
	t.Helper()
	h := &privateHost{desk: seated(t), dir: t.TempDir(), login: workspace.NewLogin("gitea", "frasier-bot", loginToken)}
	h.git("clone", "-q", "--bare", h.r.Source, filepath.Join(h.dir, "acme", "shop.git"))
	git := forgetest.Git{Dir: h.dir, Private: true, Knows: func(token string) bool { return token == loginToken }}
	s := httptest.NewServer(git)
	t.Cleanup(s.Close)
	h.address = s.URL
	h.r = coding.Repository{Name: "far", Source: s.URL + "/acme/shop.git"}
	h.y.FindLogin = func(_ context.Context, address string) (*workspace.Login, error) {
		if !strings.HasPrefix(address, s.URL+"/") {
			return nil, fmt.Errorf("asked for %s", address)
		}
		return h.login, nil
	}
	return h
}

func TestPrivateRepositoryIsReadAndPushedToWithALogin(t *testing.T) {
	t.Parallel()
	h := atPrivateHost(t)
	var err error
	h.r, _, err = h.y.Add(t.Context(), h.r)
	h.ok(err)
	o := h.mine()
	h.ok(h.y.Push(t.Context(), o))
	h.ok(h.y.Push(t.Context(), o)) // who was killed before he wrote it down pushes again
	if got := h.far(filepath.Join(h.dir, "acme", "shop.git"), "for-each-ref", "--format=%(refname) %(objectname)"); !strings.Contains(got, "refs/heads/frasier/p1-fee "+o.Base()) {
		t.Errorf("the other side has\n%s", got)
	}
	h.ok(filepath.WalkDir(h.y.Home, func(path string, info os.DirEntry, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), loginToken) {
			t.Errorf("the token lies in %s", path)
		}
		return err
	}))
	if s := fmt.Sprintf("%v %+v %#v %s", h.login, h.login, h.login, h.login); strings.Contains(s, loginToken) {
		t.Errorf("printed with its token: %s", s)
	}
}

func TestLoginsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		login *workspace.Login
		away  bool // it may be another one soon
		want  string
	}{
		"none":  {nil, false, "127.0.0.1 lets nobody read or write ADDRESS without a login, or there is no such repository; for a private one connect it on the machine (frasier connect github, or frasier connect gitea ADDRESS), or add its ssh address (git@host:owner/name.git), with a key of the user that runs me"},
		"ended": {workspace.NewLogin("gitea", "frasier-bot", "old"), true, "127.0.0.1 does not know the token of gitea any more; make a new one and run: frasier connect gitea --rotate"},
		"off":   {&workspace.Login{Connection: "gitea", Off: "it is off"}, true, "127.0.0.1 wants a login for ADDRESS, and gitea cannot be used here: it is off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := atPrivateHost(t)
			h.login = c.login
			_, _, err := h.y.Add(t.Context(), h.r)
			var no *workspace.UnusableError
			var away *workspace.UnreachableError
			want := strings.Replace(c.want, "ADDRESS", h.r.Source, 1)
			if err == nil || err.Error() != want || errors.As(err, &away) != c.away || errors.As(err, &no) == c.away {
				t.Errorf("got %T %v\nwant %s", err, err, want)
			}
		})
	}
}

func TestTokenThatMayNotWrite(t *testing.T) {
	t.Parallel()
	h := atPrivateHost(t)
	var err error
	h.r, _, err = h.y.Add(t.Context(), h.r)
	h.ok(err)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "Write access to repository not granted.", http.StatusForbidden)
	}))
	t.Cleanup(s.Close)
	o := h.mine()
	o.Repository.Source = s.URL + "/acme/shop.git"
	h.y.FindLogin = func(context.Context, string) (*workspace.Login, error) { return h.login, nil }
	err = h.y.Push(t.Context(), o)
	var no *workspace.UnusableError
	if !errors.As(err, &no) || !strings.Contains(err.Error(), "the token of gitea may not do that") || !strings.Contains(err.Error(), "contents") {
		t.Errorf("got %v", err)
	}
}

func TestLoginStaysWithItsHost(t *testing.T) {
	t.Parallel()
	h := atPrivateHost(t)
	var told atomic.Int32
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			told.Add(1)
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="forge"`)
		http.Error(w, "who are you?", http.StatusUnauthorized)
	}))
	t.Cleanup(thief.Close)
	asked := false
	turned := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, token, ok := r.BasicAuth(); ok && token == loginToken || asked { // the host itself knows it by then
			http.Redirect(w, r, thief.URL+r.URL.String(), http.StatusFound)
			return
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="forge"`)
		http.Error(w, "who are you?", http.StatusUnauthorized)
	}))
	t.Cleanup(turned.Close)
	h.y.FindLogin = func(context.Context, string) (*workspace.Login, error) { return h.login, nil }
	for _, at := range []*httptest.Server{turned, thief} { // sent on after the question who it is, and at once
		asked = at == thief
		r := coding.Repository{Name: "far", Source: turned.URL + "/acme/shop.git"}
		if _, _, err := h.y.Add(t.Context(), r); err == nil {
			t.Error("added")
		}
	}
	if told.Load() > 0 {
		t.Errorf("another host was told the login %d times", told.Load())
	}
}
