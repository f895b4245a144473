package store_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Whoever plans a change is told what was last known of its repository, by which commit, and how its checks end; without a map he
// is told nothing.
func TestPlanningIsToldOfTheRepository(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	id, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	if due, err := o.db.Unmapped(ctx, "here"); err != nil || len(due) != 1 || due[0].ID != id {
		t.Errorf("without a map are %+v, %v", due, err)
	}
	if due, err := o.db.Unmapped(ctx, "elsewhere"); err != nil || len(due) != 0 {
		t.Errorf("another machine is to map %+v, %v", due, err)
	}
	if job := o.planning("first"); !job.Code || job.Sketch != nil {
		t.Errorf("of a repository that nobody looked at planning is told %+v", job.Sketch)
	}
	m := coding.NewFileMap("c1", []string{"README.md", "price/parse.go"})
	m.Made, m.Readme = o.db.Now(), "# Shop"
	o.ok(o.db.KeepMap(ctx, id, m))
	o.ok(o.db.KeepEnvironment(ctx, coding.Environment{Repository: id, State: coding.EnvironmentTried, Checks: []coding.CheckState{{Name: goTest, Good: true, Passed: 3}}}))
	job := o.planning("second")
	if s := job.Sketch; s == nil || s.Name != "shop" || s.Commit != "c1" || s.Files != 2 || len(s.Near) != 2 || s.Readme != "# Shop" || !s.Made.Equal(m.Made) || !slices.Equal(s.Checks, []string{goTest + ": passes, 3 tests"}) {
		t.Errorf("planning is told %+v", s)
	}
	next := coding.NewFileMap("c2", []string{"README.md"})
	next.Made = o.db.Now()
	o.ok(o.db.KeepMap(ctx, id, next))
	if commit, err := o.db.MappedCommit(ctx, id); err != nil || commit != "c2" {
		t.Errorf("the map is of %q, %v", commit, err)
	}
	if due, err := o.db.Unmapped(ctx, "here"); err != nil || len(due) != 0 {
		t.Errorf("mapped already, and due: %+v, %v", due, err)
	}
	for _, p := range []org.ProjectID{"p1", "p2"} {
		o.ok(o.db.Cancel(ctx, p))
	}
	o.ok(o.db.RemoveRepository(ctx, "shop"))
	if commit, err := o.db.MappedCommit(ctx, id); err != nil || commit != "" {
		t.Errorf("of a repository that is gone the map of %q is there, %v", commit, err)
	}
	o.ok(o.db.KeepMap(ctx, id, next)) // by whoever was at it
	if commit, err := o.db.MappedCommit(ctx, id); err != nil || commit != "" {
		t.Errorf("a repository that is gone has a map of %q again, %v", commit, err)
	}
	o.sound()
}

// planning is the job of a new order that changes the code of shop.
func (o *instance) planning(origin string) work.PlanningJob {
	o.t.Helper()
	ctx := o.tt.Context()
	m := codeOrder("shop", "a")
	m.Origin = origin
	id, _, err := o.db.SaveMessage(ctx, m)
	o.ok(err)
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Prices", Mode: org.ModeResearch, Depth: org.DepthStandard, Roadmap: codeRoadmap("a"), Phases: []org.Phase{{Label: "all"}},
	}})
	o.ok(err)
	job, err := o.db.ClaimMission(ctx, "planner "+origin, term)
	o.ok(err)
	return job
}
