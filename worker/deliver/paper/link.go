package paper

import (
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// Web reports whether an address is that of a web page.
func Web(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// Target returns where a link of a result may lead: to a web page, a mail
// address or, by "#", a known part of the document. Of all others only the
// words remain.
func Target(address string, known map[string]bool) (string, bool) {
	address = strings.TrimSpace(address)
	if id, ok := strings.CutPrefix(address, "#"); ok {
		return address, known[id]
	}
	if Web(address) {
		return address, true
	}
	u, err := url.Parse(address)
	return address, err == nil && u.Scheme == "mailto" && u.Opaque != ""
}

// Address returns where an address in angle brackets leads.
func Address(l *ast.AutoLink, src []byte) string {
	to := string(l.URL(src))
	if l.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(to), "mailto:") {
		return "mailto:" + to
	}
	return to
}

// Caption returns what is shown in place of a picture.
func Caption(n *ast.Image, src []byte) string {
	if t := OneLine(PlainText(n, src)); t != "" {
		return "[picture: " + t + "]"
	}
	return "[picture]"
}

// BlockText returns the text of a block of HTML.
func BlockText(h *ast.HTMLBlock, src []byte) string {
	text := string(h.Lines().Value(src))
	if h.HasClosure() {
		text += string(h.ClosureLine.Value(src))
	}
	return text
}

// LineBreak reports whether inline HTML is a line break, which table cells
// have no other means for.
func LineBreak(n *ast.RawHTML, src []byte) bool {
	tag := strings.ToLower(strings.Join(strings.Fields(string(n.Segments.Value(src))), ""))
	return tag == "<br>" || tag == "<br/>"
}

// Walk calls do for a node and all below it, parents first. It keeps its own
// stack, so that deep texts cost memory and not the stack.
func Walk(root ast.Node, do func(ast.Node)) {
	open := []ast.Node{root}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		do(n)
		for c := n.LastChild(); c != nil; c = c.PreviousSibling() {
			open = append(open, c)
		}
	}
}

// ShownLink shortens a bare address in running text: one that would fill lines is cut in its
// middle. It leads where it did.
func ShownLink(label string) string {
	const most, head, end = 56, 36, 16
	r := []rune(label)
	if len(r) <= most {
		return label
	}
	return string(r[:head]) + "…" + string(r[len(r)-end:])
}

// Unescaped returns a text without the backslashes and entities of Markdown.
func Unescaped(n *ast.Text, src []byte) string {
	v := n.Value(src)
	if n.IsRaw() {
		return string(v)
	}
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(v))))
}

// Announces reports whether a block of text ends with a colon before a table or a list, so that it means nothing without
// it and stays on its page.
func Announces(n ast.Node, src []byte) bool {
	switch n.NextSibling().(type) {
	case *tables.Table, *ast.List:
		return strings.HasSuffix(strings.TrimSpace(PlainText(n, src)), ":")
	}
	return false
}

// PlainText returns the words of a node without their looks.
func PlainText(n ast.Node, src []byte) string {
	var b strings.Builder
	Walk(n, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan {
				b.Write(n.Value(src))
			} else {
				b.WriteString(Unescaped(n, src))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		}
	})
	return b.String()
}

// BoxOf returns the box that a list's item begins with.
func BoxOf(item ast.Node) (*tables.TaskCheckBox, bool) {
	block := item.FirstChild()
	if block == nil || block.FirstChild() == nil {
		return nil, false
	}
	b, ok := block.FirstChild().(*tables.TaskCheckBox)
	return b, ok
}
