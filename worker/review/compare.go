package review

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// Choice names the better of two versions of a piece, with the critique of that one.
type Choice struct {
	Second   bool     `json:"second"` // the later version, as the caller gave them
	Why      string   `json:"why"`
	Critique Critique `json:"critique"`
}

// Compare asks a judge which of two versions of one piece is better and what
// the better one still lacks. The judge is not told which is the revision: a
// hash of both decides which stands first. It returns the model's error as it
// came.
func (j *Judge) Compare(ctx context.Context, before, after Work) (Choice, error) {
	c, _, err := j.compareBy(ctx, org.T1, []string{after.Family}, before, after)
	return c, err
}

// CompareRivals is Compare for works of two authors. Who judges is of another family than both: where no such model can be had, it returns
// ErrOwnFamily.
func (j *Judge) CompareRivals(ctx context.Context, one, other Work) (Choice, error) {
	families := []string{one.Family, other.Family}
	if !j.Client.Second(families...) {
		return Choice{}, ErrOwnFamily
	}
	c, family, err := j.compareBy(ctx, org.TX, families, one, other)
	if err == nil && family != "" && slices.Contains(families, family) {
		return Choice{}, ErrOwnFamily
	}
	return c, err
}

// It returns the family of the model that answered, too.
func (j *Judge) compareBy(ctx context.Context, tier org.Tier, avoid []string, before, after Work) (Choice, string, error) {
	swapped := isSwapped(before.Draft.Text, after.Draft.Text)
	first, second := before, after
	if swapped {
		first, second = after, before
	}
	c := prompt.CompareContract{
		Checklist: rubric.Asked(after.makeChecklist()), First: first.Draft.Text, Second: second.Draft.Text,
		Counts: slices.Concat(listCounts("first", first.Audit), listCounts("second", second.Audit)),
	}
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageCompare, Tier: tier, Project: prompt.ProjectOf(after.Context), Task: shortenTask(hideAuthor(after), true),
		Evidence: findChangedEvidence(before, after), Nonce: after.Nonce, Contract: c, Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return Choice{}, "", fmt.Errorf("compare versions of step %s: %w", after.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: org.StageCompare, Caller: after.Caller, Tier: tier, AvoidFamilies: avoid, Blocks: blocks,
		Schema: j.Prompts.Schema(org.StageCompare), Limit: org.CritiqueLimit,
		Input: work.StageInput{Step: &after.Step, Context: &after.Context, Evidence: &after.Evidence},
	})
	if err != nil {
		return Choice{}, "", fmt.Errorf("compare versions of step %s: %w", after.Step.ID, err)
	}
	var r struct {
		critiqueReply
		Why    string `json:"why_better"`
		Better string `json:"better"`
	}
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return Choice{}, "", fmt.Errorf("compare versions of step %s: read reply: %w", after.Step.ID, err)
	}
	out := Choice{Second: (r.Better == "second") != swapped, Why: r.Why}
	chosen := before
	if out.Second {
		chosen = after
	}
	out.Critique = makeCritique(chosen.makeChecklist(), r.critiqueReply, chosen)
	out.Critique.Model = reply.Model
	return out, reply.Family, nil
}

// Results of others come in digest, with the figures that they decided: all of them, or those that
// the task does not build on.
func shortenTask(t *prompt.Task, all bool) *prompt.Task {
	t.Upstream = slices.Clone(t.Upstream)
	for i, u := range t.Upstream {
		if u.Base && !all {
			continue
		}
		text, figures := work.CutFigures(u.Result)
		t.Upstream[i].Result = work.WithFigures(prompt.Digest(text, org.DigestTokens*org.CharsPerToken), figures)
	}
	return t
}

// Only passages that are cited where two versions differ are returned; nil for none.
func findChangedEvidence(before, after Work) *work.Evidence {
	a, b := prompt.Paragraphs(before.Draft.Text), prompt.Paragraphs(after.Draft.Text)
	var cited []string
	for _, p := range slices.Concat(a, b) {
		if !slices.Contains(a, p) || !slices.Contains(b, p) {
			cited = append(cited, check.Markers(p)...)
		}
	}
	ev := after.Evidence
	ev.Passages = slices.DeleteFunc(slices.Clone(ev.Passages), func(p work.Passage) bool { return !slices.Contains(cited, p.ID) })
	if len(ev.Passages) == 0 {
		return nil
	}
	return &ev
}

func listCounts(version string, a check.Audit) []string {
	var out []string
	for _, x := range a.Accept {
		if x.ByCode {
			out = append(out, fmt.Sprintf("%s, %s: %s", version, x.ID, x.Detail))
		}
	}
	return out
}

// The second of two texts may be shown first.
func isSwapped(a, b string) bool {
	h := fnv.New64a()
	h.Write([]byte(a + "\x00" + b)) // a hash.Hash never fails
	return h.Sum64()%2 == 1
}
