package worker

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
)

// atMost returns how many words a step's piece may have, or 0 where nothing but its
// readers bounds it: a length that was asked for counts alone, code and texts for other
// readers are as long as they need, and so are the chapters of a guide and the lists
// and texts of a kit.
func atMost(s org.Step, t org.Template) int {
	switch {
	case askedLength(s) > 0 || boundsWords(s), t == org.TemplateGuide || t == org.TemplateKit:
		return 0
	case s.Kind == org.KindResearch, s.Kind == org.KindAnalysis, s.Kind == org.KindStrategy, s.Kind == org.KindSimple:
		return org.PartWords(s.Depth, s.Final)
	}
	return 0
}

// boundsWords reports whether a criterion says how many words a piece may have.
func boundsWords(s org.Step) bool {
	return slices.ContainsFunc(s.Acceptance, func(a org.Criterion) bool {
		return a.Check == org.CheckWords || check.WordLimit(a.Text) > 0
	})
}

func (r *documentRun) atMost() int { return atMost(r.step, r.about.Project.Template) }

// mostWords returns the length that the reviser of this step's piece is told: that of its author,
// the least that a criterion sets, or what fits one page; 0 where nothing bounds it.
func (r *documentRun) mostWords() int {
	most := r.atMost()
	for _, a := range r.step.Acceptance {
		limit := check.WordLimit(a.Text)
		if limit == 0 && a.Check == org.CheckWords {
			limit = a.N
		}
		if limit > 0 && (most == 0 || limit < most) {
			most = limit
		}
	}
	if most == 0 && org.OnePage(r.step.Title) {
		return org.PageWords
	}
	return most
}

// tooLong reports whether a draft has more than so many tenths of the words that it may have.
func (r *documentRun) tooLong(v version, tenths int) bool {
	most := r.atMost()
	return most > 0 && check.BodyWords(v.Draft.Text)*10 > most*tenths
}

// findTooLong returns the finding that a draft is longer than its part may be. It goes to the author with
// what else was found, and is no fault of the draft: nothing is rejected for it.
func (r *documentRun) findTooLong(v version) []prompt.Defect {
	if !r.tooLong(v, wellOver) {
		return nil
	}
	most, have := r.atMost(), check.BodyWords(v.Draft.Text)
	return []prompt.Defect{{
		Problem: fmt.Sprintf("The piece has %d words, those of its tables counted, and may have %d.", have, most),
		Instruction: fmt.Sprintf("Cut it to %d words: strike whole rows, paragraphs, tables and sections that change nothing of what the founder decides or does, first what stands twice. "+
			"The decisions, their figures, the days and what a criterion asks for stay.", most),
	}}
}
