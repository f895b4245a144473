package worker_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
)

// Reviewers, critics and answers that are never content. Every step comes
// to an end after three strikes, asks the founder once, and no step has cost
// more calls than a step may. make proof runs 40 steps away;
// TestRunawaySteps of the store 1,000.
func TestRunaway(t *testing.T) {
	ways := map[string][]llmtest.Rule{
		"the lead rejects":        {{Stage: "lead", Do: "reject"}},
		"everybody rejects":       {{Stage: "qa", Do: "reject"}, {Stage: "lead", Do: "reject"}, {Stage: "expert", Do: "reject"}, {Stage: "critique", Do: "low"}},
		"nobody can be read":      {{Stage: "qa", Do: "garbage"}, {Stage: "lead", Do: "garbage"}, {Stage: "critique", Do: "garbage"}},
		"what it writes is empty": {{Stage: "synthesize", Do: "empty"}, {Stage: "revise", Do: "empty"}},
		"it only gives advice":    {{Stage: "synthesize", Do: "reply", Reply: "One could research the kilns [S1:p1]."}, {Stage: "revise", Do: "reply", Reply: "As an AI, I cannot say."}},
	}
	each := testlevel.Count(1, 2, 8)
	t.Attr("figure", strconv.Itoa(each*len(ways))+" steps")
	for what, rules := range ways {
		t.Run(what, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: rules})
			steps := make([]work.PlannedStep, each)
			for i := range steps {
				steps[i] = b.piece("s" + strconv.Itoa(i))
				steps[i].Final = true
			}
			b.plan(steps...)
			ctx := context.Background()
			rounds := 0
			for ; rounds < 10*each; rounds++ {
				claims, err := b.db.ClaimSteps(ctx, b.w.Holder, time.Minute, 1)
				if errors.Is(err, org.ErrNoWork) || err == nil && len(claims) == 0 {
					break
				}
				b.ok(err)
				if err := b.w.Work(ctx, claims[0], func(bool) {}); err != nil && !errors.Is(err, org.ErrLeaseLost) {
					t.Fatal(err)
				}
				b.forward(time.Second) // a model that gives nothing for two minutes would end the project
				_, err = b.db.ReleaseDue(ctx, b.Now().Add(time.Hour))
				b.ok(err)
			}
			list, err := b.db.Steps(ctx, b.project)
			b.ok(err)
			states := map[string]int{}
			for _, s := range list[:each] { // then comes the assembly
				states[fmt.Sprintf("%s after %d strikes", s.State, s.Strikes)]++
			}
			calls := b.calls("")
			t.Logf("%d rounds, %d calls, %v, %d escalations", rounds, calls, states, b.count(org.EventEscalation))
			if states["failed after 3 strikes"] != each || len(list) != each+1 {
				t.Errorf("steps: %v; want %d failed after 3 strikes", states, each)
			}
			if n := b.count(org.EventEscalation); n != each {
				t.Errorf("%d escalations of %d steps", n, each)
			}
			if calls > org.CallsPerStep*(each+1) {
				t.Errorf("%d calls for %d steps, %d each are the most", calls, each, org.CallsPerStep)
			}
		})
	}
}
