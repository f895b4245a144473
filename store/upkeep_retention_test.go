package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// finished is a project with something in each table that retention looks at: it
// read two pages and cites one of them.
func (b *bench) finished(name string) (org.ProjectID, work.Citation) {
	b.t.Helper()
	ctx := b.t.Context()
	p := b.project(name)
	b.plan(p, step(name))
	c := b.claim()[name]
	b.ok(b.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: org.StageDecompose, InputHash: "x", Output: `"interim ` + name + `"`}))
	call := modelCall("k-"+name, p)
	_, _, err := b.db.BeginCall(ctx, call)
	b.ok(err)
	_, err = b.db.EndCall(ctx, org.CallEnd{Key: call.Key, Try: 1, State: org.CallUsable, Reply: "interim " + name, Cost: org.Dollar, CostSource: org.CostProvider})
	b.ok(err)
	cited, unused := page("https://a.example/"+name, "Kept: oats cost 212 euros. "+name), page("https://b.example/"+name, "interim page "+name)
	for _, d := range []work.Document{cited, unused} {
		d.FetchedAt = b.now
		b.ok(b.db.SaveDocument(ctx, c.Step.ID, d, ""))
	}
	cite := work.Citation{Claim: "Oats cost 212 euros", Quote: "oats cost 212 euros", Document: cited.ID, Title: "A", URL: cited.URL, Start: 6, End: 25, Passage: "S1:p1", FetchedAt: b.now}
	o := done("Kept result of " + name)
	o.Drafts = []work.Draft{{Round: 1, Version: 1, Body: "interim draft " + name, AuditJSON: "{}"}, {Round: 1, Version: 2, Body: "Kept draft", Chosen: true, AuditJSON: "{}"}}
	o.Citations = []work.Citation{cite}
	b.finish(c, o)
	b.ok(b.db.Cancel(ctx, p))
	b.ok(b.db.Plant(ctx, `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = created_at WHERE state = 'queued'`))
	return p, cite
}

// What only served the making of a project goes when it ended long enough ago;
// results, the pages they cite, and what each call cost stay, and so does all of a
// project that ended lately.
func TestOldWorkIsPruned(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	old, cite := b.finished("old")
	b.pass(60 * 24 * time.Hour)
	b.finished("fresh")
	before := b.now.AddDate(0, 0, -30)
	for run, want := range []int{1, 0} {
		if n, err := b.db.Prune(ctx, before); err != nil || n != want {
			t.Fatalf("run %d: %d projects (%v), want %d", run, n, err, want)
		}
	}
	for _, gone := range []string{"interim old", "interim draft old", "interim page old"} {
		if places := b.places(gone); len(places) > 0 {
			t.Errorf("%q still stands in %v", gone, places)
		}
	}
	for _, kept := range []string{"Kept: oats cost 212 euros. old", "Kept result of old", "Kept draft", "interim fresh", "interim draft fresh", "interim page fresh"} {
		if len(b.places(kept)) == 0 {
			t.Errorf("%q is gone", kept)
		}
	}
	if d, err := b.db.Document(ctx, cite.Document); err != nil || !strings.Contains(d.Text, cite.Quote) {
		t.Errorf("the cited page: %q (%v)", d.Text, err)
	}
	receipt, err := b.db.Receipt(ctx, old)
	if b.ok(err); receipt.CostUSD != 1 {
		t.Errorf("its cost is %v USD, want %d", receipt.CostUSD, 1)
	}
	r, err := b.db.Verify(ctx)
	if b.ok(err); slices.ContainsFunc(r, func(c reports.CheckResult) bool { return !c.OK }) {
		t.Errorf("verify: %+v", r)
	}
}

// How a process was set up is kept once, and as long as a stage that it did.
func TestSetupsStayWithTheirStages(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	const niles = `{"name":"Niles"}`
	b.db.UseSetup(niles)
	old, _ := b.finished("old")
	b.db.UseSetup(`{"name":"Daphne"}`)
	b.pass(60 * 24 * time.Hour)
	b.finished("fresh")
	steps, err := b.db.Steps(ctx, old)
	b.ok(err)
	trace, err := b.db.StepTrace(ctx, steps[0].ID)
	b.ok(err)
	id := trace.Rounds[0].Stages[0].Setup
	if got, err := b.db.Setup(ctx, id); err != nil || got != niles {
		t.Errorf("with its stages: %q (%v), want %q", got, err, niles)
	}
	_, err = b.db.Prune(ctx, b.now.AddDate(0, 0, -30))
	b.ok(err)
	if got, err := b.db.Setup(ctx, id); err != nil || got != "" {
		t.Errorf("after its stages: %q (%v), want none", got, err)
	}
	if n, err := b.db.Count(ctx, `SELECT count(*) FROM setups`); err != nil || n != 1 {
		t.Errorf("%d setups (%v), want that of the work that is kept", n, err)
	}
}

// A project that is repeated by a schedule keeps everything until that ends.
func TestRepeatedProjectIsNotPruned(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, _ := b.finished("weekly")
	s, err := b.db.SaveSchedule(ctx, reports.Schedule{Project: p, Spec: "@weekly"})
	b.ok(err)
	b.pass(24 * time.Hour)
	if n, err := b.db.Prune(ctx, b.now); err != nil || n != 0 {
		t.Errorf("%d projects (%v) while its schedule runs, want 0", n, err)
	}
	b.ok(b.db.EndSchedule(ctx, s.ID))
	if n, err := b.db.Prune(ctx, b.now); err != nil || n != 1 {
		t.Errorf("%d projects (%v) after its schedule, want 1", n, err)
	}
}

// The size is kept by day, the last of each.
func TestSizeIsRecorded(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	if n, err := b.db.SizeBefore(ctx, b.now); err != nil || n != 0 {
		t.Errorf("before any: %d (%v), want 0", n, err)
	}
	for _, bytes := range []int64{100, 200} {
		b.ok(b.db.RecordSize(ctx, bytes))
	}
	day := b.now
	b.pass(40 * 24 * time.Hour)
	b.ok(b.db.RecordSize(ctx, 900))
	for at, want := range map[time.Time]int64{day: 200, b.now.AddDate(0, 0, -30): 200, b.now: 900, day.AddDate(0, 0, -1): 0} {
		if n, err := b.db.SizeBefore(ctx, at); err != nil || n != want {
			t.Errorf("on %s: %d (%v), want %d", at.Format(time.DateOnly), n, err, want)
		}
	}
}
