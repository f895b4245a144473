package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type coherenceReply struct {
	Contradictions []struct {
		First  string `json:"first"`
		Second string `json:"second"`
		Why    string `json:"why"`
		Fix    Fix    `json:"fix"`
	} `json:"contradictions"`
	Defects []struct {
		Section     string `json:"section"`
		Quote       string `json:"quote"`
		Instruction string `json:"instruction"`
		Fix         Fix    `json:"fix"`
	} `json:"defects"`
	Proof   []string `json:"proof"`
	Verdict string   `json:"verdict"`
}

// Fix is a change of words in one part that settles a remark; Old is empty
// where no change of words does.
type Fix struct {
	Part string `json:"part"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// Remark is one thing that only shows in the whole document. Of a clash, two
// statements that cannot both be true, it keeps both, with the keys of the parts in
// which they stand; empty where they stand outside of one, or in several.
type Remark struct {
	Clash      bool   `json:"clash"`
	Text       string `json:"text"`
	First      string `json:"first,omitempty"`
	Second     string `json:"second,omitempty"`
	Why        string `json:"why,omitempty"`
	FirstPart  string `json:"first_part,omitempty"`
	SecondPart string `json:"second_part,omitempty"`
	Fix        Fix    `json:"fix"`
}

// Whole is a reviewer's judgement of an assembled document. A pass has no remarks; without a pass
// and without remarks there was no review.
type Whole struct {
	Pass    bool     `json:"pass"`
	Remarks []Remark `json:"remarks"`
	Model   string   `json:"model"`
	Lower   org.Tier `json:"lower,omitempty"` // as in a Verdict
}

// Coherence asks whether an assembled document reads as one. Defects whose
// quote does not stand in the document are dropped. With none left it is a pass
// when the reply quotes something of the document; a reply that quotes nothing
// shows no review, and is neither a pass nor has it findings.
func (j *Judge) Coherence(ctx context.Context, w Work, c prompt.CoherenceContract) (Whole, error) {
	c.Request = w.Context.Request
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageCoherence, Tier: org.T2, Project: prompt.ProjectOf(w.Context), Nonce: w.Nonce, Working: w.Draft.Text,
		Contract: c,
		Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return Whole{}, fmt.Errorf("coherence review of step %s: %w", w.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: org.StageCoherence, Caller: w.Caller, Tier: org.T2, Blocks: blocks, Schema: j.Prompts.Schema(org.StageCoherence),
		Limit: org.ReviewLimit, Input: work.StageInput{Step: &w.Step, Context: &w.Context},
	})
	if err != nil {
		return Whole{}, fmt.Errorf("coherence review of step %s: %w", w.Step.ID, err)
	}
	var r coherenceReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return Whole{}, fmt.Errorf("coherence review of step %s: read reply: %w", w.Step.ID, err)
	}
	return r.judgeWhole(newDraftProof(w.Draft.Text), splitParts(w.Draft.Text, c.Sections), reply), nil
}

type documentPart struct {
	key string
	in  draftProof
}

func splitParts(text string, sections []prompt.Section) []documentPart {
	var out []documentPart
	var open []string
	flush := func() {
		if n := len(out); n > 0 {
			out[n-1].in = newDraftProof(strings.Join(open, "\n"))
		}
		open = nil
	}
	for l := range strings.Lines(text) {
		heading, ok := strings.CutPrefix(l, "## ")
		i := slices.IndexFunc(sections, func(s prompt.Section) bool { return ok && strings.HasPrefix(heading, s.Key+": ") })
		if i >= 0 {
			flush()
			out = append(out, documentPart{key: sections[i].Key})
			continue
		}
		open = append(open, strings.TrimRight(l, "\n"))
	}
	flush()
	return out
}

// It is empty when the quotation stands in none or several.
func findKey(all []documentPart, quotation string) string {
	key := ""
	for _, p := range all {
		if p.in.hasQuote(quotation) {
			if key != "" {
				return ""
			}
			key = p.key
		}
	}
	return key
}

// Stands reports whether a quotation stands in a text, as it is looked for in a reply.
func Stands(text, quotation string) bool { return newDraftProof(text).hasQuote(quotation) }

// A remark counts when its words stand in the document.
func (r coherenceReply) judgeWhole(in draftProof, parts []documentPart, reply llm.Reply) Whole {
	v := Whole{Model: reply.Model, Lower: findLowerTier(reply)}
	add := func(m Remark) {
		same := func(o Remark) bool { return prose.Overlap(o.Text, m.Text) >= 0.9 }
		if !slices.ContainsFunc(v.Remarks, same) {
			v.Remarks = append(v.Remarks, m)
		}
	}
	for _, c := range r.Contradictions {
		if in.hasQuote(c.First) && in.hasQuote(c.Second) {
			add(Remark{
				Clash: true, Text: fmt.Sprintf(`"%s" and "%s": %s`, cleanQuotation(c.First), cleanQuotation(c.Second), c.Why), Fix: c.Fix,
				First: c.First, Second: c.Second, Why: c.Why, FirstPart: findKey(parts, c.First), SecondPart: findKey(parts, c.Second),
			})
		}
	}
	for _, d := range r.Defects {
		if in.hasQuote(d.Quote) {
			add(Remark{Text: fmt.Sprintf(`%s: "%s": %s`, d.Section, d.Quote, d.Instruction), Fix: d.Fix})
		}
	}
	if r.Verdict == "pass" || len(v.Remarks) == 0 {
		v.Pass, v.Remarks = in.provesAny(r.Proof), nil
	}
	return v
}

// Citations, the bars of a table and the marks of a list go.
func cleanQuotation(quotation string) string {
	var cells []string
	for cell := range strings.SplitSeq(citation.ReplaceAllString(quotation, ""), "|") {
		if cell = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(cell), "-*>#")); cell != "" {
			cells = append(cells, cell)
		}
	}
	return strings.TrimRight(strings.Join(cells, ", "), ".")
}

// citation matches one of the document's, as prompts show it.
var citation = lazyregexp.New(`[ \t]*\[\d+[a-z]*\]`)
