package extract

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

type textLine struct {
	text        string
	y, size     float64
	left, right float64
}

// The line stands in the order in which it is read.
func makeLine(words []word) textLine {
	l := textLine{left: words[0].x0, right: words[0].x1}
	letters := map[float64]int{} // how many letters are of a size
	for i := range words {
		w := &words[i]
		l.right = max(l.right, w.x1)
		size := math.Round(w.size*4) / 4
		if letters[size] += len(w.glyphs); letters[size] > letters[l.size] || l.size == 0 {
			l.size, l.y = size, w.y
		}
	}
	l.text = renderWords(words)
	return l
}

func renderWords(words []word) string {
	if slices.ContainsFunc(words, func(w word) bool { return w.rightToLeft }) {
		return renderInOrder(words)
	}
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].joinGlyphs())
	}
	return norm.NFC.String(b.String())
}

// One such letter is enough.
func isRightToLeft(s string) bool {
	for _, c := range s {
		if c >= 0x590 && c <= 0x8FF || c >= 0xFB1D && c <= 0xFDFF || c >= 0xFE70 && c <= 0xFEFC || c >= 0x10800 && c <= 0x10FFF || c >= 0x1E800 && c <= 0x1EFFF {
			return !unicode.IsDigit(c)
		}
	}
	return false
}

// The pieces of a line go from left to right.
type linePiece struct {
	text  string
	class rune // 'R' or 'L' by its letters, 'N' for a digit, 'M' for a mark, or ' '
}

// A line is seen from left to right and read in its own order: each stretch of one direction for
// itself, and the stretches in the direction that most letters have.
func renderInOrder(words []word) string {
	var line []linePiece
	right, left := 0, 0
	for i := range words {
		if i > 0 {
			line = append(line, linePiece{" ", ' '})
		}
		glyphs := slices.Clone(words[i].glyphs)
		slices.SortStableFunc(glyphs, func(a, b glyph) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return 0
		})
		for _, g := range glyphs {
			p := linePiece{g.text, findDirection(g.text)}
			switch p.class {
			case 'R':
				right++
			case 'L':
				left++
			}
			line = append(line, p)
		}
	}
	if right > left {
		slices.Reverse(line)
		reverseRuns(line, func(c rune) bool { return c == 'L' || c == 'N' })
		mirrorBrackets(line)
	} else {
		reverseRuns(line, func(c rune) bool { return c == 'R' || c == 'M' })
	}
	var b strings.Builder
	for _, p := range line {
		b.WriteString(p.text)
	}
	return norm.NFC.String(b.String())
}

func findDirection(text string) rune {
	c, _ := utf8.DecodeRuneInString(text)
	switch {
	case isRightToLeft(text):
		if unicode.Is(unicode.Mn, c) {
			return 'M'
		}
		return 'R'
	case unicode.IsDigit(c):
		return 'N'
	case unicode.IsLetter(c):
		return 'L'
	}
	return ' '
}

// What stands between two pieces of the direction is reversed with them.
func reverseRuns(line []linePiece, of func(rune) bool) {
	for i := 0; i < len(line); i++ {
		if !of(line[i].class) {
			continue
		}
		end := i
		for j := i + 1; j < len(line); j++ {
			if of(line[j].class) {
				end = j
			} else if line[j].class != ' ' {
				break
			}
		}
		slices.Reverse(line[i : end+1])
		i = end
	}
}

// A font may name brackets by their looks, which are those of a line that is read the other way.
func mirrorBrackets(line []linePiece) {
	const opens, closes = "([{<«", ")]}>»"
	depth, wrong := 0, false
	for _, p := range line {
		switch {
		case strings.Contains(opens, p.text) && p.text != "":
			depth++
		case strings.Contains(closes, p.text) && p.text != "":
			depth--
		}
		wrong = wrong || depth < 0
	}
	if !wrong {
		return
	}
	swap := strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<", "«", "»", "»", "«")
	for i := range line {
		line[i].text = swap.Replace(line[i].text)
	}
}

// The mark stands for a hyphen at the end of a line until the whole document says whether it
// belongs to the word.
const brokenWord = "-\u00ad"

// A line that runs nearly to the right edge goes on in the next.
func joinParagraphs(lines []textLine) string {
	const full, changed, sentence = 0.8, 0.15, 14
	left, widest := math.Inf(1), 0.0
	for _, l := range lines {
		left = min(left, l.left)
	}
	for _, l := range lines {
		widest = max(widest, l.right-left)
	}
	pitch := computeLinePitch(lines)
	var b []byte
	for i, l := range lines {
		if i > 0 {
			last := lines[i-1]
			step := math.Abs(last.y - l.y)
			em := max(last.size, l.size)
			switch {
			case step > pitch*em || math.Abs(last.size-l.size) > changed*em:
				b = append(b, "\n\n"...)
			case isBullet(l.text) || hasLeader(last.text) || l.left > left+0.5*em && last.left < left+0.1*em && last.right-left < 0.97*widest:
				b = append(b, '\n')
			case last.right-left >= full*widest && (widest > sentence*em || beginsSmall(l.text)):
				b = appendGap(b, last.text, l.text)
			default:
				b = append(b, '\n')
			}
		}
		b = append(b, l.text...)
	}
	return string(b)
}

func beginsSmall(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(c)
}

// A paragraph begins above this step between two lines, in sizes of their letters.
func computeLinePitch(lines []textLine) float64 {
	const most, few, wide = 1.9, 4, 1.35
	var steps []float64
	for i := 1; i < len(lines); i++ {
		em := max(lines[i-1].size, lines[i].size)
		if step := math.Abs(lines[i-1].y-lines[i].y) / em; step > 0.5 {
			steps = append(steps, step)
		}
	}
	if len(steps) < few {
		return most
	}
	slices.Sort(steps)
	return max(1.5, min(wide*steps[len(steps)/4], 1.5*most))
}

// Nothing stands where a word is broken between the lines.
func appendGap(text []byte, before, after string) []byte {
	cut, broken := findBrokenWord(before, after)
	switch {
	case broken:
		return append(text[:len(text)-cut], brokenWord...)
	case isEastern(before, after):
		return text
	}
	return append(text, ' ')
}

// It also returns how long the hyphen is.
func findBrokenWord(before, after string) (int, bool) {
	hyphen, n := utf8.DecodeLastRuneInString(before)
	if hyphen != '-' && hyphen != 0x2010 && hyphen != 0xAD {
		return 0, false
	}
	last, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	first, _ := utf8.DecodeRuneInString(after)
	return n, unicode.IsLetter(last) && unicode.IsLower(first)
}

// Such scripts have no spaces.
func isEastern(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return isIdeograph(last) && isIdeograph(first)
}

func isIdeograph(c rune) bool {
	return c >= 0x3000 && c <= 0x30FF || c >= 0x3400 && c <= 0x9FFF || c >= 0xFF00 && c <= 0xFFEF || c >= 0x20000 && c <= 0x3FFFF
}

var (
	atHyphen   = lazyregexp.New(`\p{L}+-\x{ad}\p{L}+`)
	hyphenated = lazyregexp.New(`\p{L}+-\p{L}+`)
)

// The hyphen of a broken word stays where the document writes the word with it elsewhere.
func mendBroken(text string) string {
	if !strings.Contains(text, brokenWord) {
		return text
	}
	compounds := map[string]bool{}
	for _, w := range hyphenated.FindAllString(text, -1) {
		compounds[strings.ToLower(w)] = true
	}
	return atHyphen.ReplaceAllStringFunc(text, func(s string) string {
		first, second, _ := strings.Cut(s, brokenWord)
		if compounds[strings.ToLower(first+"-"+second)] {
			return first + "-" + second
		}
		return first + second
	})
}

func hasLeader(text string) bool {
	return strings.Contains(text, "....") || strings.Contains(text, ". . . .")
}

var listMark = lazyregexp.New(`^(?:[•◦▪‣·●○■□–—*☐☑☒✓-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\[[ xX]?\])$`)

var listStart = lazyregexp.New(`^(?:[•◦▪‣●○■□–—*☐☑☒✓-]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|\[[ xX]\]) `)

func isBullet(text string) bool { return listStart.MatchString(text) }
