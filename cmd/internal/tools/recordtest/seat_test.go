package main

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// What an expert said of a draft is what the lead says of it; of another draft he says
// nothing.
func TestAVerdictIsOfItsDraft(t *testing.T) {
	expert := replay.Call{Stage: "expert", Title: "The price", Reply: `{"errors":[` +
		`{"quote":"It costs £99 once","why_wrong":"` + strings.Repeat("It is £99 a year. ", 20) + `","evidence":"S2:p4","severity":"high"},` +
		`{"quote":"the first month is free","why_wrong":"Only for studios","evidence":"S2:p5","severity":"low"}],` +
		`"missing_expert_points":[],"proof":["We ask £35 a month"],"verdict":"return"}`}
	const draft = "It costs **£99** once. We ask £35 a month,\nand the first month is free."
	for _, c := range []struct {
		name string
		ask  llmtest.Request
		says bool
	}{
		{"the same draft", llmtest.Request{Stage: "lead", Title: "The price", Prompt: draft}, true},
		{"another draft", llmtest.Request{Stage: "lead", Title: "The price", Prompt: strings.ReplaceAll(draft, "£35", "£36")}, false},
		{"another piece", llmtest.Request{Stage: "lead", Title: "The plan", Prompt: draft}, false},
		{"another question", llmtest.Request{Stage: "qa", Title: "The price", Prompt: draft}, false},
	} {
		calls := []replay.Call{expert}
		got, ok := take(&calls, c.ask)
		if ok != c.says || ok == (len(calls) == 1) {
			t.Errorf("%s: %v, %d calls left", c.name, ok, len(calls))
		}
		if ok && (strings.Count(got.Reply, `"problem"`) != 1 || !strings.Contains(got.Reply, "(S2:p4)") || !strings.Contains(got.Reply, `"verdict":"return"`)) {
			t.Errorf("%s: %s; want the high fault alone as a blocker", c.name, got.Reply)
		}
	}
	if head, rest := cutSentences(strings.Repeat("It is so. ", 40), 300); len(head) > 300 || !strings.HasSuffix(head, "so.") || !strings.HasPrefix(rest, "It") {
		t.Errorf("cut into %q and %q", head, rest)
	}
}
