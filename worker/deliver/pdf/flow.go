package pdf

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// textRun is a stretch of text with one look. A run that breaks ends the line.
type textRun struct {
	text   string
	face   textFace
	to     string // where it leads: an address, or "#" and an anchor
	breaks bool
	note   int // of a footnote, whose mark it is; 0 for none
}

// runPiece is a run's part within one word; space says that a space is before it.
type runPiece struct {
	textRun
	space bool
	width float64
}

func (s *pageSheet) collectRuns(n ast.Node, src []byte, f textFace) []textRun {
	var out []textRun
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = s.addInline(out, c, src, f, "")
	}
	return out
}

func (s *pageSheet) addInline(out []textRun, n ast.Node, src []byte, f textFace, to string) []textRun {
	add := func(text string, f textFace, to string) {
		out = append(out, textRun{text: s.types.cleanText(text), face: f, to: to})
	}
	switch n := n.(type) {
	case *ast.Text:
		return s.addWords(out, n, src, f, to)
	case *paper.Note:
		if n.N > len(s.paper.Notes) {
			return out
		}
		mark := strconv.Itoa(n.N)
		if len(out) > 0 && out[len(out)-1].note > 0 {
			mark = "," + mark
		}
		return append(out, textRun{text: mark, face: f, note: n.N})
	case *ast.String:
		add(string(n.Value), f, to)
		return out
	case *ast.CodeSpan:
		add(paper.PlainText(n, src), textFace{mono: true}, to)
		return out
	case *ast.AutoLink:
		at, ok := paper.Target(paper.Address(n, src), s.known)
		if !ok {
			at = to
		}
		add(paper.ShownLink(string(n.Label(src))), f, at)
		return out
	case *ast.Image:
		at, ok := paper.Target(string(n.Destination), s.known)
		if !ok {
			at = to
		}
		add(paper.Caption(n, src), f, at)
		return out
	case *ast.RawHTML:
		if paper.LineBreak(n, src) {
			return append(out, textRun{breaks: true})
		}
		add(string(n.Segments.Value(src)), f, to)
		return out
	case *tables.TaskCheckBox:
		// In a list it is drawn instead of the mark.
		if _, item := n.Parent().Parent().(*ast.ListItem); !item {
			add(renderBox(n.IsChecked), f, to)
		}
		return out
	case *ast.Link:
		if at, ok := paper.Target(string(n.Destination), s.known); ok {
			to = at
		}
	case *ast.Emphasis:
		f.bold, f.italic = f.bold || n.Level > 1, f.italic || n.Level == 1
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = s.addInline(out, c, src, f, to)
	}
	return out
}

// An address that stands bare in a text leads where it says.
func (s *pageSheet) addWords(out []textRun, n *ast.Text, src []byte, f textFace, to string) []textRun {
	add := func(text, to string) { out = append(out, textRun{text: s.types.cleanText(text), face: f, to: to}) }
	text := s.types.bindText(paper.Unescaped(n, src))
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			word = " " + word
		}
		if bare := strings.TrimRight(strings.TrimSpace(word), ".,;:!?)\"'"); to == "" && paper.Web(bare) {
			before, after, _ := strings.Cut(word, bare)
			add(before, to)
			add(paper.ShownLink(bare), bare)
			word = after
		}
		add(word, to)
	}
	if n.SoftLineBreak() {
		add(" ", to)
	}
	if n.HardLineBreak() {
		out = append(out, textRun{breaks: true})
	}
	return out
}

func renderBox(checked bool) string {
	if checked {
		return "[x] "
	}
	return "[ ] "
}

// A word wider than a line is cut.
func (s *pageSheet) wrapRuns(runs []textRun, size, width float64) [][]runPiece {
	var lines [][]runPiece
	var line, word []runPiece
	used := 0.0
	flush := func() {
		if len(word) == 0 {
			return
		}
		w := 0.0
		for _, p := range word {
			w += p.width
		}
		gap := 0.0
		if len(line) > 0 && word[0].space {
			gap = s.types.measureText(" ", word[0].face, size)
		}
		if len(line) > 0 && used+gap+w > width {
			lines, line, used, gap = append(lines, line), nil, 0, 0
		}
		if w > width {
			for _, part := range s.cutWord(word, size, width) {
				if len(line) > 0 {
					lines = append(lines, line)
				}
				line, used = part, 0
				for _, p := range part {
					used += p.width
				}
			}
		} else {
			line, used = append(line, word...), used+gap+w
		}
		word = nil
	}
	space := false
	for _, r := range runs {
		if r.breaks {
			flush()
			lines, line, used, space = append(lines, line), nil, 0, false
			continue
		}
		for i, text := range strings.Split(r.text, " ") {
			space = space || i > 0
			if text == "" {
				continue
			}
			if space {
				flush()
			}
			for k, part := range typeface.Parts(text) {
				if k > 0 || typeface.Wide([]rune(part)[0]) && !space {
					flush()
				}
				p := runPiece{textRun: r, space: space, width: s.types.measureText(part, r.face, r.computePoints(size))}
				p.text, space = part, false
				word = append(word, p)
			}
		}
	}
	flush()
	if len(line) > 0 {
		lines = append(lines, line)
	}
	return lines
}

// At least one character stands on each line, however narrow it is.
func (s *pageSheet) cutWord(word []runPiece, size, width float64) [][]runPiece {
	var lines [][]runPiece
	var line []runPiece
	used := 0.0
	for _, p := range word {
		start, w := 0, 0.0
		put := func(end int) {
			if end > start {
				part := p
				part.text, part.width, part.space = p.text[start:end], w, p.space && start == 0
				line, used = append(line, part), used+w
			}
			start, w = end, 0
		}
		for i, r := range p.text {
			c := s.types.measureText(string(r), p.face, p.computePoints(size))
			if used+w+c > width && (len(line) > 0 || i > start) {
				put(i)
				lines, line, used = append(lines, line), nil, 0
			}
			w += c
		}
		put(len(p.text))
	}
	return append(lines, line)
}

// It does not move on.
func (s *pageSheet) printLine(line []runPiece, x, leap, size float64) {
	line = sortVisually(line, s.fromRight || startsRightToLeft(line))
	for i := 0; i < len(line); {
		p := line[i]
		text := p.text
		if i > 0 && p.space {
			text = " " + text
		}
		for i++; i < len(line) && line[i].face == p.face && line[i].to == p.to && line[i].note == 0 && p.note == 0; i++ {
			if line[i].space {
				text += " "
			}
			text += line[i].text
		}
		w := s.types.measureText(text, p.face, p.computePoints(size))
		if p.note > 0 {
			s.drawText(text, x, w, leap*raised*0.72, p.makeLook(p.computePoints(size)))
		} else {
			s.drawText(text, x, w, leap, p.makeLook(size))
		}
		x += w
	}
}

type textLook struct {
	face textFace
	size float64
	to   string
}

// Marks of footnotes are smaller.
func (r textRun) computePoints(size float64) float64 {
	if r.note > 0 {
		return size * raised
	}
	return size
}

func (r textRun) makeLook(size float64) textLook { return textLook{r.face, size, r.to} }

func (s *pageSheet) drawText(text string, x, w, leap float64, l textLook) {
	f := s.pdf
	if s.dry {
		return
	}
	s.types.setFont(f, s.have, l.face, l.size)
	f.SetXY(x, s.y)
	id, url := 0, ""
	if l.to != "" {
		f.SetTextColor(linkColor())
		if name, ok := strings.CutPrefix(l.to, "#"); ok {
			id = s.anchors[name]
		} else {
			url = l.to
		}
	} else if s.tone != nil {
		f.SetTextColor(int(s.tone.R), int(s.tone.G), int(s.tone.B))
	} else {
		f.SetTextColor(s.gray, s.gray, s.gray)
	}
	f.CellFormat(w, leap, paper.Loose(text), "", 0, "L", false, id, url)
}

func linkColor() (r, g, b int) { return 11, 87, 164 }
