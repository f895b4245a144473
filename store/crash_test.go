package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// death is what a planted crash panics with.
type death struct{ point string }

// life runs a whole story on a database as a process would, taking up
// whatever it finds, until the project has ended.
func life(t *testing.T, db *store.DB) {
	t.Helper()
	ctx := t.Context()
	ok := func(err error) {
		t.Helper()
		if err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Fatal(err)
		}
	}
	_, _, err := db.SaveMessage(ctx, org.Message{
		Channel: channel, Origin: "1", Author: "founder", Text: "launch",
		Attachments: []org.Attachment{{Name: "a.md", Data: []byte("# A"), Text: "# A"}},
	})
	ok(err)
	for range 100 {
		m, err := db.ClaimMessage(ctx, "bot", term)
		if ok(err); err == nil {
			_, err := db.SaveTurn(ctx, org.Turn{
				Message: m.ID, Route: org.ActionNewProject, Reply: "On it.", Directives: []string{"Cite prices."},
				Project: &org.NewProject{Title: "L", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: phases("one", "two")},
			})
			ok(err)
		}
		job, err := db.ClaimMission(ctx, "planner", term)
		if ok(err); err == nil {
			steps := []work.PlannedStep{piece("a")}
			if job.Mission.Seq == 1 {
				steps = []work.PlannedStep{piece("b", "a"), piece("c", "b")}
			}
			ok(db.SavePlan(ctx, job.Lease, work.Plan{Steps: steps}))
		}
		claims, err := db.ClaimSteps(ctx, owner, term, 2)
		ok(err)
		for _, c := range claims {
			if c.Step.Key == "a" { // once is enough to die there
				ok(db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Round: 1, Stage: "claims", InputHash: "h", Output: "{}"}))
				ok(db.MarkInReview(ctx, c.Lease))
			}
			ok(db.Finish(ctx, c.Lease, completed(c.Step)))
		}
		all, err := db.Projects(ctx)
		ok(err)
		if len(all) == 1 && all[0].State.Ended() {
			return
		}
	}
	t.Fatal("the project does not end")
}

// mortal runs a life that ends at its n-th crash point, and returns the
// point's name, empty when it lived to its end.
func mortal(t *testing.T, path string, now func() time.Time, n int, life func(*testing.T, *store.DB)) (point string) {
	t.Helper()
	armed := false
	db, err := store.Open(t.Context(), store.Options{Path: path, Now: now, Crash: func(at string) {
		if n--; armed && n == 0 {
			panic(death{at})
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	defer func() {
		switch v := recover().(type) {
		case nil:
		case death:
			point = v.point
		default:
			panic(v)
		}
	}()
	armed = true
	life(t, db)
	return ""
}

// Dead at any point of any transaction, the next process finishes the story
// to the same end: nothing lost, nothing done or said twice.
func TestDeathAtEveryPoint(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for n := 1; ; n++ {
		o := newInstance(t)
		point := mortal(t, o.path, o.clock.Now, n, life)
		if point == "" {
			break
		}
		seen[point] = true
		if _, err := o.db.ReclaimDead(t.Context(), []string{"bot", "planner", owner}); err != nil {
			t.Fatal(err)
		}
		life(t, o.db)
		o.sound()
		all, err := o.db.Projects(t.Context())
		o.ok(err)
		if len(all) != 1 || all[0].State != org.ProjectCompleted {
			t.Errorf("after death at %s: got %+v, want one completed project", point, all)
		}
		o.wantSaid(reports.DeliverReply, "On it.")
		o.wantSaid(reports.DeliverPlan, "the plan for two (phase 2 of 2)") // in the place of the first
		o.wantSaid(reports.DeliverPhase, "next is two")
		o.wantSaid(reports.DeliverResult, "is done")
		if t.Failed() {
			t.Fatalf("the first such death is number %d, at %s, in %s", n, point, filepath.Base(o.path))
		}
	}
	verbs := []string{"save-message", "claim-message", "save-turn", "claim-mission", "save-plan", "claim-steps", "save-checkpoint", "mark-in-review", "finish"}
	if server != "" {
		verbs = append(verbs, "settle-ends")
	}
	for _, verb := range verbs {
		if !seen[verb] || !seen[verb+":committed"] {
			t.Errorf("nobody died in %s, before and after its commit", verb)
		}
	}
}
