package extract

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/net/html"
)

const feedEntries = 200

// Feeds of news are RSS, Atom or RDF.
func isFeed(raw []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(raw[:min(len(raw), 64<<10)]))
	d.Strict, d.CharsetReader = false, decodeXML
	for {
		t, err := d.RawToken()
		if err != nil {
			return false
		}
		if e, ok := t.(xml.StartElement); ok {
			return e.Name.Local == "rss" || e.Name.Local == "feed" || e.Name.Local == "RDF"
		}
	}
}

// Each entry of a feed gives a heading, a day and its text.
type feedReader struct {
	title   string
	entries []feedEntry
	path    []string
	text    strings.Builder
	deep    int // of elements, within a text that is written as elements
}

type feedEntry struct{ title, day, link, text string }

// Each entry becomes a heading. What cannot be read of the feed any more ends it.
func readFeed(s *source) Result {
	d := xml.NewDecoder(bytes.NewReader(s.raw[:min(len(s.raw), rawLimit)]))
	d.Strict, d.CharsetReader, d.Entity = false, decodeXML, xml.HTMLEntity
	var f feedReader
	for len(f.entries) <= feedEntries {
		t, err := d.Token()
		if err != nil {
			if err != io.EOF { //nolint:errorlint // the decoder gives it bare
				s.addNote("%s breaks off; I used what stands before.", s.name)
			}
			break
		}
		f.readToken(t)
	}
	if len(f.entries) > feedEntries {
		f.entries = f.entries[:feedEntries]
		s.addNote("I used the first %d entries of %s.", feedEntries, s.name)
	}
	var b strings.Builder
	if f.title != "" {
		b.WriteString("# " + oneLine(f.title) + "\n\n")
	}
	for _, e := range f.entries {
		b.WriteString("## " + oneLine(e.title) + "\n\n")
		for _, part := range []string{e.day, e.link, e.text} {
			if part != "" {
				b.WriteString(part + "\n\n")
			}
		}
	}
	return Result{Text: b.String(), Title: oneLine(f.title)}
}

func (f *feedReader) readToken(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		if f.deep > 0 {
			f.deep++
			f.text.WriteString("<" + t.Name.Local + ">")
			return
		}
		f.path = append(f.path, t.Name.Local)
		f.text.Reset()
		switch t.Name.Local {
		case "item", "entry":
			f.entries = append(f.entries, feedEntry{})
		case "link":
			for _, a := range t.Attr {
				if e := f.getEntry(); e != nil && a.Name.Local == "href" && e.link == "" {
					e.link = a.Value
				}
			}
		case "encoded", "content", "description", "summary":
			f.deep = 1
		}
	case xml.CharData:
		if f.deep > 1 {
			f.text.WriteString(html.EscapeString(string(t)))
			return
		}
		f.text.Write(t)
	case xml.EndElement:
		if f.deep > 1 {
			f.deep--
			f.text.WriteString("</" + t.Name.Local + ">")
			return
		}
		f.deep = 0
		f.endElement(t.Name.Local, strings.TrimSpace(f.text.String()))
		f.text.Reset()
		f.path = f.path[:max(0, len(f.path)-1)]
	}
}

// It is nil before the first entry and outside of them.
func (f *feedReader) getEntry() *feedEntry {
	for _, p := range f.path {
		if p == "item" || p == "entry" {
			return &f.entries[len(f.entries)-1]
		}
	}
	return nil
}

func (f *feedReader) endElement(name, text string) {
	e := f.getEntry()
	if e == nil {
		if name == "title" && f.title == "" {
			f.title = text
		}
		return
	}
	switch name {
	case "title":
		e.title = convertHTML(text)
	case "link":
		if text != "" {
			e.link = text
		}
	case "pubDate", "published", "updated", "date":
		if e.day == "" {
			e.day = text
		}
	case "encoded", "content", "description", "summary":
		if words := convertHTML(text); len(words) > len(e.text) {
			e.text = words
		}
	}
}

// Feeds carry text as HTML.
func convertHTML(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return readTokens(text)
	}
	removeHidden(doc)
	flattenLinks(doc)
	if out, err := renderMarkdown(doc); err == nil {
		return strings.TrimSpace(out)
	}
	return renderPlain(doc)
}
