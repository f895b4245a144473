package pages

import (
	"reflect"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct{ hits, size, want int }{{20, 10, 2}, {10, 10, 1}, {0, 10, 0}, {5, 0, 0}} {
		if got := Count(c.hits, c.size); got != c.want {
			t.Errorf("Count(%d, %d) = %d, want %d", c.hits, c.size, got, c.want)
		}
	}
}

func TestPage(t *testing.T) {
	hits := []string{"a", "b", "c", "d"}
	if got := Page(hits, 2, 2); !reflect.DeepEqual(got, []string{"c", "d"}) {
		t.Errorf("page 2 is %v", got)
	}
	for _, page := range []int{-1, 0, 3} {
		if got := Page(hits, page, 2); got != nil {
			t.Errorf("page %d is %v, want nothing", page, got)
		}
	}
}
