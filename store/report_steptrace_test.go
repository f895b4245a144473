package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// A step's trace has its rounds with calls, what they were given and answered,
// stages, drafts and verdicts. A block that two calls share is kept once, and
// stays while one of them is kept.
func TestStepTrace(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	shared := org.PromptBlock{Name: "B0", Text: strings.Repeat("The same for everybody. ", 100)}
	ids := map[string]org.StepID{}
	var old org.ProjectID
	for _, name := range []string{"old", "fresh"} {
		p := b.project(name)
		if old == "" {
			old = p
		}
		b.plan(p, step(name))
		c := b.claim()[name]
		ids[name] = c.Step.ID
		call := modelCall("k-"+name, p)
		call.Step, call.Round = c.Step.ID, 1
		call.Prompt = []org.PromptBlock{shared, {Name: "B3", Text: "The step of " + name}}
		b.end(usable(b.call(call), "the reply", 7))
		b.ok(b.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: org.StageSynthesize, InputHash: "x", Output: `"out"`}))
		o := done("Result")
		o.Drafts = []work.Draft{{Round: 1, Version: 1, Body: "First", AuditJSON: "{}"}, {Round: 1, Version: 2, Body: "Second", Chosen: true, AuditJSON: "{}"}}
		b.finish(c, o)
	}
	trace, err := b.db.StepTrace(ctx, ids["old"])
	b.ok(err)
	if len(trace.Rounds) != 1 {
		t.Fatalf("%d rounds, want 1", len(trace.Rounds))
	}
	r := trace.Rounds[0]
	if len(r.Calls) != 1 || r.Calls[0].Reply != "the reply" || r.Calls[0].Cost != 7 || r.Calls[0].Answered != "model/two-1" {
		t.Errorf("calls: %+v", r.Calls)
	}
	if diff := cmp.Diff([]org.PromptBlock{shared, {Name: "B3", Text: "The step of old"}}, r.Calls[0].Prompt); diff != "" {
		t.Errorf("prompt:\n%s", diff)
	}
	if len(r.Stages) != 1 || r.Stages[0].Output != `"out"` || len(r.Drafts) != 2 || r.Drafts[0].Body != "First" || !r.Drafts[1].Chosen {
		t.Errorf("stages %+v, drafts %+v", r.Stages, r.Drafts)
	}
	count := func(want int, when string) {
		t.Helper()
		kept, err := b.db.Texts(ctx, `SELECT sha256 FROM prompt_blocks`)
		b.ok(err)
		if len(kept) != want {
			t.Errorf("%s: %d blocks are kept, want %d", when, len(kept), want)
		}
	}
	count(3, "two calls of two blocks, one of them shared")
	b.ok(b.db.Cancel(ctx, old))
	b.ok(b.db.Plant(ctx, `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = created_at WHERE state = 'queued'`))
	b.pass(time.Hour)
	if n, err := b.db.Prune(ctx, b.now); err != nil || n != 1 {
		t.Fatalf("prune: %d (%v)", n, err)
	}
	count(2, "after one project was pruned")
	if n := len(b.prompt(ids["old"])); n > 0 {
		t.Errorf("%d blocks of the pruned project are there", n)
	}
	if n := len(b.prompt(ids["fresh"])); n != 2 {
		t.Errorf("%d blocks of the other project, want 2", n)
	}
	if _, err := b.db.StepTrace(ctx, "s99"); err == nil {
		t.Error("a step that is not there has a trace")
	}
}

// prompt is what the first call of a step was given.
func (b *bench) prompt(id org.StepID) []org.PromptBlock {
	b.t.Helper()
	trace, err := b.db.StepTrace(b.t.Context(), id)
	b.ok(err)
	return trace.Rounds[0].Calls[0].Prompt
}
