package deliver

import (
	"bytes"
	"fmt"
	"html"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// style is the page's own: nothing is loaded from elsewhere.
const style = `body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6,nav,table{font-family:system-ui,sans-serif;line-height:1.3}h1{font-size:1.9rem}h2{margin-top:2.5rem}h3{margin-top:2rem}
nav{font-size:.95rem;border-top:1px solid #ccc;border-bottom:1px solid #ccc;padding:.5rem 0}nav ul{list-style:none;padding-inline-start:1rem;margin:.2rem 0}
blockquote{margin:1rem 0;padding:.2rem 1rem;border-inline-start:4px solid #999;color:#444}
table{border-collapse:collapse;font-size:.9rem;display:block;overflow-x:auto;overflow-wrap:normal}th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:start;vertical-align:top}
figure{margin:1rem 0}figure img{max-width:100%;background:#fff}figcaption{font-size:.9rem;font-style:italic}
pre{background:#f5f5f5;padding:.8rem;overflow-x:auto;overflow-wrap:normal}.notice{background:#fff6d6;padding:.6rem 1rem}a{color:#0b57a4}:target{scroll-margin-top:1rem}
.kicker{font:600 .8rem system-ui,sans-serif;letter-spacing:.15em;text-transform:uppercase;color:var(--accent);margin:0}h1{margin-top:.3rem}
h2{border-bottom:2px solid var(--accent);padding-bottom:.2rem}th{border-bottom:2px solid var(--accent)}.lines{list-style:none;padding-inline-start:0}.lines li{margin:.3rem 0}.deeper{margin-inline-start:1.6rem!important;font-size:.92rem}
.mark{color:#666}.small{font:italic .88rem system-ui,sans-serif;color:#666;margin-top:-.6rem}.notes{font-size:.85rem;border-top:1px solid #ccc;margin-top:3rem}sup{line-height:0}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}a{color:#8ab8ff}pre{background:#222}.notice{background:#3b3415}blockquote,.mark,.small,.kicker{color:#bbb}th,td,nav{border-color:#444}}
@media print{nav{display:none}a{color:inherit}}`

// policy keeps a browser from loading or running anything; the pictures are in
// the page.
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// HTML renders the document as one page that loads nothing. Raw HTML in the
// results is shown as text, pictures as their names, and only links to web
// pages, to mail addresses and to parts of the document are kept.
func (d Document) HTML() (string, error) {
	p := d.Paper()
	parts, charts := p.Read()
	w := htmlPage{paper: p, known: p.Anchors(), charts: charts}
	direction := ""
	if prose.RightToLeft(p.Language) {
		direction = ` dir="rtl"`
	}
	w.printf("<!doctype html>\n<html lang=\"%s\"%s><head><meta charset=\"utf-8\">\n", html.EscapeString(p.Language), direction)
	w.printf("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy)
	w.printf("<title>%s</title>\n", html.EscapeString(makeOneLine(p.Title)))
	if p.Offline {
		w.printf("<meta name=\"generator\" content=\"extractive/1\">\n<meta name=\"model\" content=\"none\">\n")
	}
	w.printf("<style>%s:root{--accent:#%02x%02x%02x}</style></head><body>\n<p class=\"kicker\">%s</p>\n<h1>%s</h1>\n",
		style, p.Accent.R, p.Accent.G, p.Accent.B, html.EscapeString(p.Kicker), html.EscapeString(makeOneLine(p.Title)))
	if n := d.Notice(); n != "" {
		w.printf("<p class=\"notice\">%s</p>\n", html.EscapeString(n))
	}
	if n := d.describeUnread(); n != "" {
		w.printf("<p class=\"notice\">%s</p>\n", html.EscapeString(n))
	}
	if len(d.Missing) > 0 {
		w.printf("<p class=\"notice\">Not everything could be finished: <a href=\"#%s\">%s</a>.</p>\n", missingAnchor, d.describeShortfall())
	}
	contents := p.Long()
	for _, part := range parts {
		if contents && part.Kind != paper.Opening {
			w.renderContents()
			contents = false
		}
		w.renderPart(part)
	}
	w.renderNotes()
	w.printf("</body></html>\n")
	return w.b.String(), w.err
}

type htmlPage struct {
	paper   paper.Paper
	known   map[string]bool
	charts  map[ast.Node]paper.Chart
	figures int // charts shown so far
	b       bytes.Buffer
	err     error
}

func (w *htmlPage) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *htmlPage) renderMarkdown(root ast.Node, src []byte) {
	if w.err != nil || root.FirstChild() == nil {
		return
	}
	r := paper.Dialect().Renderer()
	r.AddOptions(renderer.WithNodeRenderers(util.Prioritized(linkGuard{known: w.known, charts: w.charts, notes: len(w.paper.Notes), figures: &w.figures}, 1)))
	if err := r.Render(&w.b, src, root); err != nil {
		w.err = fmt.Errorf("render markdown: %w", err)
	}
}

func (w *htmlPage) renderPart(p paper.Reading) {
	id := ""
	if p.Key != "" {
		id = fmt.Sprintf(" id=\"%s\"", html.EscapeString(p.Key))
	}
	w.printf("<section%s>\n", id)
	if p.Level > 0 && makeOneLine(p.Title) != "" {
		w.printf("<h%d>%s</h%d>\n", p.Level+1, html.EscapeString(makeOneLine(p.Title)), p.Level+1)
	}
	if p.Small != "" {
		w.printf("<p class=\"small\">%s</p>\n", html.EscapeString(p.Small))
	}
	w.renderMarkdown(p.Root, p.Src)
	if len(p.Lines) > 0 {
		w.printf("<ul class=\"lines\">\n")
		for _, l := range p.Lines {
			w.renderLine(l)
		}
		w.printf("</ul>\n")
	}
	w.printf("</section>\n")
}

func (w *htmlPage) renderLine(l paper.LineReading) {
	id, deeper := "", ""
	if l.Key != "" {
		id = fmt.Sprintf(" id=\"%s\"", html.EscapeString(l.Key))
	}
	if l.Depth > 0 {
		deeper = " class=\"deeper\""
	}
	w.printf("<li%s%s><span class=\"mark\">%s</span> ", id, deeper, html.EscapeString(l.Mark))
	for n := l.Root.FirstChild(); n != nil; {
		next := n.NextSibling()
		if p, ok := n.(*ast.Paragraph); ok { // its words, without a paragraph around them
			block := ast.NewTextBlock()
			for c := p.FirstChild(); c != nil; c = p.FirstChild() {
				block.AppendChild(block, c)
			}
			n = block
		}
		doc := ast.NewDocument()
		doc.AppendChild(doc, n)
		w.renderMarkdown(doc, l.Src)
		n = next
	}
	w.printf("</li>\n")
}

func (w *htmlPage) renderContents() {
	w.printf("<nav><ul>\n")
	for _, p := range w.paper.Listed() {
		if p.Kind == paper.Opening {
			continue
		}
		title := html.EscapeString(makeOneLine(p.Title))
		if p.Key != "" {
			title = fmt.Sprintf("<a href=\"#%s\">%s</a>", html.EscapeString(p.Key), title)
		}
		class := ""
		if p.Level > 1 {
			class = " class=\"deeper\""
		}
		w.printf("<li%s>%s</li>\n", class, title)
	}
	w.printf("</ul></nav>\n")
}

// renderNotes lists the footnotes.
func (w *htmlPage) renderNotes() {
	if len(w.paper.Notes) == 0 {
		return
	}
	w.printf("<section class=\"notes\">\n<ol>\n")
	for i, n := range w.paper.Notes {
		w.printf("<li id=\"note-%d\">%s</li>\n", i+1, html.EscapeString(n))
	}
	w.printf("</ol>\n</section>\n")
}
