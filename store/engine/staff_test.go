package engine_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
)

func TestMayReplan(t *testing.T) {
	for _, c := range []struct {
		p                  org.Project
		replans, questions int
		want               bool
	}{
		{org.Project{}, 0, 0, true},
		{org.Project{}, engine.MaxReplans - 1, 0, true},
		{org.Project{}, engine.MaxReplans, 0, false},
		{org.Project{}, 0, 1, false},
		{org.Project{Single: true}, 0, 0, false},
		{org.Project{Offline: true}, 0, 0, false},
	} {
		if got := engine.MayReplan(c.p, c.replans, c.questions); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

func TestDue(t *testing.T) {
	for n, want := range map[int]bool{4: false, 5: true, 6: true} {
		if engine.Due(n) != want {
			t.Errorf("Due(%d): want %v", n, want)
		}
	}
}
