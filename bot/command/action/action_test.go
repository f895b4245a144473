package action_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/action"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	one := func(id outward.ActionID, s outward.State, why, link string) outward.Action {
		return outward.Action{ID: id, Kind: outward.OpenPull, Place: "acme/shop", State: s, Why: why, Link: link}
	}
	done := one("a1", outward.Done, "", "https://github.com/acme/shop/pull/7")
	all := []outward.Action{
		done, one("a2", outward.Refused, "could not open a pull request in acme/shop: github.com says that the token may not (Resource not accessible)", ""),
		one("a3", outward.Proposed, "", ""), one("a4", outward.Allowed, "", ""), one("a5", outward.Allowed, "github.com asks for patience", ""), one("a6", outward.Doing, "", ""), one("a7", outward.Dropped, "", ""),
	}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "nothing was done outside", Message: action.List(nil)},
		nountest.Example{Name: "all states", Message: action.List(all)},
		nountest.Example{Name: "allowed", Message: say(action.Decided(all[3]))},
		nountest.Example{Name: "allowed, and done already", Message: say(action.Decided(done))},
		nountest.Example{Name: "left out", Message: say(action.Decided(all[6]))},
		nountest.Example{Name: "unknown", Message: say(action.Unknown("a99"))},
		nountest.Example{Name: "too late", Message: say(action.TooLate(done))},
		nountest.Example{Name: "no answer", Message: say(action.How("maybe"))},
	)
}
