package deliver

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// placement says where a result is to stand: below a heading of this level with this title.
type placement struct {
	title   string
	level   int
	offline bool
}

// The result's own title goes when it only repeats the section's, the other headings follow
// without gaps below the section's, raw HTML becomes visible text, and a code fence that was left
// open is closed. Of an evidence sheet the notice and the list of sources go too: the document
// says both once. Nothing else is changed.
func prepareBody(body string, at placement) string {
	const passes = 3 // text that was HTML may hold more of it
	body = safetext.Markdown(body)
	for n := range passes {
		root, src := paper.Parse(body)
		e := sourceEdits{src: src}
		if n == 0 {
			e.rewriteHeadings(root, at)
		}
		e.showHTML(root)
		if len(e.list) == 0 {
			break
		}
		body = e.apply()
	}
	return closeFence(strings.Trim(body, "\n"))
}

type sourceEdits struct {
	src  []byte
	list []sourceEdit
}

type sourceEdit struct {
	from, to int
	text     string
}

func (e *sourceEdits) addEdit(from, to int, text string) {
	e.list = append(e.list, sourceEdit{from, to, text})
}

// Of changes that overlap the first counts.
func (e *sourceEdits) apply() string {
	slices.SortStableFunc(e.list, func(a, b sourceEdit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var b strings.Builder
	at := 0
	for _, c := range e.list {
		if c.from < at {
			continue
		}
		b.Write(e.src[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.Write(e.src[at:])
	return b.String()
}

func (e *sourceEdits) findStart(n ast.Node) int {
	return bytes.LastIndexByte(e.src[:n.Pos()], '\n') + 1
}

func (e *sourceEdits) findEnd(n ast.Node) int {
	if next := n.NextSibling(); next != nil && next.Pos() >= 0 {
		return max(e.findStart(next), e.findStart(n))
	}
	return len(e.src)
}

func (e *sourceEdits) rewriteHeadings(root ast.Node, at placement) {
	var kept []*ast.Heading
	dropping := false
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && at.offline && prose.Fold(paper.PlainText(h, e.src)) == "sources":
			dropping = true
		case ok:
			dropping = false
		}
		switch {
		case dropping, at.offline && isOfflineNotice(string(e.src[e.findStart(n):e.findEnd(n)])),
			ok && len(kept) == 0 && repeatsTitle(paper.PlainText(h, e.src), h.Level, at.title):
			e.addEdit(e.findStart(n), e.findEnd(n), "")
		case ok:
			kept = append(kept, h)
		}
	}
	to := mapLevels(kept, at.level)
	for i, h := range kept {
		e.rewriteHeading(h, to[i])
	}
	e.moveNestedHeadings(root, at.level)
}

func isOfflineNotice(block string) bool {
	return strings.Trim(strings.TrimSpace(block), "*> ") == extractive.FirstLine
}

// A first-level heading may say the title in other words.
func repeatsTitle(name string, level int, title string) bool {
	name, title = strings.TrimPrefix(name, extractive.Label), strings.TrimPrefix(title, extractive.Label)
	cut := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(name), "..."))
	return prose.Fold(name) == prose.Fold(title) || level == 1 && prose.Overlap(name, title) >= 0.6 ||
		cut != strings.TrimSpace(name) && strings.HasPrefix(prose.Fold(title), prose.Fold(cut))
}

// Levels keep their order and have no gaps.
func mapLevels(list []*ast.Heading, section int) []int {
	var used []int
	for _, h := range list {
		used = append(used, h.Level)
	}
	slices.Sort(used)
	used = slices.Compact(used)
	out := make([]int, len(list))
	last := section
	for i, h := range list {
		rank, _ := slices.BinarySearch(used, h.Level)
		out[i] = min(6, section+1+rank, last+1)
		last = out[i]
	}
	return out
}

// Underlined headings become headings with marks.
func (e *sourceEdits) rewriteHeading(h *ast.Heading, level int) {
	from := h.Pos()
	if run, ok := e.countMarks(h); ok {
		if h.Lines().Len() == 0 { // a heading without words
			e.addEdit(e.findStart(h), from+run, "")
			return
		}
		e.addEdit(from, from+run, strings.Repeat("#", level))
		return
	}
	text := paper.OneLine(string(h.Lines().Value(e.src)))
	e.addEdit(from, e.findUnderlineEnd(h), strings.Repeat("#", level)+" "+text)
}

func (e *sourceEdits) countMarks(h *ast.Heading) (int, bool) {
	rest := e.src[h.Pos():]
	run := len(rest) - len(bytes.TrimLeft(rest, "#"))
	return run, run > 0 && run <= 6 && (run == len(rest) || bytes.IndexByte([]byte(" \t\n"), rest[run]) >= 0)
}

func (e *sourceEdits) findUnderlineEnd(h *ast.Heading) int {
	at := h.Lines().At(h.Lines().Len() - 1).Stop
	if at > 0 && at <= len(e.src) && e.src[at-1] != '\n' {
		if i := bytes.IndexByte(e.src[at:], '\n'); i >= 0 {
			at += i + 1
		}
	}
	if i := bytes.IndexByte(e.src[min(at, len(e.src)):], '\n'); i >= 0 {
		return at + i
	}
	return len(e.src)
}

func (e *sourceEdits) moveNestedHeadings(root ast.Node, section int) {
	paper.Walk(root, func(n ast.Node) {
		h, ok := n.(*ast.Heading)
		if !ok || h.Parent() == root {
			return
		}
		if run, ok := e.countMarks(h); ok && h.Lines().Len() > 0 {
			e.addEdit(h.Pos(), h.Pos()+run, strings.Repeat("#", min(6, max(h.Level, section+1))))
		}
	})
}

// Line breaks stay.
func (e *sourceEdits) showHTML(root ast.Node) {
	paper.Walk(root, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.HTMLBlock:
			for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
				e.escapeTags(s.Start, min(s.Stop, len(e.src)))
			}
			if n.HasClosure() {
				e.escapeTags(n.ClosureLine.Start, min(n.ClosureLine.Stop, len(e.src)))
			}
		case *ast.RawHTML:
			if n.Segments.Len() > 0 && !paper.LineBreak(n, e.src) {
				s := n.Segments.At(0)
				e.escapeTags(s.Start, min(s.Stop, s.Start+1))
			}
		}
	})
}

var lineBreakTag = lazyregexp.New(`(?i)<br ?/?>`)

// A line break is no tag between blocks, so it goes.
func (e *sourceEdits) escapeTags(from, to int) {
	for _, m := range lineBreakTag.FindAllIndex(e.src[from:to], -1) {
		e.addEdit(from+m[0], from+m[1], "")
	}
	for i := from; i < to; i++ {
		if e.src[i] == '<' {
			e.addEdit(i, i+1, "&lt;")
		}
	}
}

// An open fence would run on into the next section.
func closeFence(body string) string {
	const mark = "end of the section"
	root, src := paper.Parse(body + "\n\n" + mark)
	f, ok := root.LastChild().(*ast.FencedCodeBlock)
	if !ok || f.Lines().Len() == 0 || !bytes.HasSuffix(bytes.TrimSpace(f.Lines().Value(src)), []byte(mark)) {
		return body
	}
	rest := src[f.Pos():]
	run := len(rest) - len(bytes.TrimLeft(rest, string(rest[:1])))
	return body + "\n" + string(rest[:run])
}
