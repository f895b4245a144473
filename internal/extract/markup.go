package extract

import (
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// markup writes the blocks of a document as Markdown: a reader of roadmaps and
// a person see the same headings, lists and tables that the document has.
type markup struct {
	out   strings.Builder
	lists []listLevel // the levels that are open
	full  bool        // more would not be used
}

type listLevel struct {
	level  int    // as the document counts
	width  int    // columns by which what belongs to an item is indented
	list   string // which list of the document it is
	number int    // of the last item; 0 for a bullet
	paren  bool   // numbers end with a bracket, which tells a list from the one before
	left   int    // how far its words are indented, in the document's measure; 0 when it does not say
}

type listItem struct {
	level  int
	list   string
	number int // 0 for a bullet
	left   int
}

// More text would not be used.
func (m *markup) hasEnough() bool {
	m.full = m.full || m.out.Len() > AttachmentBytesUsed
	return m.full
}

// Levels are 1 to 6.
func (m *markup) writeHeading(level int, text string) {
	text = prose.OneLine(text)
	if text == "" || m.hasEnough() {
		return
	}
	m.endList()
	m.out.WriteString(strings.Repeat("#", min(max(level, 1), 6)) + " " + text + "\n\n")
}

// The words are no item of a list.
func (m *markup) writeParagraph(text string) {
	if text = strings.TrimSpace(text); text == "" || m.hasEnough() {
		return
	}
	m.endList()
	m.out.WriteString(text + "\n\n")
}

// With an empty line behind a list, what follows is no part of its last item.
func (m *markup) endList() {
	if len(m.lists) > 0 {
		m.out.WriteString("\n")
		m.lists = m.lists[:0]
	}
}

func (m *markup) writeItem(at listItem, text string) {
	if text = strings.TrimSpace(text); text == "" || m.hasEnough() {
		return
	}
	var before *listLevel // the item of this level before
	for n := len(m.lists); n > 0 && m.lists[n-1].level >= at.level; n = len(m.lists) {
		last := m.lists[n-1]
		m.lists = m.lists[:n-1]
		before = nil
		if last.level == at.level {
			before = &last
		}
	}
	now := listLevel{level: at.level, list: at.list, number: at.number, left: at.left}
	mark := "- "
	if at.number > 0 {
		if before != nil && before.number > 0 {
			now.paren = before.paren
			if at.number != before.number+1 && (before.list != at.list || at.number <= before.number) {
				now.paren = !before.paren
			}
		}
		mark = strconv.Itoa(at.number) + ". "
		if now.paren {
			mark = strconv.Itoa(at.number) + ") "
		}
	}
	indent := strings.Repeat(" ", m.computeIndent())
	now.width = len(mark)
	m.lists = append(m.lists, now)
	m.out.WriteString(indent + mark + m.indentLines(text) + "\n")
}

// Lines after the first go below the words of the open item.
func (m *markup) indentLines(text string) string {
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", m.computeIndent()))
}

func (m *markup) computeIndent() int {
	n := 0
	for _, l := range m.lists {
		n += l.width
	}
	return n
}

// A paragraph that is indented so far begins below the words of that level's open item.
func (m *markup) findLevel(indent int) (int, bool) {
	for i := len(m.lists) - 1; i >= 0; i-- {
		if l := m.lists[i]; l.left > 0 && indent >= l.left {
			return l.level, true
		}
	}
	return 0, false
}

// The paragraph is a further one of the item that is open at the level.
func (m *markup) continueItem(level int, text string) {
	for n := len(m.lists); n > 0 && m.lists[n-1].level > level; n = len(m.lists) {
		m.lists = m.lists[:n-1]
	}
	if len(m.lists) == 0 {
		m.writeParagraph(text)
		return
	}
	if text = strings.TrimSpace(text); text == "" || m.hasEnough() {
		return
	}
	m.out.WriteString("\n" + strings.Repeat(" ", m.computeIndent()) + m.indentLines(text) + "\n\n")
}

// The first row is the head.
func (m *markup) writeTable(rows [][]string) {
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r))
	}
	if wide == 0 || m.hasEnough() {
		return
	}
	m.endList()
	for i, r := range rows {
		m.writeRow(r, wide)
		if i == 0 {
			m.out.WriteString("|" + strings.Repeat(" --- |", wide) + "\n")
		}
		if m.hasEnough() {
			break
		}
	}
	m.out.WriteString("\n")
}

func (m *markup) writeRow(cells []string, wide int) {
	m.out.WriteByte('|')
	for i := range wide {
		cell := ""
		if i < len(cells) {
			cell = cleanCell(cells[i])
		}
		m.out.WriteString(" " + cell + " |")
	}
	m.out.WriteByte('\n')
}

// Text on one line cannot end a cell.
func cleanCell(text string) string {
	return strings.ReplaceAll(prose.OneLine(text), "|", "/")
}

// A cell's words stand in each column that it spans; one that spans its whole row is written once.
func spreadCells(cells []tableCell) []string {
	var out []string
	for _, c := range cells {
		n := max(1, min(c.span, spanLimit))
		for i := range n {
			if i > 0 && len(cells) == 1 {
				out = append(out, "")
				continue
			}
			out = append(out, c.text)
		}
		if len(out) >= columnLimit {
			return out[:columnLimit]
		}
	}
	return out
}

// Bounds of tables.
const (
	spanLimit   = 100    // columns or rows that one cell takes
	columnLimit = 16_384 // columns of a table, as many as a sheet of Excel has
)

type tableCell struct {
	text string
	span int
}
