package forge_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
)

// place is a forge with a repository acme/shop, which has the branches main and one, one commit ahead.
type place struct {
	service                       outward.Service
	address, token, account, head string

	owner   string            // of the repository
	through http.RoundTripper // the way there; nil for an ordinary one

	lax bool // it refuses nothing, as the program that stands for GitHub

	makeLabel bool // a label must be made before it is set
}

func makeRepository(t *testing.T, dir string) (head string) {
	t.Helper()
	work := t.TempDir()
	git := func(at string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", at, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git(work, "init", "-q", "-b", "main")
	if err := os.WriteFile(filepath.Join(work, "a"), []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	git(work, "add", "a")
	git(work, "commit", "-q", "-m", "first")
	git(work, "checkout", "-q", "-b", "one")
	git(work, "commit", "-q", "--allow-empty", "-m", "second")
	bare := filepath.Join(dir, "acme", "shop.git")
	git(work, "clone", "-q", "--bare", work, bare)
	return git(work, "rev-parse", "one")
}

func standIns(t *testing.T) map[string]place {
	t.Helper()
	out := map[string]place{}
	for _, service := range outward.Services() {
		dir := t.TempDir()
		head := makeRepository(t, dir)
		s := httptest.NewServer(&forgetest.Forge{Dir: dir})
		t.Cleanup(s.Close)
		out["stand-in "+string(service)] = place{service: service, address: s.URL, token: forgetest.Token, account: forgetest.Account, head: head, owner: "acme"}
	}
	return out
}

func open(t *testing.T, p place, token string) forge.Forge {
	t.Helper()
	f, err := forge.Open(p.service, p.address, token, p.through)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The cases hold for each forge and for what stands in for it.
func TestAPullRequestIsOpenedAndFound(t *testing.T) {
	for name, p := range standIns(t) {
		t.Run(name, func(t *testing.T) { holdCases(t, p) })
	}
}

func holdCases(t *testing.T, p place) {
	t.Helper()
	ctx := t.Context()
	f := open(t, p, p.token)
	if a, err := f.Account(ctx); err != nil || a.Name != p.account {
		t.Errorf("whose token it is: %+v, %v", a, err)
	}
	if r, err := f.Repository(ctx, p.owner, "shop"); err != nil || r.Name != p.owner+"/shop" || r.Base != "main" || !r.MayPush || !r.MayOpen {
		t.Errorf("the repository: %+v, %v", r, err)
	}
	if _, ok, err := f.FindPull(ctx, p.owner, "shop", "one"); ok || err != nil {
		t.Errorf("one before it was opened: %v, %v", ok, err)
	}
	order := outward.Pull{Owner: p.owner, Repository: "shop", Head: "one", Base: "main", Title: "Fix it", Body: "as said", Draft: true}
	made, err := f.OpenPull(ctx, order)
	if err != nil || made.Number == 0 || !made.Draft || made.State != "open" || made.Head != p.head || !strings.Contains(made.Link, p.owner+"/shop") {
		t.Errorf("opened: %+v, %v", made, err)
	}
	if found, ok, err := f.FindPull(ctx, p.owner, "shop", "one"); !ok || err != nil || found != made {
		t.Errorf("found: %+v, %v, %v; made: %+v", found, ok, err, made)
	}
	if !p.lax { // the program that stands for GitHub knows no statuses
		holdStatuses(t, f, p)
		holdFiles(t, f, p)
	}
	order.Repository = "none"
	refused(t, "a repository that is not there", http.StatusNotFound)(f.OpenPull(ctx, order))
	if p.lax {
		return
	}
	order.Repository = "shop"
	refused(t, "the same again", http.StatusUnprocessableEntity, http.StatusConflict)(f.OpenPull(ctx, order))
	order.Head = "none"
	refused(t, "a branch that is not there", http.StatusUnprocessableEntity, http.StatusNotFound)(f.OpenPull(ctx, order))
	bad := open(t, p, "wrong"+p.token)
	_, err = bad.Account(ctx)
	refused(t, "another token", http.StatusUnauthorized)(outward.PullAnswer{}, err)
}

func holdFiles(t *testing.T, f forge.Forge, p place) {
	t.Helper()
	if text, ok, err := f.ReadFile(t.Context(), p.owner, "shop", p.head, "a"); err != nil || !ok || text != "a\n" {
		t.Errorf("a file: %q, %v, %v", text, ok, err)
	}
	if text, ok, err := f.ReadFile(t.Context(), p.owner, "shop", p.head, ".github/none.md"); err != nil || ok || text != "" {
		t.Errorf("none: %q, %v, %v", text, ok, err)
	}
}

func holdStatuses(t *testing.T, f forge.Forge, p place) {
	t.Helper()
	ctx := t.Context()
	find := func() (outward.StatusAnswer, bool) {
		t.Helper()
		got, ok, err := f.FindStatus(ctx, p.owner, "shop", p.head, outward.ProofContext)
		if err != nil {
			t.Errorf("find a status: %v", err)
		}
		return got, ok
	}
	if got, ok := find(); ok {
		t.Errorf("a status before there is one: %+v", got)
	}
	s := outward.Status{Owner: p.owner, Repository: "shop", Commit: p.head, Context: outward.ProofContext, Text: "a check fails", Link: "http://127.0.0.1/x"}
	for _, good := range []bool{false, true} { // the newest counts
		if s.Good = good; good {
			s.Text = "2 changes, all checks pass"
		}
		if err := f.SetStatus(ctx, s); err != nil {
			t.Errorf("set a status: %v", err)
		}
		if got, ok := find(); !ok || got != s.Shown() {
			t.Errorf("found %+v, %v; said %+v", got, ok, s)
		}
	}
}

func refused(t *testing.T, what string, may ...int) func(outward.PullAnswer, error) {
	t.Helper()
	return func(got outward.PullAnswer, err error) {
		t.Helper()
		var no *forge.RefusedError
		if !errors.As(err, &no) || got.Number != 0 {
			t.Errorf("%s: %+v, %v", what, got, err)
			return
		}
		for _, s := range may {
			if no.Status == s {
				return
			}
		}
		t.Errorf("%s: %d, want one of %v (%s)", what, no.Status, may, no.Text)
	}
}

func TestFaultsOfAForge(t *testing.T) {
	reset := time.Now().Add(20 * time.Minute).Truncate(time.Second)
	for _, c := range []struct {
		name   string
		status int
		header map[string]string
		want   string
		later  bool
		final  bool
	}{
		{name: "a right is missing", status: 403, header: map[string]string{"X-Accepted-GitHub-Permissions": "pull_requests=write"}, want: "may not", final: true},
		{name: "gone", status: 410, want: "gone for good", final: true},
		{name: "a fault", status: 502, want: "fault of its own (502"},
		{name: "too many", status: 429, want: ""},
	} {
		for _, service := range outward.Services() {
			t.Run(string(service)+" "+c.name, func(t *testing.T) {
				s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					for k, v := range c.header {
						w.Header().Set(k, v)
					}
					w.WriteHeader(c.status)
					fmt.Fprint(w, `{"message":"so it is"}`)
				}))
				defer s.Close()
				_, err := open(t, place{service: service, address: s.URL}, "x").OpenPull(t.Context(), outward.Pull{Owner: "a", Repository: "b"})
				var no *forge.RefusedError
				if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &no) != c.final {
					t.Errorf("%v", err)
				}
			})
		}
	}
	t.Run("GitHub's limit names its end", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set("X-RateLimit-Limit", "5000")
			w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(reset.Unix(), 10))
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"message":"API rate limit exceeded"}`)
		}))
		defer s.Close()
		_, err := open(t, place{service: outward.GitHub, address: s.URL}, "x").Account(t.Context())
		var later *forge.LaterError
		if !errors.As(err, &later) || !later.At.Equal(reset) {
			t.Errorf("%v", err)
		}
	})
}

func TestATokenStaysAtItsHost(t *testing.T) {
	seen := ""
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.Header.Get("Authorization") + " came" }))
	defer other.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }))
	defer s.Close()
	for _, service := range outward.Services() {
		if _, err := open(t, place{service: service, address: s.URL}, "x").Account(t.Context()); err == nil {
			t.Errorf("%s: a redirect elsewhere is followed", service)
		}
	}
	if seen != "" {
		t.Errorf("the other host was asked: %q", seen)
	}
}
