package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// DescribeProof says what shows that an order is about something that is not so.
func DescribeProof(a coding.Answer) string {
	if a.New {
		return fmt.Sprintf("I wrote a test for it, and it passes on your code as it is: %s.", OneLine(a.Test))
	}
	return fmt.Sprintf("The test %s shows it: it passes on your code as it is.", OneLine(a.Test))
}

// EndSentence puts a mark at the end of a sentence that has none.
func EndSentence(s string) string {
	if strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}
