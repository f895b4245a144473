package picture

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

type look string

// There is one look for each state that a founder tells apart.
const (
	waiting   look = "waiting"
	held      look = "held"
	working   look = "working"
	reviewing look = "in review"
	done      look = "done"
	failed    look = "failed"
	cancelled look = "cancelled"
)

func lookOf(s org.Step) look {
	switch s.State {
	case org.StepCompleted:
		return done
	case org.StepFailed:
		return failed
	case org.StepCancelled:
		return cancelled
	case org.StepInProgress:
		return working
	case org.StepInReview:
		return reviewing
	case org.StepPending:
		if s.Held != 0 {
			return held
		}
	}
	return waiting
}

// The putting together of the document is left out, as it comes after all steps, and so are needs
// of other missions.
func nodesOf(steps []org.Step) []node {
	var out []node
	at := map[org.StepID]int{}
	for _, s := range sortNodes(steps) {
		n := node{label: s.Title, meta: s.Role, state: lookOf(s)}
		for _, need := range s.DependsOn {
			if k, here := at[need]; here {
				n.needs = append(n.needs, k)
			}
		}
		at[s.ID] = len(out)
		out = append(out, n)
	}
	return out
}

// Every step stands behind those that it needs, else in plan order. Steps that need each other,
// which no plan has, keep their order.
func sortNodes(steps []org.Step) []org.Step {
	left := slices.DeleteFunc(slices.Clone(steps), func(s org.Step) bool { return s.Kind == org.KindAssembly })
	out := make([]org.Step, 0, len(left))
	for len(left) > 0 {
		next := slices.IndexFunc(left, func(s org.Step) bool {
			return !slices.ContainsFunc(s.DependsOn, func(need org.StepID) bool {
				return slices.ContainsFunc(left, func(o org.Step) bool { return o.ID == need })
			})
		})
		next = max(next, 0)
		out = append(out, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return out
}

// At most shown boxes are left: first what stands in one layer beyond its share is put together,
// then the last layers as a whole.
func foldNodes(nodes []node) []node {
	if len(nodes) <= shown {
		return nodes
	}
	layer := layerNodes(nodes)
	deep := slices.Max(layer) + 1
	group := make([]int, len(nodes)) // the first node of the box that a node goes into
	seen := map[int][]int{}          // the boxes of each layer
	share := max(1, shown/min(deep, shown))
	for i := range nodes {
		l := min(layer[i], shown-1)
		if len(seen[l]) < share {
			seen[l] = append(seen[l], i)
			group[i] = i
		} else {
			group[i] = seen[l][share-1]
		}
	}
	return joinNodes(nodes, group)
}

func joinNodes(nodes []node, group []int) []node {
	at, size, first := map[int]int{}, map[int]int{}, map[int]int{}
	ready := map[int]int{}
	for i, g := range group {
		size[g]++
		if nodes[i].state == done {
			ready[g]++
		}
		if _, there := first[g]; !there {
			first[g] = i
		}
	}
	var heads []int
	for i, g := range group {
		if first[g] == i {
			heads = append(heads, g)
		}
	}
	layer := layerNodes(nodes)
	slices.SortStableFunc(heads, func(a, b int) int { return min(layer[a], shown-1) - min(layer[b], shown-1) })
	for k, g := range heads {
		at[g] = k
	}
	out := make([]node, len(heads))
	for k, g := range heads {
		out[k] = nodes[first[g]]
		out[k].needs = nil
		if size[g] > 1 {
			out[k].label = fmt.Sprintf("%s and %d more", out[k].label, size[g]-1)
			out[k].meta = fmt.Sprintf("%d of %d done", ready[g], size[g])
		}
	}
	for i, g := range group {
		to := at[g]
		out[to].state = combineStates(out[to].state, nodes[i].state)
		for _, need := range nodes[i].needs {
			if from := at[group[need]]; from < to && !slices.Contains(out[to].needs, from) {
				out[to].needs = append(out[to].needs, from)
			}
		}
	}
	return out
}

// A box of several steps shows what a founder should know first.
func combineStates(a, b look) look {
	order := []look{failed, working, reviewing, held, waiting, cancelled, done}
	return order[min(slices.Index(order, a), slices.Index(order, b))]
}
