package pdf

// A block is what the first cell of a row says, and below it each other cell behind the name of
// its column. Cells without words are left out.
func (s *pageSheet) makeBlocks(rows [][][]textRun) [][][]textRun {
	names := rows[0]
	if len(rows) == 1 { // the names alone
		rows = append(rows, nil)
	}
	var out [][][]textRun
	for _, r := range rows[1:] {
		var block [][]textRun
		for i, name := range names {
			if i >= len(r) && len(r) > 0 || i < len(r) && len(r[i]) == 0 {
				continue
			}
			line := append(append([]textRun{}, name...), textRun{text: ": "})
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

func (s *pageSheet) measureBlock(block [][]textRun) float64 {
	h := s.computeGap(blockGap)
	for i, l := range block {
		h += s.computeCellLeap() * float64(len(s.wrapRuns(l, s.computeCellSize(), s.measureWidth()-s.computeIndent(i))))
	}
	return h
}

func (s *pageSheet) computeIndent(line int) float64 {
	if line == 0 {
		return 0
	}
	return blockIndent
}

// A block that is not long stays on its page.
func (s *pageSheet) printSpread(rows [][][]textRun) {
	left := s.left
	for _, block := range s.makeBlocks(rows) {
		if h := s.measureBlock(block); h < s.measureUsable()*s.findSplitLimit() {
			s.ensureRoom(h)
		}
		for i, l := range block {
			s.left = left + s.computeIndent(i)
			s.writeParagraph(l, s.computeCellSize(), s.computeCellLeap())
		}
		s.left = left
		s.y += s.computeGap(blockGap)
	}
}
