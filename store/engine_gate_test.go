package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/question"
)

// waits wants one open question about a gate, and nothing that can be claimed.
func (o *instance) waits(text string) org.Decision {
	o.t.Helper()
	all, err := o.db.Decisions(o.tt.Context())
	o.ok(err)
	if len(all) != 1 || all[0].Kind != org.DecideGate || !strings.Contains(all[0].Question, text) {
		o.t.Fatalf("open questions: %+v, want one about a gate that says %q", all, text)
	}
	if got := o.claim(10); len(got) != 0 {
		o.t.Fatalf("claimed %v while the work waits at a gate", got)
	}
	if _, err := o.db.ClaimMission(o.tt.Context(), owner, term); !errors.Is(err, org.ErrNoWork) {
		o.t.Fatalf("a mission may be planned while the work waits at a gate: %v", err)
	}
	return all[0]
}

// answer answers a question.
func (o *instance) answer(d org.Decision, option string) {
	o.t.Helper()
	_, err := o.db.Decide(o.tt.Context(), d.ID, option, "founder")
	o.ok(err)
}

// nothing does by itself what only the founder may: time passes, the instance
// restarts, the clock's duties are done.
func (o *instance) nothing() {
	o.t.Helper()
	ctx := o.tt.Context()
	o.clock.forward(400 * 24 * term * 60)
	o.db = o.open()
	now := o.clock.Now()
	for _, do := range []func(context.Context) (int, error){
		o.db.SafetyNet, o.db.ReleaseBudget, o.db.AskAgain,
		func(ctx context.Context) (int, error) { return o.db.ReleaseDue(ctx, now) },
		func(ctx context.Context) (int, error) { ids, err := o.db.ExpireLeases(ctx, now); return len(ids), err },
	} {
		_, err := do(ctx)
		o.ok(err)
	}
	o.ok(o.db.RetryNow(ctx, "p1"))
	o.ok(o.db.Pause(ctx, "p1"))
	o.ok(o.db.Resume(ctx, "p1"))
}

func TestGateAfterPlanning(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Gates: []org.GatePoint{org.GatePlan}})
	o.plan(piece("a"), piece("b", "a"))
	q := o.waits("after planning")
	o.nothing()
	o.waits("after planning")
	status, err := o.db.ProjectStatus(t.Context(), p, o.clock.Now())
	o.ok(err)
	if len(status.Decisions) != 1 || !strings.Contains(strings.Join(status.Waiting, "\n"), "waits for your approval") {
		t.Errorf("status: %q, %q; want the question and what waits for it", status.Decisions, status.Waiting)
	}
	o.answer(q, "Go on")
	o.sound()
	o.run()
	o.wantProject(p, org.ProjectCompleted)
}

// Another plan is no yes to the first, and comes to the gate anew.
func TestGateAfterAnotherPlan(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Gates: []org.GatePoint{org.GatePlan}})
	o.plan(piece("a"))
	q := o.waits("after planning")
	o.answer(q, question.GateNote)
	if got := o.claim(10); len(got) != 0 {
		t.Fatalf("claimed %v after a wish for another plan", got)
	}
	o.ok(o.db.Replan(t.Context(), p, "smaller", "founder"))
	o.plan(piece("c"))
	second := o.waits("after planning")
	if second.ID == q.ID {
		t.Error("the second plan is asked about with the first one's question")
	}
	o.ok(o.db.Replan(t.Context(), p, "smaller still", "founder")) // while it waits
	o.plan(piece("d"))
	o.answer(o.waits("after planning"), question.GateGo)
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
}

func TestGateAfterAStep(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"), piece("b", "a"), piece("c"))
	_, err := o.db.SetGate(t.Context(), org.Gate{Project: p, Point: org.GateStep, Subject: "a"})
	o.ok(err)
	claims := o.claim(10)
	o.complete(claims["a"])
	o.complete(claims["c"]) // needs nothing of a, so it goes on
	q := o.waits(`after "Do a"`)
	o.nothing()
	// Work that is done again does not slip by.
	_, err = o.db.Redo(t.Context(), o.step(p, "c").ID, "once more", "founder")
	o.ok(err)
	o.complete(o.claim(10)["c"])
	o.waits(`after "Do a"`)
	o.answer(q, question.GateGo)
	o.complete(o.claim(10)["b"])
	// What was answered is not asked again when the same work is done again.
	_, err = o.db.Redo(t.Context(), o.step(p, "a").ID, "once more", "founder")
	o.ok(err)
	o.complete(o.claim(10)["a"])
	if all, err := o.db.Decisions(t.Context()); err != nil || len(all) != 0 {
		t.Fatalf("an answered gate asks again: %+v, %v", all, err)
	}
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	if _, err := o.db.SetGate(t.Context(), org.Gate{Project: p, Point: org.GatePlan}); !errors.Is(err, org.ErrConflict) {
		t.Errorf("a gate in a project that has ended: %v, want org.ErrConflict", err)
	}
}

func TestGateBeforeTheDocument(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Gates: []org.GatePoint{org.GateDocument}})
	o.plan(piece("a"), piece("b"))
	claims := o.claim(10)
	o.complete(claims["a"])
	o.ok(o.db.Pause(t.Context(), p))
	o.fail(claims["b"], "no sources")
	o.ok(o.db.Resume(t.Context(), p))
	q := o.waits("1 of 2 steps completed")
	o.nothing()
	o.answer(q, question.GateNote) // go on, with a note
	o.run()
	o.sound()
	if s := o.step(p, "assembly"); s.State != org.StepCompleted {
		t.Errorf("the assembly is %s", s.State)
	}
}

// A project of several phases stops once, before the document of the last.
func TestGateBeforeTheLastDocument(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Phases: []org.Phase{{Index: 0, Label: "find"}, {Index: 1, Label: "write"}}, Gates: []org.GatePoint{org.GateDocument}})
	o.plan(piece("a"))
	o.run()
	if open, err := o.db.Decisions(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("%d questions after the first phase, %v; want none", len(open), err)
	}
	o.plan(piece("b"))
	o.run()
	q := o.waits("1 of 1 step completed")
	o.nothing()
	o.answer(q, question.GateGo)
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
}

// One step is held until it is let go, and one that is put first comes before the others.
func TestHoldAndPutFirst(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"), piece("b"), piece("c"))
	a, c := o.step(p, "a"), o.step(p, "c")
	o.ok(o.db.HoldStep(t.Context(), a.ID))
	if _, err := o.db.PutFirst(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
	claims := o.claim(1)
	if _, first := claims["c"]; !first || len(claims) != 1 {
		t.Fatalf("claimed %v, want c first", claims)
	}
	o.complete(claims["c"])
	if claims = o.claim(10); len(claims) != 1 {
		t.Errorf("%d steps beside the one that is held, want b alone", len(claims))
	}
	if err := o.db.HoldStep(t.Context(), c.ID); !errors.Is(err, org.ErrConflict) {
		t.Errorf("hold what has ended: %v, want org.ErrConflict", err)
	}
	o.ok(o.db.ReleaseStep(t.Context(), a.ID))
	events, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	if said := events[len(events)-1]; said.Kind != org.EventHoldLifted || said.Step != a.ID { // nobody gave it back: no agent had it
		t.Errorf("the journal says %s of %s, want %s of %s", said.Kind, said.Step, org.EventHoldLifted, a.ID)
	}
	o.complete(claims["b"])
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
}

func TestGateBetweenPhases(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Phases: []org.Phase{{Index: 0, Label: "find"}, {Index: 1, Label: "write"}}, Gates: []org.GatePoint{org.GatePhase}})
	o.plan(piece("a"))
	o.run()
	q := o.waits(`"find" is finished; next is "write"`)
	o.nothing()
	status, err := o.db.ProjectStatus(t.Context(), p, o.clock.Now())
	o.ok(err)
	if !strings.Contains(strings.Join(status.Waiting, "\n"), "waits for your approval before it is planned") {
		t.Errorf("status waits for %q", status.Waiting)
	}
	if gated, err := o.db.Gated(t.Context(), p); err != nil || !gated {
		t.Errorf("Gated: %v, %v", gated, err)
	}
	o.answer(q, question.GateGo)
	o.plan(piece("b"))
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
}

// Roadmap items and the founder's policy set gates, and taking a gate away
// lets go of what waits at it.
func TestGatesOfANewProject(t *testing.T) {
	o := newInstance(t)
	o.ok(o.db.SetPolicy(t.Context(), policy.Gates, "before the document"))
	p := o.start(org.NewProject{Title: "Queues", Roadmap: &org.Roadmap{
		Title: "Queues", Phases: []string{"Queues"}, Items: []org.Item{{Key: "i1", Title: "Pick one", Gate: true}, {Key: "i2", Title: "Try it", Needs: []string{"i1"}}},
	}})
	first, second := piece("a"), piece("b", "a")
	first.Item, second.Item = "i1", "i2"
	o.plan(first, second)
	gates, err := o.db.Gates(t.Context(), p)
	o.ok(err)
	if len(gates) != 2 || gates[0].Point != org.GateDocument || gates[1].Name != `after "Pick one"` {
		t.Fatalf("gates: %+v", gates)
	}
	o.complete(o.claim(10)["a"])
	o.waits(`after "Pick one"`)
	n, err := o.db.DropGates(t.Context(), p, "")
	if err != nil || n != 2 {
		t.Fatalf("DropGates: %d, %v, want 2", n, err)
	}
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	single := o.start(org.NewProject{Title: "One thing", Single: true})
	if gates, err := o.db.Gates(t.Context(), single); err != nil || len(gates) != 0 {
		t.Errorf("a single task has gates %v, %v", gates, err)
	}
}

// A project that ends while it waits at a gate asks nothing any more.
func TestGateOfAnEndedProject(t *testing.T) {
	for name, end := range map[string]func(o *instance, p org.ProjectID) error{
		"cancelled": func(o *instance, p org.ProjectID) error { return o.db.Cancel(o.tt.Context(), p) },
		"failed":    func(o *instance, p org.ProjectID) error { return o.db.FailProject(o.tt.Context(), p, "model unusable") },
	} {
		o := newInstance(t)
		p := o.start(org.NewProject{Title: "Queues", Gates: []org.GatePoint{org.GatePlan}})
		o.plan(piece("a"))
		o.waits("after planning")
		o.ok(end(o, p))
		if all, err := o.db.Decisions(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("%s: still asks %v, %v", name, all, err)
		}
		o.sound()
	}
}

// Of several questions at one gate the newest is open, by its number and not by
// its text: e10 comes after e9.
func TestTheNewestQuestionOfAGateIsOpen(t *testing.T) {
	o := newInstance(t)
	o.ok(o.db.Plant(t.Context(), `INSERT INTO counters (name, n) VALUES ('e', 8)`))
	p := o.start(org.NewProject{Title: "First", Gates: []org.GatePoint{org.GatePlan}})
	o.plan(piece("a"))
	o.start(org.NewProject{Title: "Second", Gates: []org.GatePoint{org.GatePlan}})
	o.plan(piece("a"))
	o.ok(o.db.Plant(t.Context(), `
		INSERT INTO gate_stops (gate_id, place, mission_id, decision_id, at)
		SELECT gate_id, 'another', mission_id, 'e10', at FROM gate_stops WHERE decision_id = 'e9'`))
	gates, err := o.db.Gates(t.Context(), p)
	o.ok(err)
	if len(gates) != 1 || gates[0].Open != "e10" {
		t.Errorf("gates: %+v, want one whose open question is e10", gates)
	}
}
