package roadmap

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

type resolver struct {
	s        *scanner
	titles   map[string][]int
	numbers  map[string][]int
	places   map[string][]int
	unknowns []unknown
}

func newResolver(s *scanner) *resolver {
	r := &resolver{s: s, titles: map[string][]int{}, numbers: map[string][]int{}, places: map[string][]int{}}
	for i, d := range s.drafts {
		if d.gone {
			continue
		}
		f := prose.Fold(d.Title)
		r.titles[f] = append(r.titles[f], i)
		if d.alias != "" && d.alias != f {
			r.titles[d.alias] = append(r.titles[d.alias], i)
		}
		if d.Number != "" {
			r.numbers[d.Number] = append(r.numbers[d.Number], i)
		}
	}
	for i, p := range s.places {
		for _, n := range slices.Compact(p.names) {
			if n != "" {
				r.places[n] = append(r.places[n], i)
			}
		}
	}
	return r
}

// Needs have no doubles; no item answers to the unknowns.
func (r *resolver) resolveEdges() ([][]int, []unknown) {
	out := make([][]int, len(r.s.drafts))
	for i, d := range r.s.drafts {
		for _, b := range d.before {
			out[i] = append(out[i], r.findStanding(b)...)
		}
		for _, t := range d.targets {
			out[i] = append(out[i], r.resolveTargets(i, t)...)
		}
		r.addChain(i, d.chain, out)
	}
	for _, parts := range r.s.chains {
		r.addChain(0, parts, out)
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out, r.unknowns
}

// A line of edges is no item: what follows it stands for it.
func (r *resolver) findStanding(i int) []int {
	var out []int
	for todo := []int{i}; len(todo) > 0; {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r.s.drafts[k].gone {
			todo = append(todo, r.s.drafts[k].before...)
			continue
		}
		out = append(out, k)
	}
	return out
}

// "A → B → C" stands at draft i.
func (r *resolver) addChain(i int, parts []string, out [][]int) {
	var before []int
	for k, part := range parts {
		var now []int
		if k == 0 && parts[0] == r.s.drafts[i].Title {
			now = []int{i}
		} else {
			now = r.resolveTargets(i, strings.TrimRight(part, "."))
		}
		for _, n := range now {
			out[n] = append(out[n], before...)
		}
		before = now
	}
}

// value is one of "after:" as written at draft i.
func (r *resolver) resolveTargets(i int, value string) []int {
	var out []int
	for piece := range strings.SplitSeq(value, ";") {
		if piece = strings.TrimSpace(piece); isNothing(piece) {
			continue
		}
		if found := r.resolveOne(i, piece); found != nil {
			out = append(out, found...)
			continue
		}
		out = append(out, r.resolveList(i, strings.Split(piece, ","))...)
	}
	return out
}

// Neighbours are joined as long as that gives a title, because titles may hold commas.
func (r *resolver) resolveList(i int, parts []string) []int {
	const widest = 8 // commas in one title
	var out []int
	for at := 0; at < len(parts); {
		next := at + 1
		var found []int
		for end := min(len(parts), at+widest); end > at && found == nil; end-- {
			if found = r.resolveOne(i, strings.Join(parts[at:end], ",")); found != nil {
				next = end
			}
		}
		if found == nil {
			found = r.resolveBoth(i, parts[at])
		}
		out = append(out, found...)
		at = next
	}
	return out
}

// What cannot be resolved of "A and B" is recorded.
func (r *resolver) resolveBoth(i int, part string) []int {
	part = strings.TrimSpace(part)
	part = strings.TrimPrefix(part, "and ")
	if isNothing(part) {
		return nil
	}
	if found := r.resolveOne(i, part); found != nil {
		return found
	}
	var out []int
	pieces := strings.Split(strings.ReplaceAll(part, " & ", " and "), " and ")
	for _, p := range pieces {
		found := r.resolveOne(i, p)
		if found == nil {
			out = nil
			break
		}
		out = append(out, found...)
	}
	if out == nil {
		u := unknown{title: r.s.drafts[i].Title, target: part}
		if len(r.unknowns) < shownUnknowns {
			u.nearest = r.findNearest(i, part)
		}
		r.unknowns = append(r.unknowns, u)
	}
	return out
}

// Such a target says that there is none.
func isNothing(target string) bool {
	switch prose.Fold(target) {
	case "", "none", "nothing", "n a", "na":
		return true
	}
	return false
}

// A target is a title, number, heading or group; nil when there is none.
func (r *resolver) resolveOne(i int, target string) []int {
	f := prose.Fold(target)
	if f == "" {
		return nil
	}
	if c := r.titles[f]; c != nil {
		return []int{r.pickNearest(i, c)}
	}
	if m := r.s.number.FindStringSubmatch(strings.TrimSpace(target)); m != nil {
		if c := r.numbers[m[1]]; c != nil {
			return []int{r.pickNearest(i, c)}
		}
		if phase, number, found := strings.Cut(m[1], "."); found {
			if c := r.findWithin(r.places["phase "+phase], number); c != nil {
				return []int{r.pickNearest(i, c)}
			}
		}
	}
	if k := r.findCounted(i, target); k >= 0 {
		return []int{k}
	}
	var out []int
	for _, p := range r.places[f] {
		for _, k := range r.listHeld(r.s.places[p]) {
			if k != i {
				out = append(out, k)
			}
		}
	}
	return out
}

// Where no item has numbers, "2" is the second one of the same list, else of the whole roadmap; -1
// when there is none.
func (r *resolver) findCounted(i int, target string) int {
	m := r.s.number.FindStringSubmatch(strings.TrimSpace(target))
	if m == nil || len(r.numbers) > 0 {
		return -1
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 {
		return -1
	}
	var same, all []int
	for k, d := range r.s.drafts {
		if d.gone {
			continue
		}
		all = append(all, k)
		if d.list == r.s.drafts[i].list {
			same = append(same, k)
		}
	}
	switch {
	case n <= len(same):
		return same[n-1]
	case n <= len(all):
		return all[n-1]
	}
	return -1
}

func (r *resolver) findWithin(places []int, number string) []int {
	var out []int
	for _, p := range places {
		for _, k := range r.listHeld(r.s.places[p]) {
			if r.s.drafts[k].Number == number {
				out = append(out, k)
			}
		}
	}
	return out
}

// A heading or group stands for items.
func (r *resolver) listHeld(p targetPlace) []int {
	var out []int
	for i, d := range r.s.drafts {
		switch {
		case d.gone:
		case p.section < 0:
			if slices.Contains(p.items, i) {
				out = append(out, i)
			}
		case p.phase >= 0:
			if d.Phase == p.phase {
				out = append(out, i)
			}
		case d.section >= p.section && d.section <= r.findLastSection(p):
			out = append(out, i)
		}
	}
	return out
}

func (r *resolver) findLastSection(p targetPlace) int {
	last := p.section
	for _, q := range r.s.places {
		if q.section > p.section {
			if q.level <= p.level {
				break
			}
			last = q.section
		}
	}
	return last
}

// Draft i itself comes last.
func (r *resolver) pickNearest(i int, candidates []int) int {
	if len(candidates) == 1 {
		return candidates[0]
	}
	d := r.s.drafts[i]
	rank := func(k int) int {
		c := r.s.drafts[k]
		switch {
		case k == i:
			return 9
		case c.list == d.list:
			return 0
		case c.section == d.section:
			return 1
		case c.Phase == d.Phase:
			return 2
		case c.Phase < d.Phase:
			return 3
		}
		return 4
	}
	return slices.MinFunc(candidates, func(a, b int) int {
		if n := cmp.Compare(rank(a), rank(b)); n != 0 {
			return n
		}
		if (a < i) != (b < i) {
			return cmp.Compare(boolToInt(b < i), boolToInt(a < i))
		}
		return cmp.Compare(absolute(a-i), absolute(b-i))
	})
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func absolute(n int) int { return max(n, -n) }
