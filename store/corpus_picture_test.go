package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// TestPictureIsDueWhenStepsMoved: with the plan, when steps have moved and the
// last one has rested, and once more at the end; the older one's bytes go.
func TestPictureIsDueWhenStepsMoved(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	const rest = 30 * time.Second
	due := func(want bool) reports.Drawing {
		t.Helper()
		d, err := b.db.PictureDue(ctx, rest)
		if err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Fatal(err)
		}
		if (err == nil) != want {
			t.Fatalf("a picture is due: %t, want %t", err == nil, want)
		}
		return d
	}
	p := b.project("Prices")
	job, err := b.db.ClaimMission(ctx, "planner", time.Minute)
	b.ok(err)
	b.ok(b.db.SavePlan(ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Prices"}, Steps: []work.PlannedStep{step("a"), step("b")}, Picture: []byte("first")}))
	b.ok(b.db.Plant(ctx, `UPDATE projects SET transport = 'discord'`))
	due(false)
	if pic, err := b.db.Picture(ctx, p); err != nil || string(pic.Data) != "first" {
		t.Errorf("picture after the plan: got %q, %v, want the plan's", pic.Data, err)
	}
	claims, err := b.db.ClaimSteps(ctx, "w", time.Hour, 1)
	b.ok(err)
	due(false)
	b.pass(rest)
	d := due(true)
	if d.Mission.ID != job.Mission.ID || len(d.Steps) != 3 || d.Steps[0].State != org.StepInProgress {
		t.Fatalf("drawing: got %+v, want the mission with its step in progress", d)
	}
	b.ok(b.db.SavePicture(ctx, d, []byte("second")))
	due(false)
	if n, err := b.db.Count(ctx, `SELECT count(*) FROM blobs WHERE data = ?`, []byte("first")); err != nil || n != 0 {
		t.Errorf("the first picture is kept %d times, %v, want 0", n, err)
	}
	b.ok(b.db.SavePicture(ctx, reports.Drawing{Mission: d.Mission, Seq: d.Seq - 1}, []byte("late")))
	if pic, err := b.db.Picture(ctx, p); err != nil || string(pic.Data) != "second" {
		t.Errorf("picture after a late one: got %q, %v, want the newer", pic.Data, err)
	}
	b.ok(b.db.Finish(ctx, claims[0].Lease, work.Outcome{Next: org.StepFailed, Cause: "no source"}))
	b.ok(b.db.Cancel(ctx, p))
	b.ok(b.db.SavePicture(ctx, due(true), []byte("third")))
	due(false)
}
