package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// Second is the outcome of a second opinion.
type Second struct {
	Verdict
	// Disputed are the criteria that it does not find met.
	Disputed []org.Criterion `json:"disputed,omitempty"`
	// Skipped says why there is none; empty when there is one. Then nothing
	// counts as passed.
	Skipped string `json:"skipped,omitempty"`
}

// Crosscheck has a model of another family than the author's answer the
// criteria once more, without the verdicts and scores that there are. Without
// a model of another family there is no second opinion, and Skipped says so.
// The evidence rule holds as for QA.
func (j *Judge) Crosscheck(ctx context.Context, w Work) (Second, error) {
	if !j.Client.Second(w.Family) {
		return Second{Skipped: "no model of another family than the author's is configured"}, nil
	}
	engineering := w.Step.Kind == org.KindEngineering
	criteria := rubric.Criteria(w.Step, w.Evidence.Inquiry.Checklist)
	decided := listDecided(w.Audit)
	asked := slices.DeleteFunc(slices.Clone(criteria), func(c org.Criterion) bool {
		return slices.ContainsFunc(decided, func(d prompt.Result) bool { return d.ID == c.ID })
	})
	reply, r, err := j.askReviewer(ctx, w, w.Caller, prompt.Data{
		Stage: org.StageCrosscheck, Tier: org.TX,
		Contract: prompt.CrosscheckContract{Engineering: engineering, Criteria: asked, Decided: decided, Counted: listCounted(w.Audit), Sources: w.Audit.Citations},
	})
	if err != nil {
		return Second{}, err
	}
	if reply.Family != "" && reply.Family == w.Family {
		return Second{Skipped: fmt.Sprintf("a model of the author's own family answered (%s)", reply.Model)}, nil
	}
	return judgeSecond(asked, r, reply, w), nil
}

// Tiebreak has an expert decide what is in dispute, one criterion at a time. A
// point that he does not settle for the text with a quotation stands.
func (j *Judge) Tiebreak(ctx context.Context, w Work, expert org.Agent, disputed []org.Criterion, objections []string) (Second, error) {
	caller := w.Caller
	caller.Agent = expert.ID
	reply, r, err := j.askReviewer(ctx, w, caller, prompt.Data{
		Stage: org.StageTiebreak, Tier: org.T2, Persona: expert.Persona, Evidence: &w.Evidence,
		Contract: prompt.TiebreakContract{Criteria: disputed, Objections: objections, Sources: w.Audit.Citations},
	})
	if err != nil {
		return Second{}, err
	}
	return judgeSecond(disputed, r, reply, w), nil
}

func judgeSecond(criteria []org.Criterion, r qaReply, reply llm.Reply, w Work) Second {
	in := newDraftProof(w.Draft.Text)
	out := Second{Verdict: Verdict{Model: reply.Model, Lower: findLowerTier(reply)}}
	shown := false
	for _, c := range criteria {
		why, _, quoted := judgeCriterion(c, r, in, w)
		shown = shown || quoted
		if why != "" && !quoted {
			out.Findings = append(out.Findings, c.ID+": "+why)
			out.Disputed = append(out.Disputed, c)
		}
	}
	if len(out.Disputed) == 0 && !shown { // all set aside
		out.Findings, out.Disputed = []string{describeUnproven("second reviewer")}, criteria
	}
	out.Findings = Merge(out.Findings)
	out.Pass = len(out.Disputed) == 0
	return out
}

// The reply has the form of QA's.
func (j *Judge) askReviewer(ctx context.Context, w Work, caller llm.Caller, d prompt.Data) (llm.Reply, qaReply, error) {
	var r qaReply
	d.Nonce, d.Working = w.Nonce, w.Draft.Text
	d.Project, d.Task = prompt.ProjectOf(w.Context), hideAuthor(w)
	d.Volatile = prompt.Volatile{Day: j.Now()}
	blocks, err := j.Prompts.Blocks(d)
	if err != nil {
		return llm.Reply{}, r, fmt.Errorf("%s of step %s: %w", d.Stage, w.Step.ID, err)
	}
	q := llm.Request{
		Purpose: d.Stage, Caller: caller, Tier: d.Tier, Blocks: blocks, Schema: j.Prompts.Schema(d.Stage),
		Limit: org.ReviewLimit, Input: work.StageInput{Step: &w.Step, Context: &w.Context},
	}
	if d.Tier == org.TX {
		q.AvoidFamilies = []string{w.Family}
	}
	reply, err := j.Client.Do(ctx, q)
	if err != nil {
		return llm.Reply{}, r, fmt.Errorf("%s of step %s: %w", d.Stage, w.Step.ID, err)
	}
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return llm.Reply{}, r, fmt.Errorf("%s of step %s: read reply: %w", d.Stage, w.Step.ID, err)
	}
	return reply, r, nil
}

// Named returns the criteria that findings begin with the ids of. all reports whether every
// finding names one, and none may have been left out by Merge.
func Named(criteria []org.Criterion, findings []string) (named []org.Criterion, all bool) {
	all = len(findings) > 0 && len(findings) < mergedAtMost
	for _, f := range findings {
		i := slices.IndexFunc(criteria, func(c org.Criterion) bool { return strings.HasPrefix(f, c.ID+": ") })
		if i < 0 {
			all = false
			continue
		}
		named = append(named, criteria[i])
	}
	return named, all
}
