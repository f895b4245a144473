package deliver

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strings"

	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/llm/extractive"
)

// style is the page's own: nothing is loaded from elsewhere.
const style = `body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6,nav,table{font-family:system-ui,sans-serif;line-height:1.3}h1{font-size:1.9rem}h2{margin-top:2.5rem}h3{margin-top:2rem}
nav{font-size:.95rem;border-top:1px solid #ccc;border-bottom:1px solid #ccc;padding:.5rem 0}nav ul{list-style:none;padding-left:1rem;margin:.2rem 0}
blockquote{margin:1rem 0;padding:.2rem 1rem;border-left:4px solid #999;color:#444}
table{border-collapse:collapse;font-size:.9rem;display:block;overflow-x:auto;overflow-wrap:normal}th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}
figure{margin:1rem 0}figure img{max-width:100%;background:#fff}figcaption{font-size:.9rem;font-style:italic}
pre{background:#f5f5f5;padding:.8rem;overflow-x:auto;overflow-wrap:normal}.notice{background:#fff6d6;padding:.6rem 1rem}a{color:#0b57a4}:target{scroll-margin-top:1rem}
.kicker{font:600 .8rem system-ui,sans-serif;letter-spacing:.15em;text-transform:uppercase;color:var(--accent);margin:0}h1{margin-top:.3rem}
h2{border-bottom:2px solid var(--accent);padding-bottom:.2rem}th{border-bottom:2px solid var(--accent)}.boxes{list-style:none;padding-left:0}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}a{color:#8ab8ff}pre{background:#222}.notice{background:#3b3415}blockquote{color:#bbb}th,td,nav{border-color:#444}}
@media print{nav{display:none}a{color:inherit}}`

// policy keeps a browser from loading or running anything; the pictures are in
// the page.
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// HTML renders the document as one page that loads nothing. Raw HTML in the
// results is shown as text, pictures as their names, and only links to web
// pages, to mail addresses and to parts of the document are kept.
func (d Document) HTML() (string, error) {
	w := page{known: d.anchors(), color: d.form().accent}
	w.printf("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
	w.printf("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy)
	w.printf("<title>%s</title>\n", html.EscapeString(line(d.Title)))
	if d.Project.Offline {
		w.printf("<meta name=\"generator\" content=\"extractive/1\">\n<meta name=\"model\" content=\"none\">\n")
	}
	f := d.form()
	w.printf("<style>%s:root{--accent:#%02x%02x%02x}</style></head><body>\n<p class=\"kicker\">%s</p>\n<h1>%s</h1>\n",
		style, f.accent.R, f.accent.G, f.accent.B, f.kicker, html.EscapeString(line(d.Title)))
	if d.Project.Offline {
		w.printf("<p class=\"notice\">%s</p>\n", html.EscapeString(extractive.FirstLine))
	}
	if len(d.Missing) > 0 {
		w.printf("<p class=\"notice\">Not everything could be finished: <a href=\"#%s\">%s</a>.</p>\n", missingAnchor, d.shortfall())
	}
	w.contents(d)
	if strings.TrimSpace(d.Opening) != "" {
		w.printf("<section id=\"summary\">\n<h2>%s</h2>\n", html.EscapeString(d.form().summary))
		w.markdown(d.Opening)
		w.printf("</section>\n")
	}
	for _, p := range d.Phases {
		if d.phased() {
			w.printf("<h2>%s</h2>\n", html.EscapeString(line(p.Label)))
		}
		for _, s := range p.Sections {
			w.printf("<section id=\"%s\">\n<h%d>%s</h%d>\n", html.EscapeString(s.Key), d.level(), html.EscapeString(line(s.Title)), d.level())
			w.markdown(s.Body)
			w.printf("</section>\n")
		}
	}
	w.tail(d)
	w.printf("</body></html>\n")
	return w.b.String(), w.err
}

// anchors are the ids that links within the document may lead to.
func (d Document) anchors() map[string]bool {
	out := map[string]bool{}
	for _, s := range d.Sections() {
		out[s.Key] = true
	}
	for _, m := range d.Missing {
		out[m.Key] = true
	}
	for _, s := range d.Sources {
		out[fmt.Sprintf("source-%d", s.N)] = true
	}
	return out
}

// page collects HTML and the first error.
type page struct {
	known   map[string]bool
	color   color.RGBA // of charts
	figures int        // charts shown so far
	b       bytes.Buffer
	err     error
}

func (w *page) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *page) markdown(text string) {
	if w.err != nil || strings.TrimSpace(text) == "" {
		return
	}
	root, src := parse(text)
	r := dialect().Renderer()
	r.AddOptions(renderer.WithNodeRenderers(util.Prioritized(guard{known: w.known, color: w.color, figures: &w.figures}, 1)))
	if err := r.Render(&w.b, src, root); err != nil {
		w.err = fmt.Errorf("render markdown: %w", err)
	}
}

// contents lists the parts with links.
func (w *page) contents(d Document) {
	if len(d.Sections()) < 2 {
		return
	}
	w.printf("<nav><ul>\n")
	for _, p := range d.Phases {
		if d.phased() {
			w.printf("<li>%s<ul>\n", html.EscapeString(line(p.Label)))
		}
		for _, s := range p.Sections {
			w.printf("<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString(s.Key), html.EscapeString(line(s.Title)))
		}
		if d.phased() {
			w.printf("</ul></li>\n")
		}
	}
	if len(d.Missing) > 0 {
		w.printf("<li><a href=\"#%s\">%s</a></li>\n", missingAnchor, missingTitle)
	}
	if len(d.Sources) > 0 {
		w.printf("<li><a href=\"#sources\">%s</a></li>\n", sourcesTitle)
	}
	w.printf("</ul></nav>\n")
}

func (w *page) tail(d Document) {
	if list := d.boxes(); len(list) > 0 {
		w.printf("<h2>%s</h2>\n<ul class=\"boxes\">\n", boxesTitle)
		for _, b := range list {
			w.printf("<li>☐ %s (<a href=\"#%s\">%s</a>)</li>\n", html.EscapeString(b.text), html.EscapeString(b.key), html.EscapeString(b.section))
		}
		w.printf("</ul>\n")
	}
	if len(d.Missing) > 0 {
		w.printf("<h2 id=\"%s\">%s</h2>\n<ul>\n", missingAnchor, missingTitle)
		for _, m := range d.Missing {
			w.printf("<li id=\"%s\"><strong>%s</strong>: %s</li>\n", html.EscapeString(m.Key), html.EscapeString(line(m.Title)), html.EscapeString(line(m.Why)))
		}
		w.printf("</ul>\n")
	}
	if len(d.Sources) > 0 {
		w.printf("<h2 id=\"sources\">%s</h2>\n<ol>\n", sourcesTitle)
		for _, s := range d.Sources {
			w.printf("<li id=\"source-%d\">%s</li>\n", s.N, s.html())
		}
		w.printf("</ol>\n")
	}
	if len(d.Notes) > 0 {
		w.printf("<h2>%s</h2>\n<ul>\n", notesTitle)
		for _, n := range d.Notes {
			w.printf("<li>%s</li>\n", html.EscapeString(line(n)))
		}
		w.printf("</ul>\n")
	}
}

func (s Source) html() string {
	text := html.EscapeString(s.line())
	if key, ok := s.section(); ok {
		return fmt.Sprintf("<a href=\"#%s\">%s</a>", html.EscapeString(key), text)
	}
	if web(s.URL) {
		return fmt.Sprintf("<a href=\"%s\" rel=\"noreferrer\">%s</a>", html.EscapeString(s.URL), text)
	}
	return text
}
