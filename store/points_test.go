package store_test

import (
	"fmt"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
)

// beforePoints is the last schema of a program that scored drafts from 1 to 5.
const beforePoints = 96

// The scores that an older program kept become bars that ask for as much, whatever was
// written there, and what they were is kept until the founder sets them himself. Levels
// below the proof take a sample.
func TestUpgradeScores(t *testing.T) {
	type score struct {
		was  string
		want policy.Bar
	}
	var scores []score
	for _, x := range []struct {
		want policy.Bar
		was  []string
	}{
		{"never", []string{"4.5", "5", "4.01", "5.1", "1e30", "high", "", "NaN", "Inf", "4,5", "4.0.0", "0x4", "4 of 5", ".", "-", "e1", "all"}},
		{"all", []string{"4", "4.0", "+4", "4.", "4e0", "40e-1", "3.99", "3.5", "3.01"}},
		{"musts", []string{"3", "3.0", "03"}},
		{"99%", []string{"2.99"}},
		{"95%", []string{"2.9"}},
		{"50%", []string{"2"}},
		{"26%", []string{"1.51"}},
		{"25%", []string{"1.5"}},
		{"0%", []string{"1", ".5", "0", "-1"}},
		{"75%", []string{"2.5"}},
	} {
		for _, was := range x.was {
			scores = append(scores, score{was, x.want})
		}
	}
	last := len(scores) - 1
	for i := 0; i <= last/2; i++ {
		auto, qa := scores[i], scores[last-i]
		if i > 0 && !testlevel.Sample(fmt.Sprintf("scores %q and %q", auto.was, qa.was), 4) {
			continue
		}
		o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: database(t)}
		aged(t, o.path, beforePoints)
		db := raw(t, o.path)
		for name, value := range map[string]string{policy.AutoApprove: auto.was, policy.QAOnly: qa.was, "watch.act_above": "4"} {
			run(t, db, fmt.Sprintf(`INSERT INTO policies (name, value, changed_at) VALUES ('%s', '%s', 7)`, name, value))
		}
		o.db = o.open()
		got, err := o.db.Autonomy(t.Context())
		if err != nil || got != (policy.Thresholds{On: true, AutoApprove: auto.want, QAOnly: qa.want}) {
			t.Errorf("%q and %q: %+v, %v; want %s and %s", auto.was, qa.was, got, err, auto.want, qa.want)
		}
		const none = "nothing"
		o.policies(map[string]string{policy.Before(policy.AutoApprove): auto.was, policy.Before(policy.QAOnly): qa.was, policy.Before("watch.act_above"): none, "watch.act_above": "4"})
		o.ok(o.db.SetPolicy(t.Context(), policy.QAOnly, "musts"))
		o.policies(map[string]string{policy.Before(policy.AutoApprove): auto.was, policy.Before(policy.QAOnly): none})
	}
}

// policies compares settings with what they shall be.
func (o *instance) policies(want map[string]string) {
	o.t.Helper()
	for name, value := range want {
		if got, err := o.db.Policy(o.tt.Context(), name, "nothing"); err != nil || got != value {
			o.t.Errorf("%s is %q, %v; want %q", name, got, err, value)
		}
	}
}

// What nobody set stays at the defaults.
func TestUpgradeWithoutScores(t *testing.T) {
	o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: database(t)}
	aged(t, o.path, beforePoints)
	o.db = o.open()
	if got, err := o.db.Autonomy(t.Context()); err != nil || got != policy.DefaultThresholds() {
		t.Errorf("got %+v, %v; want the defaults", got, err)
	}
	if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM policies`); err != nil || n != 0 {
		t.Errorf("%d settings, %v; want none", n, err)
	}
}

// The points of a draft are kept with it, with its step and with the agent who wrote it;
// a step that is done again has none.
func TestPointsAreKept(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Rents")
	b.plan(p, step("find"))
	c := b.claim()["find"]
	got, first := org.Points{Met: 9, Asked: 9}, org.Points{Met: 7, Asked: 9}
	o := done("Rents rose.")
	o.Score, o.Scored, o.Points = 4, true, got
	o.Drafts = []work.Draft{
		{Round: 1, Version: 1, Body: "a", Score: 3, Scored: true, Points: first, AuditJSON: "{}"},
		{Round: 1, Version: 2, Body: "b", Score: 4, Scored: true, Points: got, Chosen: true, AuditJSON: "{}"},
	}
	b.finish(c, o)
	steps, err := b.db.Steps(ctx, p)
	b.ok(err)
	drafts, err := b.db.Drafts(ctx, p)
	b.ok(err)
	if d := drafts[steps[0].ID]; steps[0].Points != got || len(d) != 2 || d[0].Points != first || d[1].Points != got {
		t.Errorf("step %s, drafts %+v; want %s and %s", steps[0].Points, d, first, got)
	}
	team, err := b.db.Roster(ctx)
	b.ok(err)
	var of org.Points
	for _, a := range team {
		of = of.Add(a.Points)
	}
	if of != got {
		t.Errorf("the team got %s, want %s", of, got)
	}
	trace, err := b.db.StepTrace(ctx, steps[0].ID)
	b.ok(err)
	if d := trace.Rounds[0].Drafts; len(d) != 2 || d[0].Points != first || d[1].Points != got {
		t.Errorf("traced drafts %+v; want %s and %s", d, first, got)
	}
	_, err = b.db.Redo(ctx, steps[0].ID, "", "founder")
	b.ok(err)
	if steps, err = b.db.Steps(ctx, p); err != nil || steps[0].Points.Counted() || steps[0].Scored {
		t.Errorf("a step that is done again has %s, %v; want none", steps[0].Points, err)
	}
	o = work.Outcome{Next: org.StepFailed, Cause: "no", Score: 3, Scored: true, Points: first}
	b.finish(b.claim()["find"], o)
	if steps, err = b.db.Steps(ctx, p); err != nil || steps[0].Points != first {
		t.Errorf("a failed step has %s, %v; want %s", steps[0].Points, err, first)
	}
}
