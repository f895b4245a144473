package deliver

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// boxesTitle is the title of the list of all boxes.
const boxesTitle = "Everything to do, on one list"

// todo is one open box of a document.
type todo struct{ text, section, key string }

// boxes lists the open boxes of all sections, when the document's form gathers
// them and there are at least two.
func (d Document) boxes() []todo {
	const fewest = 2
	if !d.form().boxes {
		return nil
	}
	var out []todo
	for _, s := range d.Sections() {
		root, src := parse(s.Body)
		walk(root, func(n ast.Node) {
			item, ok := n.(*ast.ListItem)
			if !ok {
				return
			}
			if b, ok := boxOf(item); ok && !b.IsChecked {
				if text := line(plain(item.FirstChild(), src)); text != "" {
					out = append(out, todo{strings.TrimSpace(text), line(s.Title), s.Key})
				}
			}
		})
	}
	if len(out) < fewest {
		return nil
	}
	return out
}
