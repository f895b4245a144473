package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
)

// A reviewer who rejects whatever he is shown, and a worker who never says
// that it is enough. Each of the steps fails at its third strike, asks the
// founder once, and is not given out again. make proof has 1,000 of them.
func TestRunawaySteps(t *testing.T) {
	const plan = 2 // more that fail at once are planned anew
	plans := testlevel.Count(5, 20, 500)
	t.Attr("figure", fmt.Sprintf("%d plans of two steps", plans))
	if server != "" {
		plans = min(plans, 20)
	}
	o := newInstance(t)
	for n := range plans {
		p := o.start(org.NewProject{Title: fmt.Sprint("Runaway ", n)})
		var steps []work.PlannedStep
		for i := range plan {
			steps = append(steps, piece(fmt.Sprint("a", i)))
		}
		o.plan(steps...)
		given := 0
		for {
			claims := o.claim(3)
			turns := 0
			for _, c := range claims {
				if c.Step.Kind == org.KindAssembly {
					o.complete(c)
					continue
				}
				turns++
				o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}}))
			}
			if given += turns; len(claims) == 0 || given > plan*org.StrikeCap {
				break
			}
		}
		list, err := o.db.Steps(t.Context(), p)
		o.ok(err)
		failed := 0
		for _, s := range list {
			if s.State == org.StepFailed && s.Strikes == org.StrikeCap {
				failed++
			}
		}
		if failed != plan || given != plan*org.StrikeCap {
			t.Fatalf("project %s: %d of %d steps failed, they were given out %d times; want %d", p, failed, plan, given, plan*org.StrikeCap)
		}
	}
	asked := 0
	for _, text := range o.deliveries(reports.DeliverEscalation) {
		asked += strings.Count(text, "needs your decision")
	}
	t.Logf("steps=%d asked=%d", plans*plan, asked)
	if asked != plans*plan {
		t.Errorf("the founder was asked %d times about %d steps", asked, plans*plan)
	}
	o.sound()
}
