package coding_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestLongChecksGiveAnAttemptMoreTime(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]time.Duration{0: 45 * time.Minute, 2 * time.Minute: 45 * time.Minute, 10 * time.Minute: 135 * time.Minute, 2 * time.Hour: 6 * time.Hour} {
		half := took.Milliseconds() / 2
		if got := coding.AttemptLimit(coding.TimeOf([]coding.Trial{{MS: half}, {MS: half}})); got != want {
			t.Errorf("checks that take %s: %s, want %s", took, got, want)
		}
	}
}

// The usual drivers say in words of their own that PostgreSQL or Redis is not there.
func TestDriversNameTheServiceThatLacks(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"psycopg2.OperationalError: connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?": "postgres",
		"psycopg2.OperationalError: could not translate host name \"db\" to address: Temporary failure in name resolution":                                                                           "postgres",
		"connection to server on socket \"/var/run/postgresql/.s.PGSQL.5432\" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?":          "postgres",
		"Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect":                                                                                                             "postgres",
		"AggregateError [ECONNREFUSED]: \n  code: 'ECONNREFUSED',\n  [errors]: [\n    Error: connect ECONNREFUSED ::1:5432":                                                                          "postgres",
		"failed to connect to `host=localhost user=x database=y`: dial error (dial tcp 127.0.0.1:5432: connect: connection refused)":                                                                 "postgres",
		"PG::ConnectionBad: connection to server at \"127.0.0.1\", port 5432 failed: Connection refused":                                                                                             "postgres",
		"org.postgresql.util.PSQLException: Connection to localhost:5432 refused. Check that the hostname and port are correct":                                                                      "postgres",
		"redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.":                                                                                              "redis",
		"redis.exceptions.ConnectionError: Error -3 connecting to redis:6379. Temporary failure in name resolution.":                                                                                 "redis",
		"[ioredis] Unhandled error event: Error: connect ECONNREFUSED 127.0.0.1:6379":                                                                                                                "redis",
		"dial tcp [::1]:6379: connect: connection refused":                                                                                                                                           "redis",
		"Redis::CannotConnectError: Connection refused - connect(2) for 127.0.0.1:6379":                                                                                                              "redis",
		"Error: connect ECONNREFUSED 127.0.0.1:3000":                                                                                                                                                 "",
		"--- FAIL: TestPort\n    got 5432, want 6379":                                                                                                                                                "",
		"expected 15432 rows, access refused by policy":                                                                                                                                              "",
		"the redis cache was not cleared": "",
	} {
		if got := (coding.Trial{Exit: 1, Tail: said}).LackingService(); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
		if got := (coding.Trial{Tail: said}).LackingService(); got != "" {
			t.Errorf("of a check that passes: %q", got)
		}
	}
}

func TestSlowBasesGiveChecksMoreTime(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]time.Duration{0: 10 * time.Minute, 3 * time.Minute: 10 * time.Minute, 8 * time.Minute: 24 * time.Minute} {
		if got := coding.LimitAfter(10*time.Minute, []coding.Trial{{MS: 5}, {MS: took.Milliseconds()}}); got != want {
			t.Errorf("a base that takes %s: %s, want %s", took, got, want)
		}
	}
}
