package policy

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The names of the policy rows that keep Frasier quiet. The zone of the
// founder's day is a row of its own, Zone.
const (
	QuietHours = "quiet.hours" // "22:00-07:00" or "off"; off by default
	QuietPings = "quiet.pings" // pings a day; PingsPerDay by default
)

// Quiet says when and how often the founder may be pinged. The zero value never pings.
type Quiet struct {
	Pings int
	// From and To are minutes of the founder's day; equal means no quiet
	// hours, From after To means over midnight.
	From, To int
	Zone     *time.Location // nil means UTC
}

// ParseQuiet reads the policy rows. Its errors are sentences for the founder.
func ParseQuiet(hours, pings string, zone *time.Location) (Quiet, error) {
	p := Quiet{Pings: org.PingsPerDay, Zone: zone}
	if pings != "" {
		n, err := strconv.Atoi(pings)
		if err != nil || n < 0 {
			return p, fmt.Errorf("%q is no number of pings a day: write one such as %d, or 0 for none", pings, org.PingsPerDay)
		}
		p.Pings = n
	}
	if hours == "" || hours == "off" {
		return p, nil
	}
	from, to, ok := strings.Cut(hours, "-")
	a, err1 := time.Parse("15:04", strings.TrimSpace(from))
	b, err2 := time.Parse("15:04", strings.TrimSpace(to))
	if !ok || err1 != nil || err2 != nil {
		return p, fmt.Errorf("%q are no quiet hours: write them as 22:00-07:00, or off", hours)
	}
	p.From, p.To = a.Hour()*60+a.Minute(), b.Hour()*60+b.Minute()
	return p, nil
}

// Attention grades the founder's attention that a delivery takes.
type Attention string

// The levels. AttentionSpent is a ping that the day's budget had no room for:
// it goes out silently and is listed in the day's digest.
const (
	AttentionPing   Attention = "ping"
	AttentionPlain  Attention = "plain" // as the chat does by itself: the answer to one who just spoke
	AttentionSilent Attention = "silent"
	AttentionSpent  Attention = "spent"
)

// Saying is a delivery as the quiet rules see it.
type Saying struct {
	Kind      reports.DeliveryKind
	Card      org.Card
	Edit      bool // it takes the place of a message that is there already
	BlocksAll bool // a decision without which nothing in Frasier moves
	Recent    bool // bad news of its project pinged within the last minute
}

// Verdict is the ruling of the quiet rules on a delivery: how it goes out now or, when Until is
// set, that it waits until then and is asked about again.
type Verdict struct {
	Attention Attention
	Until     time.Time
}

// Decide decides about one delivery at now, when pinged pings have gone out
// since the founder's day began (DayStart). Pings are for decisions, finished
// documents, failed or paused work and money; what is said in answer goes out
// as it is; all else is silent. Of these the day's budget is for money: a finished
// What the founder waits for, and without a decision, or a word about work
// that failed or was paused, nothing goes on, so those ping unless pings are off. What
// fails in one project within a minute is one piece of news, and pings once. Quiet hours hold every
// ping but the one for a decision that blocks everything.
func (p Quiet) Decide(s Saying, pinged int, now time.Time) Verdict {
	switch {
	case s.Card.Private, s.Kind == reports.DeliverReply && !s.Card.Silent:
		return Verdict{Attention: AttentionPlain}
	case s.Edit, !s.wantsPing():
		return Verdict{Attention: AttentionSilent}
	case s.Recent && (s.Kind == reports.DeliverEscalation || s.Kind == reports.DeliverFailure):
		return Verdict{Attention: AttentionSilent}
	case p.IsQuiet(now) && !s.BlocksAll:
		return Verdict{Until: p.findWaking(now)}
	case pinged >= p.Pings && (p.Pings == 0 || !s.mustPing()):
		return Verdict{Attention: AttentionSpent}
	default:
		return Verdict{Attention: AttentionPing}
	}
}

func (s Saying) wantsPing() bool {
	switch s.Kind {
	case reports.DeliverEscalation, reports.DeliverResult, reports.DeliverFailure, reports.DeliverMoney:
		return !s.Card.Silent
	case reports.DeliverReply, reports.DeliverPlan, reports.DeliverPhase, reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverDigest:
		return s.Card.Ping
	}
	return s.Card.Ping
}

// The founder waits for it, or work waits for him.
func (s Saying) mustPing() bool {
	switch s.Kind {
	case reports.DeliverEscalation, reports.DeliverFailure, reports.DeliverNotice, reports.DeliverResult:
		return true
	case reports.DeliverReply, reports.DeliverPlan, reports.DeliverPhase, reports.DeliverMoney, reports.DeliverLine, reports.DeliverCard, reports.DeliverDigest:
	}
	return false
}

// DayStart returns when the founder's present day began.
func (p Quiet) DayStart(now time.Time) time.Time {
	at := now.In(p.getZone())
	start := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, p.getZone())
	if start.After(now) { // midnight does not exist on this day
		return now.UTC()
	}
	return start.UTC()
}

func (p Quiet) getZone() *time.Location {
	if p.Zone == nil {
		return time.UTC
	}
	return p.Zone
}

// IsQuiet reports whether a moment lies in the quiet hours.
func (p Quiet) IsQuiet(at time.Time) bool {
	local := at.In(p.getZone())
	m := local.Hour()*60 + local.Minute()
	if p.From <= p.To {
		return m >= p.From && m < p.To
	}
	return m >= p.From || m < p.To
}

// It is the first whole minute after at that is not quiet. It walks along the clock, so that hours
// which a day lacks or has twice count as the clock shows them.
func (p Quiet) findWaking(at time.Time) time.Time {
	const longest = 3 * 24 * 60 // minutes; two days lack no hour in a row
	next := at.UTC().Truncate(time.Minute)
	for range longest {
		next = next.Add(time.Minute)
		if !p.IsQuiet(next) {
			break
		}
	}
	return next
}
