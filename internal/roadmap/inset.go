package roadmap

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// Markdown takes a line that is indented so far for code, or for more words of the line above it.
const codeColumns = 4

// insetBlock is a run of lines that are set in.
type insetBlock struct {
	starts         []int
	columns, items int
	bullet         bool // it begins with one
}

// Notes, mail and Writer paste lists that are set in as a whole below a line at the margin: they
// lose the indent that all their lines have, and what stands behind them at the margin ends them.
// It returns false when there are none.
func (s *speller) setOut() bool {
	var b *insetBlock
	fenced, inList, empty, code, at := false, false, true, false, 0
	for line := range bytes.Lines(s.src) {
		bare := bytes.TrimSpace(line)
		columns := countColumns(line[:countIndent(line)])
		fenced = fenced != bytes.HasPrefix(bare, []byte("```"))
		switch {
		case len(bare) == 0:
		case fenced:
			s.closeInset(b, -1)
			b, inList = nil, false
		case b != nil && columns > 0:
			b.addLine(at, columns, s.isItem(bare))
		case columns >= codeColumns && !inList && s.isItem(bare):
			m := s.matchBullet(line[:min(len(line), 200)])
			if code = code || empty && (m == nil || strings.ContainsAny(m.mark, `-*+\`)); code {
				break // as Markdown's own marks are behind an empty line
			}
			b = &insetBlock{columns: columns, bullet: m != nil}
			b.addLine(at, columns, true)
		case columns < codeColumns:
			_, numbered := s.pending[at]
			code, inList = false, s.isItem(line) || numbered && !s.over[at] || inList && (!empty && bare[0] != '#' || columns > 0)
			s.closeInset(b, at)
			b = nil
		}
		empty = len(bare) == 0
		at += len(line)
	}
	s.closeInset(b, -1)
	return len(s.inset) > 0
}

func (b *insetBlock) addLine(at, columns int, item bool) {
	b.starts, b.columns = append(b.starts, at), min(b.columns, columns)
	if item {
		b.items++
	}
}

// next is the place at which the line at the margin begins; -1 when there is none.
func (s *speller) closeInset(b *insetBlock, next int) {
	if b == nil || !b.bullet && b.items < 2 {
		return
	}
	s.apart[b.starts[0]] = true
	for _, at := range b.starts {
		s.inset[at] = b.columns
	}
	if next >= 0 {
		s.apart[next] = true
	}
}

// The columns are those in the text that is written.
func (s *speller) computeColumns(at int, blanks []byte) int {
	return max(0, countColumns(blanks)-s.inset[at])
}

// The indent of the whole list goes.
func (s *speller) writePlain(at, end int) {
	if s.inset[at] == 0 {
		s.copySource(at, end)
		return
	}
	blanks := countIndent(s.src[at:end])
	s.writeText(at, strings.Repeat(" ", s.computeColumns(at, s.src[at:at+blanks])))
	s.copySource(at+blanks, end)
}

// "⸻" or "* * *" part what stands above them from what stands below.
func isWordless(text string) bool { return !strings.ContainsFunc(text, isWordRune) }

// A rule parts what stands above it from what stands below.
func (s *scanner) isRule(n ast.Node) bool {
	if n == nil {
		return false
	}
	return n.Kind() == ast.KindThematicBreak || n.Kind() == ast.KindParagraph && isWordless(s.readOneLine(n))
}

// A short line between a rule and a list names the list.
func (s *scanner) namesPart(n ast.Node) bool {
	if n.Kind() != ast.KindParagraph || n.Lines().Len() != 1 || !s.isRule(n.PreviousSibling()) {
		return false
	}
	next, text := n.NextSibling(), s.readOneLine(n)
	if next == nil || next.Kind() != ast.KindList && next.Kind() != extast.KindTable || len(text) > nameMost || isWordless(text) || !leadsIn(n, text) {
		return false
	}
	f, _ := s.parseConvention(text)
	return f == fieldNone && !setsProject(text) && len(s.splitChain(text)) < 2 && unicode.IsPrint([]rune(text)[0])
}

// A rule ends the part that a line named.
func (s *scanner) endPart() {
	n := len(s.path)
	if n == 0 || s.places[s.path[n-1]].level != lineLevel || s.places[s.path[n-1]].phase >= 0 {
		return
	}
	s.path = s.path[:n-1]
	s.section++
}
