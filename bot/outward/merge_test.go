package outward_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// opened is a scene whose pull request is a draft at its forge.
func opened(t *testing.T, service vocabulary.Service) *scene {
	t.Helper()
	s := newScene(t, service)
	s.ok(s.doer.Next(t.Context()))
	s.a = s.action()
	return s
}

// order has something done with the pull request, and returns what became of it.
func (s *scene) order(kind vocabulary.Kind, change func(*vocabulary.PullOrder)) vocabulary.Action {
	s.t.Helper()
	all, err := s.db.Pulls(s.t.Context(), "", 1)
	s.ok(err)
	o := all[0].Order()
	if change != nil {
		change(&o)
	}
	raw, err := json.Marshal(o)
	s.ok(err)
	s.now = s.now.Add(time.Second)
	a, err := s.db.OrderAction(s.t.Context(), vocabulary.Action{Key: string(kind) + ":" + string(s.a.ID), Kind: kind, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Effect: "x", Order: raw, AllowedBy: "ada"}, fmt.Sprint(s.now.UnixNano()))
	s.ok(err)
	s.ok(s.doer.Next(s.t.Context()))
	list, err := s.db.Actions(s.t.Context(), "", 10)
	s.ok(err)
	for _, got := range list {
		if got.ID == a.ID {
			return got
		}
	}
	s.t.Fatalf("%s is gone", a.ID)
	return a
}

// person does something at the forge as somebody else.
func (s *scene) person(method, path, body string) {
	s.t.Helper()
	s.as(42, method, path, body)
}

// as does something at the forge as the account of a number.
func (s *scene) as(id int64, method, path, body string) {
	s.t.Helper()
	all, err := s.db.Connections(s.t.Context())
	s.ok(err)
	api := map[vocabulary.Service]string{vocabulary.Gitea: "/api/v1", vocabulary.GitHub: "/api/v3"}[all[0].Service]
	req, err := http.NewRequestWithContext(s.t.Context(), method, all[0].Address+api+"/repos/acme/shop/"+path, bytes.NewBufferString(body))
	s.ok(err)
	req.Header.Set("Authorization", "Bearer "+forgetest.PersonToken(id))
	resp, err := http.DefaultClient.Do(req)
	s.ok(err)
	s.ok(resp.Body.Close())
	if resp.StatusCode >= http.StatusBadRequest {
		s.t.Fatalf("%s %s: %s", method, path, resp.Status)
	}
}

func eachOpened(t *testing.T, do func(*testing.T, *scene)) {
	t.Helper()
	for _, service := range vocabulary.Services() {
		t.Run(string(service), func(t *testing.T) { do(t, opened(t, service)) })
	}
}

func TestADraftIsMarkedAsReadyAndMerged(t *testing.T) {
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		if a := s.order(vocabulary.MarkReady, nil); a.State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "open" || a.AllowedBy != "ada" {
			t.Errorf("ready: %+v, there %s", a, s.forge.PullState("acme/shop", 1))
		}
		if a := s.order(vocabulary.MarkReady, nil); a.State != vocabulary.Done {
			t.Errorf("ready already: %+v", a)
		}
		if a := s.order(vocabulary.MergePull, nil); a.State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "merged" || string(a.Answer) != `"merged"` {
			t.Errorf("merged: %+v, there %s", a, s.forge.PullState("acme/shop", 1))
		}
		if a := s.order(vocabulary.MarkReady, nil); a.State != vocabulary.Refused || !strings.Contains(a.Why, "it is merged already") {
			t.Errorf("ready behind the end: %+v", a)
		}
	})
}

// Whoever says merge says that a draft is ready; one that is closed stays so.
func TestADraftIsMergedAtOnceOrClosed(t *testing.T) {
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		if a := s.order(vocabulary.MergePull, nil); a.State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "merged" {
			t.Errorf("merged: %+v", a)
		}
	})
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		for range 2 {
			if a := s.order(vocabulary.ClosePull, nil); a.State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "closed" {
				t.Errorf("closed: %+v", a)
			}
		}
		if a := s.order(vocabulary.MergePull, nil); a.State != vocabulary.Refused || !strings.Contains(a.Why, "not open any more") {
			t.Errorf("merged behind its end: %+v", a)
		}
	})
}

// What has changed at the forge since somebody allowed it holds it, and is said.
func TestWhatHoldsAPullRequest(t *testing.T) {
	for _, kind := range []vocabulary.Kind{vocabulary.MarkReady, vocabulary.MergePull} {
		eachOpened(t, func(t *testing.T, s *scene) {
			t.Helper()
			refused := func(why string, change func(*vocabulary.PullOrder)) {
				t.Helper()
				if a := s.order(kind, change); a.State != vocabulary.Refused || !strings.Contains(a.Why, why) || s.forge.PullState("acme/shop", 1) != "draft" {
					t.Errorf("%s, %s: %s %s; there %s", kind, why, a.State, a.Why, s.forge.PullState("acme/shop", 1))
				}
			}
			refused("moved on", func(o *vocabulary.PullOrder) { o.Head = strings.Repeat("1", 40) })
			s.person(http.MethodPost, "pulls/1/reviews", `{"event":"REQUEST_CHANGES","body":"Why three?"}`)
			refused("asked for changes", nil)
		})
	}
}

// A check that has not ended is waited for: at the forge, and here where that does not wait.
func TestAMergeWaitsForChecks(t *testing.T) {
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		pulls, err := s.db.Pulls(t.Context(), "", 1)
		s.ok(err)
		head := pulls[0].Head
		status := func(state string) {
			s.person(http.MethodPost, "statuses/"+head, fmt.Sprintf(`{"state":%q,"context":"ci","description":"x"}`, state))
		}
		status("pending")
		s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool { // it does not wait
			raw := new(bytes.Buffer)
			if r.Body != nil {
				if _, err := raw.ReadFrom(r.Body); err != nil {
					t.Error(err)
				}
				r.Body = http.NoBody
			}
			if strings.Contains(raw.String(), "enablePullRequestAutoMerge") || strings.Contains(raw.String(), `"merge_when_checks_succeed":true`) {
				w.WriteHeader(http.StatusMethodNotAllowed)
				fmt.Fprint(w, `{"message":"Auto merge is not allowed for this repository"}`)
				return true
			}
			r.Body = readCloser{raw}
			return false
		}
		a := s.order(vocabulary.MergePull, nil)
		if a.State != vocabulary.Allowed || !strings.Contains(a.Why, "have not ended") || s.forge.PullState("acme/shop", 1) != "open" {
			t.Fatalf("while its check runs: %+v", a)
		}
		status("success")
		s.now = s.now.Add(2 * time.Minute)
		s.ok(s.doer.Next(t.Context()))
		if got := s.forge.PullState("acme/shop", 1); got != "merged" {
			t.Errorf("once it passed: %s", got)
		}
	})
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		if a := s.order(vocabulary.MergePull, func(o *vocabulary.PullOrder) { o.Wait = true }); a.State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "waiting" || string(a.Answer) != `"waiting"` {
			t.Errorf("at a forge that waits: %+v", a)
		}
	})
}

// A branch goes once its pull request is merged, and not while it has what is merged nowhere.
func TestABranchGoesBehindItsMerge(t *testing.T) {
	eachOpened(t, func(t *testing.T, s *scene) {
		t.Helper()
		if a := s.order(vocabulary.DropBranch, nil); a.State != vocabulary.Refused || !strings.Contains(a.Why, "not merged") {
			t.Errorf("before: %+v", a)
		}
		s.order(vocabulary.MergePull, nil)
		git := func(args ...string) string {
			t.Helper()
			out, err := exec.Command("git", append([]string{"-C", filepath.Join(s.forge.Dir, "acme", "shop.git")}, args...)...).Output()
			s.ok(err)
			return strings.TrimSpace(string(out))
		}
		was := git("rev-parse", "one")
		git("update-ref", "refs/heads/one", git("rev-parse", "main"))
		if a := s.order(vocabulary.DropBranch, nil); a.State != vocabulary.Refused || !strings.Contains(a.Why, "commits that are not merged") {
			t.Errorf("with a commit of somebody else: %+v", a)
		}
		git("update-ref", "refs/heads/one", was)
		for range 2 {
			if a := s.order(vocabulary.DropBranch, nil); a.State != vocabulary.Done || git("branch", "--list", "one") != "" {
				t.Errorf("behind the merge: %+v", a)
			}
		}
	})
}

type readCloser struct{ *bytes.Buffer }

// Close does nothing.
func (readCloser) Close() error { return nil }

// Whenever a process dies while a draft is merged, the next one finds out how far it came and it is merged once.
func TestAMergeIsNotDoubledOrForgottenByAKill(t *testing.T) {
	for _, service := range vocabulary.Services() {
		const most = 40
		for at := 0; at < most; at += testlevel.Count(3, 1, 1) {
			s := opened(t, service)
			n := 0
			s.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				n++
				if at == 2*(n-1) {
					panic(died{})
				}
				resp, err := new(http.Transport).RoundTrip(r)
				if at == 2*(n-1)+1 {
					panic(died{})
				}
				return resp, err
			})
			lived := false
			func() {
				defer func() {
					if p := recover(); p != nil && p != (died{}) {
						panic(p)
					}
				}()
				s.order(vocabulary.MergePull, nil)
				lived = true
			}()
			s.doer.Transport, s.doer.Owner, s.now = nil, "bot-2", s.now.Add(time.Hour)
			if !lived {
				s.ok(s.doer.Next(t.Context()))
			}
			all, err := s.db.Actions(t.Context(), "", 10)
			s.ok(err)
			if all[0].State != vocabulary.Done || s.forge.PullState("acme/shop", 1) != "merged" {
				t.Errorf("killed at %d: %+v, there %s", at, all[0], s.forge.PullState("acme/shop", 1))
			}
			if lived {
				break
			}
		}
	}
}
