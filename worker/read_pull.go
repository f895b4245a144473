package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// readBase is a pull request of somebody else as its stage keeps it.
type readBase struct {
	Commit string   `json:"commit"` // that it starts from
	Tree   string   `json:"tree"`   // of that
	Head   string   `json:"head"`   // tree of the pull request, with the files of the base in the place of those that are held
	Held   []string `json:"held,omitempty"`
}

// pullRun is a pull request of somebody else on its way: what was found of it so far. Its code runs behind the walls of checks, without a
// network and without a secret, with the packages of the code before it.
type pullRun struct {
	*codeRun

	at     readBase
	change coding.Change // as it is read, files that are held among them
	after  []coding.Trial
}

func pullParts() []part[*pullRun] {
	return []part[*pullRun]{
		{do: func(r *pullRun, ctx context.Context) (*work.Outcome, error) { return r.findRunner(ctx) }},
		{do: (*pullRun).fetchPull, keeps: []string{org.StageBase}},
		{do: (*pullRun).tryPull, keeps: []string{coding.TrialBefore, coding.TrialGreen}},
		{do: (*pullRun).reviewPull, keeps: []string{org.StageCodeReview}},
	}
}

// readPull goes through the parts of a step that reads a pull request.
func (r *run) readPull(ctx context.Context) (work.Outcome, error) {
	return finish(ctx, &pullRun{codeRun: &codeRun{run: r}}, pullParts())
}

// fetchPull brings the pull request here, and puts the files of the base in the place of those that decide what is run or fetched.
func (r *pullRun) fetchPull(ctx context.Context) (*work.Outcome, error) {
	if r.Client.Offline() {
		return end(r.failStep("no model reads it: without one nothing can be said of it. Once one is set up, `!review` and its address reads it anew"))
	}
	ws, repo, pull := r.runner.Workspaces, r.about.Code.Repository, *r.about.Code.Reading
	base, err := ws.FetchPull(ctx, repo, pull) // also where it was fetched before: another machine may have taken the step over
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return end(r.failStep(no.Text + "; once that is mended, `!review` and its address reads it anew"))
	}
	if err != nil {
		return nil, fmt.Errorf("fetch the pull request of step %s: %w", r.step.ID, err)
	}
	r.at, err = stage(ctx, r, org.StageBase, 0, func(ctx context.Context) (out readBase, err error) {
		out.Commit = base
		if out.Tree, err = ws.Tree(ctx, repo, base); err != nil {
			return out, err
		}
		head, err := ws.Tree(ctx, repo, pull.Head)
		if err != nil {
			return out, err
		}
		c, err := ws.Between(ctx, repo, base, head)
		if err != nil {
			return out, err
		}
		for _, f := range c.Files {
			if coding.IsHeld(f.Path, repo.Checks) {
				out.Held = append(out.Held, f.Path)
			}
		}
		out.Head, err = ws.PutBack(ctx, repo, head, out.Tree, out.Held)
		return out, err
	})
	if errors.As(err, &no) {
		return end(r.failStep(no.Text))
	}
	if err != nil {
		return nil, err
	}
	r.base = placement{Commit: r.at.Commit, Tree: r.at.Tree}
	r.placed = r.placeStep(r.at.Commit, "") // how long a check may take, as for any step; nothing of it is kept, since nothing is changed
	head, err := ws.Tree(ctx, repo, pull.Head)
	if err == nil {
		r.change, err = ws.Between(ctx, repo, r.at.Commit, head)
	}
	if err == nil && len(r.change.Files) == 0 {
		return end(r.failStep("it changes nothing"))
	}
	return nil, err
}

// subject says how a tree is tried: with the packages of the base, whatever the pull request wants.
func (r *pullRun) subject(phase, tree string) trial.Subject {
	s := r.checkSubject(phase, tree)
	s.Step, s.Packages = r.step.ID, trial.Wanted{Tree: r.at.Tree}
	return s
}

// tryPull runs the checks on the code before the pull request, and with it.
func (r *pullRun) tryPull(ctx context.Context) (_ *work.Outcome, err error) {
	before := r.subject(coding.TrialBefore, r.at.Tree)
	before.Packages.Make, before.Founders = true, true
	r.before, err = r.tryTree(ctx, 0, before)
	if unchecked := new(uncheckedError); errors.As(err, &unchecked) {
		return end(r.failUnchecked(unchecked))
	}
	if err != nil {
		return nil, err
	}
	after := r.subject(coding.TrialGreen, r.at.Head)
	after.Before = r.before
	r.after, err = r.tryTree(ctx, 0, after)
	return nil, err
}

// reviewPull has an engineer read the pull request, and ends the step with what he found.
func (r *pullRun) reviewPull(ctx context.Context) (*work.Outcome, error) {
	ws, repo := r.runner.Workspaces, r.about.Code.Repository
	patch, err := ws.Around(ctx, repo, r.change, linesAround, bytesAround)
	if err != nil {
		return nil, err
	}
	reader := coder.Reader{
		Workspaces: ws, Repository: repo, Tree: r.at.Head,
		Run: func(ctx context.Context, tree, command string) (string, string, error) {
			return r.runner.RunCommand(ctx, r.subject(coding.TrialGreen, tree), command)
		},
	}
	all := slices.Concat(r.before, r.after)
	whole := r.change
	whole.Tree = r.at.Head // as it was tried
	facts := r.tellReviewer(proven{Change: whole, Trials: all})
	if facts.Uses, err = reader.FindUses(ctx, patch); err != nil {
		return nil, err
	}
	ver := version{Draft: check.Draft{Text: diffText(r.change)}}
	got, err := r.Judge.Code(ctx, review.Code{
		Work: r.judgeWork(work.Evidence{}, ver, 0), Reviewer: r.chooseCodeReviewer(), Change: r.change, Patch: patch, Facts: facts, Reader: reader, Prove: r.proveFinding,
		Keep: func(ctx context.Context, n int, do func(context.Context) (review.CodeTurn, error)) (review.CodeTurn, error) {
			return stage(ctx, r, org.StageCodeReview, n, do)
		},
	})
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		return end(r.rejectRound("the review could not be read: " + errorSentence(err)))
	}
	if err != nil {
		return nil, err
	}
	f := coding.Found{Base: r.at.Commit, Head: r.about.Code.Reading.Head, Findings: got.Proved, Held: r.at.Held, Unshown: got.Unshown}
	text := foundText(f, *r.about.Code.Reading, all)
	return end(work.Outcome{Next: org.StepCompleted, Result: text, Digest: foundLine(f), Reviewed: "each finding by its test", Found: &f})
}

// proveFinding runs a test on the pull request, and on the code before it. It shows a finding when tests that stand in it fail on the pull
// request, the same again, and nothing that passed there is gone.
func (r *pullRun) proveFinding(ctx context.Context, _ coding.ReviewFinding, path, text string) (coding.FindingTest, string, error) {
	out := coding.FindingTest{Path: path, Text: text}
	repo := r.about.Code.Repository
	if !repo.HasTest(path) || coding.IsHeld(path, repo.Checks) {
		return out, fmt.Sprintf("%s is no file that the checks here take for a test", coding.ShownPath(path)), nil
	}
	with, why, err := r.tryTest(ctx, r.at.Head, path, text, r.after)
	if err != nil || why != "" {
		return out, why, err
	}
	before, _, err := r.tryTest(ctx, r.at.Tree, path, text, r.before)
	if err != nil {
		return out, "", err
	}
	out.Failing, out.Said, out.Base, why = weighTest(text, r.after, with, before)
	return out, why, nil
}

// tryTest runs the checks on a tree with one more test; why says what keeps it from being run.
func (r *pullRun) tryTest(ctx context.Context, tree, path, text string, was []coding.Trial) (all []coding.Trial, why string, err error) {
	made, err := r.runner.Workspaces.Write(ctx, r.about.Code.Repository, tree, []workspace.Edit{{Path: path, Text: &text}})
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return nil, no.Text, nil
	}
	if err != nil {
		return nil, "", err
	}
	s := r.subject(coding.TrialGreen, made)
	s.Before, s.Twice = was, true
	all, err = r.runner.Run(ctx, s)
	return all, "", err
}

// weighTest decides what a test shows: was is how the checks end on the pull request without it, with how they end with it, and before how they
// end with it on the code before the pull request. It is pure.
func weighTest(text string, was, with, before []coding.Trial) (failing []string, said, base, why string) {
	for i, t := range with {
		switch {
		case t.NotRun() != "":
			return nil, "", "", "it could not be run: " + t.NotRun()
		case t.Reason != "":
			return nil, "", "", "it does not end by itself: " + t.Reason
		case t.Flaky:
			return nil, "", "", "it passes once and fails once"
		case len(t.Missing) > 0:
			return nil, "", "", "with it, other tests are not run any more (" + strings.Join(t.Missing[:min(len(t.Missing), 3)], ", ") + "), so it may not compile: " + lastLine(t.Tail)
		}
		var known []string
		if i < len(was) {
			known = was[i].Failing
		}
		for _, name := range t.Failing {
			if !slices.Contains(known, name) && standsIn(text, name) {
				failing, said = append(failing, name), t.Tail
			}
		}
	}
	if len(failing) > 0 {
		return failing, said, endOn(failing, before), ""
	}
	for i, t := range with { // a check that names no test: what it says of the code before tells a fault from a test that cannot be run
		named := t.Passed > 0 || len(t.Failing) > 0
		if !named && !t.Good() && i < len(was) && was[i].Good() && i < len(before) && before[i].Good() {
			return []string{t.Name}, t.Tail, "passes", ""
		}
	}
	if slices.ContainsFunc(with, func(t coding.Trial) bool { return !t.Good() }) {
		return nil, "", "", "no test that stands in it fails for a reason of its own: " + lastLine(with[0].Tail)
	}
	return nil, "", "", "its test passes on the code as it is, so it shows nothing"
}

// standsIn reports whether a test of a name stands in a file: programs put the file, the package or the class before it, and a case behind it.
func standsIn(text, name string) bool {
	if strings.Contains(text, name) {
		return true
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".:/> #[", r) })
	for _, p := range slices.Backward(parts) {
		const least = 4
		if len(p) >= least && strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// endOn says how tests end on the code before: "passes" where none of them fails and all ran, "fails" where one does.
func endOn(names []string, before []coding.Trial) string {
	ran := false
	for _, t := range before {
		if t.Reason != "" || t.NotRun() != "" || len(t.Missing) > 0 {
			return ""
		}
		for _, n := range names {
			if slices.Contains(t.Failing, n) {
				return "fails"
			}
			ran = ran || slices.Contains(t.Passing, n) || t.Passed > 0 && t.Good()
		}
	}
	if ran {
		return "passes"
	}
	return ""
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return prose.Clip(prose.OneLine(lines[len(lines)-1]), 200, "…")
}

func foundLine(f coding.Found) string {
	if len(f.Findings) == 0 {
		return "Nothing is wrong with it that I could find"
	}
	n := 0
	for _, x := range f.Findings {
		if x.Test != nil {
			n++
		}
	}
	return fmt.Sprintf("%s, %d of them shown by a test that fails there", prose.Count(len(f.Findings), "finding"), n)
}

// foundText writes the result of a step that read a pull request.
func foundText(f coding.Found, p coding.Reading, all []coding.Trial) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\nRead at %.10s, by %s, against %s at %.10s.\n", foundLine(f), f.Head, p.Author, p.Base, f.Base)
	if len(f.Held) > 0 {
		b.WriteString("\nThese files of it decide what is run or fetched. They were not run; those of the base were taken in their place:\n\n")
		for _, name := range f.Held {
			b.WriteString("- " + codeCell(name) + "\n")
		}
	}
	for i, x := range f.Findings {
		fmt.Fprintf(&b, "\n### %d. %s\n\n%s\n", i+1, coding.ShownPath(x.File)+lineOf(x.Line), x.Text)
		if x.Test == nil {
			b.WriteString("\nNo test shows it.\n")
			continue
		}
		fmt.Fprintf(&b, "\nShown by `%s`: %s fails on the pull request", x.Test.Path, strings.Join(x.Test.Failing, ", "))
		if x.Test.Base != "" {
			fmt.Fprintf(&b, ", and %s before it", x.Test.Base)
		}
		b.WriteString(".\n")
	}
	if f.Unshown > 0 {
		fmt.Fprintf(&b, "\n%s is left out: what was to show it does not.\n", prose.Capital(prose.Count(f.Unshown, "claim")))
	}
	b.WriteString("\n| check | before | with it |\n|---|---|---|\n")
	for _, t := range coding.TrialsOf(all, coding.TrialGreen, "") {
		was := "not run"
		for _, x := range coding.TrialsOf(all, coding.TrialBefore, "") {
			if x.Name == t.Name {
				was = trialText(x)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", codeCell(t.Name), was, trialText(t))
	}
	return strings.TrimSpace(b.String())
}

func lineOf(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(":%d", n)
}
