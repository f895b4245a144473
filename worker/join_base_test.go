package worker_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// yard is a back office with a repository, where a change waits on its branch while the repository's own moves on.
type yard struct {
	*bench
	source string // the founder's folder
	y      workspace.Dir
	first  org.ProjectID // whose change waits on its branch
	main   string        // the commit that the repository's branch is at
}

// joining has the step of one project bring its branch together with the repository's own, as a round about a pull request that conflicts does.
type joining struct {
	worker.Records
	project org.ProjectID
	gone    bool // nothing is left of the branch
}

func (j joining) Context(ctx context.Context, id org.StepID) (work.StepContext, error) {
	about, err := j.Records.Context(ctx, id)
	if err != nil || about.Code == nil || about.Code.From == nil {
		return about, err
	}
	about.Code.Join("main")
	if j.gone {
		about.Code.From.Merged = nil
	}
	return about, nil
}

const feePatch = "--- a/fee.sh\n+++ b/fee.sh\n@@ -1,3 +1,4 @@\n echo one\n+echo three\n # what follows is for the clerk\n # and for nobody else\n" +
	"--- /dev/null\n+++ b/tests/three.sh\n@@ -0,0 +1 @@\n+sh fee.sh | grep -q three && echo ok 2 - says three || echo not ok 2 - says three\n"

// newYard makes both: the change of the first project is merged on its branch, and main goes on to hold these files.
func newYard(t *testing.T, turns llmtest.Coding, moved map[string]string) *yard {
	t.Helper()
	s := &yard{bench: newBench(t, llmtest.Options{Coding: turns}), source: t.TempDir(), y: workspace.Dir{Home: t.TempDir()}}
	walls, err := fence.New()
	s.ok(err)
	runner := &trial.Runner{Fence: walls, Workspaces: s.y, Now: s.Now, Known: new(trial.Known)}
	s.w.Code = &worker.Code{Records: s.db, Machine: "here", Workspaces: s.y, Ready: func(context.Context) (*trial.Runner, error) { return runner, nil }}
	s.git("init", "-q", "-b", "main")
	s.commit(map[string]string{
		"check.sh": arenaCheck, "fee.sh": "echo one\n# what follows is for the clerk\n# and for nobody else\necho done\n",
		"tests/one.sh": "sh fee.sh | grep -q one && echo ok 1 - says one || echo not ok 1 - says one\n",
	})
	r, _, err := s.y.Add(t.Context(), coding.Repository{Name: "shop", Source: s.source, Machine: "here", Checks: []string{"sh check.sh"}})
	s.ok(err)
	_, err = s.db.AddRepository(t.Context(), r)
	s.ok(err)
	s.first = s.order("", "fee.diff")
	s.mustWork()
	s.want("i1", org.StepCompleted, 0, 0)
	s.main = s.commit(moved)
	return s
}

func (s *yard) git(args ...string) string {
	s.t.Helper()
	out, err := exec.CommandContext(s.t.Context(), "git", append([]string{"-C", s.source, "-c", "user.name=Founder", "-c", "user.email=founder@example.com"}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit puts files into the founder's branch, and returns its commit.
func (s *yard) commit(files map[string]string) string {
	s.t.Helper()
	for name, text := range files {
		at := filepath.Join(s.source, name)
		s.ok(errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)))
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "As it is")
	return s.git("rev-parse", "main")
}

// order starts a project with one change, which starts on a base and is given in files, or is to be written.
func (s *yard) order(base string, patches ...string) org.ProjectID {
	s.t.Helper()
	ctx := s.t.Context()
	m := org.Message{
		Channel: org.Channel{Transport: "terminal", ID: "local"}, Origin: "o" + base, Author: "founder", SaidAt: s.Now(), Text: "Charge three", Repository: "shop", Base: base, Explicit: true,
	}
	for _, name := range patches {
		m.Attachments = append(m.Attachments, org.Attachment{Name: name, Size: int64(len(feePatch)), Data: []byte(feePatch), Text: feePatch})
	}
	id, _, err := s.db.SaveMessage(ctx, m)
	s.ok(err)
	s.project, err = s.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Fees", Goal: "Charge three", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "work"}},
		Roadmap: &org.Roadmap{Title: "Fees", Phases: []string{"work"}, Source: "# Fees\n", Items: []org.Item{{Key: "i1", Title: "Charge three", Code: true, Patches: patches}}},
	}})
	s.ok(err)
	job, err := s.db.ClaimMission(ctx, "planner", time.Minute)
	s.ok(err)
	p := s.piece("i1")
	p.Title, p.Goal, p.Kind, p.Item, p.Code, p.Patches, p.Change = "Charge three", "The fee says three too.", org.KindEngineering, "i1", true, patches, string(coding.KindFeature)
	p.Acceptance = []org.Criterion{{ID: "a1", Text: "The fee says three", Check: org.CheckJudge}}
	s.ok(s.db.SavePlan(ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Fees", Quality: "model"}, Steps: []work.PlannedStep{p}}))
	return s.project
}

// join orders that the branch of the first project is brought together with main, works on that, and returns what came of it.
func (s *yard) join(gone bool, patches ...string) (org.Step, coding.StepChange) {
	s.t.Helper()
	s.w.Records = joining{s.w.Records, s.project, gone}
	s.order(string(s.first), patches...)
	s.mustWork()
	all, err := s.db.Changes(s.t.Context(), s.project)
	s.ok(err)
	if len(all) == 0 {
		return s.step("i1"), coding.StepChange{}
	}
	return s.step("i1"), all[0]
}

// read returns a file of what a step merged.
func (s *yard) read(c coding.StepChange, name string) string {
	s.t.Helper()
	if c.Merged == nil {
		return ""
	}
	text, err := s.y.Read(s.t.Context(), c.Order.Repository, c.Merged.Tree, name)
	s.ok(err)
	return text
}

// wantBoth holds that a change went to the branch as one commit behind both, with what each of them has.
func (s *yard) wantBoth(c coding.StepChange, fee string) {
	s.t.Helper()
	first, err := s.db.Changes(s.t.Context(), s.first)
	s.ok(err)
	if c.Merged == nil || c.Merged.Parent != first[0].Merged.ID || c.Merged.Joins != s.main {
		s.t.Fatalf("merged %+v, want a commit behind %s and %s", c.Merged, first[0].Merged.ID, s.main)
	}
	if got := s.read(c, "fee.sh"); got != fee {
		s.t.Errorf("fee.sh holds\n%s, want\n%s", got, fee)
	}
	if !strings.Contains(c.Red, "says three") {
		s.t.Errorf("failed on the base: %q, want the test of the change", c.Red)
	}
}

const (
	comments = "# what follows is for the clerk\n# and for nobody else\n"
	cash     = "echo one # cash\n" + comments + "echo done\n"
	bothSay  = "echo one # cash\necho three\n" + comments + "echo done\n"
)

func resolve(round, turn int, old, text string) llmtest.Coding {
	return llmtest.Coding{
		{Round: round, Turn: turn, Do: "replace", Path: "fee.sh", Find: old, Text: text},
		{Round: round, Turn: turn, Do: "done", Text: "Both hold."},
	}
}

// What git can bring together with its base nobody writes: it is proven on the base, and goes behind both.
func TestGitBringsAPullRequestTogetherWithItsBase(t *testing.T) {
	s := newYard(t, nil, map[string]string{"fee.sh": "echo one\n" + comments + "echo bye\n"})
	step, c := s.join(false)
	s.want("i1", org.StepCompleted, 0, 0)
	s.wantBoth(c, "echo one\necho three\n"+comments+"echo bye\n")
	if n := s.calls(org.StageTurn); n != 0 || s.calls(org.StageCodeReview) == 0 {
		t.Errorf("%d turns, want none, and a review", n)
	}
	if !strings.Contains(step.Result, "git brought both together, and nobody wrote anything") {
		t.Errorf("it is said: %s", step.Result)
	}
}

// Where both changed the same lines, its writer goes on from the base, sees both sides, and what it makes of them is proven like any change.
func TestAWriterBringsAPullRequestTogetherWithItsBase(t *testing.T) {
	s := newYard(t, resolve(1, 1, "echo one # cash\n", "echo one # cash\necho three\n"), map[string]string{"fee.sh": cash})
	_, c := s.join(false)
	s.want("i1", org.StepCompleted, 0, 0)
	s.wantBoth(c, bothSay)
	for _, r := range s.server.Requests() {
		if r.Stage != org.StageTurn {
			continue
		}
		for _, side := range []string{"cannot be merged", "fee.sh stands there as it was merged", "+echo one # cash", "+echo three"} {
			if !strings.Contains(r.Prompt, side) {
				t.Errorf("the writer is not told %q:\n%s", side, r.Prompt)
			}
		}
	}
	if n := s.calls(org.StageTurn); n != 1 {
		t.Errorf("%d turns, want one", n)
	}
}

// What git brought together and the checks of the base refuse comes back, and its writer goes on from it in the next round.
func TestAWriterGoesOnFromWhatGitBroughtTogether(t *testing.T) {
	short := "test \"$(sh fee.sh | wc -l)\" -le 2 && echo ok 3 - is short || echo not ok 3 - is short\n"
	s := newYard(t, resolve(2, 1, "echo done\n", ""), map[string]string{"tests/short.sh": short})
	if _, c := s.join(false); c.Merged != nil {
		t.Fatal("what fails is merged")
	}
	s.want("i1", org.StepPending, 1, 0)
	if n := s.calls(org.StageTurn); n != 0 || !strings.Contains(strings.Join(s.told("i1"), " "), "is short") {
		t.Errorf("after %d turns it is told %q, want none, and the test that fails", n, s.told("i1"))
	}
	s.mustWork()
	s.want("i1", org.StepCompleted, 1, 0)
	all, err := s.db.Changes(t.Context(), s.project)
	s.ok(err)
	s.wantBoth(all[0], "echo one\necho three\n"+comments)
	if n := s.calls(org.StageTurn); n != 1 {
		t.Errorf("%d turns, want one", n)
	}
}

// Where nobody could write, the founder is asked with both sides; where there is nothing to bring together, the step ends and says so.
func TestWhatCannotBeBroughtTogetherIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		moved   map[string]string
		gone    bool
		patches []string
		state   org.StepState
		want    []string
	}{
		"both changed the same, and it is given": {moved: map[string]string{"fee.sh": cash}, patches: []string{"fee.diff"}, state: org.StepFailed, want: []string{"does not agree with what was merged meanwhile in fee.sh"}},
		"the base has it already": {
			moved: map[string]string{"fee.sh": "echo one\necho three\n" + comments + "echo done\n", "tests/three.sh": "sh fee.sh | grep -q three && echo ok 2 - says three || echo not ok 2 - says three\n"},
			state: org.StepFailed, want: []string{"main has all that the pull request changes already", "close"},
		},
		"nothing is left of the branch": {moved: map[string]string{"fee.sh": cash}, gone: true, state: org.StepFailed, want: []string{"nothing is left here of the branch", "main"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newYard(t, nil, c.moved)
			step, change := s.join(c.gone, c.patches...)
			if step.State != c.state || change.Merged != nil || s.calls(org.StageTurn) > 0 {
				t.Errorf("%s (%s), merged %v after %d turns; want %s, and nothing", step.State, step.Cause, change.Merged, s.calls(org.StageTurn), c.state)
			}
			said := step.Cause
			all, err := s.db.Decisions(t.Context())
			s.ok(err)
			for _, d := range all {
				said += d.Question + d.Hunk
			}
			for _, words := range c.want {
				if !strings.Contains(said, words) {
					t.Errorf("it is said %q, want %q", said, words)
				}
			}
		})
	}
}
