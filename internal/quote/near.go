package quote

import "strings"

// aboutMost bounds how far a passage is widened on each side to where its sentence or line begins and ends, in bytes.
const aboutMost = 240

// Nearest finds the passage that says most nearly what quote said, with the sentences or lines that it stands in: at least half of the words
// in the same order. It judges nothing: Find and Repair say whether a text still says what a quote says.
func (x *Index) Nearest(quote string) (Span, bool) {
	want := splitWords(quote)
	if len(want) == 0 || len(want) > longestQuote {
		return Span{}, false
	}
	x.once.Do(x.splitWords)
	best, most := Span{}, 0
	for _, at := range x.rankAlignments(want) {
		lo, hi := max(0, at-len(want)/2-4), min(len(x.words), at+len(want)+len(want)/2+4)
		if lo >= hi {
			continue
		}
		pairs := findCommonWords(want, x.words[lo:hi])
		if len(pairs) > most {
			most = len(pairs)
			best = Span{x.words[lo+pairs[0][1]].at.Start, x.words[lo+pairs[len(pairs)-1][1]].at.End}
		}
	}
	if 2*most < len(want) {
		return Span{}, false
	}
	return x.widen(best), true
}

// widen goes to where a sentence or line begins and ends.
func (x *Index) widen(s Span) Span {
	before := x.text[max(0, s.Start-aboutMost):s.Start]
	begin := max(strings.LastIndexByte(before, '\n'), lastEnd(before))
	if begin < 0 {
		begin = 0
		if s.Start > aboutMost {
			begin = max(0, strings.IndexByte(before, ' '))
		}
	}
	s.Start -= len(strings.TrimLeft(before[begin:], " \n"))
	if last := x.text[s.Start:s.End]; last == "" || !strings.ContainsRune(".!?", rune(last[len(last)-1])) {
		s.End += firstEnd(x.text[s.End:min(len(x.text), s.End+aboutMost)])
	}
	return s
}

// lastEnd returns the place behind the last end of a sentence that a space follows; -1 for none.
func lastEnd(text string) int {
	for i := len(text) - 2; i >= 0; i-- {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return i + 1
		}
	}
	return -1
}

// firstEnd returns the place behind the first end of a sentence or line, else of the last whole word.
func firstEnd(text string) int {
	for i := range len(text) {
		if text[i] == '\n' {
			return i
		}
		if strings.IndexByte(".!?", text[i]) >= 0 && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 1
		}
	}
	if len(text) < aboutMost {
		return len(text)
	}
	return max(0, strings.LastIndexByte(text, ' '))
}
