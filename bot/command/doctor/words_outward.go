package doctor

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// tokenSoon is the time before its end from which a token is named.
const tokenSoon = 14 * 24 * time.Hour

// Connected is the check of a connection: what it may do, and until when.
func Connected(c outward.Connection, now time.Time) reports.CheckResult {
	r := reports.CheckResult{Name: "connections", OK: c.On, Detail: fmt.Sprintf("%s at %s, as %s", c.Name, c.Host(), wording.Plain(c.Account))}
	if len(c.Rights) > 0 {
		r.Detail += c.MayThere() + wording.Plain(strings.Join(c.Rights, ", "))
	}
	switch {
	case !c.On:
		r.Detail += ". Off: " + wording.Plain(c.Why)
	case !c.Ends.IsZero() && c.Ends.Sub(now) < tokenSoon:
		r.Hint = true
		r.Detail += fmt.Sprintf(". Its token ends on %s: frasier connect %s --rotate takes a new one", moment.Mark(c.Ends, moment.Day), c.Name)
		if c.Service == outward.Google {
			r.Detail += ". Google ends access after 7 days while an app is in Testing: set it to In production at console.cloud.google.com/auth/audience first, so that the new one lasts"
		}
	case !c.Ends.IsZero():
		r.Detail += ", until " + moment.Mark(c.Ends, moment.Day)
	}
	return r
}

// Forges is the check of how repositories at forges are looked at; heard says whether they can knock. ok is false where no forge is connected.
func Forges(all []outward.Connection, every time.Duration, heard bool) (r reports.CheckResult, ok bool) {
	var on []string
	for _, c := range all {
		if c.HoldsCode() {
			on = append(on, c.Name)
		}
	}
	if len(on) == 0 {
		return r, false
	}
	r = reports.CheckResult{Name: "forges", OK: true, Detail: fmt.Sprintf("what happens at %s is looked at every %s (FRASIER_FORGE_POLL)", strings.Join(on, " and "), strings.Replace(every.String(), "m0s", "m", 1))}
	if every < time.Minute {
		r.Hint = true
		r.Detail += ". That is often: a forge counts requests, and lets nobody in for an hour who makes too many; 1m does"
	}
	if heard {
		r.Detail += ", and at once when it knocks at /hooks/forge"
	}
	return r, true
}

// Mirror is the check of a tracker in which projects stand; on says whether its connection is.
func Mirror(s mirror.Setup, all []mirror.Standing, on bool) reports.CheckResult {
	there, waiting := 0, 0
	for _, p := range all {
		if p.On {
			there++
		}
		waiting += p.Waiting
	}
	r := reports.CheckResult{Name: "linear", OK: true, Detail: fmt.Sprintf("team %s, where %s", wording.Plain(s.TeamName), wording.CountOf(there, "project stands", "projects stand"))}
	switch {
	case !on:
		r.OK, r.Detail = false, r.Detail+"; it is off, so nothing is sent there and nothing heard: frasier connect linear"
	case s.Why != "":
		r.OK, r.Passing = false, true
		r.Detail += ". It can't be reached: " + wording.Plain(s.Why) + ". I keep trying, and no work waits for it"
	case waiting > 0:
		r.Detail += fmt.Sprintf(", with %s still to come", wording.CountOf(waiting, "thing", "things"))
	}
	if len(s.Founders) == 0 {
		r.Hint, r.Detail = true, r.Detail+". The key is an app's, so nobody's words there are orders: FRASIER_LINEAR_FOUNDERS names accounts whose are"
	}
	return r
}

// Webhook is the check of an address that hears of events.
func Webhook(w outward.Webhook) reports.CheckResult {
	r := reports.CheckResult{Name: "webhooks", OK: w.On, Detail: fmt.Sprintf("%s at %s takes what I send", w.Name, wording.Plain(w.Address.String()))}
	switch {
	case !w.On:
		r.Detail = fmt.Sprintf("%s at %s is off: %s. frasier webhooks replay %s switches it on", w.Name, wording.Plain(w.Address.String()), wording.Plain(w.Why), w.Name)
	case w.Why != "":
		r.OK, r.Passing = false, true
		r.Detail = fmt.Sprintf("%s at %s doesn't take what I send: %s. I keep trying; %s", w.Name, wording.Plain(w.Address.String()), wording.Plain(w.Why), wording.CountOf(w.Waiting, "event waits", "events wait"))
	case w.Dead > 0:
		r.Hint = true
		r.Detail += fmt.Sprintf(", and has missed %s: frasier webhooks replay %s", wording.CountOf(w.Dead, "event", "events"), w.Name)
	}
	return r
}

// Hook is the check of a program that may order something; heard says whether anybody can knock at all.
func Hook(h outward.Hook, heard bool) reports.CheckResult {
	r := reports.CheckResult{Name: "hooks", OK: true, Detail: fmt.Sprintf("%s may order: %s an hour, %s a day", h.Name, wording.CountOf(h.Orders, "order", "orders"), wording.Money(h.Money))}
	switch {
	case !h.On:
		r.Hint = true
		r.Detail = fmt.Sprintf("%s is off: %s. frasier hooks on %s switches it on", h.Name, wording.Plain(h.Why), h.Name)
	case !heard:
		r.OK = false
		r.Detail = fmt.Sprintf("nobody can knock at %s: set FRASIER_PUBLIC_LISTEN, for example to 127.0.0.1:8788, and have your web server pass on what comes for /hooks/%s", h.Name, h.Name)
	}
	return r
}

// Calendar is the check of a calendar that is read.
func Calendar(c outward.Calendar) reports.CheckResult {
	r := reports.CheckResult{Name: "calendars", OK: c.On, Detail: fmt.Sprintf("%s at %s is read when you ask and for your brief", c.Name, wording.Plain(c.Host))}
	if !c.On {
		r.Detail = fmt.Sprintf("%s at %s is off: %s", c.Name, wording.Plain(c.Host), wording.Plain(c.Why))
	}
	return r
}

// Tools looks at a tool server: whether it is on, and which of its tools went off by themselves.
func Tools(s outward.ToolServer) reports.CheckResult {
	out := reports.CheckResult{Name: "tools", OK: true}
	var changed []string
	allowed := 0
	for _, t := range s.Tools {
		switch {
		case t.State == outward.LevelOff && t.Why != "":
			changed = append(changed, t.Name)
		case t.State == outward.LevelAllowed:
			allowed++
		}
	}
	switch {
	case !s.On:
		out.OK, out.Detail = false, fmt.Sprintf("%s is off: %s; if that is right, \"frasier tools on %s\" switches it on, else \"frasier tools remove %s\" takes it away", s.Name, wording.Plain(s.Why), s.Name, s.Name)
	case len(changed) > 0:
		out.OK, out.Detail = false, fmt.Sprintf("%s says something else of %s than you saw, so I leave them alone; \"frasier tools show %s\" shows it, and what to say to let me use one again", s.Name, wording.Plain(strings.Join(changed, ", ")), s.Name)
	default:
		out.Detail = fmt.Sprintf("%s: %d of %d tools are allowed", s.Name, allowed, len(s.Tools))
	}
	return out
}
