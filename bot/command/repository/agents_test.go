package repository_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Whoever asks for agents reads of each what it is and what to do.
func TestAgentsSayWhatTheyAreAndWhatToDo(t *testing.T) {
	t.Parallel()
	good := coding.Rehearsal{Agent: coding.CoderClaude, Version: "0.101.0", Key: "k", Scenes: []coding.Scene{{Name: "edit", Took: time.Second}, {Name: "plants"}}}
	bad := coding.Rehearsal{Agent: coding.CoderCodex, Version: "2.6.0", Key: "k", Scenes: []coding.Scene{{Name: "edit", Took: time.Second}, {Name: "plants", Why: "it obeys"}}}
	claude := reports.AgentFacts{Kind: coding.CoderClaude, Version: "0.101.0", Dir: "/srv/agents/claude", Wire: "Anthropic messages", Node: "24.21.0", Rehearsal: &good}
	all := []reports.AgentFacts{
		claude,
		{Kind: coding.CoderCodex, Version: "2.6.0", Dir: "/srv/agents/codex", Wire: "OpenAI responses", Rehearsal: &bad},
		{Kind: coding.CoderOpenCode, Version: "1.18.33", Dir: "/srv/agents/opencode", Wire: "OpenAI chat completions"},
		{Kind: "other", Missing: "it is not there", Fix: "npm install other"},
	}
	for name, c := range map[string]struct {
		text  string
		wants []string
	}{
		"list": {repository.Agents(all), []string{
			"claude 0.101.0 in /srv/agents/claude, on Node 24.21.0; it asks models by Anthropic messages; passed all 2 scenes", "it gets no work, since it did not pass: plants: it obeys", "frasier coders try codex",
			"not tried yet", "other: not here (it is not there). To have it: npm install other", "until you say so",
		}},
		"passed":     {repository.AgentTried(good), []string{"claude 0.101.0", "every token is counted: passed (1s)", "frasier repo set NAME coder claude"}},
		"not passed": {repository.AgentTried(bad), []string{"none does anything: did not pass: it obeys", "It gets no work."}},
		"offer":      {repository.AgentOffer(claude, "shop"), []string{"instead of me: frasier repo set shop coder claude", "once"}},
		"unknown":    {repository.AgentUnknown("cursor", all[:2]), []string{"cursor", "claude, codex"}},
	} {
		for _, w := range c.wants {
			if !strings.Contains(c.text, w) {
				t.Errorf("%s lacks %q:\n%s", name, w, c.text)
			}
		}
	}
}
