package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a frozen worker had committed before it froze is nothing that it stored
// under a claim that it had lost, though it says so only when it wakes.
func TestAWordOfACommitBeforeTheFreezeCountsForNothing(t *testing.T) {
	before := []string{"claim-steps", "claim-steps:committed", "save-checkpoint"}
	word, marked := "save-checkpoint:committed", "mark-in-review:committed"
	for name, c := range map[string]struct {
		before, since, want []string
	}{
		"nothing more":                     {before, nil, nil},
		"the word of a commit":             {before, []string{word}, nil},
		"that word and a refused write":    {before, []string{word, "save-checkpoint", "claim-steps"}, nil},
		"that word and another commit":     {before, []string{word, "save-checkpoint", word}, []string{word}},
		"that word and another's":          {before, []string{word, "mark-in-review", marked}, []string{marked}},
		"the word of another commit":       {before, []string{marked}, []string{marked}},
		"a commit begun after the freeze":  {before[:2], []string{"save-checkpoint", word}, []string{word}},
		"a commit that was told of before": {append(before[:3:3], word), []string{"save-checkpoint", word}, []string{word}},
		"the same word once more":          {append(before[:3:3], word), []string{word}, []string{word}},
		"handed in":                        {before[:2], []string{"before finish", "after finish"}, []string{"after finish"}},
		"frozen before its first point":    {nil, []string{word}, []string{word}},
	} {
		got := storedAt(append(c.before[:len(c.before):len(c.before)], c.since...), len(c.before))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
