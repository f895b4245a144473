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
	"github.com/frasier-cos/frasier/llm/prompt"
)

// What the last attempt is told when no cause could be found.
const (
	narrow     = "Narrow the work to what must be there: meet each acceptance criterion in its order, with its source, and leave out all that none of them asks for."
	narrowCode = "Narrow the change to what was asked: begin with the one test that shows it, make that test pass, and touch nothing else."
)

func (r *run) unknownCause() work.Diagnosis {
	d := work.Diagnosis{Cause: CauseAmbiguous, Instruction: narrow, Round: r.step.Round()}
	if r.about.Code != nil {
		d.Instruction = narrowCode
	}
	return d
}

type debugReply struct {
	Recap string `json:"recap"`
	Root  struct {
		Evidence string          `json:"evidence_quote"`
		Class    work.CauseClass `json:"class"`
	} `json:"root_cause"`
	Why    string `json:"why_previous_fixes_failed"`
	Change struct {
		Queries []string `json:"queries"`
		Edit    *struct {
			ID string `json:"id"`
			N  int    `json:"n"`
		} `json:"acceptance_edit"`
		Tier  *org.Tier `json:"tier"`
		Split []string  `json:"split"`
	} `json:"change"`
	Instruction string `json:"instruction_to_worker"`
}

// diagnoseCause has somebody who wrote none of it look for the cause, once for each
// step and before its last attempt, and applies what was found.
// It ends the attempt when the cause lies outside the step:
// one too big is to be planned again, one that cannot be done is asked about.
func (r *run) diagnoseCause(ctx context.Context) (*work.Outcome, error) {
	if r.about.Diagnosis == nil && r.step.Strikes+1 == org.StrikeCap && !r.Client.Offline() {
		d, err := stage(ctx, r, org.StageDebug, 0, func(ctx context.Context) (work.Diagnosis, error) {
			d, err := r.askDebugger(ctx)
			if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
				r.Log.WarnContext(ctx, "no diagnosis", "step", r.step.ID, "err", err)
				return r.unknownCause(), nil
			}
			return d, err
		})
		if err != nil {
			return nil, fmt.Errorf("look for the cause in step %s: %w", r.step.ID, err)
		}
		r.about.Diagnosis, r.found = &d, &d
		if o, over := r.endBeyond(d); over {
			return &o, nil
		}
	}
	r.applyDiagnosis(r.about.Diagnosis)
	return nil, nil
}

// askDebugger asks the debugger. What it says counts only when it quotes what it was
// shown.
func (r *run) askDebugger(ctx context.Context) (work.Diagnosis, error) {
	timeline, change, checks := r.describeTimeline(), "", ""
	if r.about.Code != nil {
		patch, tried, err := r.recallRound(ctx)
		if err != nil {
			return work.Diagnosis{}, err
		}
		change, checks = patchText(patch), describeTried(tried)
	}
	last, err := r.readFormer(ctx)
	if err != nil {
		return work.Diagnosis{}, err
	}
	var unopened []string
	if last != nil {
		unopened = last.Evidence.Unopened
	}
	got, err := consult[debugReply](ctx, r, org.StageDebug, 0, prompt.Data{Contract: prompt.DebugContract{
		Timeline: timeline, Unopened: unopened, Change: change, Checks: checks, Category: r.step.Category, Code: r.about.Code != nil,
	}})
	if err != nil {
		return work.Diagnosis{}, err
	}
	return r.weighDiagnosis(got, strings.Join(timeline, "\n")+"\n"+change+"\n"+checks), nil
}

// describeTried says how checks ended and, of those that failed, which tests did and what they said.
func describeTried(all []coding.Trial) string {
	const most = 6000 // bytes of what one said
	var out []string
	for _, t := range all {
		text := t.Name + ": " + trialText(t)
		if len(t.Failing) > 0 {
			text += "\nfailed: " + strings.Join(t.Failing[:min(len(t.Failing), 20)], ", ")
		}
		if !t.Good() && t.Tail != "" {
			text += "\n" + clipBytes(t.Tail, most)
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

// describeTimeline tells what happened to the step, a line each, oldest first.
func (r *run) describeTimeline() []string {
	var out []string
	for _, c := range r.step.Acceptance {
		out = append(out, fmt.Sprintf("acceptance %s: %s", c.ID, c.Text))
	}
	for _, x := range r.about.Rounds {
		if x.Drafts > 0 {
			got := "read by no critic"
			if x.Scored {
				got = "with " + org.SayPoints(x.Points, x.Score)
			}
			out = append(out, fmt.Sprintf("round %d: %d drafts, the best %s, and with %d defects that must be fixed", x.N, x.Drafts, got, x.MustFix))
		}
		for _, f := range x.Feedback {
			out = append(out, fmt.Sprintf("round %d, rejected by %s: %s", x.N, x.Reviewer, f))
		}
	}
	return out
}

// weighDiagnosis keeps of a debugger's reply what code can stand behind.
func (r *run) weighDiagnosis(got debugReply, shown string) work.Diagnosis {
	d := work.Diagnosis{Recap: got.Recap, Cause: got.Root.Class, Evidence: got.Root.Evidence, Why: got.Why, Instruction: got.Instruction, Round: r.step.Round()}
	said := prose.Fold(got.Root.Evidence)
	if said == "" || !strings.Contains(prose.Fold(shown), said) {
		return r.unknownCause()
	}
	for _, q := range got.Change.Queries {
		if q = strings.TrimSpace(q); q != "" {
			d.Queries = append(d.Queries, q)
		}
	}
	for _, p := range got.Change.Split {
		if p = strings.TrimSpace(p); p != "" && !slices.Contains(d.Split, p) {
			d.Split = append(d.Split, p)
		}
	}
	if len(d.Split) < 2 { // one part is the step itself
		d.Split = nil
	}
	if t := got.Change.Tier; t != nil && t.Rank() > r.step.Tier.Rank() {
		d.Tier = *t
	}
	if e := got.Change.Edit; e != nil {
		d.Lowered = lowerCriterion(r.step, e.ID)
	}
	return d
}

// lowerCriterion returns a criterion with its number at the most that one step can reach; nil when there
// is no such criterion or its number is within reach already.
func lowerCriterion(s org.Step, id string) *org.Criterion {
	limit := max(org.ResearchBudget(s.Depth).Fetches, org.MaxFetches)
	for _, c := range s.Acceptance {
		if c.ID == id && c.N > limit {
			c.Text = fmt.Sprintf("%s (lowered from %d to %d, the most one step can read)", c.Text, c.N, limit)
			c.N = limit
			return &c
		}
	}
	return nil
}

// endBeyond ends a step whose cause no attempt of its own can settle.
func (r *run) endBeyond(d work.Diagnosis) (work.Outcome, bool) {
	cause := fmt.Sprintf("rejected %d times; the cause that was found: %s", r.step.Strikes, strings.TrimSuffix(d.Recap, "."))
	switch {
	case len(d.Split) > 0:
		return work.Outcome{
			Next: org.StepFailed, Cause: cause + ". It is too much for one step",
			Advice: fmt.Sprintf("%q was too much for one step: make parts of it: %s", r.step.Title, strings.Join(d.Split, "; ")),
		}, true
	case d.Cause == CauseInfeasible && d.Lowered == nil && d.Tier == "":
		return r.askFounder(d, cause, org.EscalateCapability, "it asks for something I can't do"), true
	case d.Cause == CauseMissingInput && len(d.Queries) == 0:
		return r.askFounder(d, cause, org.EscalateAmbiguity, "something is missing that only you can give"), true
	}
	return work.Outcome{}, false
}

// askFounder stops a step before its last attempt because only the founder can help.
func (r *run) askFounder(d work.Diagnosis, cause string, topic org.EscalationKind, what string) work.Outcome {
	return work.Outcome{
		Next: org.StepFailed, Cause: cause, Question: topic,
		Escalation: fmt.Sprintf("I stopped before the last try at %q: %s. %s The record says: %q.", r.step.Title, what, strings.TrimSpace(d.Recap), d.Evidence),
	}
}

// applyDiagnosis changes the step for this attempt as the diagnosis says.
func (r *run) applyDiagnosis(d *work.Diagnosis) {
	if d == nil {
		return
	}
	if d.Tier.Rank() > r.step.Tier.Rank() {
		r.step.Tier = d.Tier
	}
	if d.Lowered == nil {
		return
	}
	r.step.Acceptance = slices.Clone(r.step.Acceptance)
	for i, c := range r.step.Acceptance {
		if c.ID == d.Lowered.ID && c.N > d.Lowered.N {
			r.step.Acceptance[i] = *d.Lowered
			r.eased = append(r.eased, d.Lowered.Text)
		}
	}
}
