package roadmap

import (
	"bytes"
	"slices"
	"strings"
)

// valueSpan holds the offsets of a cell's words.
type valueSpan struct {
	from, to int
	quoted   bool
}

// HasValues reports whether a text is a file of separated values whose columns
// name steps and what they wait for.
func HasValues(src string) bool { return newSpeller([]byte(cutFirstLines(src))).spellTable() }

// It returns false when the text is no file of separated values, or none of items: its first line
// names no column of titles, or none of what an item waits for.
func (s *speller) spellTable() bool {
	at := 0
	if bytes.HasPrefix(s.src, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	head, next := s.src[at:], len(s.src)
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head, next = head[:i], at+i+1
	}
	const longest = 2000
	if len(head) > longest || next == len(s.src) {
		return false
	}
	for _, separator := range []byte{',', ';', '\t'} {
		cells, _ := s.readValues(at, separator)
		names := make([]string, 0, len(cells))
		for _, c := range cells {
			names = append(names, strings.TrimSpace(string(s.src[c.from:c.to])))
		}
		columns := matchColumns(names)
		if len(cells) < 2 || !slices.Contains(columns, columnNeeds) && !slices.Contains(columns, columnHints) {
			continue
		}
		for line := 0; at < len(s.src); line++ {
			var row []valueSpan
			row, at = s.readValues(at, separator)
			s.writeRow(row, len(cells))
			if line == 0 {
				s.writeText(at, strings.Repeat("|-", len(cells))+"|\n")
			}
		}
		return true
	}
	return false
}

// It also returns where the next record begins.
func (s *speller) readValues(at int, separator byte) ([]valueSpan, int) {
	var out []valueSpan
	for {
		c := valueSpan{from: at}
		if at < len(s.src) && s.src[at] == '"' {
			c.quoted, c.from = true, at+1
			for at++; at < len(s.src); at++ {
				if s.src[at] != '"' {
					continue
				}
				if at+1 < len(s.src) && s.src[at+1] == '"' {
					at++
					continue
				}
				break
			}
			c.to = min(at, len(s.src))
			at = min(at+1, len(s.src))
		}
		from := at
		for at < len(s.src) && s.src[at] != separator && s.src[at] != '\n' {
			at++
		}
		if !c.quoted {
			c.from, c.to = from, at
			for c.to > c.from && (s.src[c.to-1] == '\r' || s.src[c.to-1] == ' ') {
				c.to--
			}
		}
		out = append(out, c)
		if at >= len(s.src) || s.src[at] == '\n' {
			return out, min(at+1, len(s.src))
		}
		at++
	}
}

func (s *speller) writeRow(row []valueSpan, columns int) {
	if len(row) == 0 || len(row) == 1 && row[0].from == row[0].to {
		return
	}
	for _, c := range row[:min(len(row), columns)] {
		s.writeText(c.from, "| ")
		for from := c.from; from < c.to; {
			to := from
			for to < c.to && !strings.ContainsRune("|\r\n\"", rune(s.src[to])) {
				to++
			}
			s.copySource(from, to)
			if to == c.to {
				break
			}
			switch {
			case s.src[to] == '|':
				s.writeText(to, `\|`)
			case s.src[to] != '"':
				s.writeText(to, " ")
			case c.quoted: // of two that stand for one
				s.writeText(to, `"`)
				to++
			default:
				s.writeText(to, `"`)
			}
			from = to + 1
		}
		s.writeText(c.to, " ")
	}
	s.writeText(row[len(row)-1].to, "|\n")
}
