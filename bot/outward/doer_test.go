package outward_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// scene is an allowed pull request, and the forge where it belongs.
type scene struct {
	t     *testing.T
	db    *store.DB
	now   time.Time
	forge *forgetest.Forge
	doer  *outward.Doer
	a     vocabulary.Action
}

func newScene(t *testing.T, service vocabulary.Service) *scene {
	t.Helper()
	stand := &forgetest.Forge{Dir: t.TempDir()}
	makeRepository(t, stand.Dir)
	server := httptest.NewServer(stand)
	t.Cleanup(server.Close)
	s := newSceneAt(t, service, server.URL, forgetest.Token, "shop")
	s.forge = stand
	return s
}

// newSceneAt has the allowed pull request at a forge that is there, in a repository of acme's that has a branch "one".
func newSceneAt(t *testing.T, service vocabulary.Service, address, token, repository string) *scene {
	t.Helper()
	s := &scene{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	var err error
	s.db, err = store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: func() time.Time { return s.now }})
	s.ok(err)
	t.Cleanup(func() { s.ok(s.db.Close()) })
	m, _, err := s.db.SaveMessage(t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: "1", Author: "founder", Text: "x"})
	s.ok(err)
	p, err := s.db.SaveTurn(t.Context(), org.Turn{Message: m, Route: org.ActionProposal, Project: &org.NewProject{
		Title: "T", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "T"}},
	}})
	s.ok(err)
	home := t.TempDir()
	key, err := sealed.Open(home)
	s.ok(err)
	c := vocabulary.Connection{Name: string(service), Service: service, Address: address, Account: forgetest.Account, Sealed: key.Seal(token, address)}
	s.ok(s.db.Connect(t.Context(), c))
	raw, err := json.Marshal(vocabulary.Pull{Owner: "acme", Repository: repository, Head: "one", Base: "main", Title: "Fix it", Body: "as said", Draft: true})
	s.ok(err)
	s.a, err = s.db.ProposeAction(t.Context(), vocabulary.Action{
		Key: "pull:p", Kind: vocabulary.OpenPull, Connection: string(service), Project: p, Place: "acme/" + repository, Effect: "x", Order: raw, AllowedBy: "a setting",
	})
	s.ok(err)
	s.doer = &outward.Doer{Records: s.db, Owner: "bot-1", Key: func() (sealed.Key, error) { return sealed.Open(home) }, Now: func() time.Time { return s.now }, Log: slog.New(slog.DiscardHandler)}
	return s
}

func makeRepository(t *testing.T, dir string) {
	t.Helper()
	work := t.TempDir()
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"commit", "-q", "--allow-empty", "-m", "first"},
		{"checkout", "-q", "-b", "one"},
		{"commit", "-q", "--allow-empty", "-m", "second"},
		{"clone", "-q", "--bare", work, filepath.Join(dir, "acme", "shop.git")},
	} {
		cmd := exec.Command("git", append([]string{"-C", work, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// action returns the action as it is kept.
func (s *scene) action() vocabulary.Action {
	s.t.Helper()
	all, err := s.db.Actions(context.WithoutCancel(s.t.Context()), "", 10)
	s.ok(err)
	if len(all) != 1 {
		s.t.Fatalf("%d actions: %+v", len(all), all)
	}
	return all[0]
}

func eachService(t *testing.T, do func(*testing.T, *scene)) {
	t.Helper()
	for _, service := range vocabulary.Services() {
		t.Run(string(service), func(t *testing.T) { do(t, newScene(t, service)) })
	}
}

func TestAPullRequestIsOpenedOnce(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.ok(s.doer.Next(t.Context()))
		a := s.action()
		if a.State != vocabulary.Done || !strings.Contains(a.Link, "/acme/shop/pull") || !strings.Contains(string(a.Answer), `"number":1`) {
			t.Errorf("done: %+v", a)
		}
		if err := s.doer.Next(t.Context()); !errors.Is(err, org.ErrNoWork) {
			t.Errorf("once more: %v", err)
		}
		if all := s.forge.Pulls("acme/shop"); len(all) != 1 || !strings.Contains(all[0], "Fix it") || !strings.Contains(all[0], "as said") {
			t.Errorf("there are %q", all)
		}
	})
}

// died is how a test ends a process: in the midst of a request.
type died struct{}

// Whenever a process dies, before a request, after its effect or before the answer is kept, the next one finds out what
// is there and does it once.
func TestNothingIsDoubledOrForgottenByAKill(t *testing.T) {
	eachService(t, func(t *testing.T, first *scene) {
		t.Helper()
		service := vocabulary.Service(first.action().Connection)
		requests := 0
		first.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			requests++
			return new(http.Transport).RoundTrip(r)
		})
		first.ok(first.doer.Next(t.Context()))
		if requests < 3 {
			t.Fatalf("%d requests make one action", requests)
		}
		for at := range 2 * requests {
			s := newScene(t, service)
			s.forge.Lax = true
			n := 0
			s.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				n++
				if at == 2*(n-1) { // before it leaves
					panic(died{})
				}
				resp, err := new(http.Transport).RoundTrip(r)
				if at == 2*(n-1)+1 { // after its effect
					panic(died{})
				}
				return resp, err
			})
			func() {
				defer func() {
					if p := recover(); p != nil && p != (died{}) {
						panic(p)
					}
				}()
				s.ok(s.doer.Next(t.Context()))
			}()
			s.doer.Transport, s.doer.Owner, s.now = nil, "bot-2", s.now.Add(time.Hour)
			if err := s.doer.Next(t.Context()); err != nil && !errors.Is(err, org.ErrNoWork) {
				t.Fatal(err)
			}
			if all, a := s.forge.Pulls("acme/shop"), s.action(); len(all) != 1 || a.State != vocabulary.Done || a.Link == "" {
				t.Errorf("killed at %d: there are %q, kept is %+v", at, all, a)
			}
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// What a forge answers decides whether it is tried again, when, and what a founder reads.
func TestAnswersOfAForge(t *testing.T) {
	answer := func(status int) func(w http.ResponseWriter, r *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(status)
			fmt.Fprint(w, `{"message":"so it is"}`)
			return true
		}
	}
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.forge.Fault = answer(http.StatusBadGateway)
		s.ok(s.doer.Next(t.Context()))
		if a := s.action(); a.State != vocabulary.Allowed || !a.Due.After(s.now) || !strings.Contains(a.Why, "502") {
			t.Errorf("after a fault: %+v", a)
		}
		s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool { // it takes effect and says that it failed
			if r.Method != http.MethodPost {
				return false
			}
			s.forge.Fault = nil
			s.forge.ServeHTTP(httptest.NewRecorder(), r)
			return answer(http.StatusBadGateway)(w, r)
		}
		s.now = s.now.Add(time.Hour)
		s.ok(s.doer.Next(t.Context()))
		s.now = s.now.Add(time.Hour)
		s.ok(s.doer.Next(t.Context()))
		if all, a := s.forge.Pulls("acme/shop"), s.action(); len(all) != 1 || a.State != vocabulary.Done {
			t.Errorf("failed after its effect: %q, %+v", all, a)
		}
	})
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.forge.Fault = answer(http.StatusBadGateway)
		for range 200 {
			s.now = s.now.Add(time.Hour)
			if err := s.doer.Next(t.Context()); errors.Is(err, org.ErrNoWork) {
				break
			}
		}
		if a := s.action(); a.State != vocabulary.Refused || !strings.Contains(a.Why, "tried for a day") || a.Tries > 40 {
			t.Errorf("a forge that is away for days: %+v", a)
		}
	})
	eachService(t, func(t *testing.T, s *scene) { // it waited for days before anybody could try it
		t.Helper()
		s.now = s.now.Add(72 * time.Hour)
		s.forge.Fault = answer(http.StatusBadGateway)
		s.ok(s.doer.Next(t.Context()))
		if a := s.action(); a.State != vocabulary.Allowed {
			t.Errorf("an old action at its first fault: %+v", a)
		}
	})
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.forge.Fault = answer(http.StatusForbidden)
		s.ok(s.doer.Next(t.Context()))
		if a := s.action(); a.State != vocabulary.Refused || !strings.Contains(a.Why, "may not") {
			t.Errorf("a right is missing: %+v", a)
		}
	})
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.forge.Revoke(true)
		s.ok(s.doer.Next(t.Context()))
		all, err := s.db.Connections(t.Context())
		s.ok(err)
		if a := s.action(); a.State != vocabulary.Allowed || len(all) != 1 || all[0].On || !strings.Contains(all[0].Why, "frasier connect") {
			t.Errorf("the token is unknown: %+v, %+v", a, all)
		}
		if err := s.doer.Next(t.Context()); !errors.Is(err, org.ErrNoWork) {
			t.Errorf("while it is off: %v", err)
		}
		s.forge.Revoke(false)
		s.ok(s.db.Connect(t.Context(), all[0]))
		s.ok(s.doer.Next(t.Context()))
		if a := s.action(); a.State != vocabulary.Done {
			t.Errorf("with a token that is known: %+v", a)
		}
	})
}

// A connection of the same name leads to another host by now, and another host has a repository of the same name: what was shown for one
// is done at no other.
func TestAnActionStaysWithItsHost(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		all, err := s.db.Connections(t.Context())
		s.ok(err)
		here := vocabulary.Place{Host: all[0].Host(), Owner: "acme", Name: "shop"}
		there := here
		there.Host = "git.example.com"
		a := s.a
		a.Key, a.Place = "pull:q", there.String()
		_, err = s.db.ProposeAction(t.Context(), a)
		s.ok(err)
		s.ok(errors.Join(s.doer.Next(t.Context()), s.doer.Next(t.Context())))
		kept, err := s.db.Actions(t.Context(), "", 10)
		s.ok(err)
		for _, k := range kept {
			if k.Key == a.Key && (k.State != vocabulary.Refused || !strings.Contains(k.Why, here.Host)) {
				t.Errorf("what was shown for %s became %+v", there, k)
			}
		}
		for place, want := range map[string]bool{"acme/shop": true, here.String(): false, there.String(): false} {
			if done, err := s.db.WasDone(t.Context(), vocabulary.OpenPull, place); err != nil || done != want {
				t.Errorf("done at %s: %v, %v", place, done, err)
			}
		}
	})
}

// A copy of the database without its key does nothing, and says what to do.
func TestACopyOpensNothing(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		elsewhere := t.TempDir()
		s.doer.Key = func() (sealed.Key, error) { return sealed.Open(elsewhere) }
		s.ok(s.doer.Next(t.Context()))
		all, err := s.db.Connections(t.Context())
		s.ok(err)
		if all[0].On || !strings.Contains(all[0].Why, "frasier connect "+string(all[0].Service)) || len(s.forge.Pulls("acme/shop")) != 0 {
			t.Errorf("it does %q, and says %+v", s.forge.Pulls("acme/shop"), all[0])
		}
	})
}
