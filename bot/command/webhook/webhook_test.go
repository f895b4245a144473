package webhook_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/webhook"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	one := outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true, At: at}
	some := one
	some.Kinds, some.Waiting, some.Dead, some.Why = []org.EventKind{org.EventProjectCompleted, org.EventEscalation}, 2, 1, "it answered 502"
	off := one
	off.On, off.Why = false, "it answered 410 Gone"
	fails := outward.WebhookNews{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 502"}
	gone := outward.WebhookNews{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 410 Gone", Off: true}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "none", Message: webhook.List(nil)},
		nountest.Example{Name: "well, failing and off", Message: webhook.List([]outward.Webhook{one, some, off})},
		nountest.Example{Name: "which", Message: say(webhook.Which("replay"))},
		nountest.Example{Name: "a word that does nothing", Message: say(webhook.What("dance"))},
		nountest.Example{Name: "unknown", Message: say(webhook.Unknown("crm"))},
		nountest.Example{Name: "removed", Message: say(webhook.Gone("crm"))},
		nountest.Example{Name: "sent again", Message: say(webhook.Again("crm", 3))},
		nountest.Example{Name: "fails", Message: webhook.Fails(fails)},
		nountest.Example{Name: "wants no more", Message: webhook.Fails(gone)},
		nountest.Example{Name: "nothing to send again", Message: say(webhook.Again("crm", 0))},
	)
}
