package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
	"github.com/frasier-cos/frasier/worker/staff"
)

// secondOpinion has a model of another family look at what the panel let
// through, where that is due, and an expert decide what the two
// disagree about. It returns what speaks against the draft, empty for nothing,
// and what the record says of it. A second opinion that cannot be had holds
// nothing up and counts as no pass: the record says that there was none.
func (r *judging) secondOpinion(ctx context.Context) (against []string, how string, err error) {
	if r.Client.Offline() || !r.isCrosschecked() {
		return nil, "", nil
	}
	on, err := r.Crosscheck(ctx)
	if err != nil || !on {
		return nil, "", err
	}
	s, err := r.askCrosscheck(ctx)
	switch {
	case err != nil:
		return nil, "", err
	case s.Skipped != "":
		return nil, ", crosscheck not done", nil
	case s.Pass:
		return nil, "+crosscheck", nil
	}
	settled, err := r.askTiebreak(ctx, s.Disputed, s.Findings)
	if err != nil || settled.Pass {
		return nil, "+crosscheck+tiebreak", err
	}
	return settled.Findings, "", nil
}

// isCrosschecked reports whether a second opinion is due: of a change of code, which a reviewer read with the repository
// at hand, only where it is grave.
func (r *judging) isCrosschecked() bool {
	if r.about.Code != nil {
		return r.step.Grave || r.step.Tier == org.T3
	}
	return Crosschecked(r.step)
}

// askAgain looks again at a draft that only the technical reviewer sent back,
// after the debugger found that it is the reviewer who errs: somebody of
// another family must find every criterion met, and an expert decide each
// point against the reviewer. It reports whether they do.
func (r *judging) askAgain(ctx context.Context) (bool, error) {
	d := r.about.Diagnosis
	if d == nil || d.Cause != CauseMiscalibrated {
		return false, nil
	}
	var objections []string
	for _, x := range r.reviews {
		switch {
		case x.Pass:
		case x.Role != org.StageQA:
			return false, nil
		default:
			objections = x.Findings
		}
	}
	criteria := rubric.Criteria(r.step, r.ev.Inquiry.Checklist)
	disputed, all := review.Named(criteria, objections)
	if !all {
		return false, nil
	}
	s, err := r.askCrosscheck(ctx)
	if err != nil || s.Skipped != "" || !s.Pass {
		return false, err
	}
	settled, err := r.askTiebreak(ctx, disputed, objections)
	return settled.Pass, err
}

// askCrosscheck asks for the second opinion and keeps it among the reviews.
func (r *judging) askCrosscheck(ctx context.Context) (review.Second, error) {
	s, err := stage(ctx, r, org.StageCrosscheck, 0, func(ctx context.Context) (review.Second, error) {
		got, err := r.Judge.Crosscheck(ctx, r.judgeWork(r.ev, r.best, 0))
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) || isUnreachable(err) {
			return review.Second{Skipped: errorSentence(err)}, nil
		}
		return got, err
	})
	if err != nil {
		return s, fmt.Errorf("cross-check step %s: %w", r.step.ID, err)
	}
	if s.Skipped != "" {
		r.Log.InfoContext(ctx, "no second opinion", "step", r.step.ID, "why", s.Skipped)
		return s, nil
	}
	r.reviews = append(r.reviews, work.Review{Reviewer: r.QA, Role: org.StageCrosscheck, Pass: s.Pass, Findings: s.Findings, Model: s.Model})
	return s, nil
}

// askTiebreak has the expert of the field decide what is in dispute. Without an
// expert, or an answer of his, the objections stand.
func (r *judging) askTiebreak(ctx context.Context, disputed []org.Criterion, objections []string) (review.Second, error) {
	stands := review.Second{Verdict: review.Verdict{Findings: objections}, Disputed: disputed}
	expert, ok := staff.Expert(r.about.Colleagues, r.step.Agent, r.step.Category)
	if !ok {
		return stands, nil
	}
	s, err := stage(ctx, r, org.StageTiebreak, 0, func(ctx context.Context) (review.Second, error) {
		got, err := r.Judge.Tiebreak(ctx, r.judgeWork(r.ev, r.best, 0), expert, disputed, objections)
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) || isUnreachable(err) {
			r.Log.WarnContext(ctx, "no tie-break: the objections stand", "step", r.step.ID, "err", err)
			return stands, nil
		}
		return got, err
	})
	if err != nil {
		return s, fmt.Errorf("settle step %s: %w", r.step.ID, err)
	}
	if s.Model != "" {
		r.reviews = append(r.reviews, work.Review{Reviewer: expert.ID, Role: org.StageTiebreak, Pass: s.Pass, Findings: s.Findings, Model: s.Model})
	}
	return s, nil
}
