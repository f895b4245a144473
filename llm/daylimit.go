//nolint:gochecknoglobals // tables and patterns that are made once and never changed
package llm

import "time"

// A limit by the day often comes without its hour, and Google's with a delay of
// seconds that is the minute's. Asked each minute it would answer the same all day.
var (
	longLimits  = compilePattern(`\b(per|a|each|/)[ _-]?(day|week|month)\b|-per-(day|week|month)|per(day|week|month)\b|\b(daily|weekly|monthly)\b|\b(tpd|rpd)\b|(day|week|month)('s)? (limit|quota)|tomorrow|24[ -]?hours?`)
	shortLimits = compilePattern(`per[ _-]?min|minute|\b(tpm|rpm)\b`)
	// violations matches Google's names for the limit that was passed.
	violations = compilePattern(`perday(per|-)`)
	// Google's days begin at midnight in California.
	byGoogle = compilePattern(`googleapis|google\.rpc|generativelanguage|\bgemini`)
)

// So long after the day's turn it is asked again: a clock that is behind ours would take it for
// yesterday's, and hold it for a day more.
const afterHour = 5 * time.Minute

// A limit by the day that comes without an hour holds until the provider's next day. A limit by
// the week or month is tried once a day, since nobody says when it began.
func (f *Fault) holdForDay(now time.Time) {
	google := violations.MatchString(f.Words)
	if f.Waits && !google || !google && (!longLimits.MatchString(f.Words) || shortLimits.MatchString(f.Words)) {
		return
	}
	if classifyStatus(f).kind != verdictRate.kind {
		return
	}
	zone := time.UTC
	if byGoogle.MatchString(f.Words) {
		zone = loadPacificZone()
	}
	here := now.In(zone)
	next := time.Date(here.Year(), here.Month(), here.Day()+1, 0, 0, 0, 0, zone).Add(afterHour)
	if wait := next.Sub(now); wait > f.RetryAfter {
		f.waitFor(wait.Seconds())
	}
}

func loadPacificZone() *time.Location {
	if zone, err := time.LoadLocation("America/Los_Angeles"); err == nil {
		return zone
	}
	return time.FixedZone("PST", -8*60*60)
}
