package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func given(origin, line string) org.Command {
	return org.Command{Origin: origin, Channel: local(), Author: "ana", Line: line, Message: "the message of " + origin}
}

func TestCommandIsRecordedBeforeAndAfterItActs(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	c := given("i1", "pause p1")
	for n := range 2 { // the second time stands for a process that died in between
		if got, err := b.db.BeginCommand(ctx, c, true); err != nil || got.Done || got.Since.IsZero() != (n == 0) {
			t.Fatalf("BeginCommand before a reply: %+v, %v; want not done, and when it began only the second time", got, err)
		}
	}
	want := org.Reply{Text: "Paused.", Card: org.Card{Private: true, Buttons: []org.Button{{Label: "Resume", Command: "resume p1"}}}}
	b.ok(b.db.EndCommand(ctx, c, want))
	b.ok(b.db.EndCommand(ctx, c, org.Reply{Text: "another"}))
	got, err := b.db.BeginCommand(ctx, c, true)
	if err != nil || !got.Done {
		t.Fatalf("BeginCommand after a reply: done %v, %v; want done", got.Done, err)
	}
	if d := cmp.Diff(want, got.Reply); d != "" {
		t.Errorf("the reply (-want +got):\n%s", d)
	}
	if n := len(b.events(org.EventCommand)); n != 1 {
		t.Errorf("the journal has %d lines of it, want 1", n)
	}
	_, err = b.db.BeginCommand(ctx, given("i2", "status"), false)
	b.ok(err)
	if n := len(b.events(org.EventCommand)); n != 1 {
		t.Errorf("after a command that only reads the journal has %d lines, want 1", n)
	}
	if got, err := b.db.CommandGiven(ctx, local(), "i1", "ana"); err != nil || got.Message != "the message of i1" || got.Line == "" {
		t.Errorf("CommandGiven: %+v, %v", got, err)
	}
	other := org.Channel{Transport: local().Transport, ID: "elsewhere"}
	if _, err := b.db.CommandGiven(ctx, other, "i1", "ana"); err != nil {
		t.Errorf("CommandGiven of one's own in another channel: %v", err)
	}
	if _, err := b.db.CommandGiven(ctx, other, "i1", "ben"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("CommandGiven of somebody else's in another channel: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestSteerReachesAProjectOnce(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	m := org.Message{Channel: local(), Origin: "click", Author: "ana", Text: "leave Lisbon out"}
	b.ok(b.db.Steer(ctx, m, p, "", m.Text))
	b.ok(b.db.Steer(ctx, m, p, "", m.Text))
	heard := b.heard("!steer p1 and use euros")
	typed := org.Message{Channel: local(), Origin: "2", Author: "ana"}
	b.ok(b.db.Steer(ctx, typed, p, "", "and use euros"))
	if _, err := b.db.SaveTurn(ctx, org.Turn{Message: heard, Route: org.ActionResponse, Reply: "Noted."}); err != nil {
		t.Fatal(err)
	}
	job, err := b.db.ClaimMission(ctx, "planner", time.Minute)
	b.ok(err)
	if d := cmp.Diff([]string{"leave Lisbon out", "and use euros"}, job.Steering); d != "" {
		t.Errorf("what the planner is told (-want +got):\n%s", d)
	}
	if n := len(b.events(org.EventSteering)); n != 2 {
		t.Errorf("%d lines of steering, want 2", n)
	}
	b.ok(b.db.Cancel(ctx, p))
	if err := b.db.Steer(ctx, org.Message{Channel: local(), Origin: "late"}, p, "", "more"); !errors.Is(err, org.ErrConflict) {
		t.Errorf("Steer after the end: got %v, want %v", err, org.ErrConflict)
	}
	checks, err := b.db.Verify(ctx)
	b.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("verify: %s: %s", c.Name, c.Detail)
		}
	}
}

func TestRememberIsOneRule(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	first, err := b.db.Remember(ctx, "Write prices in euros")
	b.ok(err)
	again, err := b.db.Remember(ctx, "Write prices in euros")
	b.ok(err)
	rules, err := b.db.Directives(ctx)
	b.ok(err)
	if first == "" || first != again || !cmp.Equal(rules, []string{"Write prices in euros"}) {
		t.Errorf("the same rule twice: %s and %s, rules %v; want one", first, again, rules)
	}
	b.ok(b.db.Forget(ctx, string(first)))
	if next, err := b.db.Remember(ctx, "Write prices in euros"); err != nil || next == first {
		t.Errorf("a forgotten rule given again: %s, %v; want a new one", next, err)
	}
}

func TestAcceptNeedsADocument(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	o.want(o.db.Accept(ctx, p, "ana"), org.ErrConflict)
	o.run()
	o.ok(o.db.Accept(ctx, p, "ana"))
	o.clock.forward(time.Hour)
	o.ok(o.db.Accept(ctx, p, "ben"))
	got, err := o.db.Accepted(ctx, []org.ProjectID{p, "p9"})
	o.ok(err)
	if d := cmp.Diff(map[org.ProjectID]reports.Acceptance{p: {By: "ana", At: opened}}, got); d != "" {
		t.Errorf("Accepted (-want +got):\n%s", d)
	}
	if none, err := o.db.Accepted(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("Accepted of nothing: %v, %v", none, err)
	}
}

func TestBoardShowsPagesByNeed(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	var all []org.ProjectID
	for _, title := range []string{"Asks", "Old", "Paused", "New", "Over"} {
		all = append(all, b.project(title))
		b.pass(time.Second)
	}
	b.plan(all[0], step("a"))
	b.thirdStrike(all[0])
	b.ok(b.db.Pause(ctx, all[2]))
	b.ok(b.db.Cancel(ctx, all[4]))
	show := func(q reports.BoardQuery) (out []string, total int) {
		t.Helper()
		r, n, err := b.db.Board(ctx, b.now, q)
		b.ok(err)
		for _, p := range r.Projects {
			out = append(out, p.Project.Title)
		}
		return out, n
	}
	for _, c := range []struct {
		query reports.BoardQuery
		pass  time.Duration
		want  []string
		total int
	}{
		{reports.BoardQuery{Limit: 3}, 0, []string{"Asks", "New", "Old"}, 5},
		{reports.BoardQuery{Limit: 3, Offset: 3}, 0, []string{"Paused", "Over"}, 5},
		{reports.BoardQuery{Limit: 3, Offset: 9}, 0, nil, 5},
		{reports.BoardQuery{Limit: 9, State: org.ProjectPaused}, 0, []string{"Paused"}, 1},
		{reports.BoardQuery{Limit: 0}, 25 * time.Hour, nil, 4},
		{reports.BoardQuery{Limit: 9, All: true}, 0, []string{"Asks", "New", "Old", "Paused", "Over"}, 5},
	} {
		b.pass(c.pass)
		got, total := show(c.query)
		if d := cmp.Diff(c.want, got); d != "" || total != c.total {
			t.Errorf("Board(%+v): total %d, want %d (-want +got):\n%s", c.query, total, c.total, d)
		}
	}
}

func TestProjectsAreListedPageByPage(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for range 12 {
		b.project("Oats")
	}
	b.ok(b.db.Cancel(ctx, "p11"))
	for _, c := range []struct {
		after org.ProjectID
		state org.ProjectState
		want  []org.ProjectID
	}{
		{"", "", []org.ProjectID{"p12", "p11", "p10"}},
		{"p10", "", []org.ProjectID{"p9", "p8", "p7"}},
		{"p12", org.ProjectActive, []org.ProjectID{"p10", "p9", "p8"}},
		{"p2", "", []org.ProjectID{"p1"}},
		{"p1", "", []org.ProjectID{}},
		{"", org.ProjectCancelled, []org.ProjectID{"p11"}},
		{"p11", org.ProjectCancelled, []org.ProjectID{}},
	} {
		found, err := b.db.ProjectsAfter(ctx, c.after, c.state, 3)
		b.ok(err)
		got := []org.ProjectID{}
		for _, p := range found {
			got = append(got, p.ID)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("ProjectsAfter(%q, %q) (-want +got):\n%s", c.after, c.state, d)
		}
	}
}

func TestNamesAreFoundByTheirBeginning(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for _, title := range []string{"Oats 100% sure", "The oat_market", "Rye!", "p2 is no id"} {
		b.project(title)
		b.pass(time.Second)
	}
	b.ok(b.db.Cancel(ctx, "p1"))
	for prefix, want := range map[string][]org.ProjectID{
		"":     {"p4", "p3", "p2", "p1"},
		"OAT":  {"p1", "p2"},
		"oat_": {"p2"},
		"100%": {"p1"},
		"rye!": {"p3"},
		"p2":   {"p2", "p4"},
		"%":    {},
		"ket":  {},
	} {
		found, err := b.db.ProjectsNamed(ctx, prefix, 10)
		b.ok(err)
		got := []org.ProjectID{}
		for _, p := range found {
			got = append(got, p.ID)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("ProjectsNamed(%q) (-want +got):\n%s", prefix, d)
		}
	}
	b.ok(b.db.Cancel(ctx, "p3"))
	b.ok(b.db.Cancel(ctx, "p4"))
	b.plan("p2", step("find"), step("write", "find"))
	for _, c := range []struct {
		project org.ProjectID
		prefix  string
		want    []string
	}{
		{"", "wri", []string{"write"}},
		{"p2", "step f", []string{"find"}},
		{"p1", "", nil},
		{"", "s1", []string{"find"}},
	} {
		found, err := b.db.StepsNamed(ctx, c.project, c.prefix, 10)
		b.ok(err)
		var got []string
		for _, s := range found {
			got = append(got, s.Key)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("StepsNamed(%q, %q) (-want +got):\n%s", c.project, c.prefix, d)
		}
	}
	ids, err := b.db.OpenProjectIDs(ctx)
	if d := cmp.Diff([]org.ProjectID{"p2"}, ids); d != "" || err != nil {
		t.Errorf("OpenProjectIDs: %v (-want +got):\n%s", err, d)
	}
}

func TestUsualAndSpending(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"), step("b"), step("c"), step("d"))
	claims := b.claim()
	for i, key := range []string{"a", "b", "c", "d"} {
		b.pass(10 * time.Second)
		b.finish(claims[key], done("found"))
		if i == 0 {
			b.paid("call", p, 7)
		}
	}
	got, err := b.db.Usual(ctx)
	b.ok(err)
	if u := got[work.Work{Kind: org.KindResearch, Tier: org.T2}]; u.N != 4 || u.Time != 20*time.Second || u.TimeHigh != 40*time.Second {
		t.Errorf("Usual: got %+v, want 20 s to 40 s of 4 steps", u)
	}
	free := b.project("Extracts")
	b.plan(free, step("e"))
	e := b.claim()["e"]
	b.ok(b.db.Plant(ctx, `UPDATE projects SET offline = 1 WHERE id = ?`, free))
	b.pass(time.Second)
	b.finish(e, done("quoted"))
	got, err = b.db.Usual(ctx)
	b.ok(err)
	for _, offline := range []bool{false, true} {
		want := map[bool]int{false: 4, true: 1}[offline]
		if u := got[forecast.WorkOf(org.Step{Kind: org.KindResearch, Tier: org.T2}, offline)]; u.N != want {
			t.Errorf("Usual of work without a model (%v): %+v, want %d steps: it costs nothing and says nothing of what models cost", offline, u, want)
		}
	}
	if spent, err := b.db.StepSpending(ctx, p); err != nil || len(spent) != 0 {
		t.Errorf("StepSpending where no call has a step: %v, %v", spent, err)
	}
}

func TestDroppedDeliveriesAreListed(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.Queue(ctx, note("k1", "a", "one"), note("k2", "a", "two")))
	for range 2 {
		v := b.next()
		b.ok(b.db.Undelivered(ctx, v, "the channel is gone", time.Time{}))
	}
	got, err := b.db.Dropped(ctx, 1)
	b.ok(err)
	if len(got) != 1 || got[0].Body != "two" || got[0].Reason != "the channel is gone" {
		t.Errorf("Dropped: got %+v, want the newest with its reason", got)
	}
}

// What was done since a command began is told by the journal, also when the
// clock was set back meanwhile.
func TestDoneSinceACommandBegan(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, q := b.project("Prices"), b.project("Sellers")
	b.ok(b.db.Pause(ctx, p))
	b.now = b.now.Add(time.Second)
	_, err := b.db.BeginCommand(ctx, given("i1", "pause all"), true)
	b.ok(err)
	b.now = b.now.Add(-time.Hour)
	b.ok(b.db.Pause(ctx, q))
	b.ok(b.db.Resume(ctx, q))
	begun, err := b.db.BeginCommand(ctx, given("i1", "pause all"), true)
	b.ok(err)
	did, err := b.db.DoneSince(ctx, begun.Since, org.EventProjectPaused)
	if err != nil || len(did) != 1 || did[0].Project != q {
		t.Errorf("DoneSince: %+v, %v; want the pause of %s alone", did, err, q)
	}
}

// What is said of one step reaches whoever works on that one, and nobody else.
func TestSteerReachesOneStep(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	steps := b.plan(p, piece("a"), piece("b"))
	one, other := steps["a"], steps["b"]
	b.ok(b.db.Steer(ctx, org.Message{Channel: local(), Origin: "s", Author: "ana"}, p, one.ID, "Use the parser that is there"))
	said, err := b.db.Advice(ctx, one.ID)
	b.ok(err)
	if d := cmp.Diff([]string{"Use the parser that is there"}, said); d != "" {
		t.Errorf("what the step is told (-want +got):\n%s", d)
	}
	if said, err := b.db.Advice(ctx, other.ID); err != nil || len(said) > 0 {
		t.Errorf("another step is told %q, %v", said, err)
	}
	if c, err := b.db.Context(ctx, other.ID); err != nil || len(c.Steering) > 0 {
		t.Errorf("the project is told %q, %v", c.Steering, err)
	}
	if err := b.db.Steer(ctx, org.Message{Channel: local(), Origin: "x"}, p, "s999", "more"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a step that is not there: %v", err)
	}
}
