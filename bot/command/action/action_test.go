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
	effect, _ := done.Inverse()
	taken := done
	taken.Undone = "a8"
	undo := outward.Action{ID: "a8", Kind: outward.TakeBack, Place: "acme/shop", State: outward.Done, Effect: effect, Undoes: "a1", Link: done.Link}
	refused := undo
	refused.State, refused.Why = outward.Refused, "left acme/shop#7 as it is: it is merged by ada"
	left := one("a9", outward.Dropped, "it is left as it is since a8 took it back", "")
	left.Kind = outward.MarkReady
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "nothing was done outside", Message: action.List(nil, nil)},
		nountest.Example{Name: "all states", Message: action.List(all, nil)},
		nountest.Example{Name: "allowed", Message: say(action.Decided(all[3]))},
		nountest.Example{Name: "allowed, and done already", Message: say(action.Decided(done))},
		nountest.Example{Name: "left out", Message: say(action.Decided(all[6]))},
		nountest.Example{Name: "unknown", Message: say(action.Unknown("a99"))},
		nountest.Example{Name: "too late", Message: say(action.TooLate(done))},
		nountest.Example{Name: "taken back", Message: action.List([]outward.Action{taken, undo}, []outward.Frozen{{Place: "acme/shop", Object: "acme/shop#7", Action: "a8"}})},
		nountest.Example{Name: "left out, as it was taken back", Message: action.List([]outward.Action{left}, nil)},
		nountest.Example{Name: "undo", Message: say(action.Undoing("a1", outward.Action{ID: "a8", State: outward.Allowed, Effect: effect, Object: "acme/shop#7"}))},
		nountest.Example{Name: "undo of what was not done yet", Message: say(action.Undoing("a7", all[6]))},
		nountest.Example{Name: "undo said again", Message: say(action.Undoing("a1", undo))},
		nountest.Example{Name: "undo that was refused", Message: say(action.Undoing("a1", refused))},
		nountest.Example{Name: "no way back from what is under way", Message: say(action.NoWayBack(all[5]))},
		nountest.Example{Name: "nothing to take back", Message: say(action.NoWayBack(all[1]))},
		nountest.Example{Name: "no way back from a merge", Message: say(action.NoWayBack(outward.Action{ID: "a9", Kind: outward.MergePull, Place: "acme/shop", State: outward.Done}))},
		nountest.Example{Name: "no way back from an undo", Message: say(action.NoWayBack(undo))},
		nountest.Example{Name: "nothing stays as it is", Message: say(action.NotFrozen("a1"))},
		nountest.Example{Name: "goes on", Message: say(action.Thawed("a8"))},
		nountest.Example{Name: "no undo", Message: say(action.UndoHow("please"))},
		nountest.Example{Name: "no answer", Message: say(action.How("maybe"))},
	)
}
