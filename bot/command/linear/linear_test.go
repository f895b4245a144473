package linear_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/linear"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	setup := mirror.Setup{Sink: mirror.Linear, TeamName: "ENG", Policy: outward.LevelAsk}
	away := setup
	away.Policy, away.Why, away.Strange = outward.LevelAllowed, "Linear answered 500 Internal Server Error", 3
	p := org.ProjectName{ID: "p7", Title: "Payroll tools"}
	there := mirror.Standing{Project: "p7", Title: "Payroll tools", On: true, Link: "https://linear.app/acme/project/x", Things: 12}
	waits := there
	waits.Waiting, waits.Gone, waits.Refused, waits.Why = 2, 1, 1, "Linear answered 500"
	frozen := there
	frozen.On = false
	nountest.Golden(t,
		nountest.Example{Name: "not connected", Message: say(linear.NotConnected())},
		nountest.Example{Name: "none", Message: linear.List(setup, nil)},
		nountest.Example{Name: "some, and away", Message: linear.List(away, []mirror.Standing{there, waits, frozen})},
		nountest.Example{Name: "one", Message: linear.One(there)},
		nountest.Example{Name: "a frozen one", Message: linear.One(frozen)},
		nountest.Example{Name: "how", Message: say(linear.How("maybe"))},
		nountest.Example{Name: "how for all", Message: say(linear.HowAll(""))},
		nountest.Example{Name: "a word for all", Message: say(linear.HowAll("maybe"))},
		nountest.Example{Name: "never there", Message: say(linear.NeverThere(p))},
		nountest.Example{Name: "on", Message: say(linear.Set(p, true))},
		nountest.Example{Name: "off", Message: say(linear.Set(p, false))},
		nountest.Example{Name: "new ones", Message: say(linear.SetAll(setup, outward.LevelAllowed))},
		nountest.Example{Name: "begun", Message: say(linear.Begun(p, setup))},
	)
}
