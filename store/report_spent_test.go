package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Why a change of code took what it took: each stage by the time from the one before it, without what nobody worked on, each command by all of its
// runs, and each hook.
func TestWhereTimeWent(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	p := o.ordered(coded("a"))
	c := o.claim(10)["a"]
	_, err = o.db.PlaceStep(ctx, c.Lease, placementOf("c0", coding.CoderGiven))
	o.ok(err)
	keep := func(after time.Duration, stage string, seq int, output string) {
		o.clock.forward(after)
		o.ok(o.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: stage, Seq: seq, InputHash: "h", Output: output}))
	}
	keep(2*time.Second, org.StageBase, 0, "{}")
	keep(3*time.Second, coding.TrialBefore, 0, `[{"check":"go test ./...","ms":2000}]`)
	keep(20*time.Second, org.StageTurn, 0, "{}")
	keep(10*time.Second, org.StageTurn, 1, "{}")
	keep(9*time.Second, org.StageTried, 0, `{"trials":[{"check":"go test ./...","ms":1000,"runs":4,"all_ms":4500},{"check":"go vet ./...","ms":500,"runs":1,"all_ms":500},{"phase":"lines","check":"","ms":7}]}`)
	call := modelCall("turn", p)
	call.Purpose, call.Mission, call.Step = org.StageTurn, c.Step.Mission, c.Step.ID
	_, _, err = o.db.BeginCall(ctx, call)
	o.ok(err)
	_, err = o.db.EndCall(ctx, usable(org.CallEnd{Key: "turn", Try: 1}, "done", 7))
	o.ok(err)
	o.ok(o.db.TellHooks(ctx, c.Lease, []coding.HookRun{{Hook: coding.Hook{Event: coding.HookTeardown, Command: "make clean"}, MS: 40}, {Hook: coding.Hook{Event: coding.HookTeardown, Command: "make clean"}, MS: 60}}))
	w, err := o.db.Why(ctx, string(c.Step.ID))
	o.ok(err)
	want := []reports.SpentLine{
		{Kind: reports.SpentStage, Name: org.StageTurn, Times: 2, Took: 30 * time.Second, Cost: 7},
		{Kind: reports.SpentStage, Name: org.StageTried, Times: 1, Took: 9 * time.Second},
		{Kind: reports.SpentStage, Name: coding.TrialBefore, Times: 1, Took: 3 * time.Second},
		{Kind: reports.SpentStage, Name: org.StageBase, Times: 1, Took: 2 * time.Second},
		{Kind: reports.SpentCommand, Name: "go test ./...", Times: 5, Took: 6500 * time.Millisecond},
		{Kind: reports.SpentCommand, Name: "go vet ./...", Times: 1, Took: 500 * time.Millisecond},
		{Kind: reports.SpentHook, Name: "teardown (make clean)", Times: 2, Took: 100 * time.Millisecond},
	}
	if !slices.Equal(w.Spent, want) {
		t.Errorf("%+v\nwant\n%+v", w.Spent, want)
	}
}
