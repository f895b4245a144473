package worker_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/review"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWorkFinishesAStep(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"))
	b.mustWork()
	s := b.want("one", org.StepCompleted, 0, 0)
	if s.Reviewed != string(review.Auto) || !s.Scored || s.Points.Asked < 5 || !s.Points.All() || s.Served != org.T2 {
		t.Errorf("step: reviewed %q, got %s (%v), served %s; want auto, all points, T2", s.Reviewed, s.Points, s.Scored, s.Served)
	}
	cites, err := b.db.Citations(context.Background(), b.project)
	b.ok(err)
	if len(cites) == 0 {
		t.Fatal("no citation was stored")
	}
	for _, c := range cites {
		d, err := b.db.Document(context.Background(), c.Document)
		b.ok(err)
		if d.Text[c.Start:c.End] != c.Quote {
			t.Errorf("citation %q: the document has %q there", c.Quote, d.Text[c.Start:c.End])
		}
	}
	if got := b.calls(org.StageSynthesize); got != 1 {
		t.Errorf("synthesize was asked %d times, want 1", got)
	}
}

func TestReviewPath(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  []llmtest.Rule
		change func(*work.PlannedStep)
		want   string
		stages []string // of reviewers asked, in order
	}{
		{name: "high score", want: "auto"},
		{name: "one thing not met", rules: []llmtest.Rule{{Stage: "critique", Do: "good"}, {Stage: "compare", Do: "good"}}, want: "qa+lead", stages: []string{"qa", "lead"}},
		{name: "nothing met", rules: []llmtest.Rule{{Stage: "critique", Do: "low"}, {Stage: "compare", Do: "low"}}, want: "qa+lead", stages: []string{"qa", "lead"}},
		{name: "no critique", rules: []llmtest.Rule{{Stage: "critique", Do: "garbage"}}, want: "qa+lead", stages: []string{"qa", "lead"}},
		{name: "critic refuses", rules: []llmtest.Rule{{Stage: "critique", Do: "refuse"}}, want: "qa+lead", stages: []string{"qa", "lead"}},
		{name: "final", change: func(s *work.PlannedStep) { s.Final = true }, want: "lead+crosscheck", stages: []string{"lead"}},
		{name: "highest tier", change: func(s *work.PlannedStep) { s.Tier = org.T3 }, want: "lead+crosscheck", stages: []string{"lead"}},
		{name: "a price is set, as planning says", change: func(s *work.PlannedStep) { s.Grave = true }, want: "lead", stages: []string{"lead"}},
		{
			name: "served by a lower tier", rules: []llmtest.Rule{{Stage: "synthesize", Do: "fail", Times: 3}},
			want: "qa+lead", stages: []string{"qa", "lead"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: c.rules})
			p := b.piece("one")
			if c.change != nil {
				c.change(&p)
			}
			b.plan(p)
			b.mustWork()
			s := b.want("one", org.StepCompleted, 0, 0)
			var asked []string
			for _, r := range b.server.Requests() {
				if r.Stage == org.StageQA || r.Stage == org.StageLead {
					asked = append(asked, r.Stage)
				}
			}
			if s.Reviewed != c.want || !slices.Equal(asked, c.stages) {
				t.Errorf("reviewed %q after asking %v, want %q after %v (%s)", s.Reviewed, asked, c.want, c.stages, s.Points)
			}
			if strings.Contains(c.name, "criti") && (s.Scored || s.Points.Counted()) {
				t.Errorf("%s were made up", s.Points)
			}
			if low := strings.Contains(c.name, "lower tier"); low != (s.Served == org.T1) {
				t.Errorf("served: got %s", s.Served)
			}
		})
	}
}

func TestReviewerServedByALowerTierIsRecorded(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: "fail", Times: 3}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	b.mustWork()
	if s := b.want("one", org.StepCompleted, 0, 0); s.Served != org.T1 {
		t.Errorf("served: got %s, want T1, which stood in for the lead's T2", s.Served)
	}
}

func TestPolicyRowsChangeThePath(t *testing.T) {
	for _, c := range []struct{ row, value, want string }{
		{"autonomy", "off", "qa+lead"},
		{"autonomy", "sometimes", "qa+lead"}, // unreadable: everything is looked at
		{"autonomy.auto_approve", "never", "qa"},
	} {
		b := newBench(t, llmtest.Options{})
		b.ok(b.db.SetPolicy(context.Background(), c.row, c.value))
		b.plan(b.piece("one"))
		b.mustWork()
		if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != c.want {
			t.Errorf("%s = %s: reviewed %q, want %q", c.row, c.value, s.Reviewed, c.want)
		}
	}
}

func TestRejectedThenApproved(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: "reject", Times: 1}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	b.mustWork()
	b.want("one", org.StepPending, 1, 0)
	told := b.told("one")
	if len(told) == 0 || !strings.Contains(strings.Join(told, "\n"), "stops short of the decision") || !strings.Contains(strings.Join(told, "\n"), "disagree") {
		t.Errorf("feedback: got %q, want the reviewer's reason and that it contradicts the score", told)
	}
	b.mustWork()
	b.want("one", org.StepCompleted, 1, 0)
	repair := ""
	for _, r := range b.server.Requests() {
		if r.Stage == org.StageRevise {
			repair = r.Prompt
		}
	}
	if !strings.Contains(repair, told[0][:40]) || !strings.Contains(repair, "The Fornax 40 kiln costs 2,350 euros") {
		t.Errorf("the second round does not repair the draft by the feedback %q", told[0])
	}
	if w, d := b.calls(org.StageSynthesize), b.calls(org.StageClaims); w != 1 || d != 0 {
		t.Errorf("%d drafts were begun and %d claims calls made, want 1 and 0: a rejected draft is repaired", w, d)
	}
}

func TestThreeStrikes(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: "reject"}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	for i := range org.StrikeCap - 1 {
		b.mustWork()
		b.want("one", org.StepPending, i+1, 0)
	}
	b.mustWork()
	s := b.want("one", org.StepFailed, org.StrikeCap, 0)
	if !strings.Contains(s.Cause, "rejected 3 times") {
		t.Errorf("cause: got %q, want that it was rejected 3 times", s.Cause)
	}
	if n := b.count(org.EventEscalation); n != 1 {
		t.Errorf("got %d escalations, want 1", n)
	}
}

// What code finds wrong is rejected by code, whatever reviewers would say.
func TestCodeRejectsWhatItCanCount(t *testing.T) {
	for _, c := range []struct{ name, reply, want string }{
		{"unknown passage", "The kiln costs 2,350 euros [S9:p9].", "no passage S9:p9"},
		{"number from nowhere", "The Fornax 40 kiln costs 9,999 euros [S1:p1].", "9,999"},
		{"invented quote", "The Fornax 40 kiln costs 2,350 euros [S1:p1].\n\n```evidence\n" +
			`{"c":"The Fornax 40 kiln costs","p":["S1:p1"],"q":"The Fornax is the best kiln that money can buy"}` + "\n```", "does not stand in its passage"},
		{"advice", "One could research the kilns [S1:p1].", "advice about the work"},
	} {
		t.Run(c.name, func(t *testing.T) {
			reply := llmtest.Rule{Do: "reply", Reply: c.reply}
			first, again := reply, reply
			first.Stage, again.Stage = org.StageSynthesize, org.StageRevise
			b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{first, again}})
			b.plan(b.piece("one"))
			b.mustWork()
			b.want("one", org.StepPending, 1, 0)
			if told := strings.Join(b.told("one"), "\n"); !strings.Contains(told, c.want) {
				t.Errorf("feedback: got %q, want %q in it", told, c.want)
			}
			if n := b.calls(org.StageQA); n != 0 {
				t.Errorf("QA was asked %d times about a draft that code rejects", n)
			}
			if n := b.calls(org.StageRevise); n != worker.MaxRevisions {
				t.Errorf("the author was told %d times, want %d", n, worker.MaxRevisions)
			}
			critics := 1 // of the first draft, so that one revision serves what both find
			if c.name == "advice" {
				critics = 0
			}
			if n := b.calls(org.StageCritique); n != critics {
				t.Errorf("%d critics were paid for a draft that code sends back, want %d", n, critics)
			}
		})
	}
}

// A criterion that code can count is a matter of form: the draft goes on to the
// reviewer with the count, who cannot wave it through.
func TestCountedCriteriaGoToTheReviewer(t *testing.T) {
	reply := llmtest.Rule{Do: "reply", Reply: "The kilns cost much."}
	first, again := reply, reply
	first.Stage, again.Stage = org.StageSynthesize, org.StageRevise
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{first, again}})
	b.plan(b.piece("one"))
	b.mustWork()
	b.want("one", org.StepPending, 1, 0)
	if told := strings.Join(b.told("one"), "\n"); !strings.Contains(told, "0 of 1 sources") {
		t.Errorf("feedback: got %q, want the count in it", told)
	}
	if n := b.calls(org.StageQA); n == 0 {
		t.Error("no reviewer saw the draft")
	}
}

func TestUnreadableReviewIsARejectedRound(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: "reply", Reply: "It reads well to me, go ahead."}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	b.mustWork()
	b.want("one", org.StepPending, 1, 0)
	if told := strings.Join(b.told("one"), "\n"); !strings.Contains(told, "could not be read") {
		t.Errorf("feedback: got %q, want that the review could not be read", told)
	}
}

func TestUnreachableReviewerHoldsTheStep(t *testing.T) {
	for _, fault := range []string{"fail", "fault:401"} {
		t.Run(fault, func(t *testing.T) {
			times := 4 // a call's tries, and one of the lower tier
			if fault != "fail" {
				times = 1
			}
			b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: fault, Times: times}}})
			p := b.piece("one")
			p.Final = true
			b.plan(p)
			b.mustWork()
			b.want("one", org.StepPending, 0, org.HoldUnreviewed)
			written := b.calls(org.StageSynthesize)
			b.forward(time.Hour) // waiting alone releases nothing
			_, err := b.db.ReleaseDue(context.Background(), b.Now())
			b.ok(err)
			b.want("one", org.StepPending, 0, org.HoldUnreviewed)
			b.ok(b.db.ReleaseUnreviewed(context.Background(), b.project))
			b.restart()
			before := b.calls("")
			b.mustWork()
			if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != "lead+crosscheck" {
				t.Errorf("reviewed %q, want lead+crosscheck", s.Reviewed)
			}
			if n := b.calls("") - before; n != 2 || b.calls(org.StageSynthesize) != written {
				t.Errorf("%d calls after the release, want 2: the reviewers and nobody else", n)
			}
		})
	}
}

// A reviewer who is not even asked, since calls to the model failed lately, is
// asked later: that says nothing of him, so nobody has to release the step.
// A reviewer whom the founder's cap leaves no room for is not out of reach: the
// step waits for the cap.
func TestAReviewerBehindACapWaitsForIt(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "critique", Do: "good"}}})
	b.plan(b.piece("one"))
	b.w.Crash = func(point string) {
		if point == "before "+org.StageQA {
			b.ok(b.db.SetCap(context.Background(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 1}))
		}
	}
	b.mustWork()
	b.want("one", org.StepPending, 0, org.HoldBudget)
}

func TestReviewerWhoIsNotAskedIsAskedLater(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "qa", Do: "fail", Times: 4}, {Stage: "critique", Do: "good"}, {Stage: "compare", Do: "good"}}})
	b.plan(b.piece("one"))
	b.mustWork()
	b.want("one", org.StepPending, 0, org.HoldUnreviewed) // three tries
	b.ok(b.db.ReleaseUnreviewed(context.Background(), b.project))
	b.mustWork()
	if s := b.want("one", org.StepPending, 0, org.HoldBackoff); !s.RunAfter.After(b.Now()) {
		t.Errorf("it runs after %v, want later than %v: one more failure shuts the way", s.RunAfter, b.Now())
	}
	b.forward(time.Minute + time.Second)
	_, err := b.db.ReleaseDue(context.Background(), b.Now())
	b.ok(err)
	b.restart()
	b.mustWork()
	b.want("one", org.StepCompleted, 0, 0)
}

func TestTransportFaultWaitsWithoutAStrike(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "synthesize", Do: "fail", Times: 4}}}) // T2 three times, T1 once
	b.plan(b.piece("one"))
	b.mustWork()
	s := b.want("one", org.StepPending, 0, org.HoldBackoff)
	if !s.RunAfter.After(b.Now()) {
		t.Errorf("run after: got %v, want later than %v", s.RunAfter, b.Now())
	}
	b.forward(time.Minute)
	_, err := b.db.ReleaseDue(context.Background(), b.Now())
	b.ok(err)
	b.mustWork()
	b.want("one", org.StepCompleted, 0, 0)
	if n := b.calls(org.StageDecompose); n != 0 {
		t.Errorf("decompose was asked %d times, want never: the documents at hand fit", n)
	}
}

func TestHopelessModelEndsTheProjectOnce(t *testing.T) {
	b := newBench(t, llmtest.Options{Mode: llmtest.ModeEmpty})
	b.plan(b.piece("one"), b.piece("two"), b.piece("three"), b.piece("four"), b.piece("five"), b.piece("six"))
	for range 60 {
		p, err := b.db.Project(context.Background(), string(b.project))
		b.ok(err)
		if p.State.Ended() {
			break
		}
		if _, err = b.work(); err != nil && !errors.Is(err, org.ErrLeaseLost) {
			t.Fatal(err)
		}
	}
	p, err := b.db.Project(context.Background(), string(b.project))
	b.ok(err)
	if p.State != org.ProjectFailed || !strings.Contains(p.Outcome, "model unusable") {
		t.Fatalf("project: got %s (%q), want failed: model unusable", p.State, p.Outcome)
	}
	if n := b.calls(""); n > 2*llm.BadRepliesInARow {
		t.Errorf("%d calls before the end, want at most %d", n, 2*llm.BadRepliesInARow)
	}
	if n := b.count(org.EventProjectFailed); n != 1 {
		t.Errorf("the project failed %d times, want once", n)
	}
}

func TestOfflineStepsAreLabelled(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.offline()
	b.plan(b.piece("one"))
	b.mustWork()
	s := b.want("one", org.StepCompleted, 0, 0)
	if s.Reviewed != "not done: no model" || s.Scored || b.calls("") != 0 {
		t.Errorf("reviewed %q, scored %v, %d calls; want the label, no score, no call", s.Reviewed, s.Scored, b.calls(""))
	}
}

func TestAssembly(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules []llmtest.Rule
		want  string
	}{
		{name: "coherent", want: "coherence review"},
		{name: "returned", rules: []llmtest.Rule{{Stage: "coherence", Do: "reject"}}, want: "coherence review, with open remarks"},
		{name: "unreadable", rules: []llmtest.Rule{{Stage: "coherence", Do: "garbage"}}, want: "coherence review not done"},
		{name: "nothing quoted", rules: []llmtest.Rule{{Stage: "coherence", Do: "reply", Reply: `{"contradictions":[],"defects":[],"proof":["Words that stand nowhere in it"],"verdict":"pass"}`}}, want: "coherence review not done"},
		{name: "no opening", rules: []llmtest.Rule{{Stage: "summary", Do: "empty"}}, want: "coherence review"},
		{name: "lower tier", rules: []llmtest.Rule{{Stage: "coherence", Do: "fail", Times: 3}}, want: "coherence review"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: c.rules})
			b.plan(b.piece("one"), b.piece("two", "one"))
			for range 3 {
				b.mustWork()
			}
			list, err := b.db.Steps(context.Background(), b.project)
			b.ok(err)
			i := slices.IndexFunc(list, func(s org.Step) bool { return s.Kind == org.KindAssembly })
			if i < 0 || list[i].State != org.StepCompleted || list[i].Reviewed != c.want {
				t.Fatalf("assembly: got %+v, want completed after %q", list[i], c.want)
			}
			d, err := b.db.Deliverable(context.Background(), b.project)
			b.ok(err)
			if n := b.calls(org.StageSummary); n != 1 && c.name != "no opening" { // an empty reply is asked for once more
				t.Errorf("%d calls for the opening, want 1", n)
			}
			if strings.Contains(d.Markdown, "Say it once.") || !strings.Contains(d.Markdown, "2,350 euros") {
				t.Errorf("document: want the results and no remark on them, got\n%s", d.Markdown)
			}
		})
	}
}

// A later step cites the document and not its colleague.
func TestLaterStepsCiteDocuments(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"), b.piece("two", "one"))
	b.mustWork()
	b.mustWork()
	b.want("two", org.StepCompleted, 0, 0)
	cites, err := b.db.Citations(context.Background(), b.project)
	b.ok(err)
	for _, c := range cites {
		d, err := b.db.Document(context.Background(), c.Document)
		b.ok(err)
		if got := d.Text[c.Start:c.End]; got != c.Quote || d.Origin == work.OriginStep {
			t.Errorf("citation %s: %q", cmp.Diff(c.Quote, got), d.Origin)
		}
	}
}

// count is how many events of a kind the journal holds.
func (b *bench) count(kind org.EventKind) int {
	b.t.Helper()
	events, err := b.db.Events(context.Background(), 0, 10_000)
	b.ok(err)
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// What code only remarks holds nothing up when the critic has no objection, and
// is shown.
func TestRemarksOfCodeAreShown(t *testing.T) {
	const text = "The Fornax 40 kiln costs 2,350 euros [S2:p1]. It is made by Brandt Keramik in a small town [S2:p1]."
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
		{Stage: "synthesize", Do: "reply", Reply: text}, {Stage: "revise", Do: "reply", Reply: text},
	}})
	b.plan(b.piece("one"))
	b.mustWork()
	if s := b.want("one", org.StepCompleted, 0, 0); !s.Points.Counted() || !s.Points.All() || s.Reviewed != "auto, with remarks of code" || b.calls(org.StageRevise) != 0 {
		t.Errorf("%s, reviewed %q, %d revisions; want all points, auto with remarks and none", s.Points, s.Reviewed, b.calls(org.StageRevise))
	}
}

// What the founder says meanwhile counts: checkpoints of before are not used.
func TestSteeringMakesCheckpointsStale(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "synthesize", Do: "fail", Times: 4}}})
	// With this the documents are too many to be given whole, so questions are asked.
	b.ok(os.WriteFile(filepath.Join(b.folder, "minutes.md"), []byte("# Minutes\n\n"+strings.Repeat("The committee met and adjourned without a vote. ", 1500)), 0o600))
	b.plan(b.piece("one"))
	b.mustWork()
	b.want("one", org.StepPending, 0, org.HoldBackoff)
	ctx := context.Background()
	m, _, err := b.db.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: "terminal", ID: "local"}, Origin: "2", Author: "founder", SaidAt: b.Now(), Text: "Only kilns of less than 60 litres.",
	})
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionResponse, Steering: b.project})
	b.ok(err)
	b.forward(time.Minute)
	_, err = b.db.ReleaseDue(ctx, b.Now())
	b.ok(err)
	b.restart()
	b.mustWork()
	b.want("one", org.StepCompleted, 0, 0)
	if n := b.calls(org.StageDecompose); n != 2 {
		t.Errorf("decompose was asked %d times, want again after the founder spoke", n)
	}
}
