package roadmap

import (
	"slices"
	"strings"
)

// Tick returns src with the items in done ticked and linked to their results:
// done maps an item's key to the target of its link, or to "" for no link.
// "- item" becomes "- [x] item ([result](target))"; a table row gets the link
// at the end of its title cell. All other bytes stay as they are; an item that
// is linked already keeps its link, so ticking twice changes nothing.
func Tick(src string, done map[string]string) string {
	type edit struct {
		at, drop int
		text     string
	}
	var edits []edit
	for _, d := range scan(src).live() {
		target, ticked := done[d.Key]
		if !ticked {
			continue
		}
		switch {
		case d.hasBox && (src[d.boxAt+1] == ' ' || src[d.boxAt+1] == '\t'):
			edits = append(edits, edit{d.boxAt + 1, 1, "x"})
		case !d.hasBox && d.boxAt >= 0:
			edits = append(edits, edit{d.boxAt, 0, "[x] "})
		}
		if target != "" && !d.linked {
			edits = append(edits, edit{d.titleEnd, 0, " ([" + resultText + "](" + destination(target) + "))"})
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(src[from:e.at])
		b.WriteString(e.text)
		from = e.at + e.drop
	}
	b.WriteString(src[from:])
	return b.String()
}

// destination escapes what would end a link or a table cell.
func destination(target string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "|", "%7C", "\\", "%5C",
		"\n", "", "\r", "", "\t", "%09", "`", "%60").Replace(target)
}
