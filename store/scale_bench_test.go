package store_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// setting is a variable that the benchmarks of docs/scale.md are told by.
func setting(name string) string {
	v, _ := os.LookupEnv(name)
	return v
}

// onDisk is a database whose commits reach the disk.
func onDisk(b *testing.B) string {
	b.Helper()
	if server != "" {
		return database(b)
	}
	return filepath.Join(b.TempDir(), "frasier.db")
}

// hands is how many workers a process of BenchmarkProcesses has.
const hands = 8

// BenchmarkProcesses is claim and completion of steps that do nothing by ever
// more worker processes of eight workers each.
func BenchmarkProcesses(b *testing.B) {
	if path := setting("STORE_BENCH_HAND"); path != "" {
		hand(b, path)
		return
	}
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o := newInstanceAt(b, onDisk(b))
			for b.Loop() {
				o.fill(10)
				b.ReportMetric(inProcesses(b, o.path, n), "steps/s")
			}
		})
	}
}

// fill makes projects of 200 steps that wait for nothing.
func (o *instance) fill(projects int) {
	for n := range projects {
		o.start(org.NewProject{Title: fmt.Sprint("Project ", n)})
		var steps []work.PlannedStep
		for i := range 200 {
			steps = append(steps, piece(fmt.Sprint("k", i)))
		}
		o.plan(steps...)
	}
}

// BenchmarkFarProcesses is BenchmarkProcesses with 2 ms before each request to the
// server, as between two houses of a town, in turns within one run: each more process
// is to bring more steps.
func BenchmarkFarProcesses(b *testing.B) {
	needServer(b)
	o := newInstanceAt(b, onDisk(b))
	way, address := through(b, o.path)
	far := trap(func(up bool, data []byte) ([]byte, bool) {
		if up {
			time.Sleep(2 * time.Millisecond) //nolint:forbidigo // the delay itself
		}
		return data, false
	})
	way.trap.Store(&far)
	sum := map[int]float64{}
	many := []int{1, 2, 4, 8}
	for b.Loop() {
		for _, n := range many {
			o.fill(n)
			sum[n] += inProcesses(b, address, n)
		}
	}
	for _, n := range many {
		b.ReportMetric(sum[n]/float64(b.N), fmt.Sprint("steps/s-", n))
		b.ReportMetric(sum[n]/sum[1], fmt.Sprint("times-", n))
	}
}

// inProcesses has n processes work until nothing is left, and returns how many
// steps they did in a second.
func inProcesses(b *testing.B, path string, n int) float64 {
	b.Helper()
	var begin []io.WriteCloser
	var answers []*bufio.Reader
	var all []*exec.Cmd
	for i := range n {
		c := exec.CommandContext(b.Context(), os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkProcesses$", "-test.benchtime=1x")
		c.Env = append(os.Environ(), "STORE_TEST_URL=", "STORE_BENCH_HAND="+path, fmt.Sprint("STORE_BENCH_NAME=w", i))
		in, err := c.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		begin, answers, all = append(begin, in), append(answers, bufio.NewReader(out)), append(all, c)
	}
	said := func(r *bufio.Reader, word string) string {
		for {
			line, err := r.ReadString('\n')
			if _, rest, found := strings.Cut(line, word); found {
				return strings.TrimSpace(rest)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, r := range answers {
		said(r, "ready")
	}
	begun := time.Now()
	for _, w := range begin {
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	did := 0
	for _, r := range answers {
		k, err := strconv.Atoi(said(r, "did "))
		if err != nil {
			b.Fatal(err)
		}
		did += k
	}
	took := time.Since(begun)
	for i, c := range all {
		if _, err := io.Copy(io.Discard, answers[i]); err != nil {
			b.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	return float64(did) / took.Seconds()
}

// hand is one process of inProcesses. It begins when its input ends.
func hand(b *testing.B, path string) {
	b.Helper()
	db, err := store.Open(b.Context(), store.Options{Path: path})
	if err != nil {
		b.Fatal(err)
	}
	say := func(s string) {
		if _, err := os.Stdout.WriteString(s + "\n"); err != nil { //nolint:forbidigo // the parent reads it
			b.Fatal(err)
		}
	}
	say("ready")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil { //nolint:forbidigo // the parent closes it
		b.Fatal(err)
	}
	var did atomic.Int64
	var all sync.WaitGroup
	for i := range hands {
		all.Go(func() {
			for {
				n, err := turn(b.Context(), db, fmt.Sprint(setting("STORE_BENCH_NAME"), ".", i))
				if did.Add(int64(n)); n == 0 || err != nil {
					if err != nil {
						b.Error(err)
					}
					return
				}
			}
		})
	}
	all.Wait()
	say(fmt.Sprint("did ", did.Load()))
	if err := db.Close(); err != nil {
		b.Error(err)
	}
}

// turn claims a step and completes it, and returns how many it found.
func turn(ctx context.Context, db *store.DB, who string) (int, error) {
	claims, err := db.ClaimSteps(ctx, who, time.Hour, 1)
	if errors.Is(err, org.ErrNoWork) {
		return 0, nil
	}
	if err == nil {
		err = db.Finish(ctx, claims[0].Lease, completed(claims[0].Step))
	}
	return len(claims), err
}

// BenchmarkRows is the middle and the slowest of a hundred claims and of
// as many hand-ins, one by one, beside ever more rows. STORE_BENCH_ROWS=1000000,10000000
// adds databases of so many steps and a million messages; they need 1 kB a row.
func BenchmarkRows(b *testing.B) {
	sizes := []int{10_000}
	for s := range strings.SplitSeq(setting("STORE_BENCH_ROWS"), ",") {
		if n, err := strconv.Atoi(s); err == nil {
			sizes = append(sizes, n)
		}
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o := newInstanceAt(b, onDisk(b))
			o.rows(n)
			for b.Loop() {
				o.beside(b)
			}
		})
	}
}

// beside claims steps and hands them in, one by one.
func (o *instance) beside(b *testing.B) {
	b.Helper()
	const live = 200
	var steps []work.PlannedStep
	for i := range live {
		steps = append(steps, piece(fmt.Sprint("k", i)))
	}
	o.start(org.NewProject{Title: "Live"})
	o.plan(steps...)
	var claim, finish []time.Duration
	for range live {
		begun := time.Now()
		claims, err := o.db.ClaimSteps(b.Context(), owner, term, 1)
		o.ok(err)
		claim = append(claim, time.Since(begun))
		begun = time.Now()
		o.ok(o.db.Finish(b.Context(), claims[0].Lease, completed(claims[0].Step)))
		finish = append(finish, time.Since(begun))
	}
	for name, took := range map[string][]time.Duration{"claim": claim, "finish": finish} {
		slices.SortFunc(took, cmp.Compare[time.Duration])
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"-ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"-ms-p99")
	}
}

// rows fills an instance with steps, half of which have completed and half wait
// in vain, and from a million steps on with a million messages.
func (o *instance) rows(n int) {
	o.tt.Helper()
	o.start(org.NewProject{Title: "Dead"})
	o.plan(piece("dead"))
	const count, many = `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d) `, 1_000_000
	statements := []string{
		fmt.Sprintf(`
		INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp, final, critical,
		                   entities, acceptance, state, open_deps, held, priority, created_at, ended_at, result, digest, reviewed)
		`+count+`
		SELECT 'z' || i, mission_id, project_id, 'z' || i, title, goal, kind, depth, role, category, agent_id, tier, phase, grp, final, critical,
		       entities, acceptance, CASE i %% 2 WHEN 0 THEN 'completed' ELSE 'pending' END, CASE i %% 4 WHEN 1 THEN 1 ELSE 0 END,
		       CASE i %% 4 WHEN 3 THEN 1 ELSE 0 END, 9000000, created_at, CASE i %% 2 WHEN 0 THEN created_at END, 'done', 'done', 'auto'
		  FROM steps CROSS JOIN k WHERE key = 'dead'`, n),
		`UPDATE steps SET held = 1 WHERE key = 'dead'`,
	}
	if n >= many {
		statements = append(statements, fmt.Sprintf(`
			INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
			`+count+`
			SELECT 'mz' || i, 'terminal', 'channel-' || (i %% 1000), 'z' || i, 'founder', 'A sentence of a founder, of ordinary length.', 'handled', i, i FROM k`, many))
	}
	db := raw(o.tt, o.path)
	if server != "" {
		run(o.tt, db, `SET session_replication_role = replica`) // without looking up what each row refers to
	}
	run(o.tt, db, statements...)
}
