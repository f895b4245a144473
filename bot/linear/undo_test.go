package linear_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
)

// undo takes back that the project stands there, as it is kept then.
func (s *scene) undo(origin string) outward.Action {
	s.t.Helper()
	all, err := s.db.Actions(s.t.Context(), "p1", 20)
	s.ok(err)
	u, err := s.db.UndoAction(s.t.Context(), all[len(all)-1].ID, "ada", origin)
	s.ok(err)
	s.turn()
	all, err = s.db.Actions(s.t.Context(), "p1", 20)
	s.ok(err)
	for _, a := range all {
		if a.ID == u.ID {
			return a
		}
	}
	s.t.Fatalf("%s is not kept", u.ID)
	return outward.Action{}
}

// What people said or changed in a project since keeps it where it is, and is named.
func TestAProjectThatPeopleChangedStays(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.start("Oats", "a", "b<a")
	s.allow()
	s.there.Comment(lineartest.StrangerKey, "Do a", "Nice")
	s.there.SetTitle(lineartest.FounderKey, "Do b", "Compare them")
	before := s.there.Dump()
	a := s.undo("1")
	if a.State != outward.Refused || !strings.Contains(a.Why, "somebody changed the title of ENG-2, it has 1 comment of others") || s.there.Dump() != before {
		t.Errorf("%s: %s\n%s", a.State, a.Why, s.there.Dump())
	}
	s.finish()
	s.turn()
	s.stands("issue Do a: Done") // all goes on
}

// What was taken back stays in the bin whatever happens here, and a founder's word makes it anew.
func TestAProjectComesBackByAWord(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.start("Oats", "a", "b<a")
	s.allow()
	if a := s.undo("1"); a.State != outward.Done {
		t.Fatalf("%s: %s", a.State, a.Why)
	}
	s.finish()
	s.turn()
	s.hear()
	s.stands("project Oats: started (bin)", "issue Do a: Todo, of Oats, milestone , labels  (bin)", "issue Do b: Todo, of Oats, milestone , labels  (bin)")
	if d := s.there.Dump(); strings.Count(d, "\n") != 3 {
		t.Errorf("more is there: %s", d)
	}
	s.ok(s.db.SetPermit(t.Context(), outward.Permit{Project: "p1", Sink: outward.SinkLinear, Level: outward.LevelAllowed, By: "ada"}))
	s.turn()
	s.stands("project Oats: started\n", "issue Do a: Done, of Oats, milestone , labels agent: Rhea\n", "issue Do b: Todo, of Oats, milestone , labels agent: Rhea\n", "relation Do a blocks Do b\n")
}

// A process that dies over it, at any request and on either side of its effect, is followed by one that ends it.
func TestAnUndoOfAProjectSurvivesKills(t *testing.T) {
	t.Parallel()
	for at := 0; ; at++ {
		s := newScene(t)
		s.start("Oats", "a", "b<a")
		s.allow()
		all, err := s.db.Actions(t.Context(), "p1", 20)
		s.ok(err)
		u, err := s.db.UndoAction(t.Context(), all[0].ID, "ada", "1")
		s.ok(err)
		s.dieAt(at)
		died := s.live()
		s.now = s.now.Add(time.Hour)
		s.reopen(nil)
		s.turn()
		all, err = s.db.Actions(t.Context(), "p1", 20)
		s.ok(err)
		if d := s.there.Dump(); all[0].ID != u.ID || all[0].State != outward.Done || strings.Count(d, "(bin)") != 4 || strings.Contains(d, "label") && strings.Contains(d, "label agent") {
			t.Fatalf("killed at %d: %+v\n%s", at, all[0], d)
		}
		if !died {
			if at < 10 {
				t.Errorf("%d points are few", at)
			}
			return
		}
	}
}
