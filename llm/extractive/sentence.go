package extractive

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/work"
)

// Words that a quoted sentence may have. Fewer say nothing, more are no
// sentence of a source but a part of it.
const (
	fewestWords = 4
	mostWords   = 60
	// A quote with fewer letters and digits is not evidence.
	fewestSigns = 12
)

// sentence is a candidate: a substring of its passage's text.
type sentence struct {
	text    string
	words   int
	passage work.Passage
	at      int // place in the passage, for a stable order
	stems   []string
}

type patterns struct {
	list, end, cut, rule, abbreviation *regexp.Regexp
}

func compilePatterns() patterns {
	return patterns{
		list:         regexp.MustCompile(`^\s*(?:>\s*)*(?:[-*+•]|[0-9]{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`),
		end:          regexp.MustCompile(`[.!?]["'”’)\]]*\s+`),
		cut:          regexp.MustCompile("\\[S[0-9]+:p|```|<<<|>>>|<[A-Za-z/!?]"),
		rule:         regexp.MustCompile(`^[\s|:=\-*_]+$`),
		abbreviation: regexp.MustCompile(`(?:^|[\s(])(?:[A-Z]|e\.g|i\.e|etc|vs|approx|No|Dr|Mr|Mrs|Ms|Inc|Ltd|Co|Corp|St|ca|Fig|al|U\.S|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.$`),
	}
}

// What can be quoted as it stands is returned. A sentence may go on over a line break, because a
// break inside a paragraph means nothing in Markdown; one whose further line would begin a list or
// a table is left out.
func (p patterns) splitSentences(passage work.Passage) []sentence {
	var out []sentence
	for _, b := range p.splitStretches(passage.Text) {
		start := 0
		for start < len(b.text) {
			end := p.findSentenceEnd(b.text, start)
			t := strings.TrimSpace(b.text[start:end])
			start = end
			if b.row && !strings.ContainsAny(t, "0123456789") || !b.row && !b.list && !isEnded(t) || !p.isQuotable(t) {
				continue
			}
			out = append(out, sentence{text: t, words: len(strings.Fields(t)), passage: passage, at: b.at + start, stems: stemWords(t)})
		}
	}
	return out
}

func (p patterns) findSentenceEnd(text string, start int) int {
	for from := start; ; {
		m := p.end.FindStringIndex(text[from:])
		if m == nil {
			return len(text)
		}
		stop := from + m[1]
		head := strings.TrimRight(text[start:stop], " \t\n")
		r, _ := utf8.DecodeRuneInString(text[stop:])
		if !p.abbreviation.MatchString(head) && !unicode.IsLower(r) {
			return stop
		}
		from = stop
	}
}

func isEnded(t string) bool {
	t = strings.TrimRight(t, `"'”’)]`)
	return strings.HasSuffix(t, ".") || strings.HasSuffix(t, "!") || strings.HasSuffix(t, "?")
}

// A sentence must stand in quotation marks with its bytes as they are.
func (p patterns) isQuotable(t string) bool {
	n := len(strings.Fields(t))
	if n < fewestWords || n > mostWords || p.cut.MatchString(t) || strings.Count(t, "`")%2 != 0 {
		return false
	}
	signs := 0
	for _, r := range t {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			signs++
		}
	}
	if signs < fewestSigns {
		return false
	}
	for i, l := range strings.Split(t, "\n") {
		if i > 0 && (strings.TrimSpace(l) == "" || p.list.MatchString(l) || strings.ContainsAny(strings.TrimSpace(l)[:1], "#|>=-+*_")) {
			return false
		}
	}
	return true
}

// Sentences follow each other in a passagePart.
type passagePart struct {
	text      string
	at        int
	list, row bool
}

// A line of so many bytes counts as wrapped, so that the next line goes on with its sentence.
const wrapped = 50

// Paragraphs, list items and table rows are stretches; headings and code are left out.
func (p patterns) splitStretches(text string) []passagePart {
	var out []passagePart
	open, fence, last, at := false, false, 0, 0
	for l := range strings.Lines(text) {
		begin := at
		at += len(l)
		bare := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(bare, "```"):
			fence, open = !fence, false
		case fence, bare == "", strings.HasPrefix(bare, "#"), p.rule.MatchString(l):
			open = false
		case strings.HasPrefix(bare, "|"):
			inner := strings.TrimSpace(strings.Trim(bare, "|"))
			out = append(out, passagePart{text: inner, at: begin, row: true})
			open = false
		case p.list.MatchString(l):
			skip := len(p.list.FindString(l))
			out = append(out, passagePart{text: l[skip:], at: begin + skip, list: true})
			open = true
		case open && last >= wrapped:
			s := &out[len(out)-1]
			s.text = text[s.at:at]
		default:
			skip := len(l) - len(strings.TrimLeft(l, " \t>"))
			out = append(out, passagePart{text: l[skip:], at: begin + skip})
			open = true
		}
		last = len(bare)
	}
	return out
}
