package extract

import "strings"

type docxTable struct {
	rows   [][]string
	cells  []tableCell
	first  []string // the columns of the last row, whose words a merged cell repeats
	span   int
	merged bool // the cell goes on with the one above it
	before int  // columns that the row leaves out at its start
	gone   bool // the row was deleted
	open   bool // a cell is
	only   *sink
	size   int
}

func (d *docx) startCell(e element) {
	if len(d.tables) == 0 {
		return
	}
	t := d.tables[len(d.tables)-1]
	switch e.name {
	case "tr":
		t.cells, t.gone, t.before = nil, false, 0
	case "gridBefore":
		t.before = min(parseNumber(e.getAttr("val")), spanLimit)
	case "tc":
		t.span, t.merged, t.open = 1, false, true
		d.sinks = append(d.sinks, &sink{})
	case "gridSpan":
		t.span = max(1, min(parseNumber(e.getAttr("val")), spanLimit))
	case "vMerge":
		t.merged = e.getAttr("val") != "restart"
	}
}

func (d *docx) endCell() {
	if len(d.tables) == 0 {
		return
	}
	t := d.tables[len(d.tables)-1]
	if !t.open || len(d.sinks) < 2 {
		return
	}
	if d.joined != "" {
		d.getSink().plain = append(d.getSink().plain, d.joined)
		d.joined = ""
	}
	cell := d.getSink()
	d.sinks = d.sinks[:len(d.sinks)-1]
	t.open = false
	t.only = cell
	text := strings.Join(cell.plain, " ")
	if t.merged {
		if at := t.before + t.countColumns(); at < len(t.first) {
			text = t.first[at]
		}
	}
	t.cells = append(t.cells, tableCell{text: text, span: t.span})
}

func (t *docxTable) countColumns() int {
	n := 0
	for _, c := range t.cells {
		n += c.span
	}
	return n
}

func (d *docx) endRow() {
	if len(d.tables) == 0 {
		return
	}
	t := d.tables[len(d.tables)-1]
	if t.gone || len(t.cells) == 0 {
		return
	}
	if t.size > AttachmentBytesUsed {
		d.sinks[0].full = true
		return
	}
	row := append(make([]string, t.before), spreadCells(t.cells)...)
	t.first = row
	for _, c := range row {
		t.size += len(c) + 3 // with what stands between cells
	}
	t.rows = append(t.rows, row)
}

// A table inside a cell becomes words of that cell, and one of a single cell is no table but a
// frame around text.
func (d *docx) endTable() {
	if len(d.tables) == 0 {
		return
	}
	t := d.tables[len(d.tables)-1]
	d.tables = d.tables[:len(d.tables)-1]
	out := d.getSink()
	switch {
	case len(t.rows) == 0:
	case len(d.tables) > 0:
		out.plain = append(out.plain, joinRows(t.rows))
	case len(t.rows) == 1 && len(t.rows[0]) == 1:
		out.writeParagraph(t.only.out.String())
		out.plain = append(out.plain, t.only.plain...)
	default:
		out.writeTable(t.rows)
		out.plain = append(out.plain, joinRows(t.rows))
	}
}

// The table takes one line.
func joinRows(rows [][]string) string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = strings.Join(r, ", ")
	}
	return strings.Join(lines, "; ")
}
