package outward_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// pull is the pull request as it was seen last.
func (s *scene) pull() vocabulary.PullRequest {
	s.t.Helper()
	all, err := s.db.Pulls(s.t.Context(), "", 1)
	s.ok(err)
	return all[0]
}

// asked puts down the question whether the draft is ready, as it stands now.
func (s *scene) asked() vocabulary.Action {
	s.t.Helper()
	return s.askedOf(s.pull())
}

// askedOf puts it down of a draft as it stood when that was thought of.
func (s *scene) askedOf(p vocabulary.PullRequest) vocabulary.Action {
	s.t.Helper()
	raw, err := json.Marshal(p.Order())
	s.ok(err)
	a, err := s.db.ProposeAction(s.t.Context(), vocabulary.Action{
		Key: vocabulary.ReadyKey(p), Kind: vocabulary.MarkReady, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Effect: "ready", Order: raw,
	})
	s.ok(err)
	return a
}

// A question whether a draft is ready ends by itself once its answer would do nothing: it was closed, is ready, or has another commit.
func TestOldQuestionsEnd(t *testing.T) {
	for why, do := range map[string]func(*scene){
		"the pull request is closed there": func(s *scene) { s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`) },
		"its branch has another commit by now": func(s *scene) {
			git(s, "update-ref", "refs/heads/one", s.readGit("", "commit-tree", "-p", "one", "-m", "more", "one^{tree}"))
		},
		"the pull request is merged there": func(s *scene) { s.order(vocabulary.MergePull, nil) },
	} {
		eachService(t, func(t *testing.T, s *scene) {
			t.Helper()
			w, _ := watched(t, s)
			s.look(w)
			q := s.asked()
			s.anew(w)
			if got := s.again(q); got.State != vocabulary.Proposed {
				t.Fatalf("before anything: %s, %s", got.State, got.Why)
			}
			do(s)
			s.anew(w)
			if got := s.again(q); got.State != vocabulary.Dropped || got.Why != why {
				t.Errorf("%s, %q, want %q", got.State, got.Why, why)
			}
		})
	}
}

// A deed ends the question that it answers at once, not when its pull request is looked at again: who reads the list meanwhile is not asked for a yes
// that nobody needs.
func TestADeedEndsTheQuestion(t *testing.T) {
	for kind, why := range map[vocabulary.Kind]string{vocabulary.MergePull: "the pull request is merged there", vocabulary.ClosePull: "the pull request is closed there"} {
		eachService(t, func(t *testing.T, s *scene) {
			t.Helper()
			w, _ := watched(t, s)
			s.look(w)
			q := s.asked()
			s.order(kind, nil)
			if got := s.again(q); got.State != vocabulary.Dropped || got.Why != why {
				t.Errorf("after %s: %s, %q, want %q", kind, got.State, got.Why, why)
			}
		})
	}
}

// A question that was thought of before the last look, or before the deed that answers it, is not asked. After that was taken back it is a draft again.
func TestALateQuestionIsNotAsked(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		s.look(w)
		before := s.pull()
		git(s, "update-ref", "refs/heads/one", s.readGit("", "commit-tree", "-p", "one", "-m", "more", "one^{tree}"))
		s.anew(w)
		if got := s.askedOf(before); got.State != vocabulary.Dropped || got.Why != "its branch has another commit by now" {
			t.Errorf("of the commit before: %s, %q", got.State, got.Why)
		}
		before = s.pull()
		a := s.order(vocabulary.MarkReady, nil)
		if got := s.askedOf(before); got.State != vocabulary.Dropped || got.Why != "the pull request is ready there already" || s.pull().Draft {
			t.Errorf("of one that is ready: %s, %q, a draft %v", got.State, got.Why, s.pull().Draft)
		}
		u, err := s.db.UndoAction(t.Context(), a.ID, "ada", "1")
		s.ok(err)
		if got := s.follow(u); got.State != vocabulary.Done || !s.pull().Draft {
			t.Errorf("taken back: %s, %q, a draft %v", got.State, got.Why, s.pull().Draft)
		}
	})
}

// The branch of what came into its base by another commit is deleted as one that was merged there; that of what was only closed stays.
func TestABranchGoesBehindAMergeMadeElsewhere(t *testing.T) {
	for _, merged := range []bool{true, false} {
		eachService(t, func(t *testing.T, s *scene) {
			t.Helper()
			write := func(parent, name string) string {
				t.Helper()
				blob := s.readGit(name, "hash-object", "-w", "--stdin")
				return s.readGit("", "commit-tree", "-p", parent, "-m", "Add "+name, s.readGit("100644 blob "+blob+"\t"+name+"\n", "mktree"))
			}
			main := s.readGit("", "rev-parse", "main")
			git(s, "update-ref", "refs/heads/one", write(main, "fee"))
			w, _ := watched(t, s)
			s.look(w)
			git(s, "update-ref", "refs/heads/main", write(write(main, "tax"), map[bool]string{true: "fee", false: "tax"}[merged]))
			s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`)
			s.anew(w)
			a := s.order(vocabulary.DropBranch, nil)
			left := strings.Contains(s.readGit("", "branch"), "one")
			if merged && (a.State != vocabulary.Done || left) || !merged && (a.State != vocabulary.Refused || !left || !strings.Contains(a.Why, "is not merged")) {
				t.Errorf("merged elsewhere %v: %s, %q, its branch is there %v", merged, a.State, a.Why, left)
			}
		})
	}
}

// What goes with a yes orders nothing, also from whoever may order, unless it names our account; it is shown.
func TestAYesOrdersNothing(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		s.look(w)
		said := `{"event":"APPROVED","body":"FORBIDDEN fine, delete it some day","comments":[{"path":"a","line":1,"new_position":1,"body":"FORBIDDEN a nit"}]}`
		s.as(41, http.MethodPost, "pulls/1/reviews", said)
		s.as(41, http.MethodPost, "pulls/1/reviews", `{"event":"APPROVED","body":"Good. @frasier-bot rename it."}`)
		s.as(141, http.MethodPost, "pulls/1/reviews", `{"event":"APPROVED","body":"FORBIDDEN me too"}`)
		s.anew(w)
		all, err := s.db.Pulls(t.Context(), "", 1)
		s.ok(err)
		kept, err := s.db.Remarks(t.Context(), all[0])
		s.ok(err)
		counted := map[vocabulary.RemarkState]int{}
		for _, k := range kept {
			counted[k.State]++
			if strings.Contains(k.Spoken.Text, "FORBIDDEN") && (k.State == vocabulary.RemarkDue || k.State == vocabulary.RemarkTaken) {
				t.Errorf("obeyed %q", k.Spoken.Text)
			}
		}
		if counted[vocabulary.RemarkShown] != 2 || counted[vocabulary.RemarkDue]+counted[vocabulary.RemarkTaken] != 1 || counted[vocabulary.RemarkLeft] != 1 {
			t.Errorf("%v of %d, want 2 shown, 1 that orders, 1 left", counted, len(kept))
		}
	})
}
