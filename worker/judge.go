package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/staff"
)

type verdicts struct {
	all     []version
	best    version
	at      int // of best in all
	reviews []work.Review
	unsound bool     // the critic could not be trusted
	lower   org.Tier // lowest tier of a reviewer that stood in for a higher one
	own     bool     // a reader of a grave step was of the author's family: no other could be asked
}

// judging is the review of what a round came to: of a piece of writing, or of a change of code.
type judging struct {
	*run
	verdicts

	ev work.Evidence
}

func (r *run) judging(ev work.Evidence, v verdicts) *judging { return &judging{r, v, ev} }

// judgingStages are those whose results it keeps.
func judgingStages() []string {
	return []string{org.StageCalibrate, org.StageExpert, org.StageQA, org.StageLead, org.StageCrosscheck, org.StageTiebreak}
}

// judge sends the best draft down the review path that the autonomy policy
// gives it, and turns the verdicts into an outcome.
func (r *judging) judge(ctx context.Context) (work.Outcome, error) {
	thresholds, err := r.Autonomy(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return work.Outcome{}, fmt.Errorf("read autonomy policy: %w", err)
		}
		r.Log.ErrorContext(ctx, "read autonomy policy: full review", "step", r.step.ID, "err", err)
		thresholds = policy.Thresholds{} // off: everything is reviewed in full
	}
	best := r.best
	judged := review.Judged{
		Final: r.step.Final, Tier: r.step.Tier, Grave: r.step.Grave,
		Downgraded: slices.ContainsFunc(r.all, func(x version) bool { return x.Downgraded }),
		Got:        policy.Got{Points: best.Critique.Points, Missed: best.Critique.MissedMust(), Sourceless: r.ev.Empty()},
		Scored:     best.Scored, AuditClean: !best.hasHardFault() && !best.hasContradiction(),
	}
	if best.Scored {
		sound, err := stage(ctx, r, org.StageCalibrate, 0, func(ctx context.Context) (bool, error) { // what is known now holds for the attempt
			return r.Gauge.Sound(ctx, best.Critique.Model, best.Family, r.step.Kind)
		})
		if err != nil {
			return work.Outcome{}, fmt.Errorf("look how far the critic of step %s is trusted: %w", r.step.ID, err)
		}
		judged.Uncalibrated, r.unsound = !sound, !sound
	}
	path := review.PathOf(thresholds, judged)
	if path == review.Auto && check.Suspect(r.step, best.Draft, work.DecidedIn(r.about.Upstream)) { // a critic who overlooks it is not the only one who reads it
		path = review.QA
	}
	panel := r.choosePanel(path, best.isUnobjected() && !judged.Got.Missed && review.Trusts(thresholds, judged))
	if len(panel) > 0 {
		if err := r.Records.MarkInReview(ctx, r.claim.Lease); err != nil {
			return work.Outcome{}, fmt.Errorf("mark step %s in review: %w", r.step.ID, err)
		}
		if panel, err = r.mixFamilies(ctx, panel); err != nil {
			return work.Outcome{}, err
		}
	}
	for _, p := range panel {
		got, err := stage(ctx, r, p.stage, 0, func(ctx context.Context) (review.Verdict, error) {
			return p.ask(ctx, r.judgeWork(r.ev, best, 0))
		})
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			return r.handedBack([]string{fmt.Sprintf("the %s review could not be read: %s", p.role, errorSentence(err))}), nil
		}
		if isUnreachable(err) && !llm.Shut(err) { // one that was not even asked is asked later
			return r.parkUnreviewed(err), nil
		}
		if err != nil {
			return work.Outcome{}, err
		}
		r.lower, r.own = lowerTier(r.lower, got.Lower), r.own || got.Own
		r.reviews = append(r.reviews, work.Review{Reviewer: p.agent, Role: p.role, Pass: got.Pass, Findings: got.Findings, Remarks: got.Remarks, Model: got.Model})
	}
	return r.concludeStep(ctx)
}

// mixFamilies has the last reader of a grave step's panel be of another family than the
// author: one of the same would overlook the same. Who reads final work and that of the
// highest tier stays, since somebody of another family reads it besides.
func (r *judging) mixFamilies(ctx context.Context, panel []reviewer) ([]reviewer, error) {
	if !r.step.Grave || Crosschecked(r.step) || r.Client.Offline() {
		return panel, nil
	}
	on, err := r.Crosscheck(ctx)
	if err != nil || !on {
		return panel, err
	}
	last := len(panel) - 1
	panel[last].ask = r.otherFamily(panel[last].ask)
	return panel, nil
}

// otherFamily asks a reader of another family than the author's, and where there is
// none, or none who can be read, the seat's own.
func (r *judging) otherFamily(ask askReviewer) askReviewer {
	return func(ctx context.Context, w review.Work) (review.Verdict, error) {
		w.OtherFamily = true
		got, err := ask(ctx, w)
		if !errors.Is(err, review.ErrOwnFamily) && !llm.Content(err) && !errors.Is(err, org.ErrNoModel) && !isUnreachable(err) {
			return got, err
		}
		r.Log.InfoContext(ctx, "read by the author's family", "step", r.step.ID, "why", errorSentence(err))
		w.OtherFamily = false
		got, err = ask(ctx, w)
		got.Own = true
		return got, err
	}
}

// reviewer is one seat of the panel.
type reviewer struct {
	stage, role string
	agent       org.AgentID
	ask         askReviewer
}

type askReviewer func(context.Context, review.Work) (review.Verdict, error)

// choosePanel returns who looks at a draft on a review path, in order. A draft that a trusted critic has
// no objection to gets one more reader where its weight asks for one: somebody of the field, else
// the lead. Otherwise the technical reviewer reads it too.
func (r *judging) choosePanel(path review.Path, trusted bool) []reviewer {
	qa := reviewer{org.StageQA, "qa", r.QA, r.Judge.QA}
	lead := reviewer{org.StageLead, "lead", r.Lead, r.Judge.Lead}
	switch path {
	case review.Auto:
		return nil
	case review.QA:
		return []reviewer{qa}
	case review.Full:
	}
	e, field := staff.Expert(r.about.Colleagues, r.step.Agent, r.step.Category)
	expert := reviewer{org.StageExpert, "expert", e.ID, func(ctx context.Context, w review.Work) (review.Verdict, error) { return r.Judge.Expert(ctx, w, e) }}
	switch {
	case trusted && field:
		return []reviewer{expert}
	case trusted:
		return []reviewer{lead}
	case field:
		return []reviewer{expert, qa, lead}
	}
	return []reviewer{qa, lead}
}

// isUnreachable reports whether a reviewer gave no answer, for whatever reason.
// A caller who gave up, a lost claim and a project that ends are no such
// reason.
func isUnreachable(err error) bool {
	var call *llm.Error
	if !errors.As(err, &call) || errors.Is(err, org.ErrModelUnusable) || errors.Is(err, org.ErrCallCap) || errors.Is(err, org.ErrBudget) {
		return false
	}
	return call.Class != llm.ClassCancelled
}

// parkUnreviewed parks a step whose reviewer cannot be reached. Its drafts
// are checkpoints, so only the review is asked again.
func (r *judging) parkUnreviewed(err error) work.Outcome {
	return work.Outcome{
		Next: org.StepPending, Hold: org.HoldUnreviewed, Cause: errorSentence(err), Drafts: r.listDrafts(), Reviews: r.reviews, Served: r.lowestServed(),
	}
}

func (r *judging) concludeStep(ctx context.Context) (work.Outcome, error) {
	var findings []string
	rejected := false
	how := listSeats(r.reviews)
	if r.unsound {
		how += ", critic uncalibrated"
	}
	if len(r.best.Audit.MustFix) > 0 {
		how += ", with remarks of code"
	}
	if r.own {
		how += ", by the author's own family"
	}
	for _, x := range r.reviews {
		if !x.Pass {
			rejected = true
			findings = append(findings, x.Findings...)
		}
	}
	if rejected {
		wrongly, err := r.askAgain(ctx)
		if err != nil {
			return work.Outcome{}, err
		}
		if wrongly {
			return r.approveStep(how + ", overruled by crosscheck+tiebreak"), nil
		}
	} else {
		against, more, err := r.secondOpinion(ctx)
		if err != nil {
			return work.Outcome{}, err
		}
		if len(against) == 0 {
			return r.approveStep(how + more), nil
		}
		findings = against
	}
	findings = review.Merge(append(findings, r.best.listOpenFindings()...))
	if c := r.best.Critique; r.best.Scored && !org.FellShort(c.Points, c.Uncapped) {
		findings = append(findings, fmt.Sprintf(remark+"the critic gave this draft %s, so reviewers and critic disagree", org.SayPoints(c.Points, c.Uncapped)))
	}
	return r.handedBack(findings), nil
}

// remark begins what is fed back for people to read and not to the author.
const remark = "note: "

func listSeats(reviews []work.Review) string {
	var roles []string
	for _, x := range reviews {
		roles = append(roles, x.Role)
	}
	if len(roles) == 0 {
		return string(review.Auto)
	}
	return strings.Join(roles, "+")
}

// handedBack ends a round whose drafts were rejected, by reviewers or by code.
func (r *judging) handedBack(reasons []string) work.Outcome {
	o := r.rejectRound(reasons...)
	o.Drafts, o.Reviews = r.listDrafts(), r.reviews
	o.Score, o.Scored, o.Points, o.Served = r.best.Critique.Scores.Average, r.best.Scored, r.best.Critique.Points, r.lowestServed()
	return o
}

func (r *judging) approveStep(how string) work.Outcome {
	best := r.best
	if len(best.Pending) > 0 { // who passed it looked at them
		best.Critique.Points.Met = best.Critique.Points.Asked
	}
	return work.Outcome{
		Next: org.StepCompleted, Result: work.WithFigures(withNotes(withRemarks(best.Draft.Text, best.listOpenFindings(r.reviews...), best.listOmissions()), r.notes), best.Draft.Decided), Digest: clipResult(best.Draft.Text), Citations: best.Audit.Citations,
		Drafts: r.listDrafts(), Reviews: r.reviews, Reviewed: how,
		Score: best.Critique.Scores.Average, Scored: best.Scored, Points: best.Critique.Points, Served: r.lowestServed(), Lesson: best.Critique.Lesson,
	}
}

// withNotes closes a result with what its research skipped, so that it is
// shown where the founder reads and not only where he asks.
func withNotes(text string, notes []string) string {
	var told []string
	for _, n := range notes {
		if !strings.Contains(text, n) {
			told = append(told, n)
		}
	}
	if len(told) == 0 {
		return text
	}
	return strings.TrimSpace(text) + "\n\n*About the sources: " + strings.Join(told, " ") + "*"
}

// lowestServed returns the lowest tier that served a draft of the round, or a reviewer who was meant to
// be of a higher one.
func (v verdicts) lowestServed() org.Tier {
	low := v.lower
	for _, x := range v.all {
		low = lowerTier(low, x.Served)
	}
	return low
}

func (r *judging) listDrafts() []work.Draft {
	out := make([]work.Draft, 0, len(r.all))
	for i, x := range r.all {
		out = append(out, work.Draft{
			Round: r.step.Round(), Version: i + 1, Body: x.Reply, Score: x.Critique.Scores.Average, Scored: x.Scored, Points: x.Critique.Points,
			MustFix: x.countDefects(), Chosen: i == r.at, AuditJSON: auditJSON(x.Audit),
		})
	}
	return out
}

func auditJSON(a check.Audit) string {
	raw, err := json.Marshal(a)
	if err != nil {
		return fmt.Sprintf("{\"error\":%q}", err.Error())
	}
	return string(raw)
}

// clipResult shortens a result for where it cannot be given whole.
func clipResult(text string) string { return prompt.Digest(text, org.DigestTokens*org.CharsPerToken) }
