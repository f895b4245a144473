package linear_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// scene is an office that is connected to a workspace of Linear.
type scene struct {
	t      *testing.T
	db     *store.DB
	path   string
	home   string
	now    time.Time
	there  *lineartest.Linear
	server *httptest.Server
	m      *linear.Mirror
	doer   *outward.Doer
	looks  int
	way    *http.Transport // of requests that a test has a hand in
}

const term = time.Hour

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{t: t, now: time.Now(), there: lineartest.New(), path: storetest.Path(t), home: t.TempDir(), way: &http.Transport{}}
	t.Cleanup(s.way.CloseIdleConnections)
	s.open()
	t.Cleanup(func() { s.ok(s.db.Close()) })
	s.ok(s.db.SeedAgents(t.Context(), []org.Agent{{ID: "agent-research", Name: "Rhea", Role: "Head of Research", Category: "research", Persona: "You research.", Reviewer: "lead"}}))
	s.server = httptest.NewServer(s.there)
	t.Cleanup(s.server.Close)
	s.connect()
	return s
}

func (s *scene) open() {
	s.t.Helper()
	db, err := store.Open(s.t.Context(), store.Options{Path: s.path, Now: func() time.Time { return s.now }})
	s.ok(err)
	s.db = db
	key := func() (sealed.Key, error) { return sealed.Open(s.home) }
	now := func() time.Time { return s.now }
	handler := command.New(db, now)
	s.m = &linear.Mirror{
		Records: db, Work: db, Owner: "bot-1", Key: key, Every: 24 * time.Hour, Now: now, Log: slog.New(slog.NewTextHandler(s.t.Output(), nil)),
		Do:   func(ctx context.Context, c org.Command) (org.Reply, error) { return handler.Do(ctx, c) },
		Link: func(thread string) string { return "https://chat.example.com/" + thread },
	}
	s.doer = &outward.Doer{Records: db, Owner: "bot-1", Key: key, Now: now, Log: slog.New(slog.DiscardHandler), Mirror: s.m.Begin, EndMirror: s.m.End, TakeOrder: s.m.TakeOn}
}

// connect does what frasier connect linear does.
func (s *scene) connect() {
	s.t.Helper()
	key, err := sealed.Open(s.home)
	s.ok(err)
	who, err := linear.ReadAccount(s.t.Context(), s.server.URL, lineartest.FounderKey, nil)
	s.ok(err)
	team, ok := who.FindTeam("")
	if !ok {
		s.t.Fatal("there is no team")
	}
	s.ok(s.db.Connect(s.t.Context(), vocabulary.Connection{Name: "linear", Service: vocabulary.Linear, Address: s.server.URL, Account: who.Name, Sealed: key.Seal(lineartest.FounderKey, s.server.URL)}))
	s.ok(s.db.SetUpMirror(s.t.Context(), mirror.Setup{Sink: mirror.Linear, Connection: "linear", Office: who.Office, Team: team.ID, TeamName: team.Key, Founders: []string{who.ID}}))
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// start begins a project with steps, each a key with those that it needs: "b<a".
func (s *scene) start(title string, steps ...string) org.ProjectID {
	s.t.Helper()
	m, _, err := s.db.SaveMessage(s.t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: title, Author: "founder", Text: title})
	s.ok(err)
	p, err := s.db.SaveTurn(s.t.Context(), org.Turn{Message: m, Route: org.ActionProposal, Project: &org.NewProject{
		Title: title, Goal: "Find out about " + title, Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: title}},
	}})
	s.ok(err)
	s.plan(steps...)
	return p
}

func (s *scene) plan(steps ...string) {
	s.t.Helper()
	job, err := s.db.ClaimMission(s.t.Context(), "planner", term)
	s.ok(err)
	var all []work.PlannedStep
	for _, x := range steps {
		parts := strings.Split(x, "<")
		all = append(all, work.PlannedStep{
			Key: parts[0], Title: "Do " + parts[0], Goal: "Find out " + parts[0], Kind: org.KindResearch, Depth: org.DepthStandard, Role: "Analyst", Category: "research",
			Agent: "agent-research", Tier: org.T2, Needs: parts[1:],
		})
	}
	s.ok(s.db.SavePlan(s.t.Context(), job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Plan", Quality: "model"}, Steps: all}))
}

// turn does all that is due, and what is due a moment later.
func (s *scene) turn() {
	s.t.Helper()
	for range 3 {
		s.drain()
		s.now = s.now.Add(5 * time.Second)
	}
	s.drain()
}

func (s *scene) drain() {
	s.t.Helper()
	for range 200 {
		err := s.doer.Next(s.t.Context())
		if wrong := s.m.Next(s.t.Context()); errors.Is(err, org.ErrNoWork) && errors.Is(wrong, org.ErrNoWork) {
			return
		} else if wrong != nil && !errors.Is(wrong, org.ErrNoWork) {
			s.t.Fatal(wrong)
		}
		if err != nil && !errors.Is(err, org.ErrNoWork) {
			s.t.Fatal(err)
		}
	}
	s.t.Fatalf("there is no end of it: %q", s.there.Requests())
}

// hear has what changed there heard.
func (s *scene) hear() {
	s.t.Helper()
	s.looks++
	_, err := s.db.NudgeMirror(s.t.Context(), mirror.Linear, fmt.Sprint("d", s.looks))
	s.ok(err)
	s.now = s.now.Add(2 * time.Second)
	s.turn()
}

func (s *scene) allow() {
	s.t.Helper()
	s.turn()
	all, err := s.db.Actions(s.t.Context(), "", 20)
	s.ok(err)
	for _, a := range all {
		if a.State == vocabulary.Proposed {
			_, err := s.db.AllowAction(s.t.Context(), a.ID, "founder")
			s.ok(err)
		}
	}
	s.turn()
}

// finish completes what can be worked on now, one step at most.
func (s *scene) finish() {
	s.t.Helper()
	claims, err := s.db.ClaimSteps(s.t.Context(), "w", term, 1)
	s.ok(err)
	c := claims[0]
	o := work.Outcome{Next: org.StepCompleted, Result: "# " + c.Step.Title, Digest: "All about " + c.Step.Key + ".", Reviewed: "auto", Served: c.Step.Tier}
	s.ok(s.db.Finish(s.t.Context(), c.Lease, o))
}

// stands checks that there is just one line of each in the workspace.
func (s *scene) stands(lines ...string) {
	s.t.Helper()
	dump := s.there.Dump()
	for _, l := range lines {
		if n := strings.Count("\n"+dump+"\n", "\n"+l); n != 1 {
			s.t.Errorf("%d times %q in\n%s", n, l, dump)
		}
	}
}

func (s *scene) step(key string) org.Step {
	s.t.Helper()
	t, err := s.db.Ticket(s.t.Context(), "p1", s.now)
	s.ok(err)
	for _, x := range t.Steps {
		if x.Key == key {
			return x
		}
	}
	s.t.Fatalf("there is no step %s", key)
	return org.Step{}
}

// A project is proposed with an example, and after a yes it stands there: once, with its edges, and moves as the work does. Nothing is sent when nothing
// changed, and a burst of events is one comparison.
func TestAProjectStandsThere(t *testing.T) {
	s := newScene(t)
	s.start("Oats", "a", "b<a")
	s.turn()
	if d := s.there.Dump(); d != "" {
		t.Errorf("before a yes: %s", d)
	}
	all, err := s.db.Actions(t.Context(), "p1", 5)
	s.ok(err)
	if len(all) != 1 || !strings.Contains(all[0].Effect, "**Oats**, with 2 issues and 1 blocked-by edge.\n- Do a (to do)\n- Do b (to do)") {
		t.Fatalf("proposed: %+v", all)
	}
	s.allow()
	s.stands("project Oats: started", "label agent: Rhea", "issue Do a: Todo, of Oats, milestone , labels agent: Rhea", "issue Do b: Todo", "relation Do a blocks Do b")
	if text := s.there.Text("Do a"); !strings.Contains(text, "Find out a") || !mirror.HasMark(text) {
		t.Errorf("its text: %s", text)
	}
	before := len(s.there.Requests())
	s.turn()
	if n := len(s.there.Requests()) - before; n != 0 {
		t.Errorf("%d requests for nothing: %q", n, s.there.Requests()[before:])
	}
	for n := range 1000 {
		s.ok(s.db.Steer(t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: fmt.Sprint("s", n), Author: "founder", Text: "x"}, "p1", "", "x"))
	}
	s.finish()
	before = len(s.there.Requests())
	s.turn()
	s.stands("issue Do a: Done", "comment on Do a by Ada Founder: It's done. /  / All about a.")
	if n := len(s.there.Requests()) - before; n > 12 {
		t.Errorf("%d requests for a burst: %q", n, s.there.Requests()[before:])
	}
	s.finish()
	s.turn()
	s.stands("issue Do b: Done")
}

// With nothing to do Linear is asked once a minute and no more.
func TestIdleAsksOnceAMinute(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.m.Every = time.Minute
	s.start("Oats", "a")
	s.allow()
	s.hear() // the first look
	before, began := len(s.there.Requests()), s.now
	for range 600 {
		s.now = s.now.Add(10 * time.Second)
		s.drain()
	}
	minutes := int(s.now.Sub(began) / time.Minute)
	if asked := len(s.there.Requests()) - before; asked > minutes || asked < minutes-2 {
		t.Errorf("%d requests in %d minutes: %q", asked, minutes, s.there.Requests()[before:])
	}
}
