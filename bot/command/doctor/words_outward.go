package doctor

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// tokenSoon is how long before its end a token is named.
const tokenSoon = 14 * 24 * time.Hour

// Connected is the check of a connection: what it may do, and until when.
func Connected(c outward.Connection, now time.Time) reports.CheckResult {
	r := reports.CheckResult{Name: "connections", OK: c.On, Detail: fmt.Sprintf("%s at %s, as %s", c.Name, c.Host(), wording.Plain(c.Account))}
	if len(c.Rights) > 0 {
		r.Detail += "; its token may: " + wording.Plain(strings.Join(c.Rights, ", "))
	}
	switch {
	case !c.On:
		r.Detail += ". Off: " + wording.Plain(c.Why)
	case !c.Ends.IsZero() && c.Ends.Sub(now) < tokenSoon:
		r.Hint = true
		r.Detail += fmt.Sprintf(". Its token ends on %s: frasier connect %s takes a new one", moment.Mark(c.Ends, moment.Day), c.Service)
	case !c.Ends.IsZero():
		r.Detail += ", until " + moment.Mark(c.Ends, moment.Day)
	}
	return r
}

// Webhook is the check of an address that hears of events.
func Webhook(w outward.Webhook) reports.CheckResult {
	r := reports.CheckResult{Name: "webhooks", OK: w.On, Detail: fmt.Sprintf("%s at %s takes what I send", w.Name, wording.Plain(w.Address))}
	switch {
	case !w.On:
		r.Detail = fmt.Sprintf("%s at %s is off: %s. frasier webhooks replay %s switches it on", w.Name, wording.Plain(w.Address), wording.Plain(w.Why), w.Name)
	case w.Why != "":
		r.OK, r.Passing = false, true
		r.Detail = fmt.Sprintf("%s at %s doesn't take what I send: %s. I keep trying; %s", w.Name, wording.Plain(w.Address), wording.Plain(w.Why), wording.CountOf(w.Waiting, "event waits", "events wait"))
	case w.Dead > 0:
		r.Hint = true
		r.Detail += fmt.Sprintf(", and has missed %s: frasier webhooks replay %s", wording.CountOf(w.Dead, "event", "events"), w.Name)
	}
	return r
}
