package deliver

import (
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

type linkGuard struct {
	known   map[string]bool
	charts  map[ast.Node]paper.Chart
	notes   int  // footnotes of the document
	figures *int // charts shown so far
}

// RegisterFuncs names the nodes that the guard renders in place of the library.
func (g linkGuard) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, g.renderLink)
	r.Register(ast.KindAutoLink, g.renderAutoLink)
	r.Register(ast.KindImage, g.renderPicture)
	r.Register(ast.KindRawHTML, g.renderRaw)
	r.Register(ast.KindHTMLBlock, g.renderBlock)
	r.Register(tables.KindTable, g.renderTable)
	r.Register(paper.KindNote, g.renderNote)
}

func (g linkGuard) renderLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l, ok := n.(*ast.Link)
	if !ok {
		return ast.WalkContinue, nil
	}
	to, ok := paper.Target(string(l.Destination), g.known)
	if !ok {
		return ast.WalkContinue, nil
	}
	text := "</a>"
	if entering {
		text = openLink(to)
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

// The chart of the table's figures stands below it.
func (g linkGuard) renderTable(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	t, ok := n.(*tables.Table)
	if !ok || entering {
		_, err := w.WriteString("<table>\n")
		return ast.WalkContinue, err
	}
	if _, err := w.WriteString("</table>\n"); err != nil {
		return ast.WalkStop, err
	}
	c, ok := g.charts[t]
	if !ok {
		return ast.WalkContinue, nil
	}
	png, err := c.PNG()
	if err != nil {
		return ast.WalkStop, err
	}
	*g.figures++
	caption := html.EscapeString(c.Caption(*g.figures))
	_, err = fmt.Fprintf(w, "<figure><img alt=\"%s\" src=\"data:image/png;base64,%s\"><figcaption>%s</figcaption></figure>\n",
		html.EscapeString(c.Alt()), base64.StdEncoding.EncodeToString(png), caption)
	return ast.WalkContinue, err
}

func openLink(to string) string {
	if strings.HasPrefix(to, "#") {
		return `<a href="` + html.EscapeString(to) + `">`
	}
	return `<a href="` + html.EscapeString(string(util.URLEscape([]byte(to), true))) + `" rel="noreferrer">`
}

func (g linkGuard) renderAutoLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l, ok := n.(*ast.AutoLink)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(string(l.Label(src)))
	if to, ok := paper.Target(paper.Address(l, src), g.known); ok {
		text = openLink(to) + text + "</a>"
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

// Pictures are never loaded.
func (g linkGuard) renderPicture(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	i, ok := n.(*ast.Image)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(paper.Caption(i, src))
	if to, ok := paper.Target(string(i.Destination), g.known); ok {
		text = openLink(to) + text + "</a>"
	}
	_, err := w.WriteString(text)
	return ast.WalkSkipChildren, err
}

func (g linkGuard) renderRaw(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := n.(*ast.RawHTML)
	if !ok || !entering {
		return ast.WalkSkipChildren, nil
	}
	text := html.EscapeString(string(h.Segments.Value(src)))
	if paper.LineBreak(h, src) {
		text = "<br>"
	}
	_, err := w.WriteString(text)
	return ast.WalkSkipChildren, err
}

func (g linkGuard) renderBlock(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := n.(*ast.HTMLBlock)
	if !ok || !entering {
		return ast.WalkSkipChildren, nil
	}
	_, err := w.WriteString("<p>" + html.EscapeString(paper.BlockText(h, src)) + "</p>\n")
	return ast.WalkSkipChildren, err
}

func (g linkGuard) renderNote(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	m, ok := n.(*paper.Note)
	if !ok || !entering || m.N > g.notes {
		return ast.WalkContinue, nil
	}
	_, err := fmt.Fprintf(w, `<sup><a href="#note-%d">%d</a></sup>`, m.N, m.N)
	return ast.WalkContinue, err
}
