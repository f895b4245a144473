package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// seals is what verify says of the journal's seals.
func (o *instance) seals() reports.CheckResult {
	o.tt.Helper()
	got, err := o.db.Seals(o.tt.Context())
	o.ok(err)
	return got
}

// seal seals the journal and wants so many lines to be new.
func (o *instance) seal(want int) {
	o.tt.Helper()
	if n, err := o.db.SealJournal(o.tt.Context()); err != nil || n != want {
		o.tt.Fatalf("SealJournal: %d, %v, want %d", n, err, want)
	}
}

// write writes so many lines of a journal with every column in use.
func (o *instance) write(from, to int) {
	var rows []string
	for i := from; i <= to; i++ {
		rows = append(rows, fmt.Sprintf(`(%d, %d, 'step_held', 'm%d', 'p%d', 'n%d', 's%d', 'agent-%d', %d, 'line %d', '{"n":"%d"}')`, i, 1000+i, i, i, i, i, i, i%4, i, i))
	}
	o.sql(`INSERT INTO events (seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data) VALUES ` + strings.Join(rows, ", "))
}

// TestAuditChain changes and takes away each of the lines of a journal of
// 1,000, one after the other: each is named. Short of make proof it
// is each fiftieth.
func TestAuditChain(t *testing.T) {
	t.Parallel()
	const lines = 1000
	stride := 50
	if testlevel.Proof() && server == "" {
		stride = 1
	}
	o := newInstance(t)
	o.write(1, 600)
	o.seal(600)
	o.write(601, lines)
	o.seal(lines - 600)
	o.seal(0)
	if got := o.seals(); !got.OK {
		t.Fatalf("nothing was changed: %+v", got)
	}
	changes := []string{
		`at = at + 1`, `kind = 'step_ready'`, `message_id = 'm0'`, `project_id = 'p0'`, `mission_id = NULL`, `step_id = 's0'`,
		`agent_id = NULL`, `attempt = attempt + 1`, `body = body || ' '`, `data = '{}'`,
	}
	db := unguarded(t, o.path)
	run(t, db, `CREATE TABLE kept AS SELECT * FROM events`)
	for i := 1; i <= lines; i += stride {
		for what, spoil := range map[string]string{
			"was changed or does not follow": fmt.Sprintf(`UPDATE events SET %s WHERE seq = %d`, changes[i/stride%len(changes)], i),
			"was taken away":                 fmt.Sprintf(`DELETE FROM events WHERE seq = %d`, i),
		} {
			run(t, db, spoil)
			if got := o.seals(); got.OK || got.Detail != fmt.Sprint(i, " ", what) {
				t.Errorf("%s: %+v, want line %d named: %s", spoil, got, i, what)
			}
			run(t, db, fmt.Sprintf(`DELETE FROM events WHERE seq = %d`, i), fmt.Sprintf(`INSERT INTO events SELECT * FROM kept WHERE seq = %d`, i))
		}
	}
	if got := o.seals(); !got.OK {
		t.Fatalf("everything was put back: %+v", got)
	}
	for _, c := range []struct{ spoil, says string }{
		{`DELETE FROM seals WHERE seq = 7; DELETE FROM events WHERE seq = 7`, "8 was changed or does not follow"},
		{`UPDATE seals SET seq = 2001 WHERE seq = 8; UPDATE events SET seq = 2001 WHERE seq = 8`, "2001 was changed or does not follow"},
		{`DELETE FROM seals WHERE seq = 20`, "20 was put in"},
	} {
		run(t, db, strings.Split(c.spoil, "; ")...)
		if got := o.seals(); got.OK || !slices.Contains(strings.Split(got.Detail, ", "), c.says) {
			t.Errorf("%s: %+v, want %q", c.spoil, got, c.says)
		}
	}
}

// Seals that two processes make at once are one chain, and a journal goes on
// after a restart where it was sealed last.
func TestSealsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	o := newInstance(t)
	other := &instance{t: t, tt: t, clock: o.clock, path: o.path}
	other.db = other.open()
	for i := range 5 {
		o.hear(fmt.Sprint("message ", i))
		errs := make(chan error)
		for _, one := range []*instance{o, other} {
			go func() {
				_, err := one.db.SealJournal(t.Context())
				errs <- err
			}()
		}
		for range 2 {
			o.ok(<-errs)
		}
	}
	if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM seals`); err != nil || n != 5 {
		t.Errorf("%d seals, %v, want one for each of five lines", n, err)
	}
	o.sound()
}
