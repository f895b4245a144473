package paper

import (
	"cmp"
	"slices"
)

// ShareWidth divides a width among the columns of a table. least is what each needs for
// its longest word, cells what each cell of each row asks for on one line. Columns that
// are short get their longest cell, and the others what is left by how much of their
// text has no room yet, so that one long cell among short ones takes nothing from a column
// of sentences. Where all have what they ask for, the rest of the width is left over.
func ShareWidth(least []float64, cells [][]float64, all float64) []float64 {
	const rounds = 12
	most, out := slices.Clone(least), slices.Clone(least)
	for _, r := range cells {
		for i, w := range r {
			most[i] = max(most[i], w)
		}
	}
	if computeSum(most) <= all {
		return most
	}
	if sum := computeSum(least); sum >= all {
		for i := range out {
			out[i] *= all / sum
		}
		return out
	}
	holdShort(out, most, all)
	for range rounds {
		left, lacks := all-computeSum(out), make([]float64, len(out))
		for _, r := range cells {
			for i, w := range r {
				lacks[i] += max(0, w-out[i])
			}
		}
		sum := computeSum(lacks)
		if left < all/1000 || sum <= 0 {
			break
		}
		for i := range out {
			out[i] = min(most[i], out[i]+left*lacks[i]/sum)
		}
	}
	return out
}

// Short columns, such as those of dates, get from the least they need to the most they ask for, so
// that none of their cells is broken: the shortest first, as long as the others keep a quarter of
// the whole width.
func holdShort(least, most []float64, all float64) {
	const shortShare, keptShare = 5, 4 // a column is short below a fifth of the width
	order, sum := make([]int, len(least)), computeSum(least)
	for i := range least {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(most[a], most[b]) })
	for _, i := range order {
		if more := most[i] - least[i]; most[i] <= all/shortShare && sum+more <= all-all/keptShare {
			least[i], sum = most[i], sum+more
		}
	}
}

func computeSum(list []float64) float64 {
	sum := 0.0
	for _, w := range list {
		sum += w
	}
	return sum
}
