package outward_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// act has an order done by the doer, and returns the action as it is kept behind that.
func (s *scene) act(kind vocabulary.Kind, order any) vocabulary.Action {
	s.t.Helper()
	raw, err := json.Marshal(order)
	s.ok(err)
	s.now = s.now.Add(time.Second)
	a, err := s.db.OrderAction(s.t.Context(), vocabulary.Action{
		Key: string(kind), Kind: kind, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Effect: "x", Order: raw, AllowedBy: "ada", Object: "acme/shop#1", Field: string(kind),
	}, fmt.Sprint(s.now.UnixNano()))
	s.ok(err)
	return s.follow(a)
}

// follow has what is due done, and returns an action as it is kept then.
func (s *scene) follow(a vocabulary.Action) vocabulary.Action {
	s.t.Helper()
	s.ok(s.doer.Next(s.t.Context()))
	return s.kept(a.ID)
}

func (s *scene) kept(id vocabulary.ActionID) vocabulary.Action {
	s.t.Helper()
	all, err := s.db.Actions(s.t.Context(), "", 100)
	s.ok(err)
	i := slices.IndexFunc(all, func(a vocabulary.Action) bool { return a.ID == id })
	if i < 0 {
		s.t.Fatalf("%s is not there", id)
	}
	return all[i]
}

func (s *scene) undo(a vocabulary.Action) vocabulary.Action {
	s.t.Helper()
	u, err := s.db.UndoAction(s.t.Context(), a.ID, "ada", fmt.Sprint(s.now.UnixNano()))
	s.ok(err)
	return s.follow(u)
}

// send asks the forge as somebody.
func (s *scene) send(token, method, path string, body any) {
	s.t.Helper()
	raw, err := json.Marshal(body)
	s.ok(err)
	api := map[vocabulary.Service]string{vocabulary.GitHub: "/api/v3", vocabulary.Gitea: "/api/v1"}[vocabulary.Service(s.a.Connection)]
	r := httptest.NewRequestWithContext(s.t.Context(), method, "http://forge"+api+"/repos/acme/shop/"+path, strings.NewReader(string(raw)))
	r.Header.Set("Authorization", "token "+token)
	got := httptest.NewRecorder()
	if s.forge.ServeHTTP(got, r); got.Code >= http.StatusBadRequest {
		s.t.Fatalf("%s: %d %s", path, got.Code, got.Body)
	}
}

func (s *scene) git(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("git", append([]string{"-C", filepath.Join(s.forge.Dir, "acme", "shop.git"), "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// undoing is one kind of action that has an inverse: what is there before, the order, and what somebody else may change behind it.
type undoing struct {
	kind   vocabulary.Kind
	before func(*scene)
	order  func(*scene) any
	others func(*scene) // change it
	says   string       // of that
}

const proofText = "1 change, all checks pass"

func listUndoings() []undoing {
	const may = 41
	person := forgetest.PersonToken(may)
	commit := func(s *scene, branch string) {
		made := s.git("commit-tree", "-p", branch, "-m", "theirs", branch+"^{tree}")
		s.git("update-ref", "refs/heads/"+branch, made)
	}
	opened := func(s *scene) { s.ok(s.doer.Next(s.t.Context())) }
	pull := func(s *scene) any {
		all, err := s.db.Pulls(s.t.Context(), "", 1)
		s.ok(err)
		o := all[0].Order()
		o.Owner, o.Repository = "acme", "shop"
		return o
	}
	said := func(number int) func(*scene) any {
		return func(*scene) any {
			return vocabulary.Said{Owner: "acme", Repository: "shop", Number: number, Body: "I'm on it.\n\n<!-- frasier m -->", Mark: "<!-- frasier m -->"}
		}
	}
	issue := func(s *scene) {
		opened(s)
		s.send(person, http.MethodPost, "issues", map[string]any{"title": "Prices", "body": "wrong"})
	}
	return []undoing{
		{vocabulary.OpenPull, nil, nil, func(s *scene) { commit(s, "one") }, "its branch has commits since that are not mine"},
		{vocabulary.MarkReady, opened, pull, func(s *scene) {
			s.git("update-ref", "refs/heads/main", "one")
			s.send(forgetest.Token, http.MethodPatch, "pulls/1", map[string]any{"state": "closed"})
		}, "it is not open any more"},
		{vocabulary.ClosePull, opened, pull, func(s *scene) { s.git("update-ref", "-d", "refs/heads/one") }, "its branch one is gone"},
		{vocabulary.DropBranch, func(s *scene) {
			opened(s)
			s.act(vocabulary.MergePull, pull(s))
		}, pull, func(s *scene) { s.git("update-ref", "refs/heads/one", "main~1") }, "somebody made one of that name"},
		{vocabulary.SetStatus, opened, func(s *scene) any {
			return vocabulary.Status{Owner: "acme", Repository: "shop", Commit: s.git("rev-parse", "one"), Context: vocabulary.ProofContext, Good: true, Text: proofText}
		}, func(s *scene) {
			s.send(person, http.MethodPost, "statuses/"+s.git("rev-parse", "one"), map[string]any{"state": "failure", "context": vocabulary.ProofContext, "description": "not so"})
		}, `which says "not so"`},
		{vocabulary.TellPlan, issue, said(2), func(s *scene) { s.forge.Rewrite("acme/shop", "Not so.") }, "it says: Not so."},
		{vocabulary.TellDone, issue, said(2), func(s *scene) { s.forge.Rewrite("acme/shop", "Not so.") }, "it says: Not so."},
		{vocabulary.TellFinding, opened, func(s *scene) any {
			return vocabulary.FindingOrder{Owner: "acme", Repository: "shop", Number: 1, Commit: s.git("rev-parse", "one"), Path: "a", Line: 1, Body: "It fails.\n\n<!-- frasier m -->", Mark: "<!-- frasier m -->"}
		}, func(s *scene) { s.forge.Rewrite("acme/shop", "Not so.") }, "it says: Not so."},
		{vocabulary.TellRemark, func(s *scene) {
			opened(s)
			s.send(person, http.MethodPost, "pulls/1/reviews", map[string]any{"event": "COMMENT", "body": "", "comments": []map[string]any{{"path": "a", "line": 1, "new_position": 1, "body": "Why?"}}})
		}, func(s *scene) any {
			return vocabulary.Reply{Owner: "acme", Repository: "shop", Number: 1, Review: 1, Remark: 2, Path: "a", Line: 1, Body: "Done in 1\n\n<!-- frasier m -->", Mark: "<!-- frasier m -->"}
		}, func(s *scene) { s.forge.Rewrite("acme/shop", "Not so.") }, "it says: Not so."},
	}
}

// do carries an undoing up to the done action.
func (u undoing) do(s *scene) (vocabulary.Action, string) {
	if u.before != nil {
		u.before(s)
	}
	before := s.forge.Dump("acme/shop")
	if u.order == nil { // the action of the scene itself
		return s.follow(s.a), before
	}
	return s.act(u.kind, u.order(s)), before
}

// restores does and takes back one kind of action at each forge.
func (u undoing) restores(t *testing.T) {
	t.Helper()
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		a, before := u.do(s)
		if a.State != vocabulary.Done || s.forge.Dump("acme/shop") == before {
			t.Fatalf("it does nothing: %+v\n%s", a, before)
		}
		back := s.undo(a)
		if now := s.forge.Dump("acme/shop"); back.State != vocabulary.Done || back.Undoes != a.ID || now != before {
			t.Errorf("taken back (%s, %s):\n%s\nbefore:\n%s", back.State, back.Why, now, before)
		}
		if again := s.follow1(a); again.ID != back.ID || again.Undone != "" {
			t.Errorf("said again: %+v", again)
		}
		if kept := s.kept(a.ID); kept.Undone != back.ID {
			t.Errorf("the action: %+v", kept)
		}
		frozen, err := s.db.Frozen(t.Context())
		if s.ok(err); (len(frozen) == 1) != (u.order != nil) {
			t.Errorf("frozen: %+v", frozen)
		}
	})
}

// Whatever somebody else changed since stays, and is said.
func TestUndoLeavesWhatOthersChanged(t *testing.T) {
	for _, u := range listUndoings() {
		t.Run(string(u.kind), func(t *testing.T) {
			eachService(t, func(t *testing.T, s *scene) {
				t.Helper()
				a, _ := u.do(s)
				u.others(s)
				changed := s.forge.Dump("acme/shop")
				back := s.undo(a)
				if back.State != vocabulary.Refused || !strings.Contains(back.Why, u.says) || s.forge.Dump("acme/shop") != changed {
					t.Errorf("what others changed (%s, %q):\n%s", back.State, back.Why, s.forge.Dump("acme/shop"))
				}
				if frozen, err := s.db.Frozen(t.Context()); err != nil || len(frozen) > 0 {
					t.Errorf("frozen though nothing was taken back: %+v, %v", frozen, err)
				}
			})
		})
	}
}

// follow1 says an undo once more, as another message would.
func (s *scene) follow1(a vocabulary.Action) vocabulary.Action {
	s.t.Helper()
	u, err := s.db.UndoAction(s.t.Context(), a.ID, "ada", "again")
	s.ok(err)
	return u
}

// A process that dies over an undo, before a request or behind its effect, is followed by one that ends it, once.
func TestAnUndoSurvivesKills(t *testing.T) {
	for _, u := range listUndoings() {
		if !testlevel.Sample(string(u.kind), 4) {
			continue
		}
		t.Run(string(u.kind), func(t *testing.T) {
			eachService(t, func(t *testing.T, s *scene) {
				t.Helper()
				for at := 0; ; at++ {
					one := newScene(t, vocabulary.Service(s.a.Connection))
					a, before := u.do(one)
					back, err := one.db.UndoAction(t.Context(), a.ID, "ada", "1")
					one.ok(err)
					if !one.dieAt(at) {
						return
					}
					one.doer.Transport, one.doer.Owner, one.now = nil, "bot-2", one.now.Add(time.Hour)
					if back = one.follow(back); back.State != vocabulary.Done || one.forge.Dump("acme/shop") != before {
						t.Errorf("killed at %d (%s, %s):\n%s\nbefore:\n%s", at, back.State, back.Why, one.forge.Dump("acme/shop"), before)
					}
				}
			})
		})
	}
}

// dieAt has the next action die at a point: before its request number at/2, or behind it where at is odd. It reports whether it came that far.
func (s *scene) dieAt(at int) (dead bool) {
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
	defer func() {
		if p := recover(); p != nil {
			if p != (died{}) {
				panic(p)
			}
			dead = true
		}
	}()
	s.ok(s.doer.Next(s.t.Context()))
	return false
}

// What was not done yet is left out, what cannot be reversed says why, and what was taken back is not done again by itself.
func TestWhatAnUndoRefuses(t *testing.T) {
	s := newScene(t, vocabulary.GitHub)
	left, err := s.db.UndoAction(t.Context(), s.a.ID, "ada", "1")
	s.ok(err)
	if left.ID != s.a.ID || left.State != vocabulary.Dropped || len(s.forge.Pulls("acme/shop")) > 0 {
		t.Errorf("what was not done yet: %+v", left)
	}
	s = newScene(t, vocabulary.GitHub)
	s.ok(s.doer.Next(t.Context()))
	all, err := s.db.Pulls(t.Context(), "", 1)
	s.ok(err)
	o := all[0].Order()
	o.Owner, o.Repository = "acme", "shop"
	ready := s.act(vocabulary.MarkReady, o)
	back := s.undo(ready)
	raw, err := json.Marshal(o)
	s.ok(err)
	again := vocabulary.Action{Key: "ready again", Kind: vocabulary.MarkReady, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Effect: "x", Order: raw, AllowedBy: "a setting", Object: "acme/shop#1", Field: string(vocabulary.MarkReady)}
	got, err := s.db.ProposeAction(t.Context(), again)
	s.ok(err)
	if got.State != vocabulary.Dropped || !strings.Contains(got.Why, string(back.ID)) {
		t.Errorf("what was taken back is done again: %+v", got)
	}
	s.ok(s.db.Thaw(t.Context(), back.ID, "ada"))
	again.Key = "and again"
	if got, err = s.db.ProposeAction(t.Context(), again); err != nil || got.State != vocabulary.Allowed {
		t.Errorf("let go on: %+v, %v", got, err)
	}
	s.follow(got)
	merged := s.act(vocabulary.MergePull, o)
	if _, err := s.db.UndoAction(t.Context(), merged.ID, "ada", "2"); err == nil || s.forge.PullState("acme/shop", 1) != "merged" {
		t.Errorf("a merge is taken back: %v", err)
	}
}
