package research

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// The documents at hand go to the author as they are when nothing is searched for the step and
// they fit: then there is nothing to ask and nothing to choose, and no model is called. Without a
// model the sentences to quote are chosen by questions, so it is false there.
func (r *Researcher) canTakeWhole(ctx context.Context, j Job, out *outside) (bool, error) {
	if r.Client == nil || r.Client.Offline() || r.shouldSearch(j) || isBare(j) {
		return false, nil
	}
	return recallAnswer(out, "room for the whole folder", func() (bool, error) { return r.canFit(ctx, j.Context.Given) })
}

// A step of depth simple is written without documents unless it is a text or a plan of a project:
// these are wrong without them, however short they are.
func isBare(j Job) bool {
	if j.Step.Depth != org.DepthSimple && j.Step.Kind != org.KindSimple {
		return false
	}
	k := rubric.Of(j.Step)
	return j.Context.Project.Single || k != rubric.Copy && k != rubric.Plan
}

func (r *Researcher) canFit(ctx context.Context, given []work.Document) (bool, error) {
	size := 0
	for _, d := range given {
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

// What is built or invented needs the web only when its acceptance asks for sources.
func (r *Researcher) shouldSearch(j Job) bool {
	return len(r.Searchers) > 0 && !r.shouldSkip(j) && (!isCreation(j.Step) || mustCite(j.Step))
}

func isCreation(s org.Step) bool { return s.Kind == org.KindEngineering || s.Kind == org.KindCreative }

func mustCite(s org.Step) bool {
	return slices.ContainsFunc(s.Acceptance, func(c org.Criterion) bool { return c.Check == org.CheckSources })
}

// Texts and plans are, unless their acceptance asks for sources.
func isFromSteps(j Job) bool {
	k := rubric.Of(j.Step)
	return j.Fed && !mustCite(j.Step) && (k == rubric.Copy || k == rubric.Plan)
}

func (g *gathering) gatherWhole(ctx context.Context) (work.Evidence, error) {
	if err := g.loadRecords(ctx); err != nil {
		return work.Evidence{}, err
	}
	if _, err := g.runUntilLimit(ctx, g.readAtHand); err != nil {
		return work.Evidence{}, err
	}
	room := wholePackTokens * org.CharsPerToken
	for _, p := range cutPassages(g.docs) {
		if room -= len(p.Text) + passageExtra*org.CharsPerToken; room < 0 {
			g.notes = append(g.notes, "Not all pages that you pointed at fitted: the last of them were read in part.")
			break
		}
		g.pack = append(g.pack, p)
	}
	ev := g.buildEvidence()
	ev.Unsought = len(g.docs) == 0 && g.shouldSkip(g.job)
	if ev.Unsought {
		ev.Gaps = nil
	}
	return ev, nil
}

// It takes what was given, pointed at and kept in the founder's folder.
func (g *gathering) readAtHand(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{g.addGiven, g.readLinks, g.addFolder} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

func cutPassages(docs []work.Document) []work.Passage {
	var out []work.Passage
	for i, doc := range docs {
		out = append(out, Passages(doc, i+1)...)
	}
	return out
}

func (g *gathering) addFolder(ctx context.Context) error {
	if g.Corpus == nil {
		return nil
	}
	var docs []work.Document
	urls, err := recallAnswer(g.out, "the whole folder", func() (_ []string, err error) {
		docs, err = g.Corpus.All(ctx, wholeShelfTokens*org.CharsPerToken)
		return listURLs(docs), err
	})
	if err != nil {
		return err
	}
	for i, u := range urls {
		doc, err := g.recallDocument(u, func() (work.Document, error) { return docs[i], nil })
		if err == nil {
			err = g.saveDocument(ctx, doc)
		}
		if err != nil {
			return err
		}
	}
	return g.noteLeftOut(ctx)
}

func (g *gathering) noteLeftOut(ctx context.Context) (err error) {
	g.missed, err = recallAnswer(g.out, "left out of the folder", func() (string, error) { return g.Corpus.LeftOut(ctx) })
	return err
}
