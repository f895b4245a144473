package roadmap

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
)

// column is what a table's column holds.
type column int

const (
	columnOther column = iota
	columnTitle
	columnNeeds
	columnRole
	columnAccept
	columnNumber
	columnStatus
	columnEffort
	columnTier
)

func columnOf(header string) column {
	switch prose.Fold(header) {
	case "task", "step", "item", "tasks", "steps", "items":
		return columnTitle
	case "depends", "depends on", "needs", "after", "dependencies", "dependency":
		return columnNeeds
	case "owner", "role":
		return columnRole
	case "accept", "done when", "acceptance", "acceptance criteria":
		return columnAccept
	case "no", "nr", "number", "id":
		return columnNumber
	case "done", "status", "state":
		return columnStatus
	case "effort", "estimate":
		return columnEffort
	case "tier":
		return columnTier
	}
	if strings.TrimSpace(header) == "#" {
		return columnNumber
	}
	return columnOther
}

// table reads the rows of a table that has a column of titles.
func (s *scanner) table(t *extast.Table, group string) unit {
	var u unit
	head := t.FirstChild()
	if head == nil {
		return u
	}
	headers := s.cells(head)
	columns := make([]column, len(headers))
	titled := false
	for i, h := range headers {
		columns[i] = columnOf(h)
		if columns[i] == columnTitle && titled {
			columns[i] = columnOther
		}
		titled = titled || columns[i] == columnTitle
	}
	if !titled {
		return u
	}
	s.lists++
	list := s.lists
	for row := head.NextSibling(); row != nil; row = row.NextSibling() {
		d := s.row(row, headers, columns)
		if d.Title == "" || s.bullets.MatchString(d.Title) {
			continue // a lone list mark would be a list once linked
		}
		d.list = list
		at := s.add(d, group)
		u.join(unit{first: []int{at}, last: []int{at}})
	}
	return u
}

func (s *scanner) row(row ast.Node, headers []string, columns []column) *draft {
	d := &draft{boxAt: -1}
	i := -1
	for cell := row.FirstChild(); cell != nil && i+1 < len(columns); cell = cell.NextSibling() {
		i++
		if cell.Lines().Len() == 0 {
			continue
		}
		p := read(s.src, cell)
		value := p.lines[0]
		switch columns[i] {
		case columnTitle:
			s.titleCell(d, p)
		case columnNeeds:
			d.set(fieldNeeds, value)
		case columnRole:
			d.Role = "" // the column is clearer than a mark in the title
			d.set(fieldRole, value)
		case columnAccept:
			d.set(fieldAccept, value)
		case columnNumber:
			d.Number = strings.Trim(value, "#. )")
		case columnStatus:
			switch strings.ToLower(value) {
			case "done", "x", "[x]", "yes", "✓", "✔", "✅", "completed", "complete":
				d.Done = true
			}
		case columnEffort:
			d.Effort = strings.TrimPrefix(value, "~")
		case columnTier:
			d.marks(s.patterns, "!"+strings.TrimPrefix(value, "!")+" "+d.Title)
		case columnOther:
			if value != "" {
				d.detail(headers[i] + ": " + value)
			}
		}
	}
	return d
}

func (s *scanner) titleCell(d *draft, p *passage) {
	words := p.lines[0]
	d.linked = p.linked
	d.Line = s.line(p.starts[0])
	d.titleEnd = p.ends[0]
	d.Done = d.Done || p.linked
	if m := s.box.FindStringSubmatch(words); m != nil {
		d.hasBox, d.boxAt = true, p.starts[0]
		d.Done = d.Done || m[1] != " "
		words = words[len(m[0]):]
	}
	if d.Done {
		d.Reference = p.reference
	}
	number := d.Number
	d.marks(s.patterns, strings.ReplaceAll(words, "~~", ""))
	if number != "" {
		d.Number = number
	}
}

// cells returns the plain text of a row's cells.
func (s *scanner) cells(row ast.Node) []string {
	var out []string
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		text := ""
		if c.Lines().Len() > 0 {
			text = read(s.src, c).lines[0]
		}
		out = append(out, text)
	}
	return out
}
