package deliver

import (
	"encoding/base64"
	"fmt"
	"html"
	"image/color"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// web reports whether an address is one of a web page.
func web(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// target returns where a link of a result may lead: to a web page, a mail
// address or, by "#", a known part of the document. Of all others only the
// words remain.
func target(address string, known map[string]bool) (string, bool) {
	address = strings.TrimSpace(address)
	if id, ok := strings.CutPrefix(address, "#"); ok {
		return address, known[id]
	}
	if web(address) {
		return address, true
	}
	u, err := url.Parse(address)
	return address, err == nil && u.Scheme == "mailto" && u.Opaque != ""
}

// guard renders what could lead out of a page or load something into it.
type guard struct {
	known   map[string]bool
	color   color.RGBA // of charts
	figures *int       // charts shown so far
}

// RegisterFuncs says which nodes the guard renders in place of the library.
func (g guard) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, g.link)
	r.Register(ast.KindAutoLink, g.auto)
	r.Register(ast.KindImage, g.picture)
	r.Register(ast.KindRawHTML, g.raw)
	r.Register(ast.KindHTMLBlock, g.block)
	r.Register(tables.KindTable, g.table)
}

func (g guard) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l, ok := n.(*ast.Link)
	if !ok {
		return ast.WalkContinue, nil
	}
	to, ok := target(string(l.Destination), g.known)
	if !ok {
		return ast.WalkContinue, nil
	}
	text := "</a>"
	if entering {
		text = open(to)
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

// table renders a table and, below it, the chart of its figures.
func (g guard) table(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	t, ok := n.(*tables.Table)
	if !ok || entering {
		_, err := w.WriteString("<table>\n")
		return ast.WalkContinue, err
	}
	if _, err := w.WriteString("</table>\n"); err != nil {
		return ast.WalkStop, err
	}
	c, ok := chartOf(t, src)
	if !ok {
		return ast.WalkContinue, nil
	}
	c.color = g.color
	png, err := c.png()
	if err != nil {
		return ast.WalkStop, err
	}
	*g.figures++
	caption := html.EscapeString(c.caption(*g.figures))
	_, err = fmt.Fprintf(w, "<figure><img alt=\"%s\" src=\"data:image/png;base64,%s\"><figcaption>%s</figcaption></figure>\n",
		caption, base64.StdEncoding.EncodeToString(png), caption)
	return ast.WalkContinue, err
}

func open(to string) string {
	if strings.HasPrefix(to, "#") {
		return `<a href="` + html.EscapeString(to) + `">`
	}
	return `<a href="` + html.EscapeString(string(util.URLEscape([]byte(to), true))) + `" rel="noreferrer">`
}

func (g guard) auto(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l, ok := n.(*ast.AutoLink)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(string(l.Label(src)))
	if to, ok := target(address(l, src), g.known); ok {
		text = open(to) + text + "</a>"
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

// address returns where an address in angle brackets leads.
func address(l *ast.AutoLink, src []byte) string {
	to := string(l.URL(src))
	if l.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(to), "mailto:") {
		return "mailto:" + to
	}
	return to
}

// picture shows a picture's words with a link, and never loads it.
func (g guard) picture(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	i, ok := n.(*ast.Image)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(caption(i, src))
	if to, ok := target(string(i.Destination), g.known); ok {
		text = open(to) + text + "</a>"
	}
	_, err := w.WriteString(text)
	return ast.WalkSkipChildren, err
}

// caption is what is shown in place of a picture.
func caption(n *ast.Image, src []byte) string {
	if t := line(plainText(n, src)); t != "" {
		return "[picture: " + t + "]"
	}
	return "[picture]"
}

func (g guard) raw(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := n.(*ast.RawHTML)
	if !ok || !entering {
		return ast.WalkSkipChildren, nil
	}
	text := html.EscapeString(string(h.Segments.Value(src)))
	if lineBreak(h, src) {
		text = "<br>"
	}
	_, err := w.WriteString(text)
	return ast.WalkSkipChildren, err
}

func (g guard) block(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := n.(*ast.HTMLBlock)
	if !ok || !entering {
		return ast.WalkSkipChildren, nil
	}
	_, err := w.WriteString("<p>" + html.EscapeString(blockText(h, src)) + "</p>\n")
	return ast.WalkSkipChildren, err
}

func blockText(h *ast.HTMLBlock, src []byte) string {
	text := string(h.Lines().Value(src))
	if h.HasClosure() {
		text += string(h.ClosureLine.Value(src))
	}
	return text
}
