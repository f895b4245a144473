package ticket_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// instance is a project on Discord in a real store. die is the number of
// transactions' crash points of the updater's that are still survived; negative
// for no crash.
type instance struct {
	t     tester
	db    *store.DB
	now   time.Time
	die   int
	heard int
	edits []string // of the plan that stands there
}

type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// crash is what the store's hook throws where a process is taken to die.
type crash struct{}

func newInstance(t tester, dir string) *instance {
	t.Helper()
	o := &instance{t: t, now: noon, die: -1}
	path := filepath.Join(dir, "frasier.db")
	o.ok(os.MkdirAll(dir, 0o700))
	o.ok(storetest.Empty(path))
	db, err := store.Open(context.Background(), store.Options{
		Path: path, Now: func() time.Time { return o.now },
		Crash: func(point string) {
			verb, _, _ := strings.Cut(point, ":")
			if o.die < 0 || verb != "tell" && verb != "save-card" {
				return
			}
			if o.die == 0 {
				panic(crash{})
			}
			o.die--
		},
	})
	o.ok(err)
	o.db = db
	o.ok(db.SeedAgents(context.Background(), []org.Agent{
		{ID: "agent-scout", Name: "Scout", Role: "Head of Research", Category: "research", Persona: "You research."},
		{ID: "agent-plumb", Name: "Plumb", Role: "Reviewer", Category: "quality", Persona: "You check.", Reviewer: "qa"},
	}))
	return o
}

func (o *instance) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// project starts a planned project of the given steps on a transport.
func (o *instance) project(transport string, steps ...work.PlannedStep) org.ProjectID {
	o.t.Helper()
	p := o.start(transport, org.Phase{Label: "the work"})
	o.plan(steps...)
	return p
}

// start begins a project of the given phases.
func (o *instance) start(transport string, phases ...org.Phase) org.ProjectID {
	o.t.Helper()
	ctx := context.Background()
	o.heard++
	m, _, err := o.db.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: transport, ID: "100"}, Origin: fmt.Sprint(o.heard), Author: "Ana", Text: "go", SaidAt: o.now,
	})
	o.ok(err)
	p, err := o.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Lisbon", Goal: "Enter Lisbon", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: phases,
	}})
	o.ok(err)
	return p
}

// plan plans the mission that waits for it.
func (o *instance) plan(steps ...work.PlannedStep) {
	o.t.Helper()
	ctx := context.Background()
	job, err := o.db.ClaimMission(ctx, "planner", time.Minute)
	o.ok(err)
	o.ok(o.db.SavePlan(ctx, job.Lease, work.Plan{
		Notes: work.PlanNotes{Title: "Lisbon", Quality: "model"}, Steps: steps,
		Roles: []work.RoleAssignment{{Title: "Researcher", Category: "research", Why: "finds out", Agent: "agent-scout"}},
	}))
}

func step(key string, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: "Step " + key, Goal: "Do " + key, Kind: org.KindResearch, Depth: org.DepthStandard, Role: "Researcher",
		Category: "research", Agent: "agent-scout", Tier: org.T2, Needs: needs,
		Acceptance: []org.Criterion{{ID: "a1", Text: "it is done", Check: org.CheckJudge}},
	}
}

// work finishes one claimable step, or rejects its round.
func (o *instance) work(reject bool) bool {
	o.t.Helper()
	ctx := context.Background()
	claims, err := o.db.ClaimSteps(ctx, "w", time.Minute, 1)
	if errors.Is(err, org.ErrNoWork) {
		return false
	}
	o.ok(err)
	s := claims[0].Step
	o.now = o.now.Add(7 * time.Second)
	out := work.Outcome{Next: org.StepCompleted, Result: "Done " + s.Key, Reviewed: "qa", Reviews: []work.Review{{Reviewer: "agent-plumb", Role: "qa", Pass: true}}}
	switch {
	case s.Kind == org.KindAssembly:
		out.Deliverable = &work.Deliverable{Title: "Lisbon", Markdown: document, HTML: "<p>x</p>", PDF: []byte("%PDF")}
	case reject:
		out = work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no source"}, Reviews: []work.Review{{Reviewer: "agent-plumb", Role: "qa"}}}
		if s.Strikes+1 == org.StrikeCap {
			out.Next, out.Cause, out.Escalation = org.StepFailed, "rejected 3 times: no source", "it was rejected 3 times"
		}
	}
	o.ok(o.db.Finish(ctx, claims[0].Lease, out))
	return true
}

// keep lets a new updater, as after a restart, do what is to be done, until it
// dies or nothing is left.
func (o *instance) keep() (died bool) {
	o.t.Helper()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case crash:
			died = true
		default:
			panic(r)
		}
	}()
	c := &ticket.Updater{Records: o.db, Now: func() time.Time { return o.now }}
	for {
		err := c.Next(context.Background())
		if errors.Is(err, org.ErrNoWork) {
			return false
		}
		o.ok(err)
	}
}

// send sends all that is due and returns what was said, cards left out.
func (o *instance) send() (lines, cards []string) {
	o.t.Helper()
	for {
		v, err := o.db.ClaimDelivery(context.Background(), "bot", []string{"discord"}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			return lines, cards
		}
		o.ok(err)
		v, err = ticket.Renderer{Records: o.db, Now: func() time.Time { return o.now }}.Render(context.Background(), v)
		o.ok(err)
		o.ok(o.db.Delivered(context.Background(), v.ID, "msg-"+string(v.ID)))
		if v.Card.Edit {
			var buttons []string
			for _, b := range v.Card.Buttons {
				buttons = append(buttons, b.Label)
			}
			o.edits = append(o.edits, fmt.Sprint(v.Replaces, ">", buttons, strings.Contains(v.Body, "Starting now."), " ", v.Body))
		} else if v.Kind == reports.DeliverCard {
			cards = append(cards, v.Replaces+">"+v.Body)
		} else {
			lines = append(lines, v.Card.As+": "+v.Body)
		}
	}
}

// TestEachLineIsSaidOnceInOrder: whatever the work does and wherever the updater
// dies, before a commit or after it, the thread reads as if it had never died.
func TestEachLineIsSaidOnceInOrder(t *testing.T) {
	dir := storetest.Folder(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		rejects := rapid.SliceOfN(rapid.Bool(), 0, 8).Draw(rt, "rejects")
		crashes := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 6).Draw(rt, "crashes")
		if !testlevel.Sample(fmt.Sprint(rejects, crashes), 6) { // each plays two projects to their ends
			return
		}
		var read [2][]string
		for i, dies := range [][]int{nil, crashes} {
			n++
			o := newInstance(rt, filepath.Join(dir, fmt.Sprint(n)))
			o.project("discord", step("a"), step("b", "a"), step("c"))
			for k := 0; ; k++ {
				o.now = o.now.Add(30 * time.Second)
				if k < len(dies) {
					o.die = dies[k]
				}
				o.keep()
				o.die = -1
				for o.keep() {
				}
				lines, _ := o.send()
				read[i] = append(read[i], lines...)
				if !o.work(k < len(rejects) && rejects[k]) {
					break
				}
			}
			o.now = o.now.Add(time.Minute)
			o.keep()
			lines, _ := o.send()
			read[i] = append(read[i], lines...)
			o.ok(o.db.Close())
		}
		if diff := cmp.Diff(read[0], read[1]); diff != "" {
			rt.Fatalf("the thread with crashes (-without +with):\n%s", diff)
		}
		seen := map[string]bool{}
		for _, l := range read[0] {
			if seen[l] && !strings.Contains(l, "Lisbon") {
				rt.Fatalf("said twice: %s", l)
			}
			seen[l] = true
		}
		if last := read[0][len(read[0])-1]; !strings.Contains(last, "is done") && !strings.Contains(last, "has stopped") && !strings.Contains(last, "failed") {
			rt.Fatalf("the last word is %q, want the end of the project", last)
		}
	})
	t.Attr("figure", fmt.Sprint(n/2, " histories"))
}

// TestSecondUpdaterSaysNothingAgain: two bot processes at once say each line
// once.
func TestSecondUpdaterSaysNothingAgain(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	o.project("discord", step("a"), step("b", "a"))
	one := &ticket.Updater{Records: o.db, Now: func() time.Time { return o.now }}
	two := &ticket.Updater{Records: o.db, Now: func() time.Time { return o.now }}
	for o.work(false) {
		for _, c := range []*ticket.Updater{one, two} {
			for err := c.Next(t.Context()); !errors.Is(err, org.ErrNoWork); err = c.Next(t.Context()) {
				o.ok(err)
			}
		}
	}
	lines, _ := o.send()
	slices.Sort(lines)
	if both := slices.Compact(slices.Clone(lines)); len(both) != len(lines) || len(lines) != 3 {
		t.Errorf("said by two updaters:\n%s", strings.Join(lines, "\n"))
	}
}

// TestTerminalReadsTheSame: a chat without threads gets the plan and the result in
// the same words, and no card.
func TestTerminalReadsTheSame(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	o.project("terminal", step("a"), step("b"))
	for o.work(false) {
		o.keep()
	}
	o.keep()
	var got []string
	for {
		v, err := o.db.ClaimDelivery(t.Context(), "bot", []string{"terminal"}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		o.ok(err)
		v, err = ticket.Renderer{Records: o.db, Now: func() time.Time { return o.now }}.Render(t.Context(), v)
		o.ok(err)
		o.ok(o.db.Delivered(t.Context(), v.ID, "r"))
		got = append(got, fmt.Sprintf("%s %s", v.Kind, strings.SplitN(v.Body, "\n", 2)[0]))
	}
	want := []string{"reply On it.", "plan **Lisbon**: here's the plan.", "result **Lisbon** is done."}
	if !cmp.Equal(got, want) {
		t.Errorf("said on a terminal (-want +got):\n%s", cmp.Diff(want, got))
	}
}

// TestFounderIsToldThoughNobodyKeepsTheTicket: with the updater's job dead the
// founder is still told, a moment later.
func TestFounderIsToldThoughNobodyKeepsTheTicket(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	o.project("discord", step("a"), step("b"))
	if lines, _ := o.send(); len(lines) != 1 {
		t.Fatalf("said at once: got %q, want the reply only", lines)
	}
	o.now = o.now.Add(15 * time.Second)
	if lines, _ := o.send(); len(lines) != 1 || !strings.Contains(lines[0], "here's the plan") {
		t.Errorf("said after a while: got %q, want the plan", lines)
	}
	o.keep()
	for o.work(false) {
		o.keep()
	}
	lines, _ := o.send()
	if all := strings.Join(lines, "\n"); strings.Contains(all, "the plan") || strings.Count(all, "is done.") != 1 {
		t.Errorf("said when the updater is back: got %q, want no second plan and one result", lines)
	}
}

// TestPlanOffersWhatCanBeDone: the plan in the thread loses its buttons with what they
// act on, and is never said a second time for that.
func TestPlanOffersWhatCanBeDone(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	p := o.project("discord", step("a"), step("b"))
	o.keep()
	lines, _ := o.send()
	if got := strings.Count(strings.Join(lines, "\n"), "here's the plan"); got != 1 {
		t.Fatalf("plans: got %d in %q, want 1", got, lines)
	}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"paused", func() { o.ok(o.db.Pause(t.Context(), p)) }, "[Change Limit to $0.29] false"},
		{"resumed", func() { o.ok(o.db.Resume(t.Context(), p)) }, "[Pause Change Limit to $0.29] true"},
		{"done", func() {
			for o.work(false) {
			}
		}, "[] false"},
	} {
		c.do()
		o.edits = nil
		o.keep()
		o.send()
		if len(o.edits) != 1 || !strings.HasPrefix(o.edits[0], "msg-") || !strings.Contains(o.edits[0], ">"+c.want) {
			t.Errorf("%s: got the edits %q, want one in its place with %s", c.name, o.edits, c.want)
		}
	}
}

// TestWhatACommandAnsweredIsNotSaidAgain: the thread that has the answer to a command is not told
// once more what the command did; every other place is.
func TestWhatACommandAnsweredIsNotSaidAgain(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	p := o.project("discord", step("a"), step("b"))
	o.ok(o.db.OpenThread(t.Context(), p, org.Channel{Transport: "discord", ID: "100"}, "777", ""))
	o.keep()
	o.send()
	for _, c := range []struct {
		place string // where all read the command's answer; empty for nowhere
		do    func(context.Context, org.ProjectID) error
		want  int
	}{
		{"777", o.db.Pause, 0}, {"777", o.db.Resume, 0}, {"100", o.db.Pause, 1}, {"", o.db.Resume, 1}, {"777", o.db.Cancel, 0}, {"777", o.db.Resume, 0}, {"100", o.db.Cancel, 1},
	} {
		ctx := t.Context()
		if c.place != "" {
			ctx = org.AnsweredIn(ctx, org.Channel{Transport: "discord", ID: c.place})
		}
		o.ok(c.do(ctx, p))
		o.now = o.now.Add(time.Minute)
		o.keep()
		if lines, _ := o.send(); len(lines) != c.want {
			t.Errorf("answered in %q: the thread is told %q, want %d lines", c.place, lines, c.want)
		}
	}
}

// TestAStopThatWasAnsweredOffersNothing: the message that says that a project has stopped loses
// its buttons when its question is answered, and says so when work goes on.
func TestAStopThatWasAnsweredOffersNothing(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	o.project("discord", step("a"))
	o.keep()
	o.send()
	for o.work(true) {
		o.now = o.now.Add(10 * time.Minute)
	}
	o.keep()
	lines, _ := o.send()
	if all := strings.Join(lines, "\n"); strings.Count(all, "has stopped") != 1 {
		t.Fatalf("said %q, want one stop", lines)
	}
	open, err := o.db.Decisions(t.Context())
	if err != nil || len(open) != 1 {
		t.Fatalf("%d questions, %v; want one", len(open), err)
	}
	o.edits = nil
	_, err = o.db.Decide(t.Context(), open[0].ID, "d try the other page", "Ana")
	o.ok(err)
	o.keep()
	o.send()
	if !slices.ContainsFunc(o.edits, func(s string) bool {
		return strings.HasPrefix(s, "msg-") && strings.Contains(s, "[]") && strings.Contains(s, "taken up again")
	}) {
		t.Errorf("after the answer: the edits are %q, want the stop's, without a button", o.edits)
	}
}

// TestUnsaidPlanIsNotEdited: a plan that nobody has seen yet is said as things stand,
// and what was never said is not edited.
func TestUnsaidPlanIsNotEdited(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	p := o.project("discord", step("a"), step("b"))
	o.ok(o.db.Cancel(t.Context(), p))
	o.keep()
	lines, _ := o.send()
	if got := strings.Count(strings.Join(lines, "\n"), "here's the plan"); got != 1 || len(o.edits) != 0 {
		t.Errorf("said %q and the edits %q, want one plan and no edit", lines, o.edits)
	}
	o.ok(o.db.Cancel(t.Context(), o.start("discord", org.Phase{Label: "the work"})))
	o.keep()
	if o.send(); len(o.edits) != 0 {
		t.Errorf("edits of a project without a plan: got %q, want none", o.edits)
	}
}

// TestCardIsOneMessage: it is edited in place, every 20 s at most, rolls over
// before an hour, and stops when the project has ended.
func TestCardIsOneMessage(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	p := o.project("discord", step("a"), step("b"), step("c"), step("d"))
	o.keep()
	_, cards := o.send()
	if len(cards) != 1 || !strings.HasPrefix(cards[0], ">") {
		t.Fatalf("first card: got %q, want a new message", cards)
	}
	o.work(false)
	o.keep()
	if _, cards = o.send(); len(cards) != 0 {
		t.Errorf("7 s after the first: got %q, want no edit yet", cards)
	}
	o.work(false)
	o.now = o.now.Add(6 * time.Second)
	o.keep()
	_, cards = o.send()
	if len(cards) != 1 || !strings.HasPrefix(cards[0], "msg-") || !strings.Contains(cards[0], "2 of 4 done") {
		t.Errorf("20 s after the first: got %q, want one edit with both steps", cards)
	}
	o.now = o.now.Add(49*time.Minute + 40*time.Second)
	o.work(false)
	o.keep()
	_, cards = o.send()
	if len(cards) != 2 || !strings.Contains(cards[0], "moved down") || !strings.HasPrefix(cards[1], ">") {
		t.Errorf("after 50 min: got %q, want the old one reduced and a new one", cards)
	}
	o.ok(o.db.Cancel(t.Context(), p))
	o.now = o.now.Add(time.Minute)
	o.keep()
	if _, cards = o.send(); len(cards) != 1 || !strings.Contains(cards[0], "cancelled") {
		t.Errorf("at the end: got %q, want one last edit", cards)
	}
	o.now = o.now.Add(24 * time.Hour)
	o.keep()
	if lines, cards := o.send(); len(lines)+len(cards) != 0 {
		t.Errorf("a day later: got %q, %q, want nothing", lines, cards)
	}
}
