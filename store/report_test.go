package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/upkeep"
)

func TestProjectIsFoundByIDAndTitle(t *testing.T) {
	b := newBench(t)
	first, second := b.project("Compare cron libraries"), b.project("Compare queues")
	for _, c := range []struct {
		name string
		want org.ProjectID
	}{{string(first), first}, {" P2 ", second}, {"compare CRON", first}, {"Compare queues", second}} {
		p, err := b.db.Project(t.Context(), c.name)
		if err != nil || p.ID != c.want {
			t.Errorf("Project(%q): got %s, %v; want %s", c.name, p.ID, err, c.want)
		}
	}
	for _, c := range []struct{ name, want string }{{"comp", "p1, p2"}, {"queues", "not found"}, {"", "not found"}} {
		if p, err := b.db.Project(t.Context(), c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Project(%q): got %s, %v; want an error with %q", c.name, p.ID, err, c.want)
		}
	}
}

// finished is a project of two steps and a document, one step of which cites
// a page.
func finished(b *bench) org.ProjectID {
	b.t.Helper()
	ctx := b.t.Context()
	p := b.project("Rents")
	b.plan(p, step("find"), step("write", "find"))
	b.pass(10 * time.Second)
	c := b.claim()["find"]
	doc := page("https://example.com/rents", "Rents rose by 4 percent in 2025.")
	doc.Published = "2025-05"
	b.ok(b.db.SaveDocument(ctx, c.Step.ID, doc, ""))
	b.ok(b.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: org.StageSearch, Output: `{"untaken":["a claim was dropped"]}`}))
	b.ok(b.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: org.StageSynthesize, Output: `{"untaken":"what no row names"}`}))
	call := modelCall("c1", p)
	call.Step, call.TierAsked, call.Tier = c.Step.ID, org.T3, org.T2
	b.end(usable(b.call(call), "reply", 1_500_000_001))
	o := done("Rents rose by 4 percent [S1:p1].")
	o.Citations = []work.Citation{{
		Claim: "Rents rose by 4 percent", Quote: "rose by 4 percent", Document: doc.ID, Title: doc.Title, URL: doc.URL,
		Start: 6, End: 23, Passage: "S1:p1", FetchedAt: b.now,
	}}
	o.Reviews = []work.Review{{Reviewer: "agent-quality", Role: "qa", Pass: true, Findings: []string{"fine"}, Model: "model/x"}}
	o.Reviewed, o.Score, o.Scored, o.Points = "qa", 3.5, true, org.Points{Met: 8, Asked: 9}
	b.finish(c, o)
	c = b.claim()["write"]
	b.finish(c, work.Outcome{
		Next: org.StepPending, Strike: true, Feedback: []string{"name the year"},
		Reviews: []work.Review{{Reviewer: "agent-quality", Role: "qa", Pass: false, Findings: []string{"name the year"}}},
	})
	b.finish(b.claim()["write"], done("In 2025."))
	for _, last := range b.claim() {
		b.pass(50 * time.Second)
		o := done("assembled")
		o.Deliverable = &work.Deliverable{Title: "Rents", Markdown: "# Rents", HTML: "<h1>Rents</h1>", PDF: []byte("%PDF"), Files: []org.File{{Name: "deliverable.docx", Data: []byte("PK")}}}
		b.finish(last, o)
	}
	return p
}

func TestReceiptOfAFinishedProject(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	ctx := t.Context()
	b.pass(time.Hour) // what happens after the end is no part of its time
	late := bad(b.call(modelCall("c2", p)), org.CallFailed)
	late.Unparsed = true
	b.end(late)
	got, err := b.db.Receipt(ctx, p)
	b.ok(err)
	want := reports.Receipt{
		Outcome: "completed", Mode: "model", Calls: 2, TokensIn: 100, TokensOut: 10, CostUSD: 1.500000001, CostUnknown: 1,
		Foreseen: &work.Foreseen{Calls: 6, Most: 27, Cost: 8 * org.Dollar / 100, CostMost: 29 * org.Dollar / 100},
		Seconds:  60, Steps: map[string]int{"completed": 2}, Reviews: 2, Strikes: 1, Models: map[string]int{"model/two-1": 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Receipt (-want +got):\n%s", diff)
	}
	doc, err := b.db.Deliverable(ctx, p)
	b.ok(err)
	if doc.Markdown != "# Rents" || string(doc.PDF) != "%PDF" || len(doc.Files) != 1 || doc.Files[0].Name != "deliverable.docx" || string(doc.Files[0].Data) != "PK" {
		t.Errorf("Deliverable: got %+v, want the document with its PDF and its Word form", doc)
	}
	cited, err := b.db.Citations(ctx, p)
	b.ok(err)
	if len(cited) != 1 || cited[0].Key != "find" || cited[0].Quote != "rose by 4 percent" || cited[0].Published != "2025-05" {
		t.Fatalf("Citations: got %+v, want one of the step find, of May 2025", cited)
	}
	docs, err := b.db.DocumentsCited(ctx, p)
	b.ok(err)
	if len(docs) != 1 || docs[0].Text[cited[0].Start:cited[0].End] != cited[0].Quote {
		t.Errorf("DocumentsCited: got %+v, want the one that holds the quote", docs)
	}
	if _, err := b.db.Deliverable(ctx, b.project("New")); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Deliverable of a new project: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestWhyAStepIsAsItIs(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	steps := b.steps(p)
	byID, err := b.db.Why(t.Context(), string(steps["find"].ID))
	b.ok(err)
	byKey, err := b.db.Why(t.Context(), "find")
	b.ok(err)
	qualified, err := b.db.Why(t.Context(), string(p)+"/find")
	b.ok(err)
	if !cmp.Equal(byID, byKey) || !cmp.Equal(byID, qualified) {
		t.Errorf("Why by id, key and project/key: got three reports, want one")
	}
	if len(byID.Calls) != 1 || len(byID.Sources) != 1 || len(byID.Reviews) != 1 || byID.Notes.Quality != "model" {
		t.Errorf("Why find: got %d calls, %d sources, %d reviews, plan %q; want 1, 1, 1, model",
			len(byID.Calls), len(byID.Sources), len(byID.Reviews), byID.Notes.Quality)
	}
	want := []string{"approved: qa", "its draft got 8 of 9 points", "a claim was dropped", "planned for tier T2 because its kind is research"}
	if !cmp.Equal(byID.Reasons, want) {
		t.Errorf("reasons of find: got %q, want %q", byID.Reasons, want)
	}
	write, err := b.db.Why(t.Context(), "write")
	b.ok(err)
	if len(write.Rejected) != 1 || !slices.Contains(write.Reasons, "rejected 1 time of 3") || len(write.Upstream) != 1 {
		t.Errorf("Why write: got %q with %d rejections and %d upstream, want one strike, one rejection, one upstream",
			write.Reasons, len(write.Rejected), len(write.Upstream))
	}
	if _, err := b.db.Why(t.Context(), "nothing of the kind"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Why of nothing: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestWhyFollowsAFailureToItsRoot(t *testing.T) {
	b := newBench(t)
	p := b.project("Chain")
	b.plan(p, step("a"), step("b", "a"), step("c", "b"))
	b.finish(b.claim()["a"], work.Outcome{Next: org.StepFailed, Cause: "the site is gone"})
	r, err := b.db.Why(t.Context(), "c")
	b.ok(err)
	if r.State != "failed" || len(r.Reasons) < 2 || !strings.Contains(r.Reasons[len(r.Reasons)-2], `"Step a" is failed: the site is gone`) {
		t.Errorf("why c failed: got %q (%s), want a chain that ends at step a", r.Reasons, r.State)
	}
}

func TestStatusSaysWhatEachThingWaitsFor(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Status")
	says := func(when string, want ...string) reports.ProjectStatus {
		t.Helper()
		r, err := b.db.Status(ctx, b.now)
		b.ok(err)
		if len(r.Projects) != 1 {
			t.Fatalf("projects %s: got %d, want 1", when, len(r.Projects))
		}
		got := r.Projects[0]
		for _, w := range want {
			if !slices.Contains(got.Waiting, w) {
				t.Errorf("status %s: got %q, want it to hold %q", when, got.Waiting, w)
			}
		}
		one, err := b.db.ProjectStatus(ctx, p, b.now)
		b.ok(err)
		if diff := cmp.Diff(got, one); diff != "" {
			t.Errorf("ProjectStatus %s differs from Status:\n%s", when, diff)
		}
		return got
	}
	says("before anyone plans", `"the work" waits to be planned, and no worker is running`)
	b.ok(b.db.Seen(ctx, "worker-1", "worker"))
	says("with a worker", `"the work" waits to be planned`)
	b.plan(p, step("a"), step("b", "a"), step("c"), step("d"), step("e", "a", "d"))
	got := says("when planned", `"Step a" is ready and waits for a free worker`, `"Step b" waits for "Step a"`, `"Step e" waits for "Step a", "Step d"`)
	if got.Ready != 3 || got.Steps[org.StepPending] != 5 {
		t.Errorf("counts when planned: got %d ready of %d pending, want 3 of 5", got.Ready, got.Steps[org.StepPending])
	}
	claims := b.claim()
	b.finish(claims["d"], done("result"))
	says("after one of two needs ended", `"Step e" waits for "Step a"`)
	says("while worked on", `"Step a" is worked on since <t:1772366400:f>`)
	b.ok(b.db.SaveCheckpoint(ctx, claims["a"].Lease, work.Checkpoint{Step: claims["a"].Step.ID, Round: 1, Stage: org.StageSearch, InputHash: "h", Output: "{}"}))
	says("after a stage", `"Step a" is worked on since <t:1772366400:f>; search is done`)
	b.finish(claims["c"], work.Outcome{
		Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: b.now.Add(time.Minute), Escalation: "Which year counts?",
	})
	got = says("with a held step", `"Step c" is held: waits before the next try at <t:1772366460:f>`)
	if !cmp.Equal(got.Decisions, []string{"Which year counts?"}) {
		t.Errorf("decisions: got %q, want the open escalation", got.Decisions)
	}
	open, err := b.db.Decisions(ctx)
	b.ok(err)
	if len(open) != 1 || open[0].Step != claims["c"].Step.ID || open[0].Question != "Which year counts?" {
		t.Errorf("Decisions: got %+v, want the question about c", open)
	}
	b.ok(b.db.Pause(ctx, p))
	says("when paused", "the project is paused until you resume it")
	if got, err := b.db.ProjectStatus(ctx, p, b.now); err != nil || slices.ContainsFunc(got.Waiting, func(w string) bool { return strings.Contains(w, "sent") }) {
		t.Errorf("a plan that was queued just now: %q, %v; want nothing of it", got.Waiting, err)
	}
	if got, err := b.db.ProjectStatus(ctx, p, b.now.Add(time.Minute)); err != nil || !slices.ContainsFunc(got.Waiting, func(w string) bool { return strings.Contains(w, "is not sent to terminal yet") }) {
		t.Errorf("a plan that nobody sends: %q, %v; want it named", got.Waiting, err)
	}
	v := b.next()
	b.ok(b.db.Undelivered(ctx, v, "the network is down", b.now))
	says("with an undelivered plan", "the plan "+string(v.ID)+" is not sent to terminal yet, after 1 try: the network is down")
	r, err := b.db.Status(ctx, b.now)
	b.ok(err)
	if r.Working != 1 || r.Outbox == 0 || len(r.Workers) != 1 || r.Queue != 0 {
		t.Errorf("office: got %d working, %d in the outbox, %d workers, %d queued; want 1, some, 1, 0", r.Working, r.Outbox, len(r.Workers), r.Queue)
	}
	b.ok(b.db.Cancel(ctx, p))
	b.pass(25 * time.Hour)
	if r, err = b.db.Status(ctx, b.now); err != nil || len(r.Projects) != 0 {
		t.Errorf("projects a day after the end: got %d, want 0 (%v)", len(r.Projects), err)
	}
}

func TestRoadmapItemsThatAreDone(t *testing.T) {
	b := newBench(t)
	source := "# Plan\n- [ ] One\n- [ ] Two\n- [x] Three\n"
	_, p := b.say("roadmap", org.Turn{Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Plan", Goal: "Plan", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "all"}},
		Roadmap: &org.Roadmap{Title: "Plan", Phases: []string{"all"}, Source: source, Items: []org.Item{
			{Key: "i1", Title: "One"}, {Key: "i2", Title: "Two"}, {Key: "i3", Title: "Three", Done: true},
		}},
	}})
	single, part, merged := step("i1"), step("i2-part"), step("i2")
	single.Item, part.Item, merged.Item = "i1", "i2", "i2"
	b.plan(p, single, part, merged)
	for _, round := range []struct {
		finish string
		want   map[string]string
	}{
		{"i1", map[string]string{"i1": "i1"}},
		{"i2", map[string]string{"i1": "i1"}},
		{"i2-part", map[string]string{"i1": "i1", "i2": "i2"}},
	} {
		for key, c := range b.claim() {
			if key == round.finish {
				b.finish(c, done("result"))
			}
		}
		b.ok(b.db.Release(t.Context(), "worker-1"))
		text, got, err := b.db.RoadmapSource(t.Context(), p)
		b.ok(err)
		if text != source || !cmp.Equal(got, round.want) {
			t.Errorf("items done after step %s: got %v, want %v", round.finish, got, round.want)
		}
	}
	m, err := b.db.Missions(t.Context(), p)
	b.ok(err)
	notes, err := b.db.PlanNotes(t.Context(), p)
	b.ok(err)
	if len(m) != 1 || len(notes) != 1 {
		t.Errorf("missions and plans: got %d and %+v, want one of each", len(m), notes)
	}
	by, err := b.db.ProjectByMessage(t.Context(), "m1")
	if err != nil || by.ID != p {
		t.Errorf("ProjectByMessage(m1): got %s, %v; want %s", by.ID, err, p)
	}
}

// TestProcessesAreForgotten: a command that ended in a terminal after a few
// minutes, a bot or worker after a day, when the next process is heard of.
func TestProcessesAreForgotten(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for _, owner := range []string{"bot-1", "worker-1", "tool-1"} {
		b.ok(b.db.Seen(ctx, owner, "worker"))
	}
	for _, c := range []struct {
		pass time.Duration
		want []string
	}{
		{org.LeaseTerm, []string{"bot-1", "bot-2", "tool-1", "worker-1"}},
		{time.Second, []string{"bot-1", "bot-2", "worker-1"}},
		{upkeep.ProcessForgotten - org.LeaseTerm - time.Second, []string{"bot-1", "bot-2", "worker-1"}},
		{time.Second, []string{"bot-2"}},
	} {
		b.pass(c.pass)
		b.ok(b.db.Seen(ctx, "bot-2", "bot"))
		r, err := b.db.Status(ctx, b.now)
		b.ok(err)
		var got []string
		for _, w := range r.Workers {
			got = append(got, w.Owner)
		}
		slices.Sort(got)
		if !cmp.Equal(got, c.want) {
			t.Errorf("processes known %s later: %q, want %q", c.pass, got, c.want)
		}
	}
}
