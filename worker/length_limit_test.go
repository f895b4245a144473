package worker

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// A part has its share of what a founder reads; what has a length of its own, and what
// other readers use, has none.
func TestEachPartHasItsLength(t *testing.T) {
	short := org.Criterion{ID: "a1", Text: "at most 140 words", Check: org.CheckWords, N: 140}
	for name, c := range map[string]struct {
		step     org.Step
		template org.Template
		want     int
	}{
		"a part":              {org.Step{Kind: org.KindAnalysis, Depth: org.DepthStandard}, org.TemplateReport, 400},
		"one that decides":    {org.Step{Kind: org.KindStrategy, Depth: org.DepthDeep}, "", 550},
		"a note":              {org.Step{Kind: org.KindSimple, Depth: org.DepthSimple}, org.TemplateBrief, 250},
		"the deliverable":     {org.Step{Kind: org.KindResearch, Depth: org.DepthStandard, Final: true}, org.TemplateReport, 800},
		"a bound of its own":  {org.Step{Kind: org.KindAnalysis, Depth: org.DepthStandard, Acceptance: []org.Criterion{short}}, org.TemplateReport, 0},
		"a length asked for":  {org.Step{Kind: org.KindResearch, Depth: org.DepthDeep, Goal: "A study of 2,500 words."}, org.TemplateReport, 0},
		"one page":            {org.Step{Kind: org.KindStrategy, Depth: org.DepthDeep, Title: "A one-page launch plan"}, org.TemplateReport, 0},
		"a text for others":   {org.Step{Kind: org.KindWriting, Depth: org.DepthStandard}, org.TemplateReport, 0},
		"code":                {org.Step{Kind: org.KindEngineering, Depth: org.DepthDeep}, org.TemplateReport, 0},
		"a chapter":           {org.Step{Kind: org.KindResearch, Depth: org.DepthStandard}, org.TemplateGuide, 0},
		"a list to be ticked": {org.Step{Kind: org.KindStrategy, Depth: org.DepthStandard}, org.TemplateKit, 0},
	} {
		if got := atMost(c.step, c.template); got != c.want {
			t.Errorf("%s: %d words, want %d", name, got, c.want)
		}
	}
}

// A draft that is well over its length is cut when it goes back anyhow; one that is
// twice as long goes back for that.
func TestLongDraftIsCut(t *testing.T) {
	r := &documentRun{run: &run{Worker: &Worker{}, step: org.Step{Kind: org.KindAnalysis, Depth: org.DepthStandard}, about: work.StepContext{}}}
	of := func(words int) version {
		return version{Draft: check.Draft{Text: "## Prices\n\n" + strings.TrimSpace(strings.Repeat("word ", words))}}
	}
	for words, want := range map[int]struct{ cut, back bool }{400: {}, 520: {}, 521: {cut: true}, 800: {cut: true}, 801: {cut: true, back: true}} {
		list := r.findTooLong(of(words))
		if got := len(list) == 1; got != want.cut {
			t.Errorf("%d words of 400: cut %v, want %v", words, got, want.cut)
		}
		if got := r.tooLong(of(words), farOver); got != want.back {
			t.Errorf("%d words of 400: sent back for it %v, want %v", words, got, want.back)
		}
		for _, d := range list {
			if !strings.Contains(d.Instruction, "Cut it to 400 words") {
				t.Errorf("the finding says %q", d.Instruction)
			}
		}
	}
}

// Who revises a piece is told the same length as its author, whoever sets it.
func TestReviserIsToldTheLength(t *testing.T) {
	limit := func(text string, n int) org.Criterion {
		return org.Criterion{ID: "a1", Text: text, Check: org.CheckWords, N: n}
	}
	for name, c := range map[string]struct {
		step org.Step
		want int
	}{
		"a part":                    {org.Step{Kind: org.KindAnalysis, Depth: org.DepthStandard}, 400},
		"a criterion in words":      {org.Step{Kind: org.KindAnalysis, Acceptance: []org.Criterion{{ID: "a1", Text: "At most 140 words"}}}, 140},
		"a criterion with a number": {org.Step{Kind: org.KindWriting, Acceptance: []org.Criterion{limit("It is short", 120), limit("no longer than a page", 300)}}, 120},
		"one page":                  {org.Step{Kind: org.KindStrategy, Title: "A one-page launch plan"}, org.PageWords},
		"one page with a bound":     {org.Step{Kind: org.KindStrategy, Title: "A one-page launch plan", Acceptance: []org.Criterion{limit("at most 400 words", 400)}}, 400},
		"a text for others":         {org.Step{Kind: org.KindWriting}, 0},
	} {
		r := &documentRun{run: &run{Worker: &Worker{}, step: c.step}}
		if got := r.mostWords(); got != c.want {
			t.Errorf("%s: %d words, want %d", name, got, c.want)
		}
	}
}
