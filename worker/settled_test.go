package worker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// A critic's fault buys one revision, though every item is met; a repair that replaces
// words alone needs no judge to compare it where nothing asked for was missing, or where
// somebody reads it next: he is told what had been missing, and what he passes is met.
func TestASmallRepairIsNotCompared(t *testing.T) {
	const fault, unmet = "The draft claims more than S2:p1 says.", "It says in a sentence or two why this and not the strongest alternative."
	for _, c := range []struct {
		name                      string
		grave, missed             bool
		lead                      string // how the lead decides
		revised, compared, leads  int
		state                     org.StepState
		told, shown, fullyCounted bool
	}{
		{name: "a fault, and all is met", revised: 1, state: org.StepCompleted, fullyCounted: true},
		{name: "something is missing", missed: true, revised: 2, compared: 2, leads: 1, state: org.StepCompleted, shown: true},
		{name: "something is missing in a grave step", grave: true, missed: true, revised: 1, leads: 1, state: org.StepCompleted, told: true, fullyCounted: true},
		{name: "and its reader still misses it", grave: true, missed: true, lead: "reject", revised: 1, leads: 1, state: org.StepPending, told: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := make([]string, 4)
			for i := range items {
				items[i] = fmt.Sprintf(`{"id":"k%d","found_quote":"","why":"It does not apply.","yes":null}`, i+1)
			}
			if c.missed {
				items[1] = `{"id":"k2","found_quote":"","why":"It is not there.","yes":false}`
			}
			items = append(items, `{"id":"a1","found_quote":"The Fornax 40 kiln costs 2,350 euros","why":"The price stands there.","yes":true}`)
			said := fmt.Sprintf(`"items":[%s],"contradictions":[],"missing_implicit":[],"top_fixes":[{"para":1,"problem":%q,"find":"","instruction":"Say it as the passage does."}],"lesson":{"text":"","generalises":false}`, strings.Join(items, ","), fault)
			rules := []llmtest.Rule{
				{Stage: org.StageCritique, Do: "reply", Reply: "{" + said + "}"},
				{Stage: org.StageCompare, Do: "reply", Reply: `{"why_better":"It says more.","better":"second",` + said + "}"},
			}
			if c.lead != "" {
				rules = append(rules, llmtest.Rule{Stage: org.StageLead, Do: c.lead, Times: 1})
			}
			b := newBench(t, llmtest.Options{Rules: rules})
			p := b.piece("one")
			p.Title, p.Kind, p.Grave = "Decide which kiln we buy", org.KindStrategy, c.grave
			b.plan(p)
			b.mustWork()
			list, err := b.db.Steps(context.Background(), b.project)
			b.ok(err)
			told := false
			for _, r := range b.server.Requests() {
				told = told || r.Stage == org.StageLead && strings.Contains(r.Prompt, "missing in the version before") && strings.Contains(r.Prompt, unmet)
			}
			s := list[0]
			if b.calls(org.StageRevise) != c.revised || b.calls(org.StageCompare) != c.compared || b.calls(org.StageLead) != c.leads || c.grave && b.calls(org.StageQA) != 0 || s.State != c.state || told != c.told {
				t.Errorf("%d revisions, %d comparisons, %d looks of the lead, %s, told %v; want %d, %d, %d, %s, %v",
					b.calls(org.StageRevise), b.calls(org.StageCompare), b.calls(org.StageLead), s.State, told, c.revised, c.compared, c.leads, c.state, c.told)
			}
			if s.State == org.StepCompleted && (strings.Contains(s.Result, work.RaisedByReviewer+fault) != c.shown || s.Points.All() != c.fullyCounted) {
				t.Errorf("%s, and the result is\n%s", s.Points, s.Result)
			}
		})
	}
}
