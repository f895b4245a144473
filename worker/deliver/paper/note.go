package paper

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Note is the mark of a footnote in a text.
type Note struct {
	ast.BaseInline
	N int // from 1
}

// KindNote is the kind of a Note.
var KindNote = ast.NewNodeKind("FootnoteMark") //nolint:gochecknoglobals // the library counts kinds as they are made

// Kind implements ast.Node.
func (*Note) Kind() ast.NodeKind { return KindNote }

// Dump implements ast.Node.
func (n *Note) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"N": strconv.Itoa(n.N)}, nil)
}

var noteMark = lazyregexp.New(`^\[\^([1-9]\d{0,4})\]`)

// noteParser reads "[^3]". The library's own footnotes want the note in the
// same text; here a document's parts are read one by one.
type noteParser struct{}

func (noteParser) Trigger() []byte { return []byte{'['} }

func (noteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	l, _ := block.PeekLine()
	m := noteMark.FindSubmatch(l)
	if m == nil {
		return nil
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return nil
	}
	block.Advance(len(m[0]))
	return &Note{N: n}
}
