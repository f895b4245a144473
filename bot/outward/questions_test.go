package outward_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// asked puts down the question whether the draft is ready, as it stands now.
func (s *scene) asked() vocabulary.Action {
	s.t.Helper()
	all, err := s.db.Pulls(s.t.Context(), "", 1)
	s.ok(err)
	raw, err := json.Marshal(all[0].Order())
	s.ok(err)
	a, err := s.db.ProposeAction(s.t.Context(), vocabulary.Action{
		Key: vocabulary.ReadyKey(all[0]), Kind: vocabulary.MarkReady, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Effect: "ready", Order: raw,
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
