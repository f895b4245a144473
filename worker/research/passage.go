package research

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/work"
)

// Sizes of passages in characters: long enough to be understood alone, short
// enough that many fit into a prompt.
const (
	passageMin = 300
	passageMax = 900
	// passagesPerDocument keeps one huge file from taking the machine's memory.
	passagesPerDocument = 4000
)

type span struct{ start, end int }

// Passages cuts a document into passages on sentence borders. Source is the
// document's number in its step. Each passage's Text is the document's bytes
// from Start to End.
func Passages(d work.Document, source int) []work.Passage {
	var out []work.Passage
	for _, s := range splitChunks(d.Text) {
		out = append(out, work.Passage{
			ID: fmt.Sprintf("S%d:p%d", source, len(out)+1), Document: d.ID, Source: source,
			Start: s.start, End: s.end, Text: d.Text[s.start:s.end],
			Site: d.Site, Title: d.Title, URL: d.Address(), Date: d.Published, FetchedAt: d.FetchedAt,
		})
		if len(out) == passagesPerDocument {
			break
		}
	}
	return out
}

// A new paragraph ends a span that is long enough, a heading one that has text.
func splitChunks(text string) []span {
	var out []span
	var now span
	size := 0
	flush := func() {
		if size > 0 {
			out = append(out, trimSpan(text, now))
		}
		size = 0
	}
	for _, s := range splitSentences(text) {
		n := utf8.RuneCountInString(text[s.start:s.end])
		head := isHeading(text[s.start:s.end])
		gap := size > 0 && strings.Contains(text[now.end:s.start], "\n\n")
		if size+n > passageMax || (gap && size >= passageMin) || (head && size >= passageMin/2) {
			flush()
		}
		if size == 0 {
			now = span{s.start, s.end}
		}
		now.end = s.end
		size += n
	}
	flush()
	return out
}

func isHeading(line string) bool { return strings.HasPrefix(line, "#") }

func trimSpan(text string, s span) span {
	for s.start < s.end {
		r, n := utf8.DecodeRuneInString(text[s.start:s.end])
		if !unicode.IsSpace(r) {
			break
		}
		s.start += n
	}
	for s.start < s.end {
		r, n := utf8.DecodeLastRuneInString(text[s.start:s.end])
		if !unicode.IsSpace(r) {
			break
		}
		s.end -= n
	}
	return s
}

// No sentence is longer than passageMax characters, and none includes the space around it.
func splitSentences(text string) []span {
	var out []span
	add := func(start, end int) {
		s := trimSpan(text, span{start, end})
		for s.start < s.end {
			head := cutSpan(text, s)
			out = append(out, head)
			s = trimSpan(text, span{head.end, s.end})
		}
	}
	for _, l := range splitBlocks(text) {
		start := l.start
		for i := l.start; i < l.end; {
			r, n := utf8.DecodeRuneInString(text[i:l.end])
			i += n
			if !strings.ContainsRune(".!?。！？", r) {
				continue
			}
			for i < l.end && strings.ContainsRune(`"')]”’»`, decodeFirst(text[i:l.end])) {
				i += utf8.RuneLen(decodeFirst(text[i:l.end]))
			}
			if isSentenceEnd(text[start:i], text[i:l.end], r) {
				add(start, i)
				start = i
			}
		}
		add(start, l.end)
	}
	return out
}

func decodeFirst(s string) rune {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return 0
	}
	return r
}

// stop is the last mark of before.
func isSentenceEnd(before, after string, stop rune) bool {
	if stop > unicode.MaxLatin1 {
		return true
	}
	rest := strings.TrimLeft(after, " \t\n")
	if rest == "" {
		return true
	}
	if rest == after {
		return false
	}
	if stop != '.' {
		return true
	}
	next := decodeFirst(rest)
	if unicode.IsLower(next) {
		return false
	}
	word := before[strings.LastIndexAny(before, " \t\n(")+1:]
	word = strings.TrimRight(word, `."')]”’»`)
	if utf8.RuneCountInString(word) == 1 && unicode.IsUpper(decodeFirst(word)) {
		return false
	}
	return !isAbbreviation(strings.ToLower(word))
}

func isAbbreviation(word string) bool {
	switch word {
	case "mr", "mrs", "ms", "dr", "prof", "st", "no", "nos", "vs", "etc", "e.g", "i.e", "eg", "ie", "cf", "fig", "inc",
		"ltd", "co", "corp", "jr", "sr", "approx", "est", "al", "u.s", "u.k", "art", "sec", "vol", "pp", "dept", "bzw", "ca":
		return true
	}
	return false
}

// Sentences never cross the borders of paragraphs, headings, list items and table rows.
func splitBlocks(text string) []span {
	var out []span
	start, open := 0, false
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		next := at + end + 1
		if end < 0 {
			next = len(text)
		}
		line := strings.TrimSpace(text[at:next])
		if open && (line == "" || isMarked(line) || isHeading(strings.TrimSpace(text[start:at]))) {
			out = append(out, span{start, at})
			open = false
		}
		if !open && line != "" {
			start, open = at, true
		}
		at = next
	}
	if open {
		out = append(out, span{start, len(text)})
	}
	return out
}

func isMarked(line string) bool {
	switch line[0] {
	case '#', '|', '>':
		return true
	case '-', '*', '+':
		return len(line) > 1 && line[1] == ' '
	}
	i := 0
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	return i > 0 && i < 4 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' '
}

// The cut falls on a space when there is one.
func cutSpan(text string, s span) span {
	n, space := 0, 0
	for i, r := range text[s.start:s.end] {
		if n == passageMax {
			if space > 0 {
				return span{s.start, s.start + space}
			}
			return span{s.start, s.start + i}
		}
		if unicode.IsSpace(r) {
			space = i
		}
		n++
	}
	return s
}
