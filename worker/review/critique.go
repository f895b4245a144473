package review

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// Work is a draft under judgement with all that stands around it.
type Work struct {
	Caller   llm.Caller
	Step     org.Step
	Context  work.StepContext
	Evidence work.Evidence
	Nonce    string
	Reply    string // the author's reply, evidence block included
	Draft    check.Draft
	Audit    check.Audit
	Family   string // the author's model family
	Purpose  string // what the ledger calls a critique of it; empty means StageCritique
	// Pending lists what the critic did not find in the version before: its author has
	// changed it since, and no judge has looked again.
	Pending []string
	// Answers hold what the author said to findings that he left and code does not tell.
	Answers []string
	// OtherFamily has lead and expert read by a model of another family than the author's.
	OtherFamily bool
}

// A reader looks again at what is pending.
func (w Work) listFindings() []string {
	out := w.Audit.Lines()
	for _, p := range w.Pending {
		out = append(out, "missing in the version before, and changed since; a fault if it still is: "+p)
	}
	for _, a := range w.Answers {
		out = append(out, "raised before, and answered: "+a)
	}
	return out
}

// Critique is the judgement of critic and code on one draft.
type Critique struct {
	Scores   Scores         `json:"scores"`
	Points   org.Points     `json:"points"` // nobody counted those of an earlier program
	Missed   bool           `json:"missed"` // a must, see MissedMust
	Fixes    []check.Defect `json:"fixes"`  // the audit's must-fixes first, then the critic's
	Unmet    []string       `json:"unmet"`  // items answered with no, by text
	Add      []string       `json:"add"`    // important, though nobody asked
	Lesson   string         `json:"lesson"` // reusable; empty for none
	MustFix  int            `json:"must_fix"`
	Model    string         `json:"model"`    // that answered
	Uncapped float64        `json:"uncapped"` // the average before UnresearchedScore capped it
}

type critiqueReply struct {
	Items          []Answer `json:"items"`
	Contradictions []struct {
		Para    int    `json:"para"`
		Claim   string `json:"claim"`
		Passage string `json:"passage_id"`
	} `json:"contradictions"`
	Implicit []criticRemark `json:"missing_implicit"`
	Fixes    []struct {
		Para        int    `json:"para"`
		Problem     string `json:"problem"`
		Find        string `json:"find"`
		Instruction string `json:"instruction"`
	} `json:"top_fixes"`
	Lesson struct {
		Text        string `json:"text"`
		Generalises bool   `json:"generalises"`
	} `json:"lesson"`
}

// Nobody asked for what a critic misses, and without it the founder would do the wrong thing.
// Replies of before named lesser things too.
type criticRemark struct {
	Text   string
	Lesser bool
}

func (r *criticRemark) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &r.Text) == nil {
		r.Lesser = true
		return nil
	}
	var in struct {
		Text      string `json:"text"`
		Important *bool  `json:"important"`
	}
	err := json.Unmarshal(raw, &in)
	*r = criticRemark{in.Text, in.Important != nil && !*in.Important}
	return err
}

// FromCritic is the Check of a defect that a critic found.
const FromCritic = "critic"

// Critique asks the critic about a draft and computes its scores. It returns
// the model's error as it came; the caller treats a missing critique as no
// score, which means full review.
func (j *Judge) Critique(ctx context.Context, w Work) (Critique, error) {
	blocks, err := j.critiqueBlocks(w)
	if err != nil {
		return Critique{}, fmt.Errorf("critique step %s: %w", w.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: cmp.Or(w.Purpose, org.StageCritique), Caller: w.Caller, Tier: org.T1, AvoidFamilies: []string{w.Family}, Blocks: blocks,
		Schema: j.Prompts.Schema(org.StageCritique), Limit: org.CritiqueLimit,
		Input: work.StageInput{Step: &w.Step, Context: &w.Context, Evidence: &w.Evidence},
	})
	if err != nil {
		return Critique{}, fmt.Errorf("critique step %s: %w", w.Step.ID, err)
	}
	c, err := ReadCritique(reply.Object, w)
	if err != nil {
		return Critique{}, fmt.Errorf("critique step %s: %w", w.Step.ID, err)
	}
	c.Model = reply.Model
	return c, nil
}

// ReadCritique turns a critic's reply, a JSON object, into a critique of a
// draft.
func ReadCritique(object json.RawMessage, w Work) (Critique, error) {
	var r critiqueReply
	if err := json.Unmarshal(object, &r); err != nil {
		return Critique{}, fmt.Errorf("read reply: %w", err)
	}
	return makeCritique(w.makeChecklist(), r, w), nil
}

func (j *Judge) critiqueBlocks(w Work) ([]llm.Block, error) {
	return j.Prompts.Blocks(prompt.Data{
		Stage: org.StageCritique, Tier: org.T1, Project: prompt.ProjectOf(w.Context), Task: hideAuthor(w),
		Evidence: &w.Evidence, Nonce: w.Nonce, Working: w.Draft.Text,
		Contract: prompt.CritiqueContract{Checklist: rubric.Asked(w.makeChecklist()), Audit: w.listFindings(), Doubts: w.listDoubts()},
		Volatile: prompt.Volatile{Day: j.Now()},
	})
}

// Code cannot answer these for itself.
func (w Work) listDoubts() []string {
	return slices.Concat(check.Doubts(w.Step, w.Draft), check.OtherFigures(w.Step, w.Draft, work.DecidedIn(w.Context.Upstream)), check.CompareFigures(w.Audit.Compare))
}

func makeCritique(list []work.ChecklistItem, r critiqueReply, w Work) Critique {
	audit := w.Audit
	in := newDraftProof(w.Draft.Text)
	audit.MustFix = append(slices.Clone(audit.MustFix), findContradictions(r, w, in)...)
	c := Critique{Fixes: slices.Clone(audit.MustFix), MustFix: len(audit.MustFix)}
	yes := mapMet(r.Items, in, audit)
	s := computeScores(list, yes)
	c.Points, c.Missed = countPoints(list, r.Items, yes)
	c.Uncapped = s.Average
	if w.Evidence.Empty() {
		s = s.Capped(UnresearchedScore)
	}
	c.Scores = s
	for _, f := range r.Fixes {
		d := check.Defect{Check: FromCritic, Para: f.Para, Text: f.Problem, Fix: f.Instruction, Find: strings.TrimSpace(f.Find)}
		i := slices.IndexFunc(c.Fixes[:c.MustFix], func(o check.Defect) bool { return o.Check == Contradiction && isSameFault(d, o) })
		if i < 0 {
			c.Fixes = append(c.Fixes, d)
			continue
		}
		c.Fixes[i].Fix, c.Fixes[i].Find = d.Fix, d.Find // told once, with what the critic would have done
	}
	for _, x := range r.Implicit {
		if t := strings.TrimSpace(x.Text); !x.Lesser && t != "" {
			c.Add = append(c.Add, t)
		}
	}
	c.Unmet = listUnmet(list, r.Items, yes)
	if t := strings.TrimSpace(r.Lesson.Text); r.Lesson.Generalises && t != "" {
		c.Lesson = t
	}
	return c
}

// A contradiction counts when the claim stands in the draft, the passage exists, and it does not
// say just what the claim says.
func findContradictions(r critiqueReply, w Work, in draftProof) []check.Defect {
	var out []check.Defect
	for _, k := range r.Contradictions {
		p, known := findPassage(w.Evidence, k.Passage)
		if !known || !in.hasQuote(k.Claim) {
			continue
		}
		if _, same := quote.NewIndex(p.Text).Find(check.StripMarkers(k.Claim)); same {
			continue
		}
		out = append(out, check.Defect{
			Check: Contradiction, Para: k.Para, Text: k.Claim, Fix: "a critic finds that [" + p.ID + "] does not bear this: say what the passage says, or cite the one that bears it",
			Passage: "<" + p.ID + "> " + p.Text,
		})
	}
	return out
}

// A critic may name one fault in both lists: about the same words in the same paragraph.
func isSameFault(f check.Defect, contradiction check.Defect) bool {
	const same = 0.6
	words := slices.DeleteFunc(prose.Words(check.StripMarkers(contradiction.Text)), prose.StopWord)
	said := prose.Words(f.Text + " " + f.Fix)
	hits := 0
	for _, w := range words {
		if slices.Contains(said, w) {
			hits++
		}
	}
	return f.Para == contradiction.Para && len(words) > 0 && float64(hits) >= same*float64(len(words))
}

// A must is unmet when it is answered with no, or with a yes for which the critic quotes nothing
// of the draft. What it left out is no fault of the author.
func listUnmet(list []work.ChecklistItem, answers []Answer, met map[string]bool) []string {
	var out []string
	for _, it := range list {
		said := func(a Answer) bool { return a.ID == it.ID && !a.Void }
		if it.Level != levelMust || rubric.Coded(it.ID) || met[it.ID] || !slices.ContainsFunc(answers, said) {
			continue
		}
		why := "no words of the text show it"
		if i := slices.IndexFunc(answers, func(a Answer) bool { return said(a) && !a.Yes }); i >= 0 {
			why = strings.TrimSpace(answers[i].Why)
		}
		out = append(out, strings.Trim(it.Text+": "+why, ": "))
	}
	return out
}

func findPassage(e work.Evidence, id string) (work.Passage, bool) {
	i := slices.IndexFunc(e.Passages, func(p work.Passage) bool { return p.ID == strings.Trim(id, "[]<> ") })
	if i < 0 {
		return work.Passage{}, false
	}
	return e.Passages[i], true
}

func (w Work) makeChecklist() []work.ChecklistItem {
	return rubric.List(w.Step, w.Evidence.Inquiry.Checklist)
}

// A critic sees the results that the author had, since a price that was decided there is judged
// here, and no earlier feedback, scores or name of the author. A mail of a hundred words is not
// judged by sixty pages of what it does not build on: of that a critic sees a digest.
func hideAuthor(w Work) *prompt.Task {
	t := prompt.TaskOf(w.Step, w.Context)
	t.Role, t.Lessons, t.Rejections, t.Diagnosis = "", nil, nil, nil
	if rubric.Of(w.Step) == rubric.Copy && slices.ContainsFunc(t.Upstream, func(u work.Upstream) bool { return u.Base }) {
		return shortenTask(t, false)
	}
	return t
}
