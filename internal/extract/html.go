package extract

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"codeberg.org/readeck/go-readability/v2"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// Larger pages are not searched for their readable part but read whole.
const mostElements = 40_000

// A tree takes a hundred times the memory of the page it was made of, so pages with more tags are
// read without their layout.
const mostMarks = 100_000

// Navigation is left out.
func readHTML(s *source) Result {
	doc, flat := s.parsePage()
	if doc == nil {
		return Result{Text: flat}
	}
	r := Result{Title: findPageTitle(doc)}
	article, err := findArticle(doc, &url.URL{})
	if err == nil {
		r.applyMetadata(article)
	}
	removeTag(doc, "nav")
	r.Links = flattenLinks(doc)
	if r.Text, err = renderMarkdown(doc); err != nil {
		s.addNote("I read %s without its layout: it could not be converted.", s.name)
		r.Text = renderPlain(doc)
	}
	return r
}

// The whole page is read where no readable part can be told apart.
func readPage(s *source, address string) Result {
	doc, flat := s.parsePage()
	if doc == nil {
		return Result{Text: flat}
	}
	u, err := url.Parse(address)
	if err != nil {
		u = &url.URL{}
	}
	r := Result{Title: findPageTitle(doc), Site: u.Hostname()}
	article, err := findArticle(doc, u)
	body := doc
	if err == nil && article.Node != nil {
		body = article.Node
		r.applyMetadata(article)
	}
	r.Links = flattenLinks(body)
	if r.Text, err = renderMarkdown(body); err != nil {
		s.addNote("I read %s without its layout: it could not be converted.", s.name)
		r.Text = renderPlain(body)
	}
	return r
}

func (r *Result) applyMetadata(a readability.Article) {
	if t := a.Title(); t != "" {
		r.Title = t
	}
	if n := a.SiteName(); n != "" {
		r.Site = oneLine(n)
	}
	if at, err := a.PublishedTime(); err == nil {
		r.Published = at.UTC().Format("2006-01-02")
	}
}

func removeTag(n *html.Node, tag string) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode && c.Data == tag {
			n.RemoveChild(c)
		} else {
			removeTag(c, tag)
		}
		c = next
	}
}

// What is hidden is taken out. Where the parser gives up (tags nested too deep) the bare text is
// returned instead.
func (s *source) parsePage() (*html.Node, string) {
	raw := s.raw[:min(len(s.raw), rawLimit)]
	if len(s.raw) > rawLimit {
		s.addNote("I read the first %s of %s.", formatSize(rawLimit), s.name)
	}
	text := s.decodeHTML(raw)
	if strings.Count(text, "<") > mostMarks {
		s.addNote("I read %s without its layout: it has too many parts.", s.name)
		return nil, readTokens(text)
	}
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		s.addNote("I read %s without its layout: it is nested too deep.", s.name)
		return nil, readTokens(text)
	}
	if s.page != "" {
		s.about = surveyPage(doc, s.page)
	}
	removeHidden(doc)
	spellDrawings(doc)
	return doc, ""
}

// Bytes count first, then what header and meta tags say.
func (s *source) decodeHTML(raw []byte) string {
	if text, done := s.decodeWide(raw); done {
		return s.replaceBad(text)
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	raw = raw[:len(raw)-countUnfinished(raw)]
	label := s.findCharset()
	if label == "" {
		label = metaCharset(raw)
	}
	if text, done := s.decodeSevenBit(raw, label); done {
		return text
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	enc, name, certain := charset.DetermineEncoding(raw, s.content)
	if !certain && label == "" {
		if guess, guessed := guessLegacy(raw); guess != nil {
			enc, name = guess, guessed
		}
	}
	if name == "utf-8" {
		return s.replaceBad(string(raw))
	}
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return s.replaceBad(string(raw))
	}
	return s.replaceBad(string(out))
}

// The charset stands near the top of the page.
func metaCharset(raw []byte) string {
	const looked = 2048
	head := bytes.ToLower(raw[:min(len(raw), looked)])
	_, rest, found := bytes.Cut(head, []byte("charset="))
	if !found {
		return ""
	}
	rest = bytes.TrimLeft(rest, `"' `)
	if end := bytes.IndexAny(rest, "\"' />;"); end >= 0 {
		rest = rest[:end]
	}
	return string(rest)
}

func isHidden(tag string, attrs []html.Attribute) bool {
	switch tag {
	case "script", "style", "template", "noscript", "iframe", "object", "embed":
		return true
	}
	for _, a := range attrs {
		v := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
		switch strings.ToLower(a.Key) {
		case "hidden":
			return true
		case "aria-hidden":
			return v == "true"
		case "style":
			for _, mark := range []string{"display:none", "visibility:hidden", "font-size:0;", "font-size:0px", "opacity:0;"} {
				if strings.Contains(v+";", mark) {
					return true
				}
			}
		case "type":
			if tag == "input" && v == "hidden" {
				return true
			}
		}
	}
	return false
}

func isVoid(tag string) bool {
	switch tag {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// Comments and elements that are not shown go. Scripts that hold the page's date and title as data
// stay for the reader of metadata.
func removeHidden(n *html.Node) {
	removeHiddenIn(n, new(int))
	spreadSpans(n, new(int))
}

// used counts the bytes of the cells that span others.
func removeHiddenIn(n *html.Node, used *int) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode, c.Type == html.ElementNode && isHidden(c.Data, c.Attr) && !isLinkedData(c):
			n.RemoveChild(c)
		default:
			narrowSpans(c, used)
			removeHiddenIn(c, used)
		}
		c = next
	}
}

// Cells that span columns or rows are repeated in each.
const spanBudget = 1 << 20

// Spans are cut to what a table of people has: a page of 50 bytes could ask for a hundred million
// cells.
func narrowSpans(n *html.Node, used *int) {
	if n.DataAtom != atom.Td && n.DataAtom != atom.Th {
		return
	}
	area, length := 1, 0
	for i, a := range n.Attr {
		if a.Key != "colspan" && a.Key != "rowspan" {
			continue
		}
		span, err := strconv.Atoi(strings.TrimSpace(a.Val))
		if err != nil && !errors.Is(err, strconv.ErrRange) || span < 1 {
			span = 1
		}
		span = min(span, spanLimit)
		if span > 1 && length == 0 {
			length = 32 + measureText(n) // with what a cell takes besides
		}
		if *used+area*span*length > spanBudget {
			span = 1
		}
		area *= span
		n.Attr[i].Val = strconv.Itoa(span)
	}
	if area > 1 {
		*used += area * length
	}
}

// Bytes are counted up to a bound.
func measureText(n *html.Node) int {
	const most = 4096
	length := 0
	for d := range n.Descendants() {
		if length++; d.Type == html.TextNode {
			length += len(d.Data)
		}
		if length > most {
			return spanBudget
		}
	}
	return length
}

func isLinkedData(n *html.Node) bool {
	for _, a := range n.Attr {
		if n.DataAtom == atom.Script && a.Key == "type" && a.Val == "application/ld+json" {
			return true
		}
	}
	return false
}

// Links become their words, and pictures and forms go, so that a quote reads as the page does. It
// returns the number of links.
func flattenLinks(n *html.Node) int {
	links := 0
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		tag := ""
		if c.Type == html.ElementNode {
			tag = c.Data
		}
		switch tag {
		case "img", "picture", "video", "audio", "svg", "canvas", "input", "select", "button", "script", "head":
			n.RemoveChild(c)
		case "a":
			links++
			c.DataAtom, c.Data, c.Attr = atom.Span, "span", nil
			links += flattenLinks(c)
		default:
			links += flattenLinks(c)
		}
		c = next
	}
	return links
}

// The library's panics count as "none".
func findArticle(doc *html.Node, u *url.URL) (a readability.Article, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("find article: %v", p)
		}
	}()
	p := readability.NewParser()
	p.MaxElemsToParse = mostElements
	return p.ParseDocument(doc, u)
}

// Nothing is escaped: the text is read and quoted, never rendered again.
func renderMarkdown(n *html.Node) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("convert page: %v", p)
		}
	}()
	c := converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(table.WithHeaderPromotion(true), table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal), table.WithSpanCellBehavior(table.SpanBehaviorMirror))),
	)
	out, err := c.ConvertNode(n)
	if err != nil {
		return "", fmt.Errorf("convert page: %w", err)
	}
	return string(out), nil
}

func findPageTitle(n *html.Node) string {
	if n.DataAtom == atom.Title && n.FirstChild != nil {
		return n.FirstChild.Data
	}
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Svg {
			continue
		}
		if t := findPageTitle(c); t != "" {
			return t
		}
	}
	return ""
}

// Each block takes a line.
func renderPlain(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		switch {
		case d.Type == html.TextNode:
			b.WriteString(d.Data)
		case d.Type == html.ElementNode && isBlock(d.Data):
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func isBlock(tag string) bool {
	switch tag {
	case "p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "blockquote", "pre", "table":
		return true
	}
	return false
}

// Pages without a tree are read so; what stands in hidden elements is left out.
func readTokens(page string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	hidden, depth := "", 0
	for b.Len() < AttachmentBytesUsed {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if depth == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken:
			t := z.Token()
			switch {
			case depth > 0 && t.Data == hidden:
				depth++
			case depth == 0 && isHidden(t.Data, t.Attr) && !isVoid(t.Data):
				hidden, depth = t.Data, 1
			case depth == 0 && isBlock(t.Data):
				b.WriteByte('\n')
			}
		case html.EndTagToken:
			if t := z.Token(); depth > 0 && t.Data == hidden {
				depth--
			}
		case html.SelfClosingTagToken, html.CommentToken, html.DoctypeToken:
		}
	}
	return b.String()
}
