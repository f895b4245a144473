package rival_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/rival"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	s := org.Step{ID: "s12", Title: "Charge three"}
	all := coding.ChooseRivals(org.T2)
	named := []coding.Rival{{N: 1, Coder: coding.CoderEmbedded, Tier: org.T1}, {N: 2, Coder: coding.CoderEmbedded, Tier: org.T3}, {N: 3, Coder: coding.CoderClaude}}
	done := []coding.Rival{
		{N: 1, Coder: coding.CoderEmbedded, Tier: org.T2, Result: coding.RivalLost, Why: "the one that was taken: it passes the tests of the others", Patch: []byte("--- a/fee.sh\n+++ b/fee.sh\n@@ -1 +1 @@\n-echo one\n+echo two\n")},
		{N: 2, Coder: coding.CoderEmbedded, Tier: org.T3, Result: coding.RivalWon, Why: "it passes the tests of the others"},
		{N: 3, Coder: coding.CoderCodex, Result: coding.RivalNone, Why: "it made no change"},
	}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "asks, no price known", Message: rival.Asks(s, all, 0, "confirm 1")},
		nountest.Example{Name: "asks", Message: rival.Asks(s, named, 1_230_000_000, "confirm 1")},
		nountest.Example{Name: "set", Message: say(rival.Set(s, named))},
		nountest.Example{Name: "taken back", Message: say(rival.Set(s, nil))},
		nountest.Example{Name: "nobody", Message: rival.Shown(s, nil)},
		nountest.Example{Name: "not done yet", Message: rival.Shown(s, all)},
		nountest.Example{Name: "done", Message: rival.Shown(s, done)},
		nountest.Example{Name: "too late", Message: say(rival.TooLate(s))},
		nountest.Example{Name: "given", Message: say(rival.Given(s))},
		nountest.Example{Name: "no such coder", Message: say(rival.How("gemini"))},
		nountest.Example{Name: "too few", Message: say(rival.HowMany(1))},
	)
}
