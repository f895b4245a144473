package deliver

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// boxesTitle is the title of the list of all boxes.
const boxesTitle = "Everything to do, on one list"

// openBox is a box of the document that nobody ticked.
type openBox struct{ text, section, key string }

// listBoxes lists the open boxes of all sections, when the document's form gathers
// them and there are at least two.
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
