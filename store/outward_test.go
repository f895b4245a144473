package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func pullAction(p org.ProjectID, by string) outward.Action {
	return outward.Action{
		Key: "pull:" + string(p), Kind: outward.OpenPull, Connection: "github", Project: p, Place: "acme/shop", Effect: "A draft", Order: []byte(`{"Head":"one"}`), AllowedBy: by,
	}
}

func github() outward.Connection {
	return outward.Connection{Name: "github", Service: outward.GitHub, Address: "https://github.com", Account: "bot", Rights: []string{"repo"}, Sealed: []byte{1, 2}}
}

// An action is done once: of a key there is one, it waits for a yes, one at a time has it in hand, and who lost it ends nothing.
func TestAnActionIsDoneOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	a, err := o.db.ProposeAction(ctx, pullAction(p, ""))
	o.ok(err)
	other := pullAction(p, "a setting")
	other.Effect = "another"
	same, err := o.db.ProposeAction(ctx, other)
	o.ok(err)
	if a.ID != same.ID || same.State != outward.Proposed || same.Effect != "A draft" {
		t.Errorf("of a key there are %+v and %+v", a, same)
	}
	none := func(when string) {
		t.Helper()
		c, err := o.db.ClaimAction(ctx, "w", time.Minute)
		o.want(err, org.ErrNoWork)
		if c.Action.ID != "" {
			t.Errorf("%s %+v is handed out", when, c)
		}
	}
	o.ok(o.db.Connect(ctx, github()))
	none("before the yes")
	_, err = o.db.AllowAction(ctx, "a99", "ada")
	o.want(err, org.ErrNotFound)
	for range 2 {
		got, err := o.db.AllowAction(ctx, a.ID, "ada")
		o.ok(err)
		if got.State != outward.Allowed || got.AllowedBy != "ada" {
			t.Errorf("allowed: %+v", got)
		}
	}
	_, err = o.db.DropAction(ctx, a.ID, "ada")
	o.want(err, org.ErrConflict)
	o.ok(o.db.SwitchOff(ctx, "github", "the token ended"))
	none("while its connection is off")
	o.ok(o.db.Connect(ctx, github()))
	first, err := o.db.ClaimAction(ctx, "w1", time.Minute)
	o.ok(err)
	if first.Again || first.Action.Tries != 1 {
		t.Errorf("in hand: %+v", first)
	}
	none("while it is in hand")
	o.clock.forward(2 * time.Minute)
	second, err := o.db.ClaimAction(ctx, "w2", time.Minute)
	o.ok(err)
	if !second.Again || second.Action.ID != a.ID {
		t.Errorf("taken over: %+v", second)
	}
	o.want(o.db.EndAction(ctx, first, outward.Ending{State: outward.Done, Link: "x"}), org.ErrLeaseLost)
	o.ok(o.db.EndAction(ctx, second, outward.Ending{State: outward.Allowed, Why: "busy", Due: o.db.Now().Add(time.Hour)}))
	none("before it is due")
	o.clock.forward(2 * time.Hour)
	third, err := o.db.ClaimAction(ctx, "w1", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, third, outward.Ending{State: outward.Done, Link: "https://github.com/acme/shop/pull/1", Answer: []byte(`{"number":1}`)}))
	o.want(o.db.EndAction(ctx, third, outward.Ending{State: outward.Refused}), org.ErrLeaseLost)
	none("when it is done")
	all, err := o.db.Actions(ctx, p, 10)
	o.ok(err)
	if len(all) != 1 || all[0].State != outward.Done || all[0].Link == "" || string(all[0].Answer) != `{"number":1}` || all[0].Tries != 3 {
		t.Errorf("kept: %+v", all)
	}
	if done, err := o.db.WasDone(ctx, outward.OpenPull, "acme/shop"); err != nil || !done {
		t.Errorf("was done: %v, %v", done, err)
	}
	if done, err := o.db.WasDone(ctx, outward.OpenPull, "acme/other"); err != nil || done {
		t.Errorf("was done elsewhere: %v, %v", done, err)
	}
	var states []string
	events, err := o.db.EventsOf(ctx, p)
	o.ok(err)
	for _, e := range events {
		if e.Kind == org.EventAction {
			states = append(states, e.Data["state"])
		}
	}
	if want := []string{"proposed", "allowed", "done"}; !slices.Equal(states, want) {
		t.Errorf("the journal tells of %v, want %v", states, want)
	}
	o.sound()
}

func TestWhatIsDroppedStaysOut(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.ok(o.db.Connect(ctx, github()))
	a, err := o.db.ProposeAction(ctx, pullAction(o.start(org.NewProject{}), ""))
	o.ok(err)
	for range 2 {
		_, err = o.db.DropAction(ctx, a.ID, "ada")
		o.ok(err)
	}
	_, err = o.db.AllowAction(ctx, a.ID, "ada")
	o.want(err, org.ErrConflict)
	_, err = o.db.ClaimAction(ctx, "w", time.Minute)
	o.want(err, org.ErrNoWork)
}

func TestConnections(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	ends := o.db.Now().Add(time.Hour)
	c := github()
	c.Ends = ends
	o.ok(o.db.Connect(ctx, c))
	o.ok(o.db.SwitchOff(ctx, "github", "so"))
	o.ok(o.db.SwitchOff(ctx, "github", "again"))
	all, err := o.db.Connections(ctx)
	o.ok(err)
	if len(all) != 1 || all[0].On || all[0].Why != "so" || !all[0].Ends.Equal(ends) || !slices.Equal(all[0].Sealed, []byte{1, 2}) || !slices.Equal(all[0].Rights, []string{"repo"}) {
		t.Errorf("kept: %+v", all)
	}
	o.ok(o.db.Connect(ctx, github()))
	if all, err = o.db.Connections(ctx); err != nil || len(all) != 1 || !all[0].On || !all[0].Ends.IsZero() {
		t.Errorf("connected again: %+v, %v", all, err)
	}
	o.ok(o.db.Disconnect(ctx, "github"))
	o.want(o.db.Disconnect(ctx, "github"), org.ErrNotFound)
	if all, err = o.db.Connections(ctx); err != nil || len(all) != 0 {
		t.Errorf("left: %+v, %v", all, err)
	}
}

// A pull request is due when the branch of an ended project is at its address and its repository's setting wants one.
func TestPullsDue(t *testing.T) {
	for _, mode := range []coding.PullMode{"", coding.PullAsk} {
		o := newInstance(t)
		ctx := t.Context()
		r := afar(true)
		r.Policy.Pull = mode
		_, err := o.db.AddRepository(ctx, r)
		o.ok(err)
		p := o.ordered(coded("a"))
		c := o.claim(10)["a"]
		about, err := o.db.Context(ctx, c.Step.ID)
		o.ok(err)
		_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
		o.ok(err)
		o.mergeOne(c)
		c = o.claim(1)["assembly"]
		o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
		count := func(when string, want int) {
			t.Helper()
			due, err := o.db.PullsDue(ctx)
			o.ok(err)
			if len(due) != want || want > 0 && (due[0].Project != p || due[0].Title == "" || len(due[0].Order.Merged) != 1) {
				t.Errorf("mode %q, %s: %+v", mode, when, due)
			}
		}
		count("before the push", 0)
		due, err := o.db.PushesDue(ctx)
		o.ok(err)
		o.ok(o.db.KeepPush(ctx, due[0], coding.Push{State: coding.PushThere}))
		want := 0
		if mode != "" {
			want = 1
		}
		count("when it is pushed", want)
		_, err = o.db.ProposeAction(ctx, pullAction(p, ""))
		o.ok(err)
		count("when it was thought of", 0)
		if mode != "" {
			o.proofOnce(ctx, p)
		}
	}
}

// Where each change is to have a pull request of its own, the next is due when the one before it is there, and stands on its branch; each is marked
// as proven at its own commit.
func TestPullsDueForEachChange(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	r := afar(true)
	r.Policy.Pull, r.Policy.PullSteps = coding.PullDraft, true
	_, err := o.db.AddRepository(ctx, r)
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"))
	claims := o.claim(10)
	for _, key := range []string{"a", "b"} {
		c := claims[key]
		about, err := o.db.Context(ctx, c.Step.ID)
		o.ok(err)
		_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
		o.ok(err)
		o.mergeOne(c)
	}
	c := o.claim(1)["assembly"]
	o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	pushes, err := o.db.PushesDue(ctx)
	o.ok(err)
	branches := pushes[0].Order.PushedBranches()
	if len(branches) != 2 || branches[0].Step == branches[1].Step {
		t.Fatalf("pushed: %+v", branches)
	}
	o.ok(o.db.KeepPush(ctx, pushes[0], coding.Push{State: coding.PushThere}))
	o.ok(o.db.Connect(ctx, github()))
	for n, b := range branches {
		due, err := o.db.PullsDue(ctx)
		o.ok(err)
		if len(due) != 1 || due[0].Step != b.Step || due[0].Head() != b.Name || len(due[0].Changes) != 1 || due[0].Changes[0].Step.ID != b.Step || len(due[0].Order.Merged) != 1 ||
			due[0].Whole != (n == 1) || (due[0].Below != "") != (n == 1) || n == 1 && due[0].Below != branches[0].Name {
			t.Fatalf("the %d. is due as %+v", n, due)
		}
		a := pullAction(p, "ada")
		a.Key, a.Step, a.Order = outward.PullKey(p, b.Step), b.Step, fmt.Appendf(nil, `{"head":%q,"base":%q,"onto":"main"}`, b.Name, due[0].Below)
		_, err = o.db.ProposeAction(ctx, a)
		o.ok(err)
		if due, err := o.db.PullsDue(ctx); err != nil || len(due) != 0 {
			t.Errorf("while the %d. is not there: %+v, %v", n, due, err)
		}
		claim, err := o.db.ClaimAction(ctx, "one", time.Minute)
		o.ok(err)
		o.ok(o.db.EndAction(ctx, claim, outward.Ending{State: outward.Done, Link: fmt.Sprintf("https://github.com/acme/shop/pull/%d", n+1), Answer: fmt.Appendf(nil, `{"number":%d}`, n+1)}))
		proofs, err := o.db.ProofsDue(ctx)
		o.ok(err)
		if len(proofs) != 1 || proofs[0].Commit != b.Commit || len(proofs[0].Changes) != 1 || proofs[0].Changes[0].Step.ID != b.Step {
			t.Fatalf("the %d. is to be marked: %+v", n, proofs)
		}
		_, err = o.db.ProposeAction(ctx, outward.Action{Key: "proof:" + string(p) + ":" + b.Commit, Kind: outward.SetStatus, Connection: "github", Project: p, Place: "acme/shop"})
		o.ok(err)
	}
	if due, err := o.db.PullsDue(ctx); err != nil || len(due) != 0 {
		t.Errorf("when all are there: %+v, %v", due, err)
	}
	open, err := o.db.OpenPulls(ctx)
	o.ok(err)
	if len(open) != 2 || len(open[0].Ours) != 1 || len(open[1].Ours) != 2 || open[1].Onto != "main" || open[1].Step != branches[1].Step {
		t.Errorf("open: %+v", open)
	}
}

// proofOnce opens the pull request of a project: then its last commit is marked, once.
func (o *instance) proofOnce(ctx context.Context, p org.ProjectID) {
	o.t.Helper()
	due := func(when string, want int) []coding.DueProof {
		o.t.Helper()
		all, err := o.db.ProofsDue(ctx)
		o.ok(err)
		if len(all) != want {
			o.t.Fatalf("%s: %+v", when, all)
		}
		return all
	}
	due("before it is open", 0)
	o.ok(o.db.Connect(ctx, github()))
	all, err := o.db.Actions(ctx, p, 1)
	o.ok(err)
	_, err = o.db.AllowAction(ctx, all[0].ID, "ada")
	o.ok(err)
	c, err := o.db.ClaimAction(ctx, "one", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Done, Link: "https://github.com/acme/shop/pull/1"}))
	got := due("when it is open", 1)[0]
	if got.Project != p || got.Commit == "" || got.AllowedBy != "ada" || got.Link == "" || len(got.Pull) == 0 || len(got.Changes) != 1 || got.Changes[0].Merged == nil {
		o.t.Errorf("to be marked: %+v", got)
	}
	_, err = o.db.ProposeAction(ctx, outward.Action{Key: "proof:" + string(p) + ":" + got.Commit, Kind: outward.SetStatus, Connection: "github", Project: p, Place: "acme/shop", AllowedBy: "ada"})
	o.ok(err)
	due("when it was thought of", 0)
}
