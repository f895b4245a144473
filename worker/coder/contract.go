package coder

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// buildContract says what the model is shown for a turn. What stays as it was comes first, so that a cache serves it.
func (w *work) buildContract(n int) prompt.TurnContract {
	c := prompt.TurnContract{
		Repository: w.Repository.Name, Checks: w.Repository.Checks, Actions: listDeeds().describe(), Files: w.files, More: w.more, House: w.house, Left: w.Turns - n + 1,
		Round: w.Round, Begun: len(w.Start) > 0 && w.tree != w.BaseTree && len(w.turns) == 0,
		Diff: cutMiddle(w.diff, codeDiffBytes), Last: cutMiddle(describeFailed(w.Last), codeLastBytes), Told: w.told,
	}
	for _, t := range w.Before {
		if !t.Good() {
			c.Broken = append(c.Broken, cutMiddle(describeTrial(t), codeLastBytes))
		}
	}
	out := findLeftOut(w.turns)
	for i, t := range w.turns {
		shown := prompt.Took{N: i + 1, Thought: t.Thought, Saw: t.Saw}
		for _, a := range t.Actions {
			shown.Did = append(shown.Did, a.describe())
		}
		if t.Slip {
			shown.Did = append(shown.Did, "a reply that could not be read")
		}
		if i < out {
			shown.Saw = "(left out: look again where you need it)"
		}
		c.Turns = append(c.Turns, shown)
	}
	return c
}

// findLeftOut says of how many turns, from the first, what they saw is not shown again. The last is always shown.
// Many are left out at once, and seldom: a cache serves what is shown as it was before.
func findLeftOut(turns []Turn) int {
	out, size := 0, 0
	for i, t := range turns {
		if size += len(t.Saw); size <= codeTranscript {
			continue
		}
		for out < i && size > codeTranscriptKept {
			size -= len(turns[out].Saw)
			out++
		}
	}
	return out
}

func describeFailed(all []coding.Trial) string {
	var out []string
	for _, t := range all {
		if !t.Good() {
			out = append(out, describeTrial(t))
		}
	}
	return strings.Join(out, "\n")
}

// describeTrial says how a check ended and, of one that failed, what it said.
func describeTrial(t coding.Trial) string {
	text := formatOutcome(t)
	if t.Only != "" {
		text += "\n(Only what you touched was run: " + t.Only + ". All of it runs once you say done.)"
	}
	if !t.Good() && t.Tail != "" {
		text += "\n" + t.Tail
	}
	return text
}
