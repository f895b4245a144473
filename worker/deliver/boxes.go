package deliver

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

const boxesTitle = "Everything to do, on one list"

type openBox struct{ text, section, key string }

// It lists nothing when the document's form does not gather boxes or there are fewer than two.
func (d Document) listBoxes() []openBox {
	const fewest = 2
	if !d.findForm().boxes {
		return nil
	}
	var out []openBox
	for _, s := range d.Sections() {
		root, src := paper.Parse(s.Body)
		paper.Walk(root, func(n ast.Node) {
			item, ok := n.(*ast.ListItem)
			if !ok {
				return
			}
			if b, ok := paper.BoxOf(item); ok && !b.IsChecked {
				if text := paper.OneLine(paper.Plain(item.FirstChild(), src)); text != "" {
					out = append(out, openBox{strings.TrimSpace(text), paper.OneLine(s.Heading()), s.Key})
				}
			}
		})
	}
	if len(out) < fewest {
		return nil
	}
	return out
}
