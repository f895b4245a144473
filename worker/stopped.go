package worker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// refuteOrder looks for the n-th time whether a test shows that what the step asks for is not so: it must run now, pass on
// the code that the step starts from, and share a word or a value with the order. Tests of the change are tried on that code, and nothing else of it.
func (r *codeRun) refuteOrder(ctx context.Context, n int, test string, c coding.Change) (*coding.Answer, []string, error) {
	if strings.TrimSpace(test) == "" {
		return nil, []string{"it names no test: name one that passes on the code as it is and would fail if what the task says were so, as check names it, or write it"}, nil
	}
	tree := r.base.Tree
	tests, has, err := r.runner.Workspaces.TestsOnly(ctx, r.about.Code.Repository, c)
	if err != nil {
		return nil, nil, fmt.Errorf("take the tests out of what step %s wrote: %w", r.step.ID, err)
	}
	if has {
		tree = tests
	}
	all, err := stage(ctx, r.run, org.StageRefute, n, func(ctx context.Context) ([]coding.Trial, error) { // what ran in an earlier round or for another change shows nothing of this one
		s := r.checkSubject(coding.TrialRed, tree)
		s.Before = r.before
		all, err := r.runner.Run(ctx, s)
		if err != nil || r.isReplay() {
			return all, err
		}
		return all, r.Code.Records.SaveTrials(ctx, r.claim.Lease, r.step.Round(), all)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("look whether step %s asks for what is not so: %w", r.step.ID, err)
	}
	name := coder.FindPassing(all, test)
	if name == "" && has && !slices.ContainsFunc(all, func(t coding.Trial) bool { return !t.Good() || t.Passed > 0 }) && len(all) > 0 {
		name = all[0].Name // nothing names its tests: the check passes with the one that was written
	}
	if name == "" {
		return nil, []string{describeUnshown(all, test)}, nil
	}
	text, err := r.readTest(ctx, tree, name, c)
	if err != nil {
		return nil, nil, fmt.Errorf("read the test %s of step %s: %w", name, r.step.ID, err)
	}
	if !coding.Bears(r.step.Title+"\n"+r.step.Goal, name+"\n"+text) {
		return nil, []string{fmt.Sprintf("the test %s passes, and nothing in it has a word or a value of the task: name or write one that does what the task says goes wrong, in its words", name)}, nil
	}
	return &coding.Answer{Test: name, Tree: tree, New: has}, nil, nil
}

// testLines bounds what is read of a test from where its name stands.
const testLines = 40

// readTest returns the lines of a test: of one that was written for a change all that the change has of tests, else what stands below its
// name in files of tests. It is empty where its name stands nowhere, as where a runner makes names.
func (r *codeRun) readTest(ctx context.Context, tree, name string, c coding.Change) (string, error) {
	var out []string
	for _, f := range c.Files {
		if f.IsTest() {
			out = append(out, f.After)
		}
	}
	if len(out) > 0 {
		return strings.Join(out, "\n"), nil
	}
	ws, repo := r.runner.Workspaces, r.about.Code.Repository
	short := name
	for _, cut := range []string{" > ", "::", "/", "."} {
		short = short[strings.LastIndex(short, cut)+1:]
		short = strings.TrimLeft(short, ":> ")
	}
	holding, err := ws.Holding(ctx, repo, tree, short)
	if err != nil {
		return "", err
	}
	for _, path := range slices.Sorted(maps.Keys(holding)) {
		if !coding.IsTestFile(path) || len(out) == 3 {
			continue
		}
		text, err := ws.Read(ctx, repo, tree, path)
		if _, no := errors.AsType[*workspace.UnusableError](err); no {
			continue
		}
		if err != nil {
			return "", err
		}
		lines := strings.Split(text, "\n")
		if at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, short) }); at >= 0 {
			out = append(out, strings.Join(lines[at:min(at+testLines, len(lines))], "\n"))
		}
	}
	return strings.Join(out, "\n"), nil
}

func describeUnshown(all []coding.Trial, test string) string {
	for _, t := range all {
		if i := slices.IndexFunc(t.Failing, func(name string) bool { return name == test || strings.HasSuffix(name, test) }); i >= 0 {
			return fmt.Sprintf("the test %s fails on the code as it was, so what the task says is so", t.Failing[i])
		}
		if t.NotRun() != "" {
			return fmt.Sprintf("%s could not run: %s", t.Name, t.NotRun())
		}
	}
	return fmt.Sprintf("no test named %q passes on the code as it was: name one as check names it, or write one", test)
}

// endStopped ends a step whose writer makes no change: as an answer where a test shows that what it asks for is
// not so, else with a question to the founder in his words. Neither is bad work, so nothing is counted against it.
func (r *run) endStopped(s coder.StoppedError) work.Outcome {
	said := strings.TrimSpace(s.Text)
	switch {
	case s.Kind == coder.StopNotSo && s.Test != "" && r.answer != nil:
		a := *r.answer
		a.Text = said
		text := answerText(a)
		return work.Outcome{Next: org.StepCompleted, Result: text, Digest: clipResult(text), Reviewed: "shown by a test", Answer: &a}
	case s.Kind == coder.StopNotSo:
		return r.askNow(org.EscalateAmbiguity, said, fmt.Sprintf("%q: whoever looked says that it is not so, and found no test that shows it. %s Nothing was changed.", r.step.Title, endSentence(said)))
	case s.Kind == coder.StopUnsafe:
		o := r.askNow(org.EscalateStrategic, said, fmt.Sprintf("%q may do harm, says whoever was to write it: %s Nothing was changed.", r.step.Title, endSentence(said)))
		o.Harm = true
		return o
	}
	return r.askNow(org.EscalateAmbiguity, said, fmt.Sprintf("%q needs something from you: %s", r.step.Title, endSentence(said)))
}

func (r *run) askNow(topic org.EscalationKind, said, words string) work.Outcome {
	return work.Outcome{Next: org.StepFailed, Cause: "it waits for your answer: " + strings.TrimRight(said, "."), Question: topic, Escalation: words}
}

func endSentence(text string) string {
	if strings.ContainsAny(text[max(0, len(text)-1):], ".?!") {
		return text
	}
	return text + "."
}

// answerText is the result of a step that changed nothing because what it asks for is not so.
func answerText(a coding.Answer) string {
	how := fmt.Sprintf("The test `%s` passes on the code as it is.", a.Test)
	if a.New {
		how = fmt.Sprintf("A test written for it passes on the code as it is: `%s`. It was not kept.", a.Test)
	}
	return a.Text + "\n\n" + how + " Whether it tests what you meant, only you can say. Nothing was changed."
}

// hearWriting is hearFounder for whoever writes the change. What an earlier worker went on from it does not hear anew.
func (r *codeRun) hearWriting(ctx context.Context, known []string) (marks, said []string, err error) {
	if known != nil && r.wentOn() {
		r.heard = known
		return known, nil, nil
	}
	if marks, said, err = r.hearFounder(ctx, known); err == nil {
		r.heard = append([]string{}, marks...)
	}
	return marks, said, err
}

// hearFounder takes up what the founder said since the work began, and returns marks of all of it and what of it is
// not among the known ones. What was done before he said it holds.
func (r *run) hearFounder(ctx context.Context, known []string) (marks, said []string, err error) {
	if r.isReplay() {
		return nil, nil, nil
	}
	if err := r.hearNews(ctx); err != nil {
		return nil, nil, err
	}
	now, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("hear what was said since step %s began: %w", r.step.ID, err)
	}
	for _, s := range now.Steering {
		if !slices.Contains(r.about.Steering, s) {
			r.about.Steering = append(r.about.Steering, s)
		}
	}
	for _, s := range r.about.Steering {
		sum := sha256.Sum256([]byte(s))
		mark := hex.EncodeToString(sum[:6])
		if marks = append(marks, mark); !slices.Contains(known, mark) {
			said = append(said, s)
		}
	}
	return marks, said, nil
}
