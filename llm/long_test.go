package llm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// long renders the real prompt of a synthesis over sixteen passages, eight for
// each of two questions.
func long(t *testing.T, passages int) llm.Request {
	t.Helper()
	ev := work.Evidence{Inquiry: work.Inquiry{Questions: []work.SubQuestion{{ID: "q1", Text: "What does it cost?"}, {ID: "q2", Text: "Who buys it?"}}}}
	for i := range passages {
		ev.Passages = append(ev.Passages, work.Passage{
			ID: fmt.Sprintf("S%d:p1", i+1), Source: i + 1, Site: "a.example", For: []string{fmt.Sprintf("q%d", i%2+1)},
			Text: fmt.Sprintf("Figure %d stands here.\n\n%s", i+1, strings.Repeat("Some more words on it. ", 30)),
		})
	}
	blocks, err := prompts(t).Blocks(prompt.Data{
		Stage: org.StageSynthesize, Tier: org.T2, Evidence: &ev, Task: &prompt.Task{Title: "Prices"}, Nonce: "5eed",
	})
	if err != nil {
		t.Fatalf("Blocks: %v", err)
	}
	q := question(org.StageSynthesize, org.T2, nil)
	q.Blocks = blocks
	return q
}

// TestLongPromptLosesPassages lets the endpoint say twice that the real prompt
// is too long: each time a third of the passages goes, of each question's the
// later ones, and nothing else.
func TestLongPromptLosesPassages(t *testing.T) {
	for _, fault := range []string{"context", "context-local", "413"} {
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:" + fault, Times: 2}}})
		r, err := b.client.Do(t.Context(), long(t, 16))
		if err != nil {
			t.Fatalf("%s: %v; want an answer to the shorter prompt", fault, err)
		}
		seen := b.server.Requests()
		if len(seen) != 3 || len(r.Notes) != 2 {
			t.Fatalf("%s: %d requests and the notes %q; want 3 requests and 2 notes", fault, len(seen), r.Notes)
		}
		var left []int
		for _, s := range seen {
			n := strings.Count(s.Prompt, "┃ <S")
			left = append(left, n)
			if got := strings.Count(s.Prompt, "words on it."); got != 30*n {
				t.Errorf("%s: %d passages, but %d lines of text of passages", fault, n, got)
			}
			if a, z := strings.Count(s.Prompt, "<<<data 5eed passages>>>"), strings.Count(s.Prompt, "<<<end 5eed>>>"); a != 2 || z != a {
				t.Errorf("%s: %d data begin and %d end; want two of each", fault, a, z)
			}
			for _, keep := range []string{"<S1:p1 a.example>", "<S2:p1 a.example>", "Who buys it?", "## Stage: synthesize"} {
				if !strings.Contains(s.Prompt, keep) {
					t.Errorf("%s: a prompt with %d passages has lost %q", fault, n, keep)
				}
			}
		}
		if left[0] != 16 || left[1] > 11 || left[1] < 9 || left[2] > left[1]-3 || left[2] < 5 {
			t.Errorf("%s: %v passages; want a third fewer each time", fault, left)
		}
		if strings.Contains(seen[2].Prompt, "Figure 16 ") || strings.Contains(seen[2].Prompt, "Figure 15 ") {
			t.Errorf("%s: the last passages of both questions are there still", fault)
		}
	}
}

// TestPromptThatStaysTooLong gives up when nothing more can be left out, and
// when two times were not enough.
func TestPromptThatStaysTooLong(t *testing.T) {
	for passages, calls := range map[int]int{0: 1, 1: 2, 16: 3} {
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:context"}}})
		_, err := b.client.Do(t.Context(), long(t, passages))
		var e *llm.Error
		if !errors.As(err, &e) || e.Class != llm.ClassSize || len(b.server.Requests()) != calls {
			t.Errorf("%d passages: %v after %d requests; want class size after %d", passages, err, len(b.server.Requests()), calls)
		}
	}
}
