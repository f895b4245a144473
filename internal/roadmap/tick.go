package roadmap

import (
	"slices"
	"strings"
)

// Mark returns src with the items in done ticked and linked to their results:
// done maps an item's key to the target of its link, or to "" for no link.
// "- item" becomes "- [x] item ([result](target))"; a table row gets the link
// at the end of its title cell. A box that is none of Markdown is ticked in the
// form it has. All other bytes stay as they are; an item that
// is linked already keeps its link, so marking twice changes nothing. An item in
// instead could not be done as it stands: it keeps its open box and says what
// was delivered in its place.
func Mark(src string, done, instead map[string]string) string {
	type edit struct {
		at, drop int
		text     string
	}
	var edits []edit
	s := scanRoadmap(src)
	for _, d := range s.listItems() {
		target, ticked := done[d.Key]
		if !ticked {
			continue
		}
		box, respelled := s.spelling.boxes[d.boxAt]
		switch {
		case instead[d.Key] != "":
		case d.hasBox && !d.open:
		case d.hasBox && respelled:
			edits = append(edits, edit{box.from, box.to - box.from, box.ticked})
		case d.hasBox:
			edits = append(edits, edit{s.spelling.findSource(d.boxAt) + 1, 1, "x"})
		case d.boxAt >= 0:
			edits = append(edits, edit{s.spelling.findSource(d.boxAt), 0, "[x] "})
		}
		end := s.spelling.findSource(d.titleEnd)
		if target != "" && !d.linked && !strings.Contains(findLineAt(src, end), insteadText) {
			edits = append(edits, edit{end, 0, formatResultLink(target, instead[d.Key])})
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

// Mark appends this to an item that could not be done as it stands.
const insteadText = "(in place of it: ["

func findLineAt(src string, at int) string {
	from := strings.LastIndex(src[:at], "\n") + 1
	to := strings.Index(src[at:], "\n")
	if to < 0 {
		return src[from:]
	}
	return src[from : at+to]
}

func formatResultLink(target, instead string) string {
	if instead != "" {
		return " " + insteadText + strings.NewReplacer("[", "(", "]", ")", "|", "/", "\n", " ").Replace(instead) + "](" + escapeDestination(target) + "))"
	}
	return " ([" + resultText + "](" + escapeDestination(target) + "))"
}

// Some signs would end a link or a table cell.
func escapeDestination(target string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "|", "%7C", "\\", "%5C",
		"\n", "", "\r", "", "\t", "%09", "`", "%60").Replace(target)
}
