package review

import (
	"context"
	"encoding/json"
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
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// Verdict is one reviewer's judgement after the evidence rule.
type Verdict struct {
	Pass     bool     `json:"pass"`
	Findings []string `json:"findings"` // what must change; on a pass what its reviewer showed no words for
	// Remarks list what a reviewer who passed it would still change.
	Remarks []string `json:"remarks,omitempty"`
	Model   string   `json:"model"`
	// Lower is the tier that answered when the one asked could not be
	// reached; empty otherwise.
	Lower org.Tier `json:"lower,omitempty"`
	// Own says that a model of the author's family answered where one of another was to.
	Own bool `json:"own,omitempty"`
	// Proved are the findings about somebody else's pull request, and Unshown counts those whose tests did not show them.
	Proved  []coding.ProvedFinding `json:"proved,omitempty"`
	Unshown int                    `json:"unshown,omitempty"`
}

// ErrOwnFamily says that no model of another family than the author's can be had.
var ErrOwnFamily = errors.New("no model of another family than the author's is at hand")

// The work says of which family the reader is to be.
func (j *Judge) askLastReader(ctx context.Context, w Work, r llm.Request) (llm.Reply, error) {
	if !w.OtherFamily {
		return j.Client.Do(ctx, r)
	}
	if !j.Client.Second(w.Family) {
		return llm.Reply{}, ErrOwnFamily
	}
	r.Tier, r.AvoidFamilies = org.TX, []string{w.Family}
	reply, err := j.Client.Do(ctx, r)
	if err == nil && reply.Family != "" && reply.Family == w.Family {
		return llm.Reply{}, ErrOwnFamily
	}
	return reply, err
}

// It is empty when the tier asked for answered.
func findLowerTier(r llm.Reply) org.Tier {
	if r.Downgraded {
		return r.Served
	}
	return ""
}

type qaReply struct {
	Verdicts []qaVerdict `json:"verdicts"`
}

type qaVerdict struct {
	ID      string `json:"id"`
	Quote   string `json:"quote"`
	Where   string `json:"where"`
	Reason  string `json:"reason"`
	Verdict string `json:"verdict"`
}

// QA asks the technical reviewer. Criteria that code decided
// may not be overridden; a pass whose quote does not stand in the draft is a
// fail; a criterion without an answer is a fail.
func (j *Judge) QA(ctx context.Context, w Work) (Verdict, error) {
	engineering := w.Step.Kind == org.KindEngineering
	criteria := rubric.Criteria(w.Step, w.Evidence.Inquiry.Checklist)
	decided := listDecided(w.Audit)
	contract := prompt.QAContract{Engineering: engineering, Criteria: criteria, Decided: decided, Counted: listCounted(w.Audit), Audit: w.listFindings(), Sources: w.Audit.Citations}
	r, reply, err := j.askQA(ctx, w, contract)
	if err != nil {
		return Verdict{}, err
	}
	v, open := makeVerdict(criteria, decided, r, w)
	if len(open) > 0 { // his silence is nobody's finding: he is asked once for the rest
		contract.Again = open
		more, _, err := j.askQA(ctx, w, contract)
		if err != nil {
			return Verdict{}, err
		}
		v, _ = makeVerdict(criteria, decided, r.replaceVerdicts(more), w)
	}
	v.Model, v.Lower = reply.Model, findLowerTier(reply)
	return v, nil
}

func (j *Judge) askQA(ctx context.Context, w Work, c prompt.QAContract) (qaReply, llm.Reply, error) {
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageQA, Tier: org.T1, Project: prompt.ProjectOf(w.Context), Task: hideAuthor(w), Nonce: w.Nonce, Working: w.Draft.Text,
		Contract: c, Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return qaReply{}, llm.Reply{}, fmt.Errorf("qa step %s: %w", w.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: org.StageQA, Caller: w.Caller, Tier: org.T1, AvoidFamilies: []string{w.Family}, Blocks: blocks,
		Schema: j.Prompts.Schema(org.StageQA), Limit: org.ReviewLimit,
		Input: work.StageInput{Step: &w.Step, Context: &w.Context},
	})
	if err != nil {
		return qaReply{}, llm.Reply{}, fmt.Errorf("qa step %s: %w", w.Step.ID, err)
	}
	var r qaReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return qaReply{}, llm.Reply{}, fmt.Errorf("qa step %s: read reply: %w", w.Step.ID, err)
	}
	return r, reply, nil
}

// replaceVerdicts takes what a second reply says of a criterion instead of what the first said.
func (r qaReply) replaceVerdicts(by qaReply) qaReply {
	said := func(v qaVerdict) bool {
		return slices.ContainsFunc(by.Verdicts, func(n qaVerdict) bool { return n.ID == v.ID })
	}
	return qaReply{Verdicts: append(slices.DeleteFunc(slices.Clone(r.Verdicts), said), by.Verdicts...)}
}

// Where code saw that there is a table or enough entries, what they hold is for the reviewer.
func listDecided(a check.Audit) []prompt.Result {
	var out []prompt.Result
	for _, x := range a.Accept {
		if x.ByCode && !x.Judged {
			out = append(out, prompt.Result{ID: x.ID, Pass: x.Met, Note: x.Detail})
		}
	}
	return out
}

// Code saw the form of these; what they hold is for the reviewer.
func listCounted(a check.Audit) []prompt.Result {
	var out []prompt.Result
	for _, x := range a.Accept {
		if x.ByCode && x.Judged {
			out = append(out, prompt.Result{ID: x.ID, Pass: x.Met, Note: x.Detail})
		}
	}
	return out
}

// What a reviewer only failed to show is his lapse and no fault of the text: the author is not
// told of it, and it is noted on a pass. But a review counts for nothing when it shows words for
// fewer than half of what it passes: then the criteria that it showed none for are left open.
func makeVerdict(criteria []org.Criterion, decided []prompt.Result, r qaReply, w Work) (v Verdict, open []string) {
	in := newDraftProof(w.Draft.Text)
	var findings, lapses []string
	shown := 0
	for _, c := range criteria {
		if i := slices.IndexFunc(decided, func(d prompt.Result) bool { return d.ID == c.ID }); i >= 0 {
			if !decided[i].Pass {
				findings = append(findings, fmt.Sprintf("%s: %s (%s)", c.ID, c.Text, decided[i].Note))
			}
			continue
		}
		why, lapse, quoted := judgeCriterion(c, r, in, w)
		switch {
		case why != "" && lapse:
			lapses = append(lapses, c.ID+": "+why)
			if quoted {
				shown++
			} else {
				open = append(open, c.ID)
			}
		case why != "":
			findings = append(findings, c.ID+": "+why)
		case quoted:
			shown++
		}
	}
	if len(findings) > 0 {
		return Verdict{Findings: Merge(findings)}, nil
	}
	if shown == 0 || shown < len(lapses) {
		return Verdict{Findings: Merge(append([]string{describeUnproven("reviewer")}, lapses...))}, open
	}
	return Verdict{Pass: true, Findings: Merge(lapses)}, nil
}

// why says what must change, empty on a pass, lapse that it is only the reviewer's, and quoted
// that a pass has its quote; it may be one that shows less than was asked. Of several answers the
// worst counts.
func judgeCriterion(c org.Criterion, r qaReply, in draftProof, w Work) (why string, lapse, quoted bool) {
	answered, bare := false, false
	for _, v := range r.Verdicts {
		if v.ID != c.ID {
			continue
		}
		answered = true
		switch strings.ToLower(v.Verdict) {
		case "n/a":
			if strings.TrimSpace(v.Reason) == "" {
				why, lapse, bare = c.Text+" (set aside without a reason)", true, true
			}
		case "pass":
			if !in.provesReading(v.Quote) {
				why, lapse, bare = c.Text+" (passed without words of the text)", true, true
				continue
			}
			if lacksSource(c, v.Quote, w) { // code tells the author which statements cite nothing
				why, lapse = c.Text+" (passed on a paragraph without a source)", true
			}
			quoted = true
		default:
			if strings.TrimSpace(v.Reason) == "" {
				v.Reason = c.Text
			}
			return strings.TrimSpace(v.Reason + " " + describePlace(v.Where)), false, false
		}
	}
	if !answered {
		return c.Text + " (the reviewer gave no answer)", true, false
	}
	return why, lapse, quoted && !bare
}

// A criterion about sources or figures may be passed on a statement of fact in a paragraph that
// cites nothing, although there was something to cite. A text for its own readers speaks for its
// sender.
func lacksSource(c org.Criterion, q string, w Work) bool {
	about := slices.ContainsFunc(prose.Words(c.Text), func(word string) bool {
		switch word {
		case "source", "sources", "sourced", "cite", "cited", "cites", "citation", "citations", "marker", "markers":
			return true
		}
		return false
	})
	if !about || rubric.Of(w.Step) == rubric.Copy || len(w.Evidence.Passages) == 0 || !check.Factual(q) || check.Proposal(check.Plain(q)) || len(check.Markers(q)) > 0 {
		return false
	}
	want := prose.Fold(check.StripMarkers(q))
	for _, p := range prompt.Paragraphs(w.Draft.Text) {
		if strings.Contains(prose.Fold(check.StripMarkers(p)), want) {
			return len(check.Markers(p)) == 0
		}
	}
	return false
}

func describePlace(where string) string {
	if where == "" {
		return ""
	}
	return "(" + where + ")"
}

const mergedAtMost = 8

// Merge keeps the first eight findings without doubles.
func Merge(findings []string) []string {
	var out []string
	for _, f := range findings {
		if len(out) < mergedAtMost && !slices.ContainsFunc(out, func(o string) bool { return prose.Overlap(o, f) >= 0.9 }) {
			out = append(out, f)
		}
	}
	return out
}

type leadReply struct {
	Fit          string `json:"fit"`
	Inconsistent []struct {
		Quote string `json:"quote"`
		Other string `json:"other"`
		Why   string `json:"why"`
	} `json:"inconsistent"`
	Blockers []struct {
		Quote       string `json:"quote"`
		Problem     string `json:"problem"`
		Instruction string `json:"instruction"`
	} `json:"blockers"`
	Proof   []string `json:"proof"`
	Verdict string   `json:"verdict"`
}

// Lead asks the team lead whether a draft fits the directive and the other
// results. A return stays a return, whatever it shows.
func (j *Judge) Lead(ctx context.Context, w Work) (Verdict, error) {
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageLead, Tier: org.T2, Project: prompt.ProjectOf(w.Context), Task: hideAuthor(w), Nonce: w.Nonce, Working: w.Draft.Text,
		Contract: prompt.LeadContract{Final: w.Step.Final, Audit: w.listFindings()},
		Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return Verdict{}, fmt.Errorf("lead review of step %s: %w", w.Step.ID, err)
	}
	reply, err := j.askLastReader(ctx, w, llm.Request{
		Purpose: org.StageLead, Caller: w.Caller, Tier: org.T2, Blocks: blocks, Schema: j.Prompts.Schema(org.StageLead),
		Limit: org.ReviewLimit, Input: work.StageInput{Step: &w.Step, Context: &w.Context},
	})
	if err != nil {
		return Verdict{}, fmt.Errorf("lead review of step %s: %w", w.Step.ID, err)
	}
	var r leadReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return Verdict{}, fmt.Errorf("lead review of step %s: read reply: %w", w.Step.ID, err)
	}
	v := r.makeVerdict(newDraftProof(w.Draft.Text))
	v.Model, v.Lower = reply.Model, findLowerTier(reply)
	return v, nil
}

// A pass that names a blocker whose quote stands in the draft contradicts itself and is none, nor
// is one that quotes nothing of the draft.
func (r leadReply) makeVerdict(in draftProof) Verdict {
	v := Verdict{Pass: r.Verdict == "pass" && in.provesAny(r.Proof)}
	if r.Verdict == "pass" && !v.Pass {
		v.Findings = []string{describeUnproven("lead")}
	}
	for _, b := range r.Blockers {
		v.Pass = v.Pass && !in.hasQuote(b.Quote)
		v.Findings = append(v.Findings, b.Problem+": "+b.Instruction)
	}
	var clashes []string
	for _, i := range r.Inconsistent {
		clashes = append(clashes, fmt.Sprintf("%q against %q: %s", i.Quote, i.Other, i.Why))
	}
	v.Findings = Merge(append(v.Findings, clashes...))
	if v.Pass {
		v.Findings, v.Remarks = nil, Merge(clashes)
	} else if len(v.Findings) == 0 {
		v.Findings = []string{"the lead returned it: " + r.Fit}
	}
	return v
}
