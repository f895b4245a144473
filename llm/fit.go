//nolint:gochecknoglobals // tables and patterns that are made once and never changed
package llm

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// An endpoint says how many tokens it takes, and how many it counted of a request. Zero is not
// said.
type fit struct {
	takes, counted int
	answer         bool // the answer that was asked for is among those counted
}

// Providers word it so, the surest words first.
var fits = []struct {
	words          *pattern
	takes, counted int // the groups
	answer         bool
}{
	{compilePattern(`limit:? ([0-9]+)[^0-9].*requested:? ~?([0-9]+)`), 1, 2, true},
	{compilePattern(`maximum context length (?:is|of) ([0-9]+)[^0-9].*?requested (?:about )?([0-9]+)`), 1, 2, true},
	{compilePattern(`maximum context length (?:is|of) ([0-9]+)[^0-9].*?(?:resulted in|contains?(?: at least)?|has) ([0-9]+)`), 1, 2, false},
	{compilePattern(`n_ctx[^0-9]{1,4}([0-9]+).*n_prompt_tokens[^0-9]{1,4}([0-9]+)`), 1, 2, false},
	{compilePattern(`([0-9]+)\)?(?: tokens?)? ?(?:>|exceeds?[^0-9]{0,60}) ?\(?([0-9]+)`), 2, 1, false},
	{compilePattern(`(?:max(?:imum)? (?:size|context length|input length|sequence length|prompt length)[^0-9.]{0,20}|limit of |at most )([0-9]+) tokens?`), 1, 0, true},
}

// The zero value means that nothing is said.
func fitOf(words string) fit {
	words = thousands.ReplaceAllString(words, "$1$2")
	for _, f := range fits {
		m := f.words.FindStringSubmatch(words)
		if m == nil {
			continue
		}
		out := fit{takes: parseCount(m[f.takes]), answer: f.answer}
		if f.counted > 0 {
			out.counted = parseCount(m[f.counted])
		}
		if out.takes > 0 && (out.counted == 0 || out.counted > out.takes) {
			return out
		}
	}
	return fit{}
}

var thousands = compilePattern(`([0-9]),([0-9]{3})\b`)

const (
	shareUnknown = 70 // percent of what can be left out stay, where nobody says how much fits
	shareLeast   = 5
	margin       = 95 // percent of what fits are used: counts differ
)

// percent of what can be left out of a prompt may stay; room is how long the answer may be beside
// it, 0 for as it is.
func (f fit) promptShare(prompt, answer, left, all int) (percent, room int) {
	if f.takes == 0 || left == 0 || all == 0 {
		return shareUnknown, 0
	}
	goal := f.takes
	if f.counted > 0 {
		prompt = f.counted
	}
	if f.answer {
		if f.counted > answer {
			prompt = f.counted - answer
		}
		if goal -= answer; goal < f.takes/2 {
			goal = f.takes / 2
			room = f.takes - goal
		}
	}
	goal = goal * margin / 100
	if prompt <= goal {
		return shareUnknown, room * margin / 100
	}
	stays := left - (all - all*goal/prompt)
	return max(shareLeast, min(margin, stays*100/left)), room * margin / 100
}

// The answer alone may be what is too long; 0 when the prompt is.
func (f fit) answerRoom(answer int) int {
	prompt := f.counted - answer
	if !f.answer || f.counted == 0 || prompt <= 0 || answer <= prompt {
		return 0
	}
	return boundRoom(f.takes - prompt)
}

// Where the endpoint says how much fits, as much is left out as has to be, else a third of what
// can be; twice.
func (j *job) shrinkPrompt(p prompt, a answer) (prompt, error) {
	said := a.verdict.fit
	tokens := j.answerTokens(p, a.target)
	if n := said.answerRoom(tokens); n > 0 && !j.shorter {
		return j.askShorter(p, verdict{class: ClassSize, kind: a.verdict.kind, room: n})
	}
	percent, room := said.promptShare(p.measureSize()/org.CharsPerToken+j.pictureTokens(a.target.model), tokens, countLeavable(p.blocks), p.measureSize())
	if j.shrunk > 0 {
		percent = min(percent, shareUnknown)
	}
	blocks, ok := removeUnits(p.blocks, percent)
	if j.shrunk++; j.shrunk > maxShrinks || !ok {
		return p, &Error{Class: ClassSize, Kind: a.verdict.kind, Sentence: sentenceFor(ClassSize)}
	}
	if p.blocks = blocks; room > 0 && (p.room == 0 || room < p.room) {
		p.room = room
	}
	j.addNote("The prompt was too long for the model; it was asked with fewer passages.")
	return p, nil
}

func countLeavable(blocks []Block) int {
	n := 0
	for _, b := range blocks {
		if len(b.Units) > 0 {
			n += len(b.Text)
		}
	}
	return n
}

// Only so many percent of the blocks that have units stay; false when there is nothing to leave
// out.
func removeUnits(blocks []Block, percent int) ([]Block, bool) {
	out := slices.Clone(blocks)
	left := false
	for i, b := range out {
		goal := len(b.Text) * percent / 100
		for len(b.Units) > 0 && len(b.Text) > goal {
			before := len(b.Text)
			b.Text = strings.Replace(b.Text, b.Units[0], "", 1)
			b.Units = b.Units[1:]
			left = left || len(b.Text) < before
		}
		out[i] = b
	}
	return out, left
}
