package picture

import (
	"cmp"
	"slices"

	"github.com/frasier-cos/frasier/internal/dag"
)

// The measures of a picture, in pixels. A phone shows 1200 of them on about
// 70 mm, so a text of 26 is read without zooming.
const (
	width   = 1200
	margin  = 40
	gap     = 24  // between boxes of a row
	rise    = 64  // between rows, where the lines run
	lane    = 26  // for a line that passes a row
	boxMost = 520 // a box's width
	perRow  = 3
	shown   = 24 // boxes; more steps are folded
)

// node is one box: a step, or several that are folded into one.
type node struct {
	label string
	meta  string
	state look
	needs []int // indices of nodes, each smaller than its own
}

type place struct {
	x, y, w, h int
	row        int
}

// line is one need: the way from the bottom of a box to the top of another.
type line struct {
	from, to int
	lanes    []spot // where it passes the rows between
}

type spot struct{ x, top, bottom int }

// plan is a layout: nobody's box touches another's, and lines run in the gaps
// between rows and in lanes of their own.
type plan struct {
	at     []place
	lines  []line
	height int // below the last row
}

func layerNodes(nodes []node) []int { return dag.Layers(needsOf(nodes)) }

func reduceNeeds(nodes []node) []node {
	out := slices.Clone(nodes)
	for i, needs := range dag.Reduce(needsOf(nodes)) {
		out[i].needs = needs
	}
	return out
}

func needsOf(nodes []node) [][]int {
	out := make([][]int, len(nodes))
	for i, n := range nodes {
		out[i] = n.needs
	}
	return out
}

// Nodes with common needs stand together: barycentres, swept down and up.
func orderNodes(nodes []node) [][]int {
	const sweeps = 4
	layer := layerNodes(nodes)
	var rows [][]int
	for i := range nodes {
		for len(rows) <= layer[i] {
			rows = append(rows, nil)
		}
		rows[layer[i]] = append(rows[layer[i]], i)
	}
	users := make([][]int, len(nodes))
	for i, n := range nodes {
		for _, k := range n.needs {
			users[k] = append(users[k], i)
		}
	}
	at := make([]float64, len(nodes)) // between 0 and 1 within the layer
	settle := func(row []int) {
		for p, i := range row {
			at[i] = (float64(p) + 0.5) / float64(len(row))
		}
	}
	for _, row := range rows {
		settle(row)
	}
	sweep := func(row []int, near func(int) []int) {
		centre := map[int]float64{}
		for _, i := range row {
			sum, n := at[i], 1.0
			if others := near(i); len(others) > 0 {
				sum, n = 0, float64(len(others))
				for _, o := range others {
					sum += at[o]
				}
			}
			centre[i] = sum / n
		}
		slices.SortStableFunc(row, func(a, b int) int { return cmp.Or(cmp.Compare(centre[a], centre[b]), cmp.Compare(a, b)) })
		settle(row)
	}
	for range sweeps {
		for _, row := range rows {
			sweep(row, func(i int) []int { return nodes[i].needs })
		}
		for _, row := range slices.Backward(rows) {
			sweep(row, func(i int) []int { return users[i] })
		}
	}
	return rows
}

// Nodes go from top downwards; tall says how high a box of a width must be.
func arrangeNodes(nodes []node, top int, tall func(n node, w int) int) plan {
	var rows [][]int
	for _, l := range orderNodes(nodes) {
		for parts := (len(l) + perRow - 1) / perRow; parts > 0; parts-- {
			n := (len(l) + parts - 1) / parts // as even as can be
			rows, l = append(rows, l[:n]), l[n:]
		}
	}
	p := plan{at: make([]place, len(nodes))}
	for r, row := range rows {
		for k, i := range row {
			p.at[i] = place{row: r, x: width * (2*k + 1) / (2 * len(row))} // the middle, for now
		}
	}
	lanes := make([]map[int]int, len(rows)) // of each row: the node that a lane leads to, and the lane's middle
	for r := range lanes {
		lanes[r] = map[int]int{}
	}
	for to, n := range nodes {
		for _, from := range n.needs {
			p.lines = append(p.lines, line{from: from, to: to})
			for r := p.at[from].row + 1; r < p.at[to].row; r++ {
				if _, there := lanes[r][to]; !there {
					lanes[r][to] = (p.at[from].x + p.at[to].x) / 2
				}
			}
		}
	}
	y := top
	ends := make([]spot, len(rows))
	for r, row := range rows {
		h := p.spreadRow(nodes, row, lanes[r], y, tall)
		ends[r] = spot{top: y, bottom: y + h}
		y += h + rise
	}
	for i := range p.lines {
		l := &p.lines[i]
		for r := p.at[l.from].row + 1; r < p.at[l.to].row; r++ {
			l.lanes = append(l.lanes, spot{x: lanes[r][l.to], top: ends[r].top, bottom: ends[r].bottom})
		}
	}
	p.height = y - rise
	return p
}

// Boxes and lanes stand in the order of where they want to be; the row's height is returned.
func (p *plan) spreadRow(nodes []node, row []int, lanes map[int]int, y int, tall func(node, int) int) int {
	type item struct {
		want int
		box  int // -1 for a lane
		to   int
	}
	items := make([]item, 0, len(row)+len(lanes))
	for _, i := range row {
		items = append(items, item{want: p.at[i].x, box: i})
	}
	for to, want := range lanes {
		items = append(items, item{want: want, box: -1, to: to})
	}
	slices.SortFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.want, b.want), cmp.Compare(a.box, b.box), cmp.Compare(a.to, b.to))
	})
	narrow := lane
	if room := (width - 2*margin) / 2; len(lanes)*narrow > room {
		narrow = room / len(lanes)
	}
	free := width - 2*margin - len(lanes)*narrow - gap*(len(row)-1)
	w := min(boxMost, free/len(row))
	h := 0
	for _, i := range row {
		h = max(h, tall(nodes[i], w))
	}
	x := margin + (free-w*len(row))/2
	boxes := 0
	for _, it := range items {
		if it.box < 0 {
			lanes[it.to] = x + narrow/2
			x += narrow
			continue
		}
		p.at[it.box] = place{x: x, y: y, w: w, h: h, row: p.at[it.box].row}
		x += w
		if boxes++; boxes < len(row) {
			x += gap
		}
	}
	return h
}
