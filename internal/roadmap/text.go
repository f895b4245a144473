package roadmap

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// The sign stands in plain text for the link that Tick appended.
const resultMark = "\x00"

const resultText = "result"

// passage is the plain text of one block, a string for every source line, with
// the marks of emphasis, code and links taken off.
type passage struct {
	lines     []string
	starts    []int // offset where each line begins
	ends      []int // offset just behind the last visible byte of each line
	box       *extast.TaskCheckBox
	reference string // destination of the first link
	linked    bool   // the link is one that Tick made
	src       []byte
	parts     []strings.Builder
}

// goldmark has parsed the inline children of the block.
func readPassage(src []byte, n ast.Node) *passage {
	p := &passage{src: src}
	segments := n.Lines()
	for i := range segments.Len() {
		s := segments.At(i)
		end := s.Start + len(bytes.TrimRight(src[s.Start:s.Stop], " \t\r\n"))
		if i < segments.Len()-1 && bytes.HasSuffix(src[s.Start:end], []byte{'\\'}) {
			end-- // a hard break
		}
		p.starts = append(p.starts, s.Start)
		p.ends = append(p.ends, end)
	}
	p.parts = make([]strings.Builder, len(p.starts))
	if len(p.parts) > 0 {
		p.addChildren(n, 0, false)
	}
	for i := range p.parts {
		p.lines = append(p.lines, cleanLine(p.parts[i].String()))
	}
	return p
}

// at is the line reached so far.
func (p *passage) addChildren(n ast.Node, at int, code bool) int {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			at = max(at, p.findLine(c.Segment.Start))
			p.addText(at, unescapeText(c.Segment.Value(p.src), code))
		case *ast.String:
			p.addText(at, unescapeText(c.Value, code))
		case *ast.CodeSpan:
			at = p.addChildren(c, at, true)
		case *ast.AutoLink:
			p.setReference(string(c.URL(p.src)))
			p.addText(at, unescapeText(c.Label(p.src), true))
		case *ast.Link:
			at = p.addLink(c, at)
		case *ast.RawHTML:
			p.addText(at, " ")
		case *extast.TaskCheckBox:
			p.box = c
		default:
			at = p.addChildren(c, at, code)
		}
	}
	return at
}

func (p *passage) addLink(l *ast.Link, at int) int {
	p.setReference(string(l.Destination))
	if t, ok := l.FirstChild().(*ast.Text); ok && l.ChildCount() == 1 && string(t.Segment.Value(p.src)) == resultText {
		at = max(at, p.findLine(t.Segment.Start))
		p.linked = true
		p.reference = string(l.Destination)
		p.addText(at, resultMark)
		return at
	}
	return p.addChildren(l, at, false)
}

func (p *passage) setReference(to string) {
	if p.reference == "" {
		p.reference = to
	}
}

func (p *passage) addText(line int, text string) { p.parts[line].WriteString(text) }

func (p *passage) findLine(offset int) int {
	i := sort.SearchInts(p.starts, offset+1) - 1
	return max(i, 0)
}

// Code has neither entities nor escapes.
func unescapeText(raw []byte, code bool) string {
	if !code && bytes.ContainsAny(raw, `&\`) {
		raw = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(raw)))
	}
	return strings.ReplaceAll(string(raw), resultMark, "")
}

// The link of Tick goes, and runs of space are joined.
func cleanLine(line string) string {
	line = strings.ToValidUTF8(line, "\uFFFD")
	line = strings.NewReplacer("("+resultMark+")", " ", resultMark, resultText).Replace(line)
	return safetext.Neutral(prose.OneLine(line))
}
