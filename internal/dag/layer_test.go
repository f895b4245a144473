package dag_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/dag"
)

func TestLayersAndReduce(t *testing.T) {
	// The last is needed by the third, which is needed by the first, which needs the last too, and twice.
	needs := [][]int{{2, 3, 3}, {3}, {3}, nil}
	if d := cmp.Diff([]int{2, 1, 1, 0}, dag.Layers(needs)); d != "" {
		t.Errorf("layers (-want +got):\n%s", d)
	}
	if d := cmp.Diff([][]int{{2}, {3}, {3}, nil}, dag.Reduce(needs)); d != "" {
		t.Errorf("needs (-want +got):\n%s", d)
	}
}
