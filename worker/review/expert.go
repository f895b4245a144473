package review

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type expertReply struct {
	Errors []struct {
		Quote    string `json:"quote"`
		Why      string `json:"why_wrong"`
		Evidence string `json:"evidence"`
		Severity string `json:"severity"`
	} `json:"errors"`
	Missing []string `json:"missing_expert_points"`
	Proof   []string `json:"proof"`
	Verdict string   `json:"verdict"`
}

// Expert asks an agent of the field, who did not write the draft, for the
// errors that only he sees. An error counts when its quote
// stands in the draft, and returns the draft when it is grave and can be
// checked: by a passage, or by a reason that is more than his word.
func (j *Judge) Expert(ctx context.Context, w Work, expert org.Agent) (Verdict, error) {
	caller := w.Caller
	caller.Agent = expert.ID
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageExpert, Tier: org.T2, Project: prompt.ProjectOf(w.Context), Persona: expert.Persona, Task: hideAuthor(w), Evidence: &w.Evidence,
		Nonce: w.Nonce, Working: w.Draft.Text, Contract: prompt.ExpertContract{Audit: w.listFindings(), Sources: w.Audit.Citations},
		Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return Verdict{}, fmt.Errorf("expert review of step %s: %w", w.Step.ID, err)
	}
	reply, err := j.askLastReader(ctx, w, llm.Request{
		Purpose: org.StageExpert, Caller: caller, Tier: org.T2, Blocks: blocks, Schema: j.Prompts.Schema(org.StageExpert),
		Limit: org.ReviewLimit, Input: work.StageInput{Step: &w.Step, Context: &w.Context},
	})
	if err != nil {
		return Verdict{}, fmt.Errorf("expert review of step %s: %w", w.Step.ID, err)
	}
	var r expertReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return Verdict{}, fmt.Errorf("expert review of step %s: read reply: %w", w.Step.ID, err)
	}
	v := r.makeVerdict(newDraftProof(w.Draft.Text), w.Evidence)
	v.Model, v.Lower = reply.Model, findLowerTier(reply)
	return v, nil
}

// A return that shows no error that can be checked is none; a pass that quotes nothing of the
// draft is none either.
func (r expertReply) makeVerdict(in draftProof, ev work.Evidence) Verdict {
	v := Verdict{Pass: true}
	var remarks []string
	for _, e := range r.Errors {
		if !in.hasQuote(e.Quote) || !isCheckable(e.Evidence, e.Why, ev) {
			continue
		}
		said := fmt.Sprintf("%q is wrong: %s (%s)", e.Quote, e.Why, e.Evidence)
		if e.Severity != "high" {
			remarks = append(remarks, said)
			continue
		}
		v.Pass = false
		v.Findings = append(v.Findings, said)
	}
	for _, m := range r.Missing {
		remarks = append(remarks, "an expert would also say: "+m)
	}
	switch {
	case v.Pass && !in.provesAny(r.Proof):
		v.Pass, v.Findings = false, []string{describeUnproven("expert")}
	case v.Pass:
		v.Remarks = Merge(remarks)
	default:
		v.Findings = append(v.Findings, remarks...)
	}
	v.Findings = Merge(v.Findings)
	return v
}

func isCheckable(evidence, why string, ev work.Evidence) bool {
	if _, known := findPassage(ev, evidence); known {
		return true
	}
	const reason = 3 // words at least
	folded := prose.Fold(evidence)
	return len(strings.Fields(folded)) >= reason && !strings.Contains(folded, "domain knowledge") && prose.Fold(why) != ""
}
