package plan_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/engine"
)

// finish completes every open step of the mission under way.
func (o *office) finish(result string) {
	o.t.Helper()
	for {
		claims, err := o.db.ClaimSteps(o.t.Context(), "worker-1", time.Minute, 10)
		if errors.Is(err, org.ErrNoWork) {
			return
		}
		if err != nil {
			o.t.Fatal(err)
		}
		for _, c := range claims {
			out := work.Outcome{Next: org.StepCompleted, Result: result, Digest: "d", Reviewed: "auto"}
			if c.Step.Kind == org.KindAssembly {
				out.Deliverable = &work.Deliverable{Project: c.Step.Project, Mission: c.Step.Mission, Title: "T", Markdown: result, HTML: "<p>", PDF: []byte("%PDF")}
			}
			if err := o.db.Finish(o.t.Context(), c.Lease, out); err != nil {
				o.t.Fatalf("Finish %s: %v", c.Step.Key, err)
			}
		}
	}
}

// A later phase is planned by itself, with keys of its own and the end of the
// phase before it in hand.
func TestPhases(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	id := o.start(request, org.NewProject{Phases: []org.Phase{
		{Index: 0, Label: "discovery", Task: "what is known"}, {Index: 1, Label: "design", Task: "the chosen approach"},
	}})
	first := o.plan()
	o.finish("The herons of phase one. " + strings.Repeat("x", 3000))
	if p := o.project(id); p.Phase != 1 || p.State != org.ProjectActive {
		t.Fatalf("after the first phase: phase %d, %s; want the second", p.Phase, p.State)
	}
	second := o.plan()
	seen := map[string]bool{}
	for _, s := range append(first.Steps, second.Steps...) {
		if seen[s.Key] {
			t.Errorf("the key %s stands twice in the project", s.Key)
		}
		seen[s.Key] = true
	}
	for _, s := range second.Steps {
		for _, n := range s.Needs {
			if !strings.HasPrefix(n, "m2-") || !strings.HasPrefix(s.Key, "m2-") {
				t.Errorf("step %s needs %s; want both of the second mission", s.Key, n)
			}
		}
	}
	asked := o.prompts(org.StagePlan)
	last := asked[len(asked)-1]
	if !strings.Contains(last, "The herons of phase one.") || !strings.Contains(last, "design") || strings.Contains(last, strings.Repeat("x", engine.PreviousDeliverableChars)) {
		t.Error("the second plan's prompt lacks the phase, or the first 2000 characters of the result before it, or has more")
	}
	o.finish("The end.")
	if p := o.project(id); p.State != org.ProjectCompleted {
		t.Errorf("project %s: %s; want it completed", p.State, p.Outcome)
	}
}

// The same holds when code makes the plans.
func TestPhasesWithoutAUsableModel(t *testing.T) {
	o := newOffice(t, llmtest.Options{Mode: llmtest.ModeGarbage})
	id := o.start(request, org.NewProject{Phases: []org.Phase{{Index: 0, Label: "a", Task: "figures"}, {Index: 1, Label: "b", Task: "the copy"}}})
	if made := o.plan(); made.Notes.Quality != "fallback" || len(made.Steps) != 1 || !made.Steps[0].Final {
		t.Errorf("first phase: %+v; want one final step by code", made)
	}
	o.finish("Figures.")
	if made := o.plan(); len(made.Steps) != 1 || made.Steps[0].Key != "m2-s1" || !strings.Contains(made.Steps[0].Goal, "the copy") {
		t.Errorf("second phase: %+v; want a step of its own key for its task", made)
	}
	o.finish("Copy.")
	if p := o.project(id); p.State != org.ProjectCompleted {
		t.Errorf("project %s: %s; want it completed", p.State, p.Outcome)
	}
}

func TestSingleTask(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	for _, c := range []struct {
		goal  string
		depth org.Depth
		kind  org.StepKind
		tier  org.Tier
	}{
		{"Compare Linear and Jira", org.DepthStandard, org.KindAnalysis, org.T2},
		{"Write a thank-you note", org.DepthSimple, org.KindSimple, org.T1},
		{"Write the PRD of the export", org.DepthDeep, org.KindWriting, org.T3},
	} {
		o.start(c.goal, org.NewProject{Title: c.goal, Single: true, Depth: c.depth})
		made := o.plan()
		if len(made.Steps) != 1 || made.Notes.Quality != "single" {
			t.Fatalf("%q: %+v; want one step", c.goal, made)
		}
		if s := made.Steps[0]; s.Kind != c.kind || s.Tier != c.tier || s.Depth != c.depth || s.Agent == "" || s.Goal != c.goal || len(s.Acceptance) == 0 {
			t.Errorf("%q: %+v; want %s, %s, %s", c.goal, s, c.kind, c.tier, c.depth)
		}
		o.finish("Done.")
	}
	if n := len(o.server.Requests()); n != 0 {
		t.Errorf("%d calls for single tasks; want none", n)
	}
}

// A model that cannot be reached makes planning wait and counts as nothing.
func TestPlanningWaitsForTheModel(t *testing.T) {
	o := newOffice(t, llmtest.Options{Mode: llmtest.ModeDown})
	id := o.start(request, org.NewProject{})
	if made := o.plan(); len(made.Steps) != 0 || !o.deferred.After(o.now) {
		t.Fatalf("with the endpoint down: plan %+v, deferred to %s; want it to wait", made, o.deferred)
	}
	if err := o.planner.Next(t.Context()); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("Next before its time: %v, want org.ErrNoWork", err)
	}
	if _, err := o.server.Story("", llmtest.Options{}); err != nil {
		t.Fatal(err)
	}
	o.now = o.deferred.Add(time.Minute)
	if made := o.plan(); made.Notes.Quality != "model" || o.project(id).State != org.ProjectActive {
		t.Errorf("after its time: %q, %+v; want a plan", made.Notes.Quality, o.project(id))
	}
}

// Design 11.2: a model without one usable reply for so long ends the project.
func TestHopelessModel(t *testing.T) {
	o := newOffice(t, llmtest.Options{Mode: llmtest.ModeGarbage})
	o.planner.Client.Now = func() time.Time { o.now = o.now.Add(time.Minute); return o.now }
	id := o.start(request, org.NewProject{})
	o.plan()
	p := o.project(id)
	if p.State != org.ProjectFailed || !strings.HasPrefix(p.Outcome, "model unusable") || strings.Count(p.Outcome, "model unusable") != 1 {
		t.Errorf("project %s: %q; want it failed for want of a usable model, said once", p.State, p.Outcome)
	}
}

// misprint is a store that is handed plans with a step that has no title, which
// the database refuses.
type misprint struct{ recorder }

func (m misprint) SavePlan(ctx context.Context, l work.MissionLease, p work.Plan) error {
	p.Steps[0].Title = ""
	return m.recorder.SavePlan(ctx, l, p)
}

// A plan that cannot be stored ends the project with a reason; it is not
// planned for ever.
func TestAPlanThatCannotBeStored(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.planner.Records = misprint{recorder{o.db, o}}
	id := o.start(request, org.NewProject{})
	o.plan()
	if p := o.project(id); p.State != org.ProjectFailed || !strings.Contains(p.Outcome, "could not be stored") {
		t.Errorf("project %s: %q; want it failed with the reason", p.State, p.Outcome)
	}
	if err := o.planner.Next(t.Context()); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("Next after that: %v, want org.ErrNoWork", err)
	}
}

// Nobody to give work to is said and ends the mission; it is not tried for
// ever.
func TestNobodyToWork(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	agents, err := o.db.Agents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range agents {
		agents[i].Team = ""
	}
	if err := o.db.SeedAgents(t.Context(), agents); err != nil {
		t.Fatal(err)
	}
	id := o.start(request, org.NewProject{})
	o.plan()
	if p := o.project(id); p.State != org.ProjectFailed || !strings.Contains(p.Outcome, "nobody on the team can be given work") {
		t.Errorf("project %s: %q; want it failed with the reason", p.State, p.Outcome)
	}
}

// What nobody sees in the founder's words is not handed to the planner.
func TestHiddenWordsAreNotPlanned(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.start("Compare\u200b rivals\U000E0041.", org.NewProject{Goal: "Compare rivals."})
	o.plan()
	for _, r := range o.server.Requests() {
		if strings.ContainsAny(r.Prompt, "\u200b\U000E0041") {
			t.Errorf("the prompt of %s holds hidden characters", r.Stage)
		}
	}
}
