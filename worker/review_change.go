package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/staff"
)

// A change that is short is read with so many lines around each place.
const (
	linesAround = 12
	bytesAround = 20_000
)

// reviewChange has an engineer read the change, with how it was tried.
func (r *codeRun) reviewChange(ctx context.Context) (work.Outcome, error) {
	p := r.proven
	text := changeText(p.Change, p.Ruling, p.Trials) + "\n\n" + diffText(p.Change)
	ver := version{draftReply: draftReply{Reply: text, Family: p.Family}, Draft: check.Draft{Text: text}}
	j := r.judging(work.Evidence{}, verdicts{all: []version{ver}, best: ver})
	if r.Client.Offline() {
		return j.approveStep("not done: no model"), nil
	}
	if r.reviewedAsText() {
		return j.judge(ctx)
	}
	if err := r.Records.MarkInReview(ctx, r.claim.Lease); err != nil {
		return work.Outcome{}, fmt.Errorf("mark step %s in review: %w", r.step.ID, err)
	}
	who := r.chooseCodeReviewer()
	got, err := r.askCodeReview(ctx, ver, who)
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		return j.handedBack([]string{"the review could not be read: " + errorSentence(err)}), nil
	}
	if isUnreachable(err) && !llm.Shut(err) { // one that was not even asked is asked later
		return j.parkUnreviewed(err), nil
	}
	if err != nil {
		return work.Outcome{}, err
	}
	j.lower = lowerTier(j.lower, got.Lower)
	said := work.Review{Reviewer: who.ID, Role: org.StageCodeReview, Pass: got.Pass, Findings: got.Findings, Model: got.Model}
	if got.Pass { // what he would still change is kept with his pass
		said.Findings = got.Remarks
	}
	j.reviews = append(j.reviews, said)
	return j.concludeStep(ctx)
}

// reviewedAsText reports whether this round began its review in a version that had code read by the reviewers of
// documents: what they said is paid for, and the others are asked as they were.
func (r *run) reviewedAsText() bool {
	return slices.ContainsFunc([]string{org.StageExpert, org.StageQA, org.StageLead}, func(name string) bool {
		_, saved := r.saved[org.StageSlot(name, 0)]
		return saved
	})
}

// chooseCodeReviewer returns an engineer who is not the author, and where there is no other whoever reviews for quality.
func (r *run) chooseCodeReviewer() org.Agent {
	const field = "engineering"
	if e, ok := staff.Expert(r.about.Colleagues, r.step.Agent, field); ok {
		return e
	}
	return org.Agent{ID: r.QA, Category: field}
}

// apart is the distance between the numbers of a review's turns and those of the next one in the same round.
const apart = 1000

func (r *codeRun) askCodeReview(ctx context.Context, ver version, who org.Agent) (review.Verdict, error) {
	repo, c := r.about.Code.Repository, r.proven.Change
	patch, err := r.runner.Workspaces.Around(ctx, repo, c, linesAround, bytesAround)
	if err != nil {
		return review.Verdict{}, err
	}
	reader := coder.Reader{
		Workspaces: r.runner.Workspaces, Repository: repo, Tree: c.Tree,
		Run: func(ctx context.Context, tree, command string) (string, string, error) {
			s := r.checkSubject(coding.TrialGreen, tree)
			s.Repository, s.Step = repo, r.step.ID
			if err := r.givePackages(ctx, &s); err != nil {
				return "", "", err
			}
			return r.runner.RunCommand(ctx, s, command)
		},
	}
	facts := r.tellReviewer(r.proven)
	if facts.Uses, err = reader.FindUses(ctx, patch); err != nil {
		return review.Verdict{}, err
	}
	return r.Judge.Code(ctx, review.Code{
		Work: r.judgeWork(work.Evidence{}, ver, 0), Reviewer: who, Change: c, Patch: patch, Facts: facts, Reader: reader,
		Keep: func(ctx context.Context, n int, do func(context.Context) (review.CodeTurn, error)) (review.CodeTurn, error) {
			return stage(ctx, r.run, org.StageCodeReview, n+apart*len(r.setbacks), do)
		},
	})
}

// tellReviewer says what is known of a change when it is read.
func (r *run) tellReviewer(p proven) prompt.CodeReviewContract {
	out := prompt.CodeReviewContract{Repository: r.about.Code.Repository.Name, Said: p.Change.Said}
	if p.Change.Kind != "" {
		out.Kind = p.Change.Kind.String()
	}
	before := coding.TrialsOf(p.Trials, coding.TrialBefore, "")
	for _, t := range coding.TrialsOf(p.Trials, coding.TrialGreen, p.Change.Tree) {
		line := t.Name + ": " + trialText(t)
		if i := slices.IndexFunc(before, func(b coding.Trial) bool { return b.Name == t.Name }); i >= 0 {
			line += "; before the change: " + trialText(before[i])
		}
		out.Tried = append(out.Tried, line)
	}
	if p.Change.Red != "" {
		out.Tried = append(out.Tried, "The tests of the change "+p.Change.Red)
	}
	for _, f := range p.Ruling.Allowed {
		out.Allowed = append(out.Allowed, f.Text)
	}
	for _, f := range p.Change.Files {
		out.Files = append(out.Files, fmt.Sprintf("%s %s", coding.ShownPath(f.Path), countChanged(f)))
	}
	if n := len(r.about.Rejections); n > 0 && r.about.Rejections[n-1].Round == r.step.Round()-1 {
		out.Before = r.about.Rejections[n-1].Feedback
	}
	return out
}
