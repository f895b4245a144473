package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// given lists what a step is given of the others, and of what it builds on.
func (o *instance) given(s org.Step) (keys, bases []string) {
	o.t.Helper()
	c, err := o.db.Context(o.tt.Context(), s.ID)
	o.ok(err)
	for _, u := range c.Upstream {
		keys = append(keys, u.Key)
		if u.Base {
			bases = append(bases, u.Key)
		}
	}
	return keys, bases
}

// onto is a step that builds on others.
func onto(key string, bases ...string) work.PlannedStep {
	s := piece(key)
	s.BuildsOn = bases
	return s
}

// Whoever works next is given all that was found, in the order in which it ended and
// whatever its phase, whole.
func TestResultsOfAllPhasesAreHandedOn(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: phases("one", "two", "three")})
	o.plan(piece("a"), piece("b"))
	claims := o.claim(2)
	o.complete(claims["b"])
	o.clock.now = o.clock.now.Add(time.Minute)
	o.complete(claims["a"])
	o.run()
	o.clock.now = o.clock.now.Add(time.Minute)
	o.plan(piece("c"), onto("d", "c", "a"), piece("e"))
	claims = o.claim(3)
	if _, early := claims["d"]; early || len(claims) != 2 {
		t.Fatalf("claimed %d steps, d among them: %v; d builds on c", len(claims), early)
	}
	o.complete(claims["c"])
	d := o.claim(1)["d"]
	keys, bases := o.given(d.Step)
	if want := []string{"b", "a", "c"}; !slices.Equal(keys, want) || !slices.Equal(bases, []string{"a", "c"}) {
		t.Errorf("d is given %v and builds on %v; want %v in the order of their ends, and a, c", keys, bases, want)
	}
	o.clock.now = o.clock.now.Add(time.Minute)
	o.complete(d)
	o.complete(claims["e"])
	o.run()
	o.plan(onto("f", "a"))
	keys, bases = o.given(o.step(p, "f"))
	if len(keys) != 5 || !slices.Equal(bases, []string{"a"}) {
		t.Errorf("f is given %v and builds on %v; want all five, and a of the first phase", keys, bases)
	}
	c, err := o.db.Context(t.Context(), o.step(p, "f").ID)
	o.ok(err)
	for _, u := range c.Upstream {
		if u.Result != "# Do "+u.Key {
			t.Errorf("the result of %s is %q, want it whole", u.Key, u.Result)
		}
		if used := u.Key == "a" || u.Key == "c"; u.Used != used {
			t.Errorf("%s is built on: %v, want %v", u.Key, u.Used, used)
		}
	}
	o.sound()
}

// A step whose base failed starts, and is told what is missing; only the founder's own
// edges take it down.
func TestAFailedBaseIsMissingAndHoldsNothingUp(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("x"), onto("b", "a"), piece("c", "a"))
	claims := o.claim(2)
	o.fail(claims["a"], "no source")
	o.wantState(p, map[string]org.StepState{"b": org.StepPending, "c": org.StepFailed})
	o.complete(claims["x"])
	b, ready := o.claim(1)["b"]
	if !ready {
		t.Fatal("b does not start")
	}
	c, err := o.db.Context(t.Context(), b.Step.ID)
	o.ok(err)
	if len(c.Upstream) != 2 || !slices.ContainsFunc(c.Upstream, func(u work.Upstream) bool {
		return u.Key == "a" && u.Base && u.Result == "" && u.Cause == "no source"
	}) {
		t.Errorf("b is given %+v, want x and the failure of a", c.Upstream)
	}
	o.sound()
}

// Doing a step again takes along what builds on it, in every phase, and nothing beside it.
func TestRedoFollowsWhatBuildsOnAStep(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: phases("one", "two")})
	o.plan(piece("price"), piece("rivals"))
	o.claimAndComplete("price", "rivals")
	o.run()
	o.plan(onto("plan", "price"), onto("mail", "plan"), piece("list"))
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	all, _, err := o.db.RedoExtent(t.Context(), p, []org.StepID{o.step(p, "price").ID}) // what is named to the founder before
	o.ok(err)
	if len(all) != 3 || all[0].Key != "price" || all[1].Key != "plan" || all[2].Key != "mail" {
		t.Errorf("named before it is done: %d steps, %+v; want price, plan and mail", len(all), all)
	}
	ids, err := o.db.Redo(t.Context(), o.step(p, "price").ID, "199 euros", "ann")
	o.ok(err)
	var keys []string
	for _, id := range ids {
		for _, k := range []string{"price", "rivals", "plan", "mail", "list"} {
			if o.step(p, k).ID == id {
				keys = append(keys, k)
			}
		}
	}
	if want := []string{"price", "plan", "mail"}; !slices.Equal(keys, want) {
		t.Errorf("done again: %v, want %v", keys, want)
	}
	keys, _ = o.given(o.step(p, "price"))
	if !slices.Equal(keys, []string{"rivals", "list"}) {
		t.Errorf("the price is given %v, want nothing that was built on it", keys)
	}
	o.sound()
}

// A plan in which steps would wait for each other is refused, through what they build on too.
func TestBasesInACircleAreRefused(t *testing.T) {
	o := newInstance(t)
	o.start(org.NewProject{})
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	if err := o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{onto("a", "b"), piece("b", "a")}}); err == nil {
		t.Error("a circle is stored")
	}
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{onto("a", "nowhere"), piece("b", "a")}}))
	o.sound()
}

// What planning says of a step's weight, and of what it delivers instead, is kept.
func TestGraveAndInsteadAreKept(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	s := piece("a")
	s.Grave, s.Instead = true, "the script for the interviews"
	o.plan(s, piece("b"))
	if a := o.step(p, "a"); !a.Grave || a.Instead != "the script for the interviews" {
		t.Errorf("kept: %v, %q", a.Grave, a.Instead)
	}
	if b := o.step(p, "b"); b.Grave || b.Instead != "" {
		t.Errorf("b: %v, %q, want neither", b.Grave, b.Instead)
	}
}

// What the joining of a document changed in a part is that part's next version, which whoever
// works on the project later is given: doing another part again brings nothing back.
func TestMendedPartsStayMended(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("price"), piece("mail"))
	claims := o.claim(2)
	mail := completed(claims["mail"].Step)
	mail.Result, mail.Drafts = "Ours costs 219 euros.", []work.Draft{{Round: 1, Version: 1, Body: "Ours costs 219 euros.", Chosen: true, AuditJSON: "{}"}}
	o.ok(o.db.Finish(t.Context(), claims["mail"].Lease, mail))
	o.complete(claims["price"])
	for key, c := range o.claim(1) {
		joined := completed(c.Step)
		joined.Mended = []work.Mended{
			{Step: o.step(p, "mail").ID, Result: "Ours costs 199 euros.", Digest: "199"},
			{Step: "s999", Result: "nobody's"},
		}
		if joined.Deliverable == nil {
			t.Fatalf("%s is no assembly", key)
		}
		o.ok(o.db.Finish(t.Context(), c.Lease, joined))
	}
	o.wantProject(p, org.ProjectCompleted)
	drafts, err := o.db.Drafts(t.Context(), p)
	o.ok(err)
	list := drafts[o.step(p, "mail").ID]
	if len(list) != 2 || list[0].Chosen || !list[1].Chosen || list[1].Version != 2 {
		t.Errorf("drafts of the mail: %+v; want the mended one as its second version", list)
	}
	if _, err := o.db.Redo(t.Context(), o.step(p, "price").ID, "199 it is", "ann"); err != nil {
		t.Fatal(err)
	}
	if s := o.step(p, "mail"); s.Result != "Ours costs 199 euros." || s.State != org.StepCompleted {
		t.Errorf("after another part was to be done again the mail is %s, %q", s.State, s.Result)
	}
	o.sound()
}
