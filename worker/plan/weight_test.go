package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/worker/plan"
)

// From a number of steps or a price on, a model of another family than the author's looks
// at a roadmap too. The items stay the founder's: an order that was missed becomes an
// edge, one that would go round in a circle is only told, and work begins either way.
func TestARoadmapIsReadOver(t *testing.T) {
	said := []llmtest.Reply{{Text: `{"missing":[],"order":[{"before":"i1","after":"i3","why":"the mail names the price"},{"before":"i3","after":"i1","why":"so it is said"}],"unused":["i2"],"riskiest_assumption":"Painters lease.","proof":[],"verdict":"revise"}`}}
	for name, c := range map[string]struct {
		due  plan.Review
		asks bool
	}{
		"below both":   {plan.Review{Steps: 4, Cost: 5 * org.Dollar}, false},
		"by its steps": {plan.Review{Steps: 3}, true},
		"by its price": {plan.Review{Cost: org.Dollar / 100}, true},
		"switched off": {plan.Review{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, llmtest.Options{Script: llmtest.Script{org.StagePlanReview + "/*": said}})
			o.planner.Review = c.due
			o.start("do it", org.NewProject{Title: "T", Roadmap: road(t, "# T\n- Set the price\n- Name the rivals\n- Write the mail\n")})
			made := o.plan()
			if got := o.calls(org.StagePlanReview) > 0; got != c.asks || len(made.Steps) != 3 {
				t.Fatalf("read over: %v, want %v; %d steps", got, c.asks, len(made.Steps))
			}
			edge := slices.Contains(step(made, "i3").BuildsOn, "i1")
			if edge != c.asks || slices.Contains(step(made, "i1").BuildsOn, "i3") {
				t.Errorf("the mail builds on %q, the price on %q", step(made, "i3").BuildsOn, step(made, "i1").BuildsOn)
			}
			if !c.asks {
				return
			}
			if made.Notes.Risk != "Painters lease." || made.Notes.Review != "sent back" || !has(made.Notes.Lint, `"Write the mail" waits for "Set the price", as a second reader of the plan asked: the mail names the price`) || !has(made.Notes.Lint, "The review said: i3 must come before i1") {
				t.Errorf("risk %q, review %q, notes %q", made.Notes.Risk, made.Notes.Review, made.Notes.Lint)
			}
			author, reader := "", ""
			for _, r := range o.server.Requests() {
				family, _, _ := strings.Cut(r.Model, "/")
				switch r.Stage {
				case org.StageEnrich:
					author = family
				case org.StagePlanReview:
					reader = family
				}
			}
			if author == reader {
				t.Errorf("%s wrote the plan and read it", author)
			}
		})
	}
}
