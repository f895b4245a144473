package worker_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
)

func TestLength(t *testing.T) {
	for text, want := range map[string]int{
		"A guide of 2,500 words": 2500, "a 3000-word guide": 3000, "2.500 words": 2500, "1,500 to 2,000 words": 2000, "1500-2000 words": 2000,
		"500 words": 500, "in your own words": 0, "12 words": 0, "100000 words": 0, "the 2026 report, 3 words": 0, "1799 words": 1799, "2,000 words, of which 300 words are a summary": 2000, "1800 Words.": 1800,
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

// An author is told a length or a bound, never two lengths for one piece.
func TestAimGivesWayToABound(t *testing.T) {
	for text, want := range map[string]int{"A body of at most 220 words": 0, "It says when": 300, "The first paragraph has at most 60 words": 300} {
		if got := worker.Aim(org.Step{Acceptance: []org.Criterion{{Text: "One call to action"}, {Text: text}}}, 300); got != want {
			t.Errorf("%q: told %d words, want %d", text, got, want)
		}
	}
}

// long is a piece that asks for words.
func (b *bench) long(key, words string) work.PlannedStep {
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
		b.ownPassages()
		cites, err := b.db.Citations(context.Background(), b.project)
		b.ok(err)
		if len(cites) == 0 {
			t.Error("the evidence of the sections is lost")
		}
	}
}

// ownPassages checks that each section was asked for with the passages that
// the outline gave it and no other; one that the outline gave none sees all.
func (b *bench) ownPassages() {
	b.t.Helper()
	var plan struct {
		Sections []struct {
			Passages []string `json:"passages"`
		} `json:"sections"`
	}
	n, named := 0, 0
	for _, r := range b.server.Requests() {
		switch r.Stage {
		case org.StageOutline:
			b.ok(json.Unmarshal([]byte(r.Reply), &plan))
		case org.StageSection:
			shown := regexp.MustCompile(`<(S\d+:p\d+)\b`).FindAllStringSubmatch(r.Prompt, -1)
			got := map[string]bool{}
			for _, m := range shown {
				got[m[1]] = true
			}
			want := map[string]bool{}
			for _, id := range plan.Sections[n].Passages {
				want[id] = true
			}
			if diff := cmp.Diff(want, got); diff != "" && len(want) > 0 {
				b.t.Errorf("passages of section %d (-want +got):\n%s", n+1, diff)
			}
			named += len(want)
			n++
		}
	}
	if named == 0 {
		b.t.Error("the outline names no passage")
	}
}

func TestSectionsAreJoined(t *testing.T) {
	text, served := worker.Join(
		worker.Section{Title: "Prices", Served: org.T2, Reply: "They cost 3 euros [S1:p1].\n\nThat is much.\n\n```evidence\nS1:p1 | \"3 euros\"\n```"},
		worker.Section{Title: "Places", Served: org.T1, Reply: "## Places\n\nThey grow in Norr [S2:p1].\n\n```evidence\nS2:p1 | \"in Norr\"\n```\n"},
		worker.Section{Title: "Open", Served: org.T2, Reply: "Nothing is known."},
	)
	want := "They cost 3 euros [S1:p1].\n\n## Prices\n\nThat is much.\n\n## Places\n\nThey grow in Norr [S2:p1].\n\n## Open\n\nNothing is known." +
		"\n\n```evidence\nS1:p1 | \"3 euros\"\nS2:p1 | \"in Norr\"\n```\n"
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if served != org.T1 {
		t.Errorf("served on %s, want the lowest of its sections, %s", served, org.T1)
	}
}

func TestASectionSeesItsOwnEvidence(t *testing.T) {
	ev := work.Evidence{
		Passages: []work.Passage{{ID: "S1:p1"}, {ID: "S2:p1"}},
		Findings: []work.Finding{{Text: "a", Passages: []string{"S1:p1"}}, {Text: "b", Passages: []string{"S2:p1", "S1:p1"}}, {Text: "c", Passages: []string{"S2:p1"}}},
		Gaps:     []string{"the harvest of 2027"},
	}
	for name, c := range map[string]struct {
		passages                 []string
		last                     bool
		passage, findings, wants int
	}{
		"its own":                 {[]string{"S2:p1"}, false, 1, 2, 0},
		"the last tells the gaps": {[]string{"S2:p1"}, true, 1, 2, 1},
		"an unknown one":          {[]string{"S9:p1"}, false, 2, 3, 0},
		"none":                    {nil, true, 2, 3, 1},
	} {
		got := worker.EvidenceFor(ev, c.last, c.passages...)
		if len(got.Passages) != c.passage || len(got.Findings) != c.findings || len(got.Gaps) != c.wants {
			t.Errorf("%s: %d passages, %d findings, %d gaps; want %d, %d, %d", name, len(got.Passages), len(got.Findings), len(got.Gaps), c.passage, c.findings, c.wants)
		}
	}
	if len(ev.Passages) != 2 || len(ev.Findings) != 3 {
		t.Error("the step's evidence was changed")
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
