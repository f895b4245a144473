package worker

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/review"
)

// documentRun is a piece of writing on its way: what its parts found so far.
type documentRun struct {
	*run

	before   *ending // what the round before ended with; nil to begin anew
	job      research.Job
	inquiry  work.Inquiry
	evidence work.Evidence
	written  verdicts // the versions, and which of them is kept
	outcome  work.Outcome
}

// documentParts is the way of a step that researches and writes.
func documentParts() []part[*documentRun] {
	return []part[*documentRun]{
		{do: (*documentRun).trainAgent},
		saved(org.StageContext, (*documentRun).noteSurroundings, (*documentRun).takeSurroundings),
		{keeps: []string{org.StageDebug}, do: (*documentRun).findCause},
		{do: (*documentRun).findFormer},
		saved(org.StageDecompose, (*documentRun).askInquiry, (*documentRun).takeInquiry).when((*documentRun).beginsAnew),
		saved(org.StageSearch, (*documentRun).gatherSources, (*documentRun).takeSources),
		{do: (*documentRun).write, keeps: []string{
			org.StageOutline, org.StageSection, org.StageSynthesize, org.StageSupport, org.StageCritique, org.StageCompare, org.StageSearch, org.StageRevise,
		}},
		{do: (*documentRun).endUnread},
		{do: (*documentRun).judgeWritten, keeps: judgingStages()},
		saved(org.StageEnd, (*documentRun).noteEnding, (*documentRun).leaveEnding).when((*documentRun).goesBack),
		{do: (*documentRun).learn},
	}
}

func (r *run) writeDocument(ctx context.Context) (work.Outcome, error) {
	return finish(ctx, &documentRun{run: r}, documentParts())
}

// findCause has somebody else look for the cause before the last attempt.
func (r *documentRun) findCause(ctx context.Context) (*work.Outcome, error) {
	return r.diagnoseCause(ctx)
}

func (r *documentRun) findFormer(ctx context.Context) (_ *work.Outcome, err error) {
	r.before, err = r.readFormer(ctx)
	r.job = r.researchJob() // what is said from here on is for who writes
	return nil, err
}

// beginsAnew reports whether no round before left a draft: else what is missing is looked up for its findings.
func (r *documentRun) beginsAnew() bool { return r.before == nil }

// askInquiry makes questions of the task, within a limit of time of its own.
func (r *documentRun) askInquiry(ctx context.Context) (work.Inquiry, error) {
	ctx, cancel := context.WithTimeout(ctx, org.ResearchLimit)
	defer cancel()
	job := r.job
	job.Noted = r.recallGiven(org.StageDecompose, 0)
	inq, err := r.Research.Inquire(ctx, job)
	if err != nil {
		err = fmt.Errorf("inquire for step %s: %w", r.step.ID, err)
	}
	return inq, err
}

func (r *documentRun) takeInquiry(inq work.Inquiry) { r.inquiry = inq }

// gatherSources searches and closes gaps. What colleagues wrote is no source: takeSources hands on the documents that they cite instead.
func (r *documentRun) gatherSources(ctx context.Context) (work.Evidence, error) {
	if r.before != nil {
		return r.before.Evidence, nil
	}
	job := r.job
	job.Context.Upstream = nil
	job.Noted = r.recallGiven(org.StageSearch, 0)
	ev, err := r.Research.Gather(ctx, job, r.inquiry)
	if err != nil {
		err = fmt.Errorf("gather for step %s: %w", r.step.ID, err)
	}
	return ev, err
}

func (r *documentRun) takeSources(ev work.Evidence) {
	r.notes = slices.Concat(ev.Notes, r.refusedSkills())
	for _, e := range r.eased {
		r.notes = append(r.notes, "An acceptance criterion was lowered: "+e+".")
	}
	r.about.Upstream, ev = carrySources(r.about.Upstream, ev)
	r.evidence = carryEarlier(ev, r.about.Earlier)
}

func (r *documentRun) write(ctx context.Context) (*work.Outcome, error) {
	all, best, err := r.author(ctx, &r.evidence)
	if err != nil {
		return nil, err
	}
	r.written = verdicts{all: all, best: all[best], at: best}
	return nil, nil
}

// endUnread ends a step that was written without a model, so that nobody can read it either.
func (r *documentRun) endUnread(context.Context) (*work.Outcome, error) {
	if r.Client.Offline() && strings.TrimSpace(r.written.best.Draft.Text) != "" {
		return end(r.judging(r.evidence, r.written).approveStep("not done: no model"))
	}
	return nil, nil
}

func (r *documentRun) judgeWritten(ctx context.Context) (_ *work.Outcome, err error) {
	j := r.judging(r.evidence, r.written)
	if reasons := listHardDefects(j.best.Audit); len(reasons) > 0 && !r.readAnyway(j.best) {
		r.outcome = j.handedBack(reasons)
		return nil, nil
	}
	r.outcome, err = j.judge(ctx)
	return nil, err
}

// goesBack reports whether the round is rejected and another one follows.
func (r *documentRun) goesBack() bool { return r.outcome.Strike && r.outcome.Next == org.StepPending }

func (r *documentRun) noteEnding(context.Context) (ending, error) {
	return ending{r.written.best.draftReply, r.evidence}, nil
}

// leaveEnding leaves it to the next round, which reads it.
func (r *documentRun) leaveEnding(ending) {}

func (r *documentRun) learn(context.Context) (*work.Outcome, error) {
	return end(r.learnFrom(r.outcome, r.evidence, r.written))
}

// readAnyway reports whether reviewers read a draft in which code finds a hard
// fault: before it would be the last strike, since no step fails unread. What
// must never go out, such as a secret, is no matter of judgement.
func (r *documentRun) readAnyway(v version) bool {
	return r.step.Strikes+1 >= org.StrikeCap && !slices.ContainsFunc(v.Audit.MustFix, func(d check.Defect) bool {
		return d.Hard && !slices.Contains([]string{"A1", "A2", "A4"}, d.Check)
	})
}

// listHardDefects lists the audit's defects that no reviewer may wave through: what is
// cited and does not exist, numbers that stand nowhere,
// and text about the work instead of the work.
func listHardDefects(a check.Audit) []string {
	var out []string
	for _, d := range a.MustFix {
		if d.Hard {
			out = append(out, strings.Trim(d.Text+": "+d.Fix, ": "))
		}
	}
	return review.Merge(out)
}

func (r *documentRun) researchJob() research.Job {
	return research.Job{
		Caller: r.callerOf(0), Step: r.step, Context: r.about, Nonce: r.nonce, Budget: org.ResearchBudget(r.step.Depth),
		Fed: len(r.about.Upstream) > 0,
	}
}
