package pdf

// spreadBlocks are the rows of a table as blocks: what the first cell says, and below it
// each other cell behind the name of its column. Cells without words are left out.
func (s *sheet) spreadBlocks(rows [][][]run) [][][]run {
	names := rows[0]
	if len(rows) == 1 { // the names alone
		rows = append(rows, nil)
	}
	var out [][][]run
	for _, r := range rows[1:] {
		var block [][]run
		for i, name := range names {
			if i >= len(r) && len(r) > 0 || i < len(r) && len(r[i]) == 0 {
				continue
			}
			line := append(append([]run{}, name...), run{text: ": "})
			for k := range line { // the first line stands out, not the names of all
				line[k].face.bold = false
			}
			if i < len(r) {
				line = append(line, r[i]...)
			}
			for k := range line {
				line[k].face.bold = line[k].face.bold || len(block) == 0
			}
			block = append(block, line)
		}
		if len(block) > 0 {
			out = append(out, block)
		}
	}
	return append(out, nil)[:max(1, len(out))]
}

// Measures of blocks, in millimetres.
const (
	blockIndent = 5.0
	blockGap    = 2.4
)

// blockHeight is how tall a block is.
func (s *sheet) blockHeight(block [][]run) float64 {
	h := s.gap(blockGap)
	for i, l := range block {
		h += s.cellLeap() * float64(len(s.wrap(l, s.cellSize(), s.width()-s.indentOf(i))))
	}
	return h
}

// indentOf is how far a line of a block is moved in.
func (s *sheet) indentOf(line int) float64 {
	if line == 0 {
		return 0
	}
	return blockIndent
}

// spread prints a table as blocks. One that is not long stays on its page.
func (s *sheet) spread(rows [][][]run) {
	left := s.left
	for _, block := range s.spreadBlocks(rows) {
		if h := s.blockHeight(block); h < s.usable()*s.together() {
			s.need(h)
		}
		for i, l := range block {
			s.left = left + s.indentOf(i)
			s.write(l, s.cellSize(), s.cellLeap())
		}
		s.left = left
		s.y += s.gap(blockGap)
	}
}
