package dag

import "slices"

// Layers puts each step one layer below the lowest that it needs. needs are, for each
// step, the indices of those that it needs.
func Layers(needs [][]int) []int {
	out, placed := make([]int, len(needs)), make([]bool, len(needs))
	var place func(i int) int
	place = func(i int) int {
		if !placed[i] {
			placed[i] = true
			for _, k := range needs[i] {
				out[i] = max(out[i], place(k)+1)
			}
		}
		return out[i]
	}
	for i := range needs {
		place(i)
	}
	return out
}

// Reduce leaves out needs that follow from others, so that a picture shows the way of the
// work and no more.
func Reduce(needs [][]int) [][]int {
	layer := Layers(needs)
	var leads func(from, to int) bool
	leads = func(from, to int) bool {
		return slices.ContainsFunc(needs[from], func(k int) bool { return k == to || layer[k] > layer[to] && leads(k, to) })
	}
	out := make([][]int, len(needs))
	for i, all := range needs {
		for _, k := range all {
			follows := slices.ContainsFunc(all, func(other int) bool { return other != k && leads(other, k) })
			if !follows && !slices.Contains(out[i], k) {
				out[i] = append(out[i], k)
			}
		}
	}
	return out
}
