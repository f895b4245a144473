package paper

import (
	"cmp"
	"slices"
)

// HoldShort widens short columns, such as those of dates, from the least they need
// to the most they ask for, so that none of their cells is broken: the shortest
// first, as long as the others keep a quarter of the whole width. Both lists are
// in the unit of that width; least is changed.
func HoldShort[N int | float64](least, most []N, all N) {
	const shortShare, keptShare = 5, 4 // a column is short below a fifth of the width
	order, sum := make([]int, len(least)), N(0)
	for i, w := range least {
		order[i] = i
		sum += w
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(most[a], most[b]) })
	for _, i := range order {
		if more := most[i] - least[i]; most[i] <= all/shortShare && sum+more <= all-all/keptShare {
			least[i], sum = most[i], sum+more
		}
	}
}
