package linear_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/work"
)

// finishAll completes all that is planned, and with it the project.
func (s *scene) finishAll() {
	s.t.Helper()
	for {
		claims, err := s.db.ClaimSteps(s.t.Context(), "w", term, 10)
		if errors.Is(err, org.ErrNoWork) {
			return
		}
		s.ok(err)
		for _, c := range claims {
			o := work.Outcome{Next: org.StepCompleted, Result: "# R", Digest: "d", Reviewed: "auto", Served: c.Step.Tier}
			if c.Step.Kind == org.KindAssembly {
				o.Deliverable = &work.Deliverable{Title: "x", Markdown: "# x", HTML: "<p>x</p>", PDF: []byte("%PDF")}
			}
			s.ok(s.db.Finish(s.t.Context(), c.Lease, o))
		}
	}
}

func (s *scene) why(p org.ProjectID) string {
	s.t.Helper()
	all, err := s.db.Standings(s.t.Context(), mirror.Linear)
	s.ok(err)
	for _, x := range all {
		if x.Project == p {
			return x.Why
		}
	}
	return ""
}

// What does not fit stands there in parts, which says so before the yes and once behind it; an issue of a part orders nothing of a step.
func TestWhatHasNoRoomStandsInParts(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.m.Room = 2
	s.start("Oats", "a", "b<a", "c")
	s.turn()
	all, err := s.db.Actions(t.Context(), "p1", 5)
	s.ok(err)
	if len(all) != 1 || !strings.Contains(all[0].Effect, "**Oats**, with 1 issue, one for each part, since there is no room for one a step") {
		t.Errorf("shown: %+v", all)
	}
	s.allow()
	s.stands("project Oats: started", "issue Oats: Todo, of Oats")
	if text := s.there.Text("Oats"); !strings.Contains(text, "* [ ] s2: Do b") {
		t.Errorf("its text: %s", text)
	}
	s.finish()
	s.turn()
	s.stands("issue Oats: In Progress", "comment on Oats by Ada Founder: s1, Do a: / It's done.")
	if text, d := s.there.Text("Oats"), s.there.Dump(); !strings.Contains(text, "* [x] s1: Do a") || strings.Contains(d, "issue Do") || strings.Contains(d, "relation") {
		t.Errorf("its text: %s\n%s", text, d)
	}
	s.there.SetState(lineartest.FounderKey, "Oats", "Canceled")
	s.there.Comment(lineartest.FounderKey, "Oats", "!drop s2")
	s.hear()
	s.hear()
	s.stands("comment on Oats by Ada Founder: This issue stands for several steps, and I don't know which you mean. Name one in a comment, such as `!drop s4`.")
	if text := s.there.Text("Oats"); strings.Contains(text, "* [ ] s2: Do b\n") {
		t.Errorf("it is not left out: %s", text)
	}
	if said := s.said(); strings.Count(said, "**Oats** has 3 steps, and in Linear there is room for 2") != 1 {
		t.Errorf("said: %s", said)
	}
}

// What ended two weeks ago is put away to make room, and taken out again where its work goes on and there is room for it. What is planned later and has
// no room waits until there is.
func TestWhatEndedMakesRoom(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.m.Room = 3
	s.start("Oats", "a", "b<a")
	s.allow()
	s.finishAll()
	s.turn()
	s.stands("project Oats: completed", "issue Do b: Done")
	s.now = s.now.Add(15 * 24 * time.Hour)
	s.start("Rye", "k", "l")
	s.allow()
	for range 3 {
		s.now = s.now.Add(15 * time.Second)
		s.turn()
	}
	s.stands("issue Do a: Done, of Oats, milestone , labels agent: Rhea (archived)", "issue Do b: Done, of Oats, milestone , labels agent: Rhea (archived)", "issue Do k: Todo", "issue Do l: Todo")
	s.hear()
	if said := s.said(); strings.Contains(said, "doesn't stand in Linear any more") {
		t.Errorf("what we put away is told as taken away: %s", said)
	}
	r, err := s.m.Do(t.Context(), org.Command{Origin: "1", Channel: org.Channel{Transport: "terminal", ID: "f"}, Author: "founder", Line: "redo s1"})
	s.ok(err)
	s.turn()
	if why := s.why("p1"); r.Refused || !strings.Contains(why, "there is no room in Linear for 1 more issue of it: 3 of mine are open there") {
		t.Errorf("redone (%s), and there it is %q", r.Text, why)
	}
	s.m.Room = 4
	s.now = s.now.Add(2 * time.Minute)
	s.turn()
	s.stands("issue Do a: Todo, of Oats, milestone , labels agent: Rhea\n", "issue Do b: ")
	if d := s.there.Dump(); strings.Contains(d, "(archived)") {
		t.Errorf("something is put away still: %s", d)
	}
	s.start("Barley", "x") // there is no room at all
	s.allow()
	s.stands("project Barley: started")
	if why, d := s.why("p3"), s.there.Dump(); !strings.Contains(why, "1 more issue") || strings.Contains(d, "issue Barley") {
		t.Errorf("there it is %q\n%s", why, d)
	}
	n := len(s.there.Requests())
	s.now = s.now.Add(time.Hour)
	s.turn()
	if m := len(s.there.Requests()); m != n {
		t.Errorf("%d requests for no room", m-n)
	}
	s.m.Room = 10
	s.now = s.now.Add(time.Hour)
	s.turn()
	s.stands("issue Barley: Todo")
	if why := s.why("p3"); why != "" {
		t.Errorf("afterwards it is %q", why)
	}
}

// A process that dies while it puts things away is followed by one that ends it.
func TestAnArchiveSurvivesKills(t *testing.T) {
	t.Parallel()
	for at := range 8 {
		s := newScene(t)
		s.start("Oats", "a", "b<a")
		s.allow()
		s.finishAll()
		s.turn()
		s.now = s.now.Add(15 * 24 * time.Hour)
		found, err := s.db.MakeRoom(t.Context(), mirror.Linear, s.now.Add(-14*24*time.Hour))
		if s.ok(err); !found {
			t.Fatal("nothing is put away")
		}
		s.dieAt(at)
		s.live()
		s.now = s.now.Add(time.Hour)
		s.reopen(nil)
		s.hear()
		n, err := s.db.CountIssues(t.Context(), mirror.Linear)
		s.ok(err)
		if d := s.there.Dump(); n != 0 || strings.Count(d, "(archived)") != 2 {
			t.Errorf("killed at %d: %d open\n%s", at, n, d)
		}
		if said := s.said(); strings.Contains(said, "doesn't stand") {
			t.Errorf("killed at %d: %s", at, said)
		}
	}
}
