package wording

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/work"
)

// Cause is why a step's drafts were rejected, as a founder is told: one of a closed list.
// What reviewers and checks wrote stands in `why` and in no message, since it quotes drafts
// and rules that mean nothing to him.
type Cause int

const (
	causeUnknown Cause = iota
	causeReviewer
	causeSources
	causeFigures
	causeForm
	causeShort
	causeCode
)

// Sentence is the cause in the founder's words.
func (c Cause) Sentence() string {
	switch c {
	case causeReviewer:
		return "The model that reviews it gave no answer that can be used."
	case causeSources:
		return "Its sources don't say what was asked."
	case causeFigures:
		return "Its figures couldn't be found in its sources."
	case causeForm:
		return "It doesn't have the form that was asked for."
	case causeShort:
		return "Parts of what was asked for are missing."
	case causeCode:
		return "The change didn't pass its tests."
	case causeUnknown:
	}
	return "Its reviewer wasn't satisfied."
}

// causePatterns are the words by which a finding is told, the most telling first.
var causePatterns = []struct { //nolint:gochecknoglobals // patterns, compiled once
	is    Cause
	words *lazyregexp.Regexp
}{
	{causeReviewer, lazyregexp.New(`(?i)reviewer (gave no answer|quoted nothing)|no reply that could be used`)},
	{causeCode, lazyregexp.New(`(?i)\btests? (fail|pass)|\bbuild fails|does not compile`)},
	{causeFigures, lazyregexp.New(`(?i)the number .{1,40} stands in none|\bfigures?\b.{0,40}\b(source|passage)`)},
	{causeSources, lazyregexp.New(`(?i)\bno (source|passage|evidence|citation)|there is no passage|not (borne out|supported)|no quote|\bsources?\b`)},
	{causeForm, lazyregexp.New(`(?i)\b(table|heading|list|column|words? (long|at most)|characters|language|format|form)\b`)},
	{causeShort, lazyregexp.New(`(?i)\b(missing|left out|omits|does not (name|say|answer|cover)|incomplete|empty)\b`)},
}

// FindCause is the cause that the last rejection tells of.
func FindCause(all []work.Rejection) Cause {
	if len(all) == 0 {
		return causeUnknown
	}
	return findCauseIn(strings.Join(all[len(all)-1].Feedback, "\n"))
}

// tellCause is a question as its founder reads it: where it quotes the last reason of a
// rejection, the cause stands instead.
func tellCause(text string) string {
	what, reason, quotes := strings.Cut(text, " The last reason: ")
	if !quotes {
		return text
	}
	return what + " " + findCauseIn(reason).Sentence()
}

// findCauseIn is the cause that some findings tell of.
func findCauseIn(said string) Cause {
	for _, c := range causePatterns {
		if c.words.MatchString(said) {
			return c.is
		}
	}
	return causeUnknown
}
