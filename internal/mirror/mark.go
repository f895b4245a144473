package mirror

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	// markLetters of an HMAC stand in a mark.
	markLetters = 12
	markName    = "frasier"
	blockBegin  = "— kept by Frasier, written anew when work moves —"
	// commonLine is the least letters of a line of ours by which it is known again without its mark: shorter ones people write too.
	commonLine = 12
)

// Sign returns a text of ours as it is written there: it ends with a mark made of seal's hex digits, by which it is known when it comes back.
func Sign(text, seal string) string {
	return strings.TrimRight(text, "\n") + "\n\n" + formatMark(seal)
}

func formatMark(seal string) string { return "`" + markName + ":" + seal[:markLetters] + "`" }

// Wrap returns a block of ours with marks before and behind it, so that what others write around it stays theirs.
func Wrap(text, seal string) string { return blockBegin + "\n\n" + Sign(text, seal) }

// Split takes a text apart into the block of ours, without its marks, and what stands around it. Without a whole block all is around it.
func Split(text string) (block, around string) {
	at, mark, end, ok := findBlock(text)
	if !ok {
		return "", strings.TrimSpace(text)
	}
	around = strings.TrimSpace(text[:at]) + "\n\n" + strings.TrimSpace(text[end:])
	return strings.TrimSpace(text[at+len(blockBegin) : mark]), strings.TrimSpace(around)
}

// findBlock returns where our block begins, where its mark does, and where the mark's line ends.
func findBlock(text string) (at, mark, end int, ok bool) {
	at = strings.Index(text, blockBegin)
	if at < 0 {
		return 0, 0, 0, false
	}
	begin := at + len(blockBegin)
	mark = strings.Index(text[begin:], "`"+markName+":")
	if mark < 0 {
		return 0, 0, 0, false
	}
	mark += begin
	end = len(text)
	if line := strings.IndexByte(text[mark:], '\n'); line >= 0 {
		end = mark + line
	}
	return at, mark, end, true
}

// Replace returns a text with another block in the place of ours; where none stands, it comes below all else.
func Replace(text, block, seal string) string {
	wrapped := Wrap(block, seal)
	at, _, end, ok := findBlock(text)
	switch {
	case ok:
		return text[:at] + wrapped + text[end:]
	case strings.TrimSpace(text) == "":
		return wrapped
	}
	return strings.TrimRight(text, "\n") + "\n\n" + wrapped
}

// HasMark reports whether a text holds a mark of ours, true or not, however it was quoted, escaped or broken on its way. Such a text
// orders nothing.
func HasMark(text string) bool {
	letters := bare(text)
	for {
		at := strings.Index(letters, markName)
		if at < 0 {
			return strings.Contains(text, blockBegin)
		}
		rest := letters[at+len(markName):]
		n := 0
		for n < len(rest) && n < markLetters && isHex(rest[n]) {
			n++
		}
		if n == markLetters {
			return true
		}
		letters = rest
	}
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// bare leaves the letters and digits of a text, small and of one form each.
func bare(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKC.String(unescape(s)) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// bareLine is bare of a line, without the number of a list before it.
func bareLine(l string) string {
	trimmed := strings.TrimSpace(l)
	if rest := strings.TrimLeft(trimmed, "0123456789"); rest != trimmed && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ")")) {
		trimmed = rest
	}
	return bare(trimmed)
}

// unescape undoes what HTML does to the signs of a mark.
func unescape(s string) string {
	return strings.NewReplacer("&#58;", "", "&#x3a;", "", "&#x3A;", "", "&colon;", "", "&#96;", "", "&grave;", "", "&nbsp;", "", "&zwnj;", "", "&shy;", "", "%3A", "", "%3a", "", "&#39;", "", "<wbr>", "", "<wbr/>", "", "<br>", "", "<br/>", "").Replace(s)
}

// Fingerprints are the lines of a text of ours by which parts of it are known again when its mark was cut off.
func Fingerprints(text string) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		if f := bareLine(l); len(f) >= commonLine || f != "" && isCommand(l) {
			out = append(out, f)
		}
	}
	return out
}

// Said is a comment as it is read: a command, or words.
type Said struct {
	Line string // a command, without its sign; empty for none
	Text string // words; empty for none
}

// Read returns what a founder's comment says: its first line is a command where it begins with "!", else all of it is words. What is quoted or
// stands as code is no order; what holds a mark of ours, or only lines that we wrote, is nothing.
func Read(body string, wrote func(fingerprint string) bool) Said {
	if HasMark(body) {
		return Said{}
	}
	isTheirs := func(l string) bool {
		f := bareLine(l)
		return f != "" && (len(f) < commonLine && !isCommand(l) || !wrote(f))
	}
	plain, words := ownLines(body)
	i := slices.IndexFunc(plain, isTheirs)
	if i < 0 {
		return Said{}
	}
	if first := strings.TrimSpace(plain[i]); isCommand(first) {
		return Said{Line: first[1:]}
	}
	words = slices.DeleteFunc(words, func(l string) bool { return bare(l) != "" && !isTheirs(l) })
	return Said{Text: strings.TrimSpace(strings.Join(words, "\n"))}
}

// isCommand reports whether a line begins as a command does.
func isCommand(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "!")
	return ok && rest != "" && !unicode.IsSpace(rune(rest[0]))
}

// ownLines returns the lines that are neither quoted nor code, and those with the code.
func ownLines(body string) (plain, words []string) {
	fence := ""
	for _, l := range strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		trimmed := strings.TrimSpace(l)
		code := fence != ""
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence, code = trimmed[:3], true
		case strings.HasPrefix(trimmed, ">"):
			continue
		case strings.HasPrefix(l, "    "), strings.HasPrefix(l, "\t"):
			code = true
		}
		words = append(words, l)
		if !code {
			plain = append(plain, l)
		}
	}
	return plain, words
}
