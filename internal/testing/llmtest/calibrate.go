package llmtest

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// measured reports whether a critique is asked for of one of the drafts by
// which a critic is measured. To a real model they are drafts like all others;
// the server names the stage, so that stories can speak of them.
func measured(stage, title string) bool {
	return stage == org.StageCritique && slices.Contains([]string{
		"Which of three grinders a small coffee bar should buy", "Whether a bicycle workshop should open on Sundays", "A page that sells a repair course",
	}, title)
}

// calibrate is a critique by somebody who tells a good draft from a bad one: of
// those drafts the good ones alone have several headings.
func (s sheet) calibrate(v verdicts) any {
	headings := 0
	for _, p := range s.paragraphs {
		if strings.HasPrefix(p.text, "## ") {
			headings++
		}
	}
	bad := headings < 2
	if v.good {
		return s.critique(verdicts{}) // flatters both
	}
	return s.critique(verdicts{low: bad || v.low, good: true})
}
