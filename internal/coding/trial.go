package coding

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A check that could not run says nothing of the code.
const notRun = "could not run: "

// NotRunFor returns the reason of a check that could not run for want of something.
func NotRunFor(why string) string { return notRun + why }

// NotRun says why the check could not run; empty for one that ran, however it ended.
func (t Trial) NotRun() string {
	why, is := strings.CutPrefix(t.Reason, notRun)
	if !is {
		return ""
	}
	return why
}

// Ended is the reason for which a check ended that did not end by itself, as it stands alone; empty for one that did.
func (t Trial) Ended() string {
	if t.Reason == "" || t.NotRun() != "" {
		return t.Reason
	}
	return "ended: " + t.Reason
}

// TimeOf returns how long some checks took together.
func TimeOf(all []Trial) time.Duration {
	var ms int64
	for _, t := range all {
		ms += t.MS
	}
	return time.Duration(ms) * time.Millisecond
}

// LimitAfter bounds a check of a change: as is set, and three times as long as the slowest took on the base where that is more.
func LimitAfter(set time.Duration, before []Trial) time.Duration {
	const slower = 3
	for _, t := range before {
		set = max(set, slower*time.Duration(t.MS)*time.Millisecond)
	}
	return set
}

// AttemptLimit bounds an attempt at a change whose checks took so long on its base: they are run some three times for each
// time that it is tried, and while it is written.
func AttemptLimit(baseline time.Duration) time.Duration {
	return min(max(org.CodeAttemptLimit, 12*baseline+15*time.Minute), org.CodeAttemptMost)
}

type services struct{ refused, address, postgres, redis *regexp.Regexp }

//nolint:gochecknoglobals // made once, never changed
var service = sync.OnceValue(func() services {
	const host = `(localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*|\d+\.\d+\.\d+\.\d+)`
	const away = `(?i)(?:refused|ECONNREFUSED|is the server running|could not translate host name|ENOTFOUND|EAI_AGAIN|no such host|name resolution|name or service not known|unable to connect|can.?t connect|CannotConnect|failed to connect)`
	return services{
		refused:  regexp.MustCompile(`(?i)connection ?refused|ECONNREFUSED|actively refused|:\d+ refused\b`),
		address:  regexp.MustCompile(`(?:ECONNREFUSED |dial tcp |connecting to |[Cc]onnection to |://(?:[^\s/@]*@)?|\(\(?["'])` + host + `(?::|["'],\s*)(\d{2,5})\b`),
		postgres: regexp.MustCompile(`(?s)` + away + `[^\n]*(?:\n[^\n]*){0,3}?(?:[:, ]5432\b|\.s\.PGSQL\.\d|psycopg|PG::ConnectionBad|org\.postgresql|asyncpg)|(?:port[ :=]+5432\b|\.s\.PGSQL\.\d|\bhost(?:name)? "?postgres|psycopg\S*OperationalError|PG::ConnectionBad|:5432\b)[^\n]*(?:\n[^\n]*){0,3}?` + away),
		redis:    regexp.MustCompile(`(?s)` + away + `[^\n]*(?:\n[^\n]*){0,3}?(?:[:, ]6379\b|Redis::CannotConnect|redis\.exceptions)|(?:port[ :=]+6379\b|:6379\b|redis\.exceptions\.ConnectionError|Redis::CannotConnect|\bioredis\b)[^\n]*(?:\n[^\n]*){0,3}?` + away),
	}
})

// LackingService names the known service that a check asks and that is not there, by the words of the usual drivers; empty for none.
func (t Trial) LackingService() string {
	s := service()
	switch {
	case t.Good():
	case s.postgres.MatchString(t.Tail):
		return "postgres"
	case s.redis.MatchString(t.Tail):
		return "redis"
	}
	return ""
}

// Unserved says what a check asked that does not answer where checks run, in a sentence that goes on; empty where its
// output speaks of none.
func (t Trial) Unserved() string {
	where, helps := t.findUnanswered()
	if where == "" {
		return ""
	}
	if helps != "" {
		helps = " (" + helps + ")"
	}
	return "nothing listens on " + where + " where checks run (connection refused), so that says nothing about the change" + helps
}

// Unanswered says of a check that fails what it asked and what helps, to stand in brackets; empty where its output names no such thing.
func (t Trial) Unanswered() string {
	where, helps := t.findUnanswered()
	if helps == "" {
		return ""
	}
	return "nothing listens on " + where + " where checks run: " + helps
}

// findUnanswered names the address where nothing listened, and the setting that starts what does.
func (t Trial) findUnanswered() (where, helps string) {
	s, known := service(), t.LackingService()
	if t.Good() || known == "" && !s.refused.MatchString(t.Tail) {
		return "", ""
	}
	where = "the address that it asks"
	m := s.address.FindStringSubmatch(t.Tail)
	if m != nil {
		where = m[1] + ":" + m[2]
	}
	switch {
	case known != "":
		helps = "frasier repo set NAME service " + known + " starts one for checks"
	case m != nil:
		helps = `frasier repo set NAME service "server port=` + m[2] + ` COMMAND" starts one for checks`
	}
	return where, helps
}
