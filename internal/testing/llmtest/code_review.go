package llmtest

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// What is said of code where nobody wrote down what: its writer gives up.
func (s sheet) code(v verdicts) string {
	if s.r.Stage == org.StageTurn {
		return Coding(nil).turn(s, false).text
	}
	return s.codeReview(v)
}

// codeReview passes a change of code by its first place, or sends it back by that.
func (s sheet) codeReview(v verdicts) string {
	place := firstPlace(contract[prompt.CodeReviewContract](s.brief).Diff)
	if !v.reject {
		return "It does what was asked.\n\n@@ pass " + place + "\n```\nIts test fails on the old code.\n```\n"
	}
	return "One case is wrong.\n\n@@ finding " + place + " wrong\n```\nAn empty value is not looked at.\n```\n@@ return\n```\nAn empty value is not looked at.\n```\n"
}

// firstPlace is the first line that a patch adds, or keeps where it adds none.
func firstPlace(patch string) string {
	for _, p := range coding.PatchParts(patch) {
		at := 0
		for _, l := range p.Body {
			switch {
			case strings.HasPrefix(l, "@@"):
				at = coding.HunkStart(l)
			case strings.HasPrefix(l, "+"):
				return fmt.Sprintf("%s:%d", p.Path, at)
			case !strings.HasPrefix(l, "-"):
				at++
			}
		}
	}
	for _, p := range coding.PatchParts(patch) {
		if p.Path != "" {
			return p.Path
		}
	}
	return "nowhere"
}

// What a reviewer says in a turn; what is not written down for it he passes. A turn is of a part of the change,
// and the round is one more where the change was sent back before.
func (c Coding) review(s sheet) string {
	about := contract[prompt.CodeReviewContract](s.brief)
	n, round := len(about.Turns)+1, 1
	if len(about.Before) > 0 {
		round = 2
	}
	var b strings.Builder
	for _, d := range c {
		if d.Turn == n && (d.Round == 0 || d.Round == round) && strings.Contains(s.title, d.Title) {
			b.WriteString(d.spellDeed())
		}
	}
	if b.Len() == 0 {
		return s.codeReview(verdicts{})
	}
	return b.String()
}
