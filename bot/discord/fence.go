package discord

import "strings"

// fenceState describes one place in a text: the run of backticks that opened a code block, with
// the word for its language, and the marks of a quote. The zero value is plain text.
type fenceState struct {
	ticks string // as many as close it
	lang  string
	quote string // what the line begins with on which it was opened, as "> "
}

// reopen returns what opens a code block again.
func (f fenceState) reopen() string {
	if f.ticks == "" {
		return ""
	}
	return f.quote + f.ticks + f.lang + "\n"
}

// readOn reads a text and returns what its end stands in. A code block is opened
// by a run of three or more backticks, anywhere in a line, and closed by the next
// run of exactly as many. Discord itself knows runs of three alone, so of what is
// sent threefold has made such.
func (f fenceState) readOn(text string) fenceState {
	for i := 0; i < len(text); {
		if text[i] != '`' {
			i++
			continue
		}
		n := ticksAt(text, i)
		switch {
		case f.ticks != "" && n == len(f.ticks):
			f = fenceState{}
		case f.ticks == "" && n >= fenceLeast && n <= ticksMost:
			f = fenceState{ticks: text[i : i+n], lang: findLanguage(text[i+n:]), quote: quoteOf(text, i)}
		}
		i += n
	}
	return f
}

// codeIn lists the places of a text that Discord shows as code, with their marks: blocks,
// of which one that nobody closes goes to the end, and code within a line.
func codeIn(text string) (spans [][]int) {
	for i := 0; i < len(text); {
		from := strings.IndexByte(text[i:], '`')
		if from < 0 {
			return spans
		}
		i += from
		n := ticksAt(text, i)
		end := closedAt(text, i+n, n)
		if n < fenceLeast && (end < 0 || strings.Contains(text[i:end], "\n")) || n > ticksMost {
			i += n
			continue
		}
		if end < 0 {
			end = len(text)
		}
		spans = append(spans, []int{i, end})
		i = end
	}
	return spans
}

func ticksAt(text string, i int) int {
	n := 0
	for i+n < len(text) && text[i+n] == '`' {
		n++
	}
	return n
}

// The end of the next run of exactly n backticks, -1 for none.
func closedAt(text string, i, n int) int {
	for i < len(text) {
		at := strings.IndexByte(text[i:], '`')
		if at < 0 {
			return -1
		}
		i += at
		run := ticksAt(text, i)
		i += run
		if run == n {
			return i
		}
	}
	return -1
}

// fenceLeast is the shortest run of backticks that is a fence.
const fenceLeast = 3

// ticksMost is the longest run of backticks that is taken for a fence.
const ticksMost = 20

// findLanguage returns the word behind an opening fence, when nothing else stands in its
// line.
func findLanguage(rest string) string {
	word, _, ended := strings.Cut(rest, "\n")
	if !ended || len(word) > 40 || strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("+-_.#", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		return ""
	}
	return word
}

// quoteOf returns the marks of a quote with which the line of a place begins.
func quoteOf(text string, at int) string {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	if strings.HasPrefix(line, "> ") {
		return "> "
	}
	return ""
}

// closeFence closes a code block that a text leaves open.
func closeFence(text string) string {
	return text + fenceState{}.readOn(text).closeFence(text)
}

// It ends the code block that a text leaves open.
func (f fenceState) closeFence(text string) string {
	switch {
	case f.ticks == "":
		return ""
	case strings.HasSuffix(text, "\n"):
		return f.quote + f.ticks
	}
	return "\n" + f.quote + f.ticks
}

// closeMost is the longest that close gives.
const closeMost = len("\n> ") + ticksMost

// continueText returns what goes before a text that was cut off behind another one, so
// that a quote goes on: inside says in which code block the cut is.
func continueText(before string, inside fenceState) string {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	switch {
	case inside.ticks != "" && line == "":
		return ""
	case inside.ticks != "":
		return inside.quote
	case !strings.Contains(before, "```") && (strings.HasPrefix(before, ">>> ") || strings.Contains(before, "\n>>> ")):
		return ">>> "
	case strings.HasPrefix(line, "> "):
		return "> "
	}
	return ""
}
