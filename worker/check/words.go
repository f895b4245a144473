package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

var (
	atMostWords = lazyregexp.New(`(?i)\b(?:at most|no more than|not more than|up to|maximum of|max\.?) (\d{1,3}(?:,\d{3})+|\d{1,6}) words\b`)
	underWords  = lazyregexp.New(`(?i)\b(?:under|below|fewer than|less than) (\d{1,3}(?:,\d{3})+|\d{1,6}) words\b`)
	// onePart matches what limits a part of the piece only, which code does not
	// tell from the rest.
	onePart = lazyregexp.New(`(?i)\b(each|every|per|first|last|paragraphs?|sentences?|lines?|subject|preview|headlines?|titles?|summary|summaries|intro|introduction|answers?|sections?|bullets?|captions?|names?|slogans?)\b`)
)

// WordLimit returns how many words a criterion allows the whole piece, "at most 180 words", or 0.
func WordLimit(criterion string) int {
	for _, limit := range []struct {
		form *lazyregexp.Regexp
		less int
	}{{atMostWords, 0}, {underWords, 1}} {
		m := limit.form.FindStringSubmatchIndex(criterion)
		if m == nil || onePart.MatchString(findPart(criterion, m[0], m[1])) {
			continue
		}
		n, err := strconv.Atoi(strings.ReplaceAll(criterion[m[2]:m[3]], ",", ""))
		if err == nil && n > limit.less {
			return n - limit.less
		}
	}
	return 0
}

// "A body of at most 220 words" may stand in a list of several demands.
func findPart(criterion string, start, end int) string {
	from, to := findClauseStart(criterion, start), len(criterion)
	if i := strings.LastIndex(criterion[from:start], " and "); i >= 0 {
		from += i
	}
	if i := strings.IndexAny(criterion[end:], ",;."); i >= 0 {
		to = end + i
	}
	if i := strings.Index(criterion[end:to], " and "); i >= 0 {
		to = end + i
	}
	return criterion[from:to]
}

func checkWordLimit(out Acceptance, text string, limit int) Acceptance {
	have := BodyWords(text)
	out.Met = have <= limit
	out.Judged = out.Met && !asksOnlyLength(out.Text)
	out.Detail = fmt.Sprintf("%d words, at most %d", have, limit)
	if !out.Met {
		out.Detail += fmt.Sprintf(": cut %d", have-limit)
	}
	return out
}

func asksOnlyLength(criterion string) bool {
	const plain = " in the whole piece text document report mail page body it a of has is be with total long length altogether "
	rest := underWords.ReplaceAllString(atMostWords.ReplaceAllString(criterion, ""), "")
	return !slices.ContainsFunc(prose.Words(rest), func(w string) bool { return !strings.Contains(plain, " "+w+" ") })
}

// BodyWords counts the words that a reader of the piece reads: without
// markers, declared arithmetic, headings, what was not established, which goes
// to a list of its own, and the lines of a mail that name its subject and
// preview.
func BodyWords(text string) int {
	n := 0
	for _, p := range splitPieces(text) {
		if p.kind == pieceHeading || p.kind == pieceCode || isHeadLine(p.text) || strings.Contains(prose.Fold(p.section), "not established") {
			continue
		}
		said, _ := extractSums(StripMarkers(p.text))
		for _, w := range strings.FieldsFunc(said, func(r rune) bool { return unicode.IsSpace(r) || r == '|' }) {
			if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				n++
			}
		}
	}
	return n
}

func isHeadLine(text string) bool {
	name, _, found := strings.Cut(strings.Trim(text, "*_ "), ":")
	if !found {
		return false
	}
	switch strings.ToLower(strings.Trim(name, "*_ ")) {
	case "subject", "subject line", "preview", "preview line", "preview text", "from", "to", "betreff":
		return true
	}
	return false
}
