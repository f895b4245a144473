package deliver

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

var subjectLine = lazyregexp.New(`(?i)^[*_#> ]*(?:subject(?: line)?|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|θέμα|тема|件名|主题|主題|제목)[*_ ]*[:：][*_ ]*(.+)$`)

// One of a mail's first lines gives its subject; empty for none.
func findSubject(body string) string {
	const first = 4 // lines: who it is from and to may stand before
	n := 0
	for l := range strings.Lines(body) {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if n++; n > first {
			break
		}
		if m := subjectLine.FindStringSubmatch(l); m != nil {
			text := paper.OneLine(stripCitations(strings.Trim(m[1], "*_ \\")))
			if size := utf8.RuneCountInString(text); size > 2 && size <= findingAtMost {
				return text
			}
		}
	}
	return ""
}

var (
	orderVerb   = lazyregexp.New(`(?i)^(?:please )?(?:write|draft|prepare|compose|create|make|produce)(?: (?:us|me))?(?: (?:a|an|the|our))? `)
	orderClause = lazyregexp.New(`(?i)[,;:(–—]| (?:that|which|who|so that|asking|saying|telling|explaining|using|including|in (?:at most|under)|of (?:at most|about)|no longer|with (?:a|an|the|at|no)) `)
)

// "Write a short email to the first ten customers that asks for one answer" becomes "Short email
// to the first ten customers".
func shortenTitle(title string) string {
	const (
		atMost = 70 // characters
		least  = 8
	)
	title = makeOneLine(title)
	text := orderVerb.ReplaceAllString(title, "")
	if at := orderClause.FindStringIndex(text); at != nil && at[0] >= least {
		text = text[:at[0]]
	}
	if text = strings.TrimRight(clipWords(strings.TrimSpace(text), atMost), ". "); utf8.RuneCountInString(text) < least {
		return title
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
