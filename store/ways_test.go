package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// What ends a mission has the turn to write alone, so everybody waits for each
// way to the server and back that it takes.
func TestWaysOfAnEnd(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		name   string
		phases []org.Phase
		key    string // of what ends it
		want   int
	}{
		{"one of a project that goes on", []org.Phase{{Label: "first"}, {Index: 1, Label: "second"}}, "assembly-1", 9},
		{"the last of its project", []org.Phase{{Label: "only"}}, "assembly", 9},
	} {
		p := o.start(org.NewProject{Title: c.name, Phases: c.phases})
		o.plan(piece("a"))
		o.complete(o.claim(1)["a"])
		end := o.claim(1)[c.key]
		n, err := o.db.Ways(t.Context(), end.Lease, completed(end.Step))
		if err != nil {
			t.Fatal(err)
		}
		if n > c.want {
			t.Errorf("the end of a mission, %s: %d ways, want %d at most", c.name, n, c.want)
		}
		if got := o.step(p, c.key).State; got != org.StepCompleted {
			t.Errorf("%s: the assembly is %s", c.name, got)
		}
		if len(c.phases) > 1 {
			o.plan(piece("b"))
			o.run()
		}
		o.wantProject(p, org.ProjectCompleted)
		o.sound()
	}
}
