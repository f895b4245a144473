package research

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// whole reports whether the documents at hand go to the author as they are:
// nothing is searched for the step, and they fit. Then there is nothing to ask
// and nothing to choose, and no model is called. Without a model the sentences
// to quote are chosen by questions, so it is false there.
func (r *Researcher) whole(ctx context.Context, j Job) (bool, error) {
	if r.Client == nil || r.Client.Offline() || j.Step.Depth == org.DepthSimple || j.Step.Kind == org.KindSimple || r.searches(j) {
		return false, nil
	}
	size := 0
	for _, d := range j.Context.Given {
		size += len(d.Text)
	}
	if r.Corpus != nil {
		docs, err := r.Corpus.All(ctx, wholeShelfTokens*org.CharsPerToken)
		if err != nil {
			return false, err
		}
		if docs == nil {
			return false, nil
		}
		for _, d := range docs {
			size += len(d.Text)
		}
	}
	return size <= wholeShelfTokens*org.CharsPerToken, nil
}

// searches reports whether a step's research goes to the web.
func (r *Researcher) searches(j Job) bool { return len(r.Searchers) > 0 && !r.unsought(j) }

// fed reports whether a step is written from what the steps before it found: a
// text or a plan, unless its acceptance asks for sources.
func fed(j Job) bool {
	k := rubric.Of(j.Step)
	asks := slices.ContainsFunc(j.Step.Acceptance, func(c org.Criterion) bool { return c.Check == org.CheckSources })
	return j.Fed && !asks && (k == rubric.Copy || k == rubric.Plan)
}

// gatherWhole takes all documents at hand, and the pages that the founder
// pointed at, and hands over all that they say as far as a prompt has room.
func (g *gathering) gatherWhole(ctx context.Context) (work.Evidence, error) {
	if err := g.prepare(ctx); err != nil {
		return work.Evidence{}, err
	}
	if _, err := g.within(ctx, g.atHand); err != nil {
		return work.Evidence{}, err
	}
	room := EvidencePackTokens * org.CharsPerToken
	for _, p := range passagesOf(g.docs) {
		if room -= len(p.Text) + passageExtra*org.CharsPerToken; room < 0 {
			g.notes = append(g.notes, "Not all pages that you pointed at fitted: the last of them were read in part.")
			break
		}
		g.pack = append(g.pack, p)
	}
	ev := g.evidence()
	ev.Unsought = len(g.docs) == 0 && g.unsought(g.job)
	if ev.Unsought {
		ev.Gaps = nil
	}
	return ev, nil
}

// atHand takes what was given, pointed at and kept in the founder's folder.
func (g *gathering) atHand(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{g.given, g.links, g.all} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// passagesOf cuts documents, numbered from 1 in their order.
func passagesOf(docs []work.Document) []work.Passage {
	var out []work.Passage
	for i, doc := range docs {
		out = append(out, Passages(doc, i+1)...)
	}
	return out
}

// all takes every document of the founder's folder.
func (g *gathering) all(ctx context.Context) error {
	if g.Corpus == nil {
		return nil
	}
	docs, err := g.Corpus.All(ctx, wholeShelfTokens*org.CharsPerToken)
	if err == nil {
		g.missed, err = g.Corpus.LeftOut(ctx)
	}
	if err != nil {
		return err
	}
	for _, doc := range docs {
		// A file that changed since this step first cited it keeps its first form
		// here, so that stored quotes stay true.
		if first, ok := g.known[doc.URL]; ok && first.Text != "" {
			doc = first
		}
		if err := g.keep(ctx, doc); err != nil {
			return err
		}
	}
	return nil
}
