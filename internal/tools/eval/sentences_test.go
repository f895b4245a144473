package eval_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// TestSentencesInSevenLanguages runs the checks by code over sentences that somebody wrote who had not read them: none that
// says what its passage says is refused for certain, and each in which one figure was changed is found or put to a reader.
func TestSentencesInSevenLanguages(t *testing.T) {
	raw, err := os.ReadFile("testdata/sentences/set.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all, hard, found, asked := 0, 0, 0, 0
	for line := range bytes.Lines(raw) {
		var s struct {
			Language string `json:"language"`
			Passage  string `json:"passage"`
			Honest   string `json:"honest"`
			Changed  string `json:"changed"`
			Kind     string `json:"kind"`
		}
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		all++
		run := func(text string) check.Audit {
			return check.Run(check.Subject{
				Step: org.Step{Title: "Report", Kind: org.KindResearch}, Draft: check.ParseDraft(strings.TrimRight(text, ".") + " [S1:p1]."),
				Evidence: work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Text: s.Passage, End: len(s.Passage), Document: "S1", Site: "s1.example"}}},
			})
		}
		h, c := run(s.Honest), run(s.Changed)
		if f := hardOf(h); len(f) > 0 {
			t.Errorf("line %d (%s, %s): refused: %s\n\t%s\n\t%s", all, s.Language, s.Kind, s.Honest, s.Passage, strings.Join(f, "\n\t"))
		}
		switch {
		case len(hardOf(c)) > 0:
			hard++
		case len(c.MustFix) > 0:
			found++
		case len(c.Compare) > 0:
			asked++
		default:
			t.Errorf("line %d (%s, %s): neither found nor asked about: %s\n\t%s", all, s.Language, s.Kind, s.Changed, s.Passage)
		}
	}
	if all != 120 {
		t.Errorf("%d sentences were read, want 120", all)
	}
	t.Logf("%d changed sentences: %d found for certain, %d told to author and critic, %d put to the critic figure by figure", all, hard, found, asked)
}

func hardOf(a check.Audit) (out []string) {
	for _, d := range a.MustFix {
		if d.Hard {
			out = append(out, d.Check+": "+d.Fix)
		}
	}
	return out
}
