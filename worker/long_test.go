package worker_test

import (
	"context"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
	"github.com/frasier-cos/frasier/worker"
)

func TestLength(t *testing.T) {
	for text, want := range map[string]int{
		"A guide of 2,500 words": 2500, "a 3000-word guide": 3000, "2.500 words": 2500, "1,500 to 2,000 words": 2000, "1500-2000 words": 2000,
		"500 words": 500, "in your own words": 0, "12 words": 0, "100000 words": 0, "the 2026 report, 3 words": 0, "1799 words": 1799, "1800 Words.": 1800,
	} {
		if got := worker.Length(org.Step{Goal: text}); got != want {
			t.Errorf("%q asks for %d words, want %d", text, got, want)
		}
	}
	s := org.Step{Title: "A text of 900 words", Acceptance: []org.Criterion{{Text: "at least 2000 words"}}}
	if got := worker.Length(s); got != 2000 {
		t.Errorf("%d words, want the longest length that is named", got)
	}
}

// long is a piece that asks for words.
func (b *bench) long(key, words string) org.PlannedStep {
	s := b.piece(key)
	s.Goal += " It has " + words + " words."
	return s
}

func TestALongPieceIsWrittenInSections(t *testing.T) {
	for _, c := range []struct {
		words    string
		sections bool
	}{{"1799", false}, {"1800", true}} {
		b := newBench(t, llmtest.Options{})
		b.plan(b.long("one", c.words))
		b.mustWork()
		s := b.want("one", org.StepCompleted, 0, 0)
		outlines, sections, whole := b.calls(org.StageOutline), b.calls(org.StageSection), b.calls(org.StageSynthesize)
		if !c.sections {
			if outlines+sections != 0 || whole != 1 {
				t.Errorf("%s words: %d outlines, %d sections, %d whole pieces; want one whole piece", c.words, outlines, sections, whole)
			}
			continue
		}
		if outlines != 1 || sections < 2 || whole != 0 {
			t.Fatalf("%s words: %d outlines, %d sections, %d whole pieces; want one outline and its sections", c.words, outlines, sections, whole)
		}
		if n := strings.Count("\n"+s.Result, "\n## "); n < 2 {
			t.Errorf("%d headings for %d sections:\n%s", n, sections, s.Result)
		}
		if strings.Contains(s.Result, "```evidence") {
			t.Errorf("the evidence stands in the text:\n%s", s.Result)
		}
		cites, err := b.db.Citations(context.Background(), b.project)
		b.ok(err)
		if len(cites) == 0 {
			t.Error("the evidence of the sections is lost")
		}
	}
}

func TestUselessSectionsAreWrittenAtOnce(t *testing.T) {
	for name, rule := range map[string]llmtest.Rule{
		"outline": {Stage: "outline", Do: "garbage"}, "section": {Stage: "section", Do: "empty", From: 2},
	} {
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{rule}})
		b.plan(b.long("one", "2,400"))
		b.mustWork()
		b.want("one", org.StepCompleted, 0, 0)
		if n := b.calls(org.StageSynthesize); n != 1 {
			t.Errorf("useless %s: %d whole pieces, want 1", name, n)
		}
	}
}
