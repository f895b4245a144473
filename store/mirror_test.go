package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func mirrored(o *instance) {
	o.ok(o.db.Connect(o.tt.Context(), outward.Connection{Name: "linear", Service: outward.Linear, Address: "https://api.linear.app", Account: "Ada", Sealed: []byte{1}}))
	o.ok(o.db.SetUpMirror(o.tt.Context(), mirror.Setup{Sink: mirror.Linear, Connection: "linear", Office: "org", Team: "team", TeamName: "ENG", Founders: []string{"ada"}}))
}

// A project that is planned is proposed once, stands there after a word, and is looked at when something happened, here or there.
func TestAProjectIsMirrored(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, _, err := o.db.Mirror(ctx, mirror.Linear)
	o.want(err, org.ErrNoWork)
	mirrored(o)
	p := o.start(org.NewProject{})
	propose := func(want int) {
		t.Helper()
		all, err := o.db.MirrorsToPropose(ctx, mirror.Linear)
		o.ok(err)
		if len(all) != want {
			t.Errorf("to propose: %v, want %d", all, want)
		}
	}
	propose(0)
	o.plan(piece("a"))
	propose(1)
	say := func(p org.ProjectID, l outward.Level) {
		t.Helper()
		o.ok(o.db.SetPermit(ctx, outward.Permit{Project: p, Sink: outward.SinkLinear, Level: l, By: "ada"}))
	}
	say("", outward.LevelOff)
	propose(0)
	say(p, outward.LevelAsk)
	propose(1)
	say(p, "")
	propose(0)
	say("", outward.LevelAllowed)
	propose(1)
	say(p, outward.LevelOff)
	propose(0)
	say(p, "")
	a, err := o.db.ProposeAction(ctx, outward.Action{Key: "mirror:" + string(p), Kind: outward.MirrorProject, Connection: "linear", Project: p, Place: "Linear", Order: []byte(`{}`)})
	if o.ok(err); a.State != outward.Allowed {
		t.Errorf("new projects are allowed, and it is %+v", a)
	}
	say(p, outward.LevelAsk)
	_, err = o.db.DropAction(ctx, a.ID, "ada")
	o.ok(err)
	say(p, outward.LevelAllowed)
	if all, err := o.db.Actions(ctx, p, 1); err != nil || all[0].State != outward.Allowed || all[0].AllowedBy != "ada, who allowed linear of p1" {
		t.Errorf("allowed after it was left out: %+v, %v", all, err)
	}
	say(p, "")
	o.ok(o.db.BeginMirror(ctx, mirror.Linear, p, 2, "ada"))
	say("", outward.LevelOff)
	if _, err = o.db.NextMirror(ctx, mirror.Linear); err != nil {
		t.Errorf("one that stands there, when new ones are off: %v", err)
	}
	propose(0)
	j, err := o.db.NextMirror(ctx, mirror.Linear)
	o.ok(err)
	if j.Project != p || j.Generation != 2 || j.Head == 0 || j.Done != 0 || len(j.Known) > 0 {
		t.Fatalf("next: %+v", j)
	}
	k := mirror.Known{Key: "project:" + string(p), Kind: mirror.Project, Project: p, ID: "there"}
	for range 2 {
		o.ok(o.db.NoteObjects(ctx, mirror.Linear, []mirror.Known{k}))
	}
	k.Life, k.Link, k.Base = mirror.Live, "https://linear.app/x", map[mirror.Field]mirror.Agreed{mirror.Title: {Sent: "a", Seen: "b", Frozen: true}}
	o.ok(o.db.KeepObjects(ctx, mirror.Linear, []mirror.Known{k}))
	o.ok(o.db.EndMirror(ctx, mirror.Linear, mirror.Ended{Project: p, Done: j.Head, Due: o.clock.Now()}))
	_, err = o.db.NextMirror(ctx, mirror.Linear)
	o.want(err, org.ErrNoWork)
	got, err := o.db.FindObjects(ctx, mirror.Linear, []string{"there", "elsewhere"})
	o.ok(err)
	if x := got["there"]; len(got) != 1 || x.Tries != 2 || x.Base[mirror.Title] != k.Base[mirror.Title] || x.Life != mirror.Live {
		t.Errorf("found: %+v", got)
	}
	o.ok(o.db.KeepPoll(ctx, mirror.Setup{Sink: mirror.Linear, Seen: "x", Poll: o.clock.Now().Add(time.Hour)}, []org.ProjectID{p}))
	if j, err = o.db.NextMirror(ctx, mirror.Linear); err != nil || !j.Look {
		t.Errorf("after a change there: %+v, %v", j, err)
	}
	for n, want := range []bool{true, false} {
		fresh, err := o.db.NudgeMirror(ctx, mirror.Linear, "d1")
		if err != nil || fresh != want {
			t.Errorf("nudge %d: %v, %v", n, fresh, err)
		}
	}
	if s, err := o.db.MirrorSetup(ctx, mirror.Linear); err != nil || s.Poll.Sub(o.clock.Now()) > 2*time.Second {
		t.Errorf("after a nudge: %+v, %v", s, err)
	}
	all, err := o.db.Standings(ctx, mirror.Linear)
	o.ok(err)
	if len(all) != 1 || !all[0].On || all[0].Things != 1 || all[0].Link != k.Link {
		t.Errorf("standings: %+v", all)
	}
	o.ok(o.db.SwitchOff(ctx, "linear", "x"))
	_, _, err = o.db.Mirror(ctx, mirror.Linear)
	o.want(err, org.ErrNoWork)
	o.sound()
}

// What a founder said there is applied once, and answered with the next look; of strangers there is a number alone.
func TestWhatIsSaidInATrackerIsKeptOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	mirrored(o)
	p := o.start(org.NewProject{})
	o.ok(o.db.BeginMirror(ctx, mirror.Linear, p, 0, "ada"))
	c := mirror.Change{Key: "comment:1", Kind: mirror.Guide, Object: "step:s1", Project: p, By: "ada", Text: "Only 2026", At: o.clock.Now()}
	for range 2 {
		o.ok(o.db.NoteLook(ctx, mirror.Linear, nil, []mirror.Change{c, {Kind: mirror.Ignored, Project: p, Text: "of a stranger"}}, 1))
	}
	got, err := o.db.NextChange(ctx, mirror.Linear)
	o.ok(err)
	if got.Text != "Only 2026" || got.By != "ada" || got.Kind != mirror.Guide {
		t.Errorf("next: %+v", got)
	}
	o.ok(o.db.EndChange(ctx, mirror.Linear, got, "Got it"))
	_, err = o.db.NextChange(ctx, mirror.Linear)
	o.want(err, org.ErrNoWork)
	j, err := o.db.MirrorJob(ctx, mirror.Linear, p)
	o.ok(err)
	if len(j.Answers) != 1 || j.Answers[0].Text != "Got it" {
		t.Errorf("answers: %+v", j.Answers)
	}
	if s, err := o.db.MirrorSetup(ctx, mirror.Linear); err != nil || s.Strange != 4 {
		t.Errorf("strange: %+v, %v", s, err)
	}
	for range 2 {
		o.ok(o.db.TellMirror(ctx, org.ProjectName{ID: p}, org.Channel{Transport: "terminal", ID: "f"}, "linear:x", org.Reply{Text: "x"}))
	}
	o.sound()
}

// A thing there orders once, and its project stands in the things that ordered it.
func TestATrackerOrdersOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	mirrored(o)
	order := mirror.Order{Theirs: "i1", Kind: mirror.Issue, Items: []string{"i1"}}
	m := org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: "linear:i1", Author: "linear:ada", Text: "Find it", Explicit: true}
	for n, want := range []bool{true, false} {
		fresh, err := o.db.TakeOrder(ctx, mirror.Linear, order, m)
		if err != nil || fresh != want {
			t.Errorf("order %d: %v, %v", n, fresh, err)
		}
	}
	if known, err := o.db.IsOrder(ctx, mirror.Linear, "i1"); err != nil || !known {
		t.Errorf("known: %v, %v", known, err)
	}
	x, err := o.db.ClaimMessage(ctx, "w", time.Minute)
	o.ok(err)
	p, err := o.db.SaveTurn(ctx, org.Turn{Message: x.ID, Route: org.ActionProposal, Project: &org.NewProject{Title: "T", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Single: true, Phases: []org.Phase{{Label: "T"}}}})
	o.ok(err)
	for _, want := range []int{1, 0} {
		n, err := o.db.AdoptOrders(ctx, mirror.Linear)
		if err != nil || n != want {
			t.Errorf("adopted %d, %v, want %d", n, err, want)
		}
	}
	j, err := o.db.NextMirror(ctx, mirror.Linear)
	o.ok(err)
	if k := j.Known[mirror.ItemKey(p, "")]; j.Origin != "i1" || k.ID != "i1" || k.Life != mirror.Live {
		t.Errorf("adopted: %+v", j)
	}
	o.ok(o.db.ForgetObject(ctx, mirror.Linear, mirror.ItemKey(p, "")))
	o.sound()
}

// What ended is put away after a while to make room, the oldest first and one after the other, and does not count then.
func TestThereIsRoomInATracker(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	mirrored(o)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	o.ok(o.db.BeginMirror(ctx, mirror.Linear, p, 0, "ada"))
	o.ok(o.db.KeepObjects(ctx, mirror.Linear, []mirror.Known{{Key: "step:s1", Kind: mirror.Issue, Project: p, ID: "i1", Life: mirror.Live}}))
	o.ok(o.db.KeepCoarse(ctx, mirror.Linear, p))
	stands := func(want int) {
		t.Helper()
		if n, err := o.db.CountIssues(ctx, mirror.Linear); err != nil || n != want {
			t.Errorf("%d issues stand there, %v, want %d", n, err, want)
		}
	}
	room := func(before time.Time, want bool) {
		t.Helper()
		if found, err := o.db.MakeRoom(ctx, mirror.Linear, before); err != nil || found != want {
			t.Errorf("room is made: %v, %v, want %v", found, err, want)
		}
	}
	stands(1)
	room(o.clock.Now().Add(time.Hour), false) // it goes on
	o.ok(o.db.Cancel(ctx, p))
	room(o.clock.Now().Add(-time.Hour), false) // it ended just now
	for range 2 {
		room(o.clock.Now().Add(time.Hour), true)
	}
	j, err := o.db.NextMirror(ctx, mirror.Linear)
	if o.ok(err); j.Archive != mirror.ToArchive || !j.Coarse {
		t.Errorf("next: %+v", j)
	}
	stands(1)
	o.ok(o.db.KeepArchive(ctx, mirror.Linear, p, mirror.Archived))
	stands(0)
	_, err = o.db.NextMirror(ctx, mirror.Linear)
	o.want(err, org.ErrNoWork)
	room(o.clock.Now().Add(time.Hour), false)
	o.sound()
}
