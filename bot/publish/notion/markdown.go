package notion

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensions "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// piece is one part of a document that no page break may fall into.
type piece struct {
	text    string
	blocks  int
	level   int    // of a heading; 0 for what is none
	heading string // its words
	tight   bool   // it stands directly below the one before, as an item of the same list
}

// tableRows are at most in one table: longer ones go on in another, so that each fits on a page.
const tableRows = 200

// parseDocument writes a document as Notion reads it. All of it is made of the tree: what the text says is escaped, so that no word of it is
// a mention, a colour, a formula or a tag there, and raw HTML is words. A first heading of level 1 is the page's title and left out.
func parseDocument(markdown string) []piece {
	src := []byte(markdown)
	root := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Parser().Parse(text.NewReader(src))
	w := writer{src: src}
	first := root.FirstChild()
	if h, ok := first.(*ast.Heading); ok && h.Level == 1 {
		first = h.NextSibling()
	}
	for n := first; n != nil; n = n.NextSibling() {
		w.writeBlock(n, 0)
	}
	return w.out
}

type writer struct {
	src []byte
	out []piece
}

func (w *writer) add(depth int, line string, p piece) {
	p.text = strings.Repeat("\t", depth) + line
	p.blocks = max(p.blocks, 1)
	p.tight = p.tight || depth > 0
	w.out = append(w.out, p)
}

// deepest is the last level of headings that Notion has.
const deepest = 4

func (w *writer) writeBlock(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		words := strings.TrimSpace(w.writeWords(n))
		if plain := w.readPlain(n); plain != "" {
			w.add(depth, strings.Repeat("#", min(n.Level, deepest))+" "+words, piece{level: min(n.Level, deepest), heading: plain})
		}
	case *ast.Paragraph, *ast.TextBlock:
		if words := strings.TrimSpace(w.writeWords(n)); words != "" {
			w.add(depth, shieldStart(words), piece{})
		}
	case *ast.List:
		w.writeList(n, depth)
	case *ast.Blockquote:
		if words := strings.Join(w.writeQuote(n), "<br>"); words != "" {
			w.add(depth, "> "+words, piece{})
		}
	case *ast.FencedCodeBlock:
		w.writeCode(n, string(n.Language(w.src)), depth)
	case *ast.CodeBlock:
		w.writeCode(n, "", depth)
	case *ast.ThematicBreak:
		w.add(depth, "---", piece{})
	case *ast.HTMLBlock:
		words := removeAnchors(w.readLines(n))
		if n.HasClosure() {
			words += removeAnchors(string(n.ClosureLine.Value(w.src)))
		}
		if words = strings.TrimSpace(words); words != "" {
			w.add(depth, shieldStart(escape(strings.Join(strings.Fields(words), " "))), piece{})
		}
	case *extensions.Table:
		w.writeTable(n, depth)
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			w.writeBlock(c, depth)
		}
	}
}

func (w *writer) writeList(l *ast.List, depth int) {
	number := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "- "
		if l.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		child := item.FirstChild()
		words := ""
		if child != nil && (child.Kind() == ast.KindParagraph || child.Kind() == ast.KindTextBlock) {
			words = strings.TrimSpace(w.writeWords(child))
			if box, ok := child.FirstChild().(*extensions.TaskCheckBox); ok {
				mark = map[bool]string{true: "- [x] ", false: "- [ ] "}[box.IsChecked]
			}
			child = child.NextSibling()
		}
		w.add(depth, mark+words, piece{tight: item.PreviousSibling() != nil})
		for ; child != nil; child = child.NextSibling() {
			w.writeBlock(child, depth+1)
		}
	}
}

// writeQuote returns the lines of a quote: what it holds besides text is flattened.
func (w *writer) writeQuote(n ast.Node) []string {
	var out []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c.Kind() {
		case ast.KindParagraph, ast.KindTextBlock, ast.KindHeading:
			if words := strings.TrimSpace(w.writeWords(c)); words != "" {
				out = append(out, shieldStart(words))
			}
		case ast.KindListItem:
			inner := w.writeQuote(c)
			if len(inner) > 0 {
				inner[0] = "• " + inner[0]
			}
			out = append(out, inner...)
		case ast.KindFencedCodeBlock, ast.KindCodeBlock, ast.KindHTMLBlock:
			for line := range strings.SplitSeq(strings.TrimRight(removeAnchors(w.readLines(c)), "\n"), "\n") {
				out = append(out, escape(line))
			}
		default:
			out = append(out, w.writeQuote(c)...)
		}
	}
	return out
}

// writeCode keeps code as it is, but for what would end it: no fence that Notion knows can stand in it.
func (w *writer) writeCode(n ast.Node, language string, depth int) {
	indent := strings.Repeat("\t", depth)
	code := strings.ReplaceAll(strings.TrimRight(w.readLines(n), "\n"), "```", "`\u200b`\u200b`")
	language = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+#-", r) {
			return r
		}
		return -1
	}, language)
	w.add(depth, "```"+language+"\n"+indent+strings.ReplaceAll(code, "\n", "\n"+indent)+"\n"+indent+"```", piece{})
}

func (w *writer) writeTable(t *extensions.Table, depth int) {
	indent := strings.Repeat("\t", depth)
	var head string
	var rows []string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var b strings.Builder
		b.WriteString(indent + "<tr>\n")
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			b.WriteString(indent + "<td>" + strings.TrimSpace(w.writeWords(c)) + "</td>\n")
		}
		b.WriteString(indent + "</tr>\n")
		if r.Kind() == extensions.KindTableHeader {
			head = b.String()
			continue
		}
		rows = append(rows, b.String())
	}
	for first := true; first || len(rows) > 0; first = false {
		n := min(tableRows, len(rows))
		w.add(depth, `<table header-row="true">`+"\n"+head+strings.Join(rows[:n], "")+indent+"</table>", piece{blocks: n + 2})
		rows = rows[n:]
	}
}

func (w *writer) readLines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(w.src))
	}
	return b.String()
}

// writeWords writes what stands in a line.
func (w *writer) writeWords(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.writeInline(&b, c)
	}
	return b.String()
}

func (w *writer) writeInline(b *strings.Builder, c ast.Node) {
	switch c := c.(type) {
	case *ast.Text:
		b.WriteString(escape(string(unescape(c, w.src))))
		if c.HardLineBreak() {
			b.WriteString("<br>")
		} else if c.SoftLineBreak() {
			b.WriteString(" ")
		}
	case *ast.String:
		b.WriteString(escape(string(c.Value)))
	case *ast.CodeSpan:
		if code := w.readCode(c); strings.ContainsAny(code, "`") {
			b.WriteString(escape(code))
		} else {
			b.WriteString("`" + code + "`")
		}
	case *ast.Emphasis:
		w.wrap(b, c, strings.Repeat("*", c.Level))
	case *extensions.Strikethrough:
		w.wrap(b, c, "~~")
	case *ast.Link:
		w.writeLink(b, w.writeWords(c), string(c.Destination))
	case *ast.AutoLink:
		w.writeLink(b, escape(string(c.Label(w.src))), string(c.URL(w.src)))
	case *ast.Image: // nothing is loaded from elsewhere
		b.WriteString(w.writeWords(c))
	case *ast.RawHTML:
		var raw strings.Builder
		for i := range c.Segments.Len() {
			at := c.Segments.At(i)
			raw.Write(at.Value(w.src))
		}
		b.WriteString(escape(removeAnchors(raw.String())))
	case *extensions.TaskCheckBox: // the item has it
	default:
		b.WriteString(w.writeWords(c))
	}
}

// wrap puts marks around words, within the space around them: outside of it they would be no marks.
func (w *writer) wrap(b *strings.Builder, n ast.Node, mark string) {
	words := w.writeWords(n)
	inner := strings.TrimSpace(words)
	if inner == "" {
		b.WriteString(words)
		return
	}
	at := strings.Index(words, inner)
	b.WriteString(words[:at] + mark + inner + mark + words[at+len(inner):])
}

func (w *writer) readCode(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(w.src))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// linkMost is the longest address that Notion takes.
const linkMost = 2000

// writeLink links to pages of the web alone: what leads into the document itself, or elsewhere, is words.
func (w *writer) writeLink(b *strings.Builder, words, to string) {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "mailto" || len(to) > linkMost || strings.TrimSpace(words) == "" {
		b.WriteString(words)
		return
	}
	to = strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "\\", "%5C", "<", "%3C", ">", "%3E", "\n", "", "`", "%60", "{", "%7B", "}", "%7D", "|", "%7C", "^", "%5E", "[", "%5B", "]", "%5D", `"`, "%22").Replace(u.String())
	b.WriteString("[" + words + "](" + to + ")")
}

func (w *writer) readPlain(n ast.Node) string {
	var b strings.Builder
	var read func(ast.Node)
	read = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.Write(unescape(t, w.src))
				if t.SoftLineBreak() || t.HardLineBreak() {
					b.WriteString(" ")
				}
			}
			read(c)
		}
	}
	read(n)
	return strings.TrimSpace(b.String())
}

// unescape returns the words of a text node: with backslashes and entities read, as a reader sees them.
func unescape(t *ast.Text, src []byte) []byte {
	raw := t.Segment.Value(src)
	if t.IsRaw() {
		return raw
	}
	return readEntities(readBackslashes(raw))
}

var anchor = lazyregexp.New(`<a id="[A-Za-z0-9_-]*">|</a>`)

// removeAnchors takes away what our documents link to within themselves.
func removeAnchors(raw string) string {
	if !strings.Contains(raw, "<a ") && !strings.Contains(raw, "</a>") {
		return raw
	}
	return anchor.ReplaceAllString(raw, "")
}
