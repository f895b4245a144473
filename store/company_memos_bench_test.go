package store_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	sittings "github.com/frasier-cos/frasier/store/company"
)

// BenchmarkSitting is what the database does for a director's turn, beside a
// million messages that are settled: the middle and the slowest of a hundred of its claim and
// of the whole turn, and how many times as long they take as beside a thousand. Both
// companies have their turns one after the other, so that they meet the same machine.
func BenchmarkSitting(b *testing.B) {
	var small, big firmUnderLoad
	small.open(b, 1000)
	big.open(b, 1_000_000)
	for b.Loop() {
		for i := range 100 {
			small.turn(b, i)
			big.turn(b, i)
		}
	}
	for name, of := range map[string]func(*firmUnderLoad) []time.Duration{
		"claim": func(f *firmUnderLoad) []time.Duration { return f.claim },
		"turn":  func(f *firmUnderLoad) []time.Duration { return f.whole },
	} {
		less, more := of(&small), of(&big)
		b.ReportMetric(middle(more), name+"-ms-p50")
		b.ReportMetric(ms(more[len(more)*99/100]), name+"-ms-p99")
		b.ReportMetric(middle(more)/middle(less), name+"-ratio")
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// middle is the middle of some times, which it sorts.
func middle(took []time.Duration) float64 {
	slices.SortFunc(took, cmp.Compare[time.Duration])
	return ms(took[len(took)/2])
}

// firmUnderLoad is a company beside what it wrote before.
type firmUnderLoad struct {
	*instance
	claim, whole []time.Duration
}

// open makes a company with n messages that nobody waits for any more, and a
// project that ended for each twenty of them.
func (f *firmUnderLoad) open(b *testing.B, n int) {
	b.Helper()
	f.instance = newInstanceAt(b, onDisk(b))
	f.ok(f.db.CompanyOn(b.Context(), 20*org.Dollar, org.Channel{Transport: "terminal", ID: "local"}))
	p := f.start(org.NewProject{Title: "Roasters"})
	day, now := f.clock.Now().Add(-24*time.Hour).UnixMicro(), f.clock.Now().UnixMicro()
	const count = `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d) `
	db := raw(b, f.path)
	run(b, db, fmt.Sprintf(`
		INSERT INTO memos (id, key, kind, sender, recipient, reserved, root, subject, body, state, made_by, settled_by, expires_at, created_at, ended_at)
		`+count+`
		SELECT 'z' || i, 'z' || i, 'risk', 'business', 'management', 'org-ops-reserved', 'z' || (i / 40), 'A risk', 'A few words about it.', 'settled',
		       'business:0', 'management:0', %d, %d, %d FROM k`, n, f.clock.Now().Add(time.Hour).UnixMicro(), day, now),
		fmt.Sprintf(`
		INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
		`+count+`SELECT 'mz' || i, 'company', 'research', 'z' || i, 'Rowan', 'An order.', 'handled', i, i FROM k`, n/20),
		fmt.Sprintf(`
		INSERT INTO projects (id, message_id, transport, channel, title, goal, mode, depth, template, state, outcome, opened_by, created_at, ended_at)
		`+count+`
		SELECT 'pz' || i, 'mz' || i, transport, channel, title, goal, mode, depth, template, 'completed', 'Done.', 'research', %d, %d + i FROM projects CROSS JOIN k WHERE id = '%s'`, n/20, day, day, p))
	if server != "" {
		run(b, db, `ANALYZE memos`, `ANALYZE projects`)
	}
}

// turn gives an order; Business passes it on, and what it passed on is dropped, so that
// each turn begins alike.
func (f *firmUnderLoad) turn(b *testing.B, i int) {
	b.Helper()
	_, err := f.db.TellCompany(b.Context(), fmt.Sprint("o", b.N, f.clock.Now().UnixNano(), i), "Get 30 paying roasters")
	f.ok(err)
	begun := time.Now()
	s, err := f.db.ClaimSitting(b.Context(), owner, time.Hour)
	f.ok(err)
	f.claim = append(f.claim, time.Since(begun))
	id := string(s.Memos[0].ID)
	if len(s.Projects) != sittings.ProjectsShown {
		b.Fatalf("%d projects are shown", len(s.Projects))
	}
	f.ok(f.db.SaveSitting(b.Context(), s, company.DirectorReply{Summary: "So be it.", Actions: []company.DirectorAction{
		{Op: company.OpSend, Message: id, Kind: company.MemoResearchRequest, To: "research", Subject: "Who buys, " + id, Body: "And at what price."},
		{Op: company.OpDone, Message: id, Body: "R&D looks into it."},
	}}))
	f.whole = append(f.whole, time.Since(begun))
	_, err = f.db.DropDirective(b.Context(), s.Memos[0].Root) // ends what waits under it
	f.ok(err)
}

// BenchmarkCompanyOff is what a company that is off costs: one question to the database
// each time a worker looks for something to do.
func BenchmarkCompanyOff(b *testing.B) {
	o := newInstanceAt(b, onDisk(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.db.ClaimSitting(b.Context(), owner, time.Hour); !errors.Is(err, org.ErrNoWork) {
			b.Fatal(err)
		}
	}
}
