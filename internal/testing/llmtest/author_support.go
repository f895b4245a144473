package llmtest

import (
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// support names no passage for any statement; told to be good, it names for
// each the sentence of a passage that shares most words with it.
func (s sheet) support(v verdicts) any {
	found := []any{}
	for _, l := range contract[prompt.SupportContract](s.brief).Statements {
		id, words, best := "none", "", 0.0
		for _, p := range s.passages {
			for _, t := range quotable(p.text) {
				if o := prose.Overlap(t, l.Text); v.good && o > best {
					id, words, best = p.id, t, o
				}
			}
		}
		found = append(found, map[string]any{"id": l.ID, "passage": id, "quote": words})
	}
	return map[string]any{"found": found}
}
