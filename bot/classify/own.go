package classify

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// Own returns the author's own words: without quoted lines ("> ..."), what stands between
// quotation marks, and a mail that was forwarded. What is left out becomes "…", so that the words
// around it do not meet. A message that is nothing but one quotation is its author's.
func Own(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	whole := strings.TrimSpace(text)
	if i := forwarded.FindStringIndex(text); i != nil {
		text = text[:i[0]] + "…"
	}
	var lines []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			line = "…\n"
		}
		lines = append(lines, line)
	}
	rest := strings.TrimSpace(removeQuoted(strings.Join(lines, "")))
	if rest == "…" && closingMarks(firstRune(whole)) != "" {
		return whole
	}
	return rest
}

// forwarded finds where a forwarded or answered mail begins: the line that mail
// programs put above it, or its first two headers.
var forwarded = lazyregexp.New(`(?im)^[ \t]*(-{3,} ?(forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|mensaje reenviado)|begin forwarded message:|(from|von|de): .+\n[ \t]*(to|cc|an|para|date|sent|datum|gesendet|fecha|subject|betreff|asunto): )`)

// closingMarks gives the marks that end a quotation that a mark begins; empty when it
// begins none.
func closingMarks(mark rune) string {
	switch mark {
	case '"', '\'':
		return string(mark)
	case '“':
		return "”"
	case '„':
		return "“”"
	case '«':
		return "»"
	case '‘':
		return "’"
	}
	return ""
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// removeQuoted leaves out what stands between quotation marks within a paragraph. A
// mark without its partner is a letter like any other.
func removeQuoted(text string) string {
	var b strings.Builder
	before := ' '
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		if with := closingMarks(r); with != "" && !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			if end := findClosingMark(text[at+n:], with); end > 0 {
				b.WriteString("…")
				at += n + end
				before = '…'
				continue
			}
		}
		b.WriteRune(r)
		before = r
		at += n
	}
	return b.String()
}

// findClosingMark returns where a quotation that is closed by one of the marks ends,
// behind its mark; 0 when it does not in its paragraph. An apostrophe between
// letters closes nothing.
func findClosingMark(text, marks string) int {
	for i, r := range text {
		if r == '\n' && strings.HasPrefix(text[i+1:], "\n") {
			return 0
		}
		if !strings.ContainsRune(marks, r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		if next, _ := utf8.DecodeRuneInString(text[end:]); unicode.IsLetter(next) || unicode.IsDigit(next) {
			continue
		}
		return end
	}
	return 0
}

// asksOnly reports whether a text is questions and nothing else, each of which asks
// to be told something: whatever a model makes of it, nobody orders work so.
// "Can you find three suppliers?" orders, and is none.
func asksOnly(text string) bool {
	asked, begun := false, 0
	for _, end := range regexp.MustCompile(`[.!?;\n]+|$`).FindAllStringIndex(text, -1) {
		words := prose.Words(text[begun:end[0]])
		mark := text[end[0]:end[1]]
		begun = end[1]
		if smallTalk(words) { // "Hi there!" before it, or nothing
			continue
		}
		if !strings.Contains(mark, "?") || !isIn(interrogative, words[0]) {
			return false
		}
		asked = true
	}
	return asked
}

// asksBeside reports whether a part of what stands beside a list asks to be told something.
// It may say other things too: a question about a log comes with what it is for.
func asksBeside(text string) bool {
	for _, sentence := range questions.FindAllString(text, -1) {
		for clause := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(",;:()", r) }) {
			words := prose.Words(clause)
			for len(words) > 0 && !isIn(interrogative, words[0]) && isIn(greeting+nod+joining, words[0]) { // "ok so which ..."
				words = words[1:]
			}
			if len(words) > 0 && isIn(interrogative, words[0]) {
				return true
			}
		}
	}
	return false
}

// questions finds the sentences that end in a question mark.
var questions = lazyregexp.New(`[^.!\n` + roadmap.QuestionMarks + `]+[` + roadmap.QuestionMarks + `]`)

// joining are words that join a question to what was said before it.
const joining = " and but or so then also now und aber oder also dann jetzt et mais ou donc y pero o entonces e mas então"

// interrogative are the words that such a question begins with, in the languages
// of the lists of small talk.
const interrogative = `
	how what whats when where why who whos whom whose which is are was were am do does did has have had isnt arent didnt doesnt
	wie was wann wo warum wieso wer wem wen welche welcher welches ist sind war hat haben gibt
	comment quoi quand où pourquoi qui quel quelle est
	cómo qué cuándo dónde quién cuál cuánta es está`
