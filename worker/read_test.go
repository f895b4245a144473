package worker_test

import (
	"context"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A draft in which code finds a figure that stands nowhere is sent back twice.
// The third time reviewers read it with the finding, and only their no fails it.
func TestNoStepFailsUnread(t *testing.T) {
	const wrong = "The Fornax 40 kiln costs 2,777 euros [S2:p1].\n"
	for name, c := range map[string]struct {
		rules []llmtest.Rule
		state org.StepState
	}{
		"read and let through": {nil, org.StepCompleted},
		"read and turned down": {[]llmtest.Rule{{Stage: org.StageLead, Do: "reply", Reply: `{"fit":"A price is wrong.","inconsistent":[],"blockers":[{"quote":"costs 2,777 euros","problem":"The price stands nowhere","instruction":"Give the price of the source"}],"proof":[],"verdict":"return"}`}}, org.StepFailed},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: append(c.rules, llmtest.Rule{Stage: org.StageSynthesize, Do: "reply", Reply: wrong}, llmtest.Rule{Stage: org.StageRevise, Do: "reply", Reply: wrong})})
			b.plan(b.piece("one"))
			for range 3 {
				b.mustWork()
			}
			list, err := b.db.Steps(context.Background(), b.project)
			b.ok(err)
			if list[0].State != c.state || list[0].Strikes < 2 {
				t.Errorf("the step is %s after %d strikes (%s); want %s", list[0].State, list[0].Strikes, list[0].Cause, c.state)
			}
			told := false
			for _, r := range b.server.Requests() {
				told = told || r.Stage == org.StageLead && strings.Contains(r.Prompt, "the number 2,777 euros stands in none")
			}
			if !told {
				t.Error("who read it was not told what code found")
			}
		})
	}
}
