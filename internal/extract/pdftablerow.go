package extract

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Some lines are one row of a table.
func joinTableLines(lines []tableLine) [][]string {
	starts, sure := findRowStarts(lines)
	tight := math.Inf(1)
	for i := 1; i < len(lines); i++ {
		tight = min(tight, lines[i-1].y-lines[i].y)
	}
	var rows [][]string
	for i := range lines {
		t := &lines[i]
		if i > 0 && (sure && !starts[i] || !sure && isContinuation(rows[len(rows)-1], &lines[i-1], t, tight)) {
			row := rows[len(rows)-1]
			for c, text := range t.cells {
				switch {
				case text == "":
				case row[c] == "":
					row[c] = text
				default:
					row[c] = string(appendGap([]byte(row[c]), row[c], text)) + text
				}
			}
			continue
		}
		rows = append(rows, slices.Clone(t.cells))
	}
	return rows
}

// Rows may begin by the rules that are drawn, by the lines of a cell being nearer to each other
// than rows are, or by the first cell of each row. That way counts which is least at odds with
// what stands in the cells. It reports false when each is.
func findRowStarts(lines []tableLine) ([]bool, bool) {
	var best []bool
	least := math.MaxInt
	for _, way := range []func([]tableLine) []bool{findStartsByRules, findStartsByDistance, findStartsByFirstCell} {
		starts := way(lines)
		if starts == nil || hasPiledNumbers(lines, starts) {
			continue
		}
		if n := countOdds(lines, starts); n < least {
			best, least = starts, n
		}
	}
	return best, best != nil
}

// Cells that begin with a small letter speak against such rows, and lines of a cell the second of
// which would have fitted on the first.
func countOdds(lines []tableLine, starts []bool) int {
	n := 0
	row := make([]int, len(lines))
	for i := range lines {
		if i > 0 {
			row[i] = row[i-1]
		}
		if starts[i] {
			row[i] = i
		}
	}
	for c := range lines[0].cells {
		last := -1
		for i := range lines {
			if lines[i].cells[c] == "" {
				continue
			}
			joined := last >= 0 && row[last] == row[i]
			if !joined && beginsSmall(lines[i].cells[c]) || joined && !lines[i].isWrapped(&lines[last], c) {
				n++
			}
			last = i
		}
	}
	return n
}

func findStartsByRules(lines []tableLine) []bool {
	starts, ruled := make([]bool, len(lines)), 0
	for i := range lines {
		starts[i] = i == 0 || lines[i].ruled
		if lines[i].ruled {
			ruled++
		}
	}
	if ruled < 2 {
		return nil
	}
	return starts
}

func findStartsByDistance(lines []tableLine) []bool {
	starts := make([]bool, len(lines))
	for i := range starts {
		starts[i] = true
	}
	tight, apart, steps := math.Inf(1), 0, 0
	visitSteps(lines, func(_, above, below int) { tight = min(tight, lines[above].y-lines[below].y) })
	visitSteps(lines, func(_, above, below int) {
		steps++
		if lines[above].y-lines[below].y > looseStep*tight {
			apart++
			return
		}
		for i := above + 1; i <= below; i++ { // what stands beside the lines of a cell is of its row
			starts[i] = false
		}
	})
	if 5*apart < steps || apart == steps {
		return nil
	}
	return starts
}

func findStartsByFirstCell(lines []tableLine) []bool {
	if !isTopAligned(lines) {
		return nil
	}
	starts := make([]bool, len(lines))
	for i := range lines {
		starts[i] = i == 0 || lines[i].isRowStart(&lines[i-1])
	}
	return starts
}

// Two lines follow on each other in a column.
func visitSteps(lines []tableLine, visit func(c, above, below int)) {
	for c := range lines[0].cells {
		last := -1
		for i := range lines {
			if lines[i].cells[c] == "" {
				continue
			}
			if last >= 0 {
				visit(c, last, i)
			}
			last = i
		}
	}
}

// First lines of cells stand beside each other when most lines that have a first cell have the
// others too.
func isTopAligned(lines []tableLine) bool {
	rich, all := 0, 0
	for i := range lines {
		if lines[i].cells[0] == "" {
			continue
		}
		all++
		if 5*lines[i].countFilled() >= 3*len(lines[i].cells) {
			rich++
		}
	}
	return 10*rich >= 7*all
}

// In such a table rows begin with their first cell.
func (t *tableLine) isRowStart(above *tableLine) bool {
	if t.cells[0] != "" {
		return above.cells[0] == "" || !t.isWrapped(above, 0) || t.countFilled() == len(t.cells) && !t.hasSmallStart()
	}
	return t.countFilled() >= len(t.cells)-1 && t.countFilled() >= 2 && !t.hasSmallStart()
}

func (t *tableLine) hasSmallStart() bool { return slices.ContainsFunc(t.cells, beginsSmall) }

// The first word of the cell would not have fitted on the line above.
func (t *tableLine) isWrapped(above *tableLine, c int) bool {
	return above.ends[c]+t.firsts[c] >= 0.97
}

// Such rows would have a number below a number in one cell.
func hasPiledNumbers(lines []tableLine, starts []bool) bool {
	for c := range lines[0].cells {
		before := false
		for i := range lines {
			if starts[i] {
				before = false
			}
			if lines[i].cells[c] == "" {
				continue
			}
			is := isFigure(lines[i].cells[c])
			if is && before {
				return true
			}
			before = is
		}
	}
	return false
}

// Rows are so much further apart than lines of one row at most.
const looseStep = 1.2

func isContinuation(row []string, above, t *tableLine, tight float64) bool {
	const long = 12
	step := above.y - t.y
	if t.ruled || step > looseStep*tight || step > 1.9*max(t.size, above.size) {
		return false
	}
	for c := range row {
		if isFigure(row[c]) && isFigure(t.cells[c]) {
			return false
		}
	}
	lower, under := false, true // it begins small; it stands below cells that are full
	for c, text := range t.cells {
		if text == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(text)
		if (unicode.IsLower(first) || unicode.IsPunct(first)) && row[c] != "" && above.ends[c] >= 0.5 {
			lower = true
		}
		under = under && above.cells[c] != "" && above.ends[c] >= 0.6 && len(above.cells[c]) >= long
	}
	fewer := t.countFilled() < len(row)
	return lower && (fewer || t.cells[0] == "" || under) || fewer && t.cells[0] == "" && under
}

var figures = lazyregexp.New(`^[\p{Sc}+\-−–(~<>≈]*\s*\d[\d.,  '’]*\s*(?:%|\p{Sc}|[kKmM]|[A-Z]{3})?\)?$`)

func isFigure(cell string) bool { return len(cell) < 40 && figures.MatchString(cell) }
