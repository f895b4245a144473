package paper

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/internal/safetext"
)

// Dialect returns the Markdown that results are written in.
func Dialect() goldmark.Markdown {
	const beforeLinks = 150 // the library reads links at 200
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList),
		goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(noteParser{}, beforeLinks))),
	)
}

// Parse reads Markdown of whatever origin. The tree points into the returned
// source, which differs from body only where body is beyond the bounds.
func Parse(body string) (ast.Node, []byte) {
	src := []byte(safetext.Markdown(body))
	return Dialect().Parser().Parse(text.NewReader(src)), src
}
