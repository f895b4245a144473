package roadmap

import (
	"container/heap"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

// Each draft comes after what it needs, stable for the text's order; or loop has the titles of one
// cycle. Edges from and to ticked items are met and bind nothing.
func sortDrafts(drafts []*draft, needs [][]int) (order []int, loop []string) {
	open := make([]int, len(drafts))
	next := make([][]int, len(drafts))
	var ready queue
	for i, d := range drafts {
		for _, n := range needs[i] {
			if !d.Done && !drafts[n].Done {
				open[i]++
				next[n] = append(next[n], i)
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	order = sortTopologically(ready, open, next)
	if len(order) == len(drafts) {
		return order, nil
	}
	waits := func(i int) bool { return open[i] > 0 && !drafts[i].Done }
	at := slices.IndexFunc(open, func(n int) bool { return n > 0 })
	seen := map[int]int{}
	var path []int
	for {
		if from, again := seen[at]; again {
			for _, i := range path[from:] {
				loop = append(loop, drafts[i].Title)
			}
			return nil, loop
		}
		seen[at] = len(path)
		path = append(path, at)
		at = needs[at][slices.IndexFunc(needs[at], waits)]
	}
}

func sortTopologically(ready queue, open []int, next [][]int) []int {
	order := make([]int, 0, len(open))
	heap.Init(&ready)
	for len(ready) > 0 {
		i := ready[0]
		heap.Pop(&ready)
		order = append(order, i)
		for _, k := range next[i] {
			if open[k]--; open[k] == 0 {
				heap.Push(&ready, k)
			}
		}
	}
	return order
}

// queue is a heap of indices, the smallest first.
type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push is part of heap.Interface.
func (q *queue) Push(x any) {
	if i, ok := x.(int); ok {
		*q = append(*q, i)
	}
}

// Pop is part of heap.Interface.
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// Missions returns the open items as consecutive missions of one phase and at
// most limit items each (org.MaxSteps when limit is not positive). Ticked
// items are in none. Within a phase an item stands after those it needs, else
// in the order of the roadmap, so that it needs only items of its own or of
// earlier missions. Items whose needs run in a circle, which Parse never
// gives, come last in their phase.
func Missions(r org.Roadmap, limit int) [][]org.Item {
	if limit <= 0 {
		limit = org.MaxSteps
	}
	var out [][]org.Item
	for phase := range r.Phases {
		var items []org.Item
		for _, it := range r.Items {
			if it.Phase == phase && !it.Done {
				items = append(items, it)
			}
		}
		for chunk := range slices.Chunk(sortItems(items), limit) {
			out = append(out, chunk)
		}
	}
	return out
}

// The order is topological and stable.
func sortItems(items []org.Item) []org.Item {
	at := make(map[string]int, len(items))
	for i, it := range items {
		at[it.Key] = i
	}
	open := make([]int, len(items))
	next := make([][]int, len(items))
	var ready queue
	for i, it := range items {
		for _, key := range it.Needs {
			if n, here := at[key]; here {
				open[i]++
				next[n] = append(next[n], i)
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	out := make([]org.Item, 0, len(items))
	for _, i := range sortTopologically(ready, open, next) {
		out = append(out, items[i])
	}
	for i, it := range items {
		if open[i] > 0 {
			out = append(out, it)
		}
	}
	return out
}
