package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/reports"
)

// WebhookFails tells that an address did not take an event, or wants none any more.
func WebhookFails(f reports.WebhookFacts) string {
	at := fmt.Sprintf("%s at %s", wording.Quote(f.Name), wording.Plain(f.Address))
	if f.Off {
		return fmt.Sprintf("The webhook %s wants no more events (%s), so I send none there. To begin again: `!webhooks replay %s`.", at, wording.Plain(f.Why), f.Name)
	}
	return fmt.Sprintf("The webhook %s doesn't take what I send: %s. I gave one event up and go on with what comes next. When it works again, `!webhooks replay %s` sends what it missed.", at, wording.Plain(f.Why), f.Name)
}
