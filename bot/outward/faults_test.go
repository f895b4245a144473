package outward_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// fault is what a forge may do to an action, and how that ends.
type fault struct {
	name string
	only vocabulary.Service // empty: each
	do   func(s *scene)
}

func say(status int, body string, header ...string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost {
			return false
		}
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
		return true
	}
}

func listFaults() []fault {
	reply := func(status int, body string, header ...string) func(*scene) {
		return func(s *scene) { s.forge.Fault = say(status, body, header...) }
	}
	return []fault{
		{"a right is missing", "", reply(403, `{"message":"Resource not accessible by personal access token"}`, "X-Accepted-GitHub-Permissions", "pull_requests=write")},
		{"nothing that the token sees", "", reply(404, `{"message":"Not Found"}`)},
		{"not taken", "", reply(422, `{"message":"Validation Failed","errors":[{"resource":"PullRequest","field":"base","code":"invalid","message":"base is protected"}]}`)},
		{"too much at once", vocabulary.GitHub, reply(403, `{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"}`, "Retry-After", "120")},
		{"patience for a year", vocabulary.GitHub, reply(403, `{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"}`, "Retry-After", "31536000")},
		{"too much at once", vocabulary.Gitea, reply(429, `{"message":"slow down"}`)},
		{"away", "", reply(502, `{"message":"bad gateway"}`)},
		{"failed after its effect", "", func(s *scene) {
			s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost {
					return false
				}
				s.forge.Fault = nil
				s.forge.ServeHTTP(httptest.NewRecorder(), r)
				w.WriteHeader(http.StatusBadGateway)
				return true
			}
		}},
		{"the token ended", "", func(s *scene) { s.forge.Revoke(true) }},
		{"the token loses a right in the middle", "", func(s *scene) { // it may look, and no more
			s.forge.Fault = say(403, `{"message":"Must have push access"}`)
		}},
		{"the branch was deleted", "", func(s *scene) { git(s, "update-ref", "-d", "refs/heads/one") }},
		{"the base was deleted", "", func(s *scene) { git(s, "branch", "-m", "main", "trunk") }},
		{"the repository was renamed", "", func(s *scene) {
			from, to := filepath.Join(s.forge.Dir, "acme", "shop.git"), filepath.Join(s.forge.Dir, "acme", "store.git")
			s.ok(os.Rename(from, to))
			s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool {
				at := strings.Replace(r.URL.Path, "/acme/shop", "/acme/store", 1)
				if at == r.URL.Path {
					return false
				}
				http.Redirect(w, r, at+"?"+r.URL.RawQuery, http.StatusTemporaryRedirect)
				return true
			}
		}},
		{"the repository is gone", "", func(s *scene) { s.ok(os.RemoveAll(filepath.Join(s.forge.Dir, "acme", "shop.git"))) }},
		{"an answer that is none", "", reply(200, `<html>maintenance</html>`)},
	}
}

func git(s *scene, args ...string) {
	s.t.Helper()
	out, err := exec.Command("git", append([]string{"-C", filepath.Join(s.forge.Dir, "acme", "shop.git")}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// Each fault of a forge has its end and its sentence. Whatever happens, no pull request is there twice.
func TestFaultsAndTheirSentences(t *testing.T) {
	var b strings.Builder
	for _, f := range listFaults() {
		for _, service := range vocabulary.Services() {
			if f.only != "" && f.only != service {
				continue
			}
			s := newScene(t, service)
			f.do(s)
			s.ok(s.doer.Next(t.Context()))
			a := s.action()
			all, err := s.db.Connections(t.Context())
			s.ok(err)
			hide := strings.NewReplacer(all[0].Host(), "HOST")
			end := string(a.State)
			if a.State == vocabulary.Allowed {
				end = "again " + a.Due.Sub(s.now).Truncate(30*time.Second).String() + " later"
				if !all[0].On {
					end = "when it is connected again"
				}
			}
			if n := len(s.forge.Pulls("acme/shop")) + len(s.forge.Pulls("acme/store")); n > 1 {
				t.Errorf("%s, %s: %d pull requests", f.name, service, n)
			}
			fmt.Fprintf(&b, "%s, %s: %s\n  %s\n", f.name, service, end, hide.Replace(a.Why))
		}
	}
	holdGolden(t, "faults.golden", b.String())
}

// holdGolden compares a text with what is kept of it.
func holdGolden(t *testing.T, name, text string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // of a test
		if err := os.WriteFile(golden, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != text {
		t.Errorf("UPDATE_GOLDEN=1 writes it: %v\n%s", err, text)
	}
}
