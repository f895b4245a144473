package prompt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// ended is a result that ended in a minute of an hour.
func ended(key string, minute int, text string) work.Upstream {
	return work.Upstream{ID: org.StepID("s-" + key), Key: key, Title: "Part " + key, State: org.StepCompleted, Result: text, EndedAt: time.Date(2026, 3, 1, 9, minute, 0, 0, time.UTC)}
}

// handedOn are the blocks of results in a prompt about a shelf that fits.
func handedOn(t *testing.T, stage string, list ...work.Upstream) []llm.Block {
	t.Helper()
	var out []llm.Block
	for _, b := range render(t, load(t, ""), prompt.Data{
		Stage: stage, Tier: org.T2, Nonce: "5eed", Project: &prompt.Project{Title: "P"}, Task: &prompt.Task{Title: "x", Upstream: list},
		Evidence: &work.Evidence{Inquiry: work.Inquiry{Whole: true}, Passages: []work.Passage{{ID: "S1:p1", Source: 1, Title: "Shelf", Text: "A fact."}}},
	}) {
		if b.Name == "B10" {
			out = append(out, b)
		}
	}
	return out
}

// What one step found reaches whoever works next whole, author and judges alike, with the
// rows of its tables.
func TestResultsAreHandedOnWhole(t *testing.T) {
	text := "Our price is 219 euros.\n\n## Why 219\n\n- **It was tested.** Brandt signs at 200.\n\n| Step | Low |\n|---|---|\n| Repairs | 31.50 |\n\nFor the first six months it is 199."
	for _, stage := range []string{org.StageSynthesize, org.StageRevise, org.StageCritique, org.StageQA, org.StageLead, org.StageExpert, org.StageCrosscheck} {
		blocks := handedOn(t, stage, ended("i3", 5, text))
		if len(blocks) != 1 {
			t.Errorf("%s: %d blocks of results, want 1", stage, len(blocks))
			continue
		}
		for _, want := range []string{"For the first six months it is 199.", "| Repairs | 31.50 |", "Brandt signs at 200.", "#### i3: Part i3"} {
			if !strings.Contains(blocks[0].Text, want) {
				t.Errorf("%s lacks %q", stage, want)
			}
		}
	}
}

// The next result comes behind those that were there, whatever its key and phase: a cache
// serves the rest.
func TestResultsStandInTheOrderInWhichTheyEnded(t *testing.T) {
	first := handedOn(t, org.StageSynthesize, ended("i4", 1, "Four."), ended("i2", 3, "Two."))
	then := handedOn(t, org.StageSynthesize, ended("i2", 3, "Two."), ended("i1", 9, "One."), ended("i4", 1, "Four."))
	if len(first) != 2 || len(then) != 3 {
		t.Fatalf("%d and %d blocks, want 2 and 3", len(first), len(then))
	}
	for i := range first {
		if first[i].Text != then[i].Text {
			t.Errorf("block %d changed:\n%s\n%s", i, first[i].Text, then[i].Text)
		}
	}
	if !strings.Contains(then[2].Text, "One.") || then[0].Cache || !then[1].Cache || !then[2].Cache {
		t.Errorf("the last is %q, marks %v %v %v; want the new one, and marks on the last two", then[2].Text, then[0].Cache, then[1].Cache, then[2].Cache)
	}
}

// Beyond the budget the oldest that nobody builds on gives way first, in whole paragraphs.
func TestResultsBeyondTheBudget(t *testing.T) {
	limit := org.UpstreamTokens * org.CharsPerToken
	para := "The reason is told in a sentence that ends."
	long := func(n int) string {
		return "# Head\n\nThe answer comes first.\n\n" + strings.Repeat(para+"\n\n", n*limit/100/(len(para)+2)) + "The very end."
	}
	used := ended("i1", 1, long(30))
	used.Used = true
	base := ended("i2", 2, long(30))
	base.Base, base.Used = true, true
	blocks := handedOn(t, org.StageSynthesize, used, base, ended("i3", 3, long(30)), ended("i4", 4, long(30)))
	for i, whole := range []bool{true, true, false, true} {
		if got := strings.Contains(blocks[i].Text, "The very end."); got != whole {
			t.Errorf("result %d whole: %v, want %v", i+1, got, whole)
		}
	}
	short := blocks[2].Text
	if !strings.Contains(short, "The answer comes first.") || !strings.Contains(short, "paragraphs are left out") {
		t.Errorf("the digest is %q", short)
	}
	for _, p := range strings.Split(short, "\n┃ \n") {
		if strings.Contains(p, "The reason") && !strings.Contains(p, para) {
			t.Errorf("a paragraph is cut: %q", p)
		}
	}
	var many []work.Upstream
	for i := range 200 {
		many = append(many, ended(fmt.Sprintf("i%d", i), i%60, long(10)))
	}
	total := 0
	for _, b := range handedOn(t, org.StageSynthesize, many...) {
		total += utf8.RuneCountInString(b.Text)
	}
	if total > limit+200*200 {
		t.Errorf("200 results take %d characters, want %d and their headings", total, limit)
	}
}

// A digest is no row of stubs: a list keeps its sentences, a table its rows.
func TestDigestKeepsWholeParagraphs(t *testing.T) {
	list := "- **Money.** Eleven bikes carry the costs.\n- **Price.** 219 euros a month."
	text := "# Plan\n\n" + list + "\n\n" + strings.Repeat("More is said here.\n\n", 400)
	got := prompt.Digest(text, 400)
	if !strings.Contains(got, list) || utf8.RuneCountInString(got) > 460 {
		t.Errorf("%d characters: %q", utf8.RuneCountInString(got), got)
	}
	if same := prompt.Digest("Short.", 400); same != "Short." {
		t.Errorf("a text that fits becomes %q", same)
	}
}

// A step is told what it was to build on and is not there.
func TestMissingBasesAreNamed(t *testing.T) {
	gone := work.Upstream{Key: "i3", Title: "The price", State: org.StepFailed, Cause: "it was sent back three times", Base: true}
	base := ended("i1", 1, "Seven bikes.")
	base.Base = true
	text := taskBlock(t, org.StageSynthesize, prompt.Task{Title: "x", Upstream: []work.Upstream{gone, base}})
	for _, want := range []string{"- i3: The price: it was sent back three times", "Do not invent them", "- i1: Part i1"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q in\n%s", want, text)
		}
	}
}
