package hook_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/hook"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	bugs := outward.Hook{
		Name: "bugs", Form: outward.HookGitHub, Words: "Read the new issue {{issue.title}}. Say what is wrong.", Only: []outward.HookFilter{{Field: "action", Value: "opened"}, {Field: "event", Value: "issues"}},
		Orders: outward.HookOrders, Money: outward.HookMoney, On: true, At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Ordered: 3, Today: 12 * org.Dollar / 100,
	}
	off := bugs
	off.Name, off.Form, off.Only, off.On, off.Why, off.Orders = "crm", outward.HookPlain, nil, false, hook.StoppedBy, 1
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "none", Message: hook.List(nil)},
		nountest.Example{Name: "on and off", Message: hook.List([]outward.Hook{bugs, off})},
		nountest.Example{Name: "which", Message: say(hook.Which("off"))},
		nountest.Example{Name: "a word that does nothing", Message: say(hook.What("dance"))},
		nountest.Example{Name: "unknown", Message: say(hook.Unknown("crm"))},
		nountest.Example{Name: "removed", Message: say(hook.Gone("crm"))},
		nountest.Example{Name: "stopped", Message: say(hook.Stopped("crm"))},
		nountest.Example{Name: "started", Message: say(hook.Started("crm"))},
	)
}
