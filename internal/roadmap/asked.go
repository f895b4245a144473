package roadmap

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// QuestionMarks holds those of the scripts in which founders write.
const QuestionMarks = "?？؟⸮"

// Such a line belongs to a list, a table or a heading, or goes on below one.
var ofList = lazyregexp.New(`^(?:[ \t]*(?:[-*+•]|[0-9]{1,3}[.)])[ \t]|[ \t]{2,}\S|#{1,6} |[ \t]*\|)`)

// Asked returns the question that somebody asks before or behind a list, in its whole paragraph; empty when
// nobody does. Then the list may be what the question is about, as a log or a page of notes
// is, and no order. Questions within a list are its own.
func Asked(src string) string {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(src, "\r\n", "\n")), "\n")
	const paragraphs = 2 // behind the list: a question, and thanks for it
	from := len(lines)
	for left := paragraphs; from > 0 && left > 0 && !ofList.MatchString(lines[from-1]); from-- {
		if strings.TrimSpace(lines[from-1]) == "" {
			left--
		}
	}
	to := 0
	for to < from && !ofList.MatchString(lines[to]) && strings.TrimSpace(lines[to]) != "" {
		to++
	}
	for _, prose := range []string{strings.Join(lines[from:], "\n"), strings.Join(lines[:to], "\n")} {
		if strings.ContainsAny(prose, QuestionMarks) {
			return strings.TrimSpace(prose)
		}
	}
	return ""
}
