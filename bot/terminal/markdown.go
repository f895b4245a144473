package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"golang.org/x/term"
)

// The marks of a longer text, in bytes, are not read: some texts take a parser a time that grows
// with their square. A chat's longest message has 8 kB. Longer ones are shown as they are.
const mostMarkdown = 16 << 10

// Styled reports whether what is written to out may be bold and coloured: it
// is a terminal that can do so, and the environment does not forbid it
// (https://no-color.org).
func Styled(out io.Writer, env []string) bool {
	f, ok := out.(*os.File)
	forbidden := slices.ContainsFunc(env, func(e string) bool {
		return strings.HasPrefix(e, "NO_COLOR=") && e != "NO_COLOR=" || e == "TERM=dumb"
	})
	return ok && !forbidden && term.IsTerminal(int(f.Fd()))
}

// style is a way to set off words: the codes that begin and end it, with a
// slash between them (ECMA-48, 8.3.117).
type style string

const (
	bold      style = "1/22"
	italic    style = "3/23"
	underline style = "4/24"
	code      style = "36/39"
)

// Render shows a text with the marks of a chat (Markdown) as a terminal does:
// styled, or plain without the marks but those of code. Lines end where they end in the text.
// What could drive the terminal is removed.
func Render(s string, styled bool) string {
	s = Clean(s)
	if len(s) > mostMarkdown {
		return s
	}
	src := []byte(s)
	m := markdown{src: src, styled: styled}
	return strings.Join(m.renderBlocks(goldmark.DefaultParser().Parse(text.NewReader(src))), "\n")
}

// markdown renders one text.
type markdown struct {
	src    []byte
	styled bool
}

func (m *markdown) setOff(s style, text string) string {
	if !m.styled || text == "" {
		return text
	}
	on, off, _ := strings.Cut(string(s), "/")
	return "\x1b[" + on + "m" + text + "\x1b[" + off + "m"
}

// renderBlocks renders what stands in a block, line by line, with an empty line where
// the text has one.
func (m *markdown) renderBlocks(parent ast.Node) []string {
	var out []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if len(out) > 0 && n.HasBlankPreviousLines() {
			out = append(out, "")
		}
		out = append(out, m.renderBlock(n)...)
	}
	return out
}

func (m *markdown) renderBlock(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return []string{m.setOff(bold, m.renderInline(n))}
	case *ast.List:
		return m.renderList(n)
	case *ast.Blockquote:
		return prefixLines(m.renderBlocks(n), "│ ", "│ ")
	case *ast.ThematicBreak:
		return []string{"---"}
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return m.renderRaw(n)
	}
	return strings.Split(m.renderInline(n), "\n")
}

func (m *markdown) renderList(l *ast.List) []string {
	var out []string
	number := l.Start
	for n := l.FirstChild(); n != nil; n = n.NextSibling() {
		mark := "• "
		if l.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		if len(out) > 0 && n.HasBlankPreviousLines() {
			out = append(out, "")
		}
		out = append(out, prefixLines(m.renderBlocks(n), mark, strings.Repeat(" ", measureWidth(mark)))...)
	}
	return out
}

func (m *markdown) renderRaw(n ast.Node) []string {
	indent := "    "
	if n.Kind() == ast.KindHTMLBlock {
		indent = ""
	}
	var out []string
	for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
		out = append(out, indent+m.setOff(code, strings.TrimRight(string(segment.Value(m.src)), "\n")))
	}
	return out
}

func prefixLines(lines []string, first, rest string) []string {
	for i := range lines {
		if i == 0 {
			lines[i] = first + lines[i]
		} else {
			lines[i] = rest + lines[i]
		}
	}
	return lines
}

func (m *markdown) renderInline(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		b.WriteString(m.renderSpan(n))
	}
	return b.String()
}

func (m *markdown) renderSpan(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		s := string(util.UnescapePunctuations(n.Segment.Value(m.src)))
		if n.SoftLineBreak() || n.HardLineBreak() {
			s += "\n"
		}
		return removeSmallMark(s, n)
	case *ast.String:
		return string(n.Value)
	case *ast.CodeSpan:
		var b strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.Write(t.Segment.Value(m.src)) // a backslash in it is one
			}
		}
		if !m.styled {
			return "`" + b.String() + "`" // a command in a sentence would not be seen as one
		}
		return m.setOff(code, b.String())
	case *ast.Emphasis:
		if n.Level > 1 {
			return m.setOff(bold, m.renderInline(n))
		}
		return m.setOff(italic, m.renderInline(n))
	case *ast.Link:
		return m.renderLink(m.renderInline(n), string(n.Destination))
	case *ast.Image:
		return m.renderLink(m.renderInline(n), string(n.Destination))
	case *ast.AutoLink:
		return m.setOff(underline, string(n.URL(m.src)))
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			b.Write(segment.Value(m.src))
		}
		return b.String()
	}
	return m.renderInline(n)
}

// removeSmallMark removes the mark of a small line, which chats show in grey.
func removeSmallMark(s string, n ast.Node) string {
	previous, broken := n.PreviousSibling().(*ast.Text)
	if n.PreviousSibling() == nil || broken && previous.SoftLineBreak() {
		return strings.TrimPrefix(s, "-# ")
	}
	return s
}

// renderLink shows where a link leads: what a terminal shows cannot be hovered over.
func (m *markdown) renderLink(words, to string) string {
	if words == "" || words == to {
		return m.setOff(underline, to)
	}
	return words + " (" + m.setOff(underline, to) + ")"
}
