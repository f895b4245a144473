package cmd_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/store"
)

// built makes the shipped commands and returns the folder they are in.
func built(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	c := exec.CommandContext(tb.Context(), "go", "build", "-o", dir, "./bot", "./worker", "./frasier")
	if out, err := c.CombinedOutput(); err != nil {
		tb.Fatalf("go build: %v\n%s", err, out)
	}
	return dir
}

// child is one started command.
type child struct {
	*exec.Cmd
	in    io.Closer
	start time.Time
}

func launch(tb testing.TB, path, home string) *child {
	tb.Helper()
	c := exec.CommandContext(tb.Context(), path)
	c.Dir = home
	c.Env = []string{"FRASIER_HOME=" + home, "FRASIER_LLM=extractive", "HOME=" + home, "PATH=" + os.Getenv("PATH")}
	in, err := c.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	c.Stdout, c.Stderr = io.Discard, os.Stderr
	p := &child{Cmd: c, in: in, start: time.Now()}
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	return p
}

func (p *child) end(tb testing.TB) {
	tb.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		tb.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		tb.Fatalf("%s: %v", p.Path, err)
	}
}

// status reads one number in kB of /proc/PID/status.
func (p *child) status(tb testing.TB, name string) float64 {
	tb.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name+":" {
			n, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				tb.Fatal(err)
			}
			return n
		}
	}
	tb.Fatalf("%s has no %s", p.Path, name)
	return 0
}

// cpu is what all threads of the process ran so far.
func (p *child) cpu(tb testing.TB) time.Duration {
	tb.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.Process.Pid))
	if err != nil {
		tb.Fatal(err)
	}
	total := 0
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			continue // a thread that ended
		}
		n, err := strconv.Atoi(string(bytes.Fields(raw)[0]))
		if err != nil {
			tb.Fatal(err)
		}
		total += n
	}
	return time.Duration(total)
}

// ready waits until a process has shown itself in the database.
func ready(tb testing.TB, db *store.DB, role string, since time.Time) time.Duration {
	tb.Helper()
	for time.Since(since) < 10*time.Second {
		s, err := db.Status(context.WithoutCancel(tb.Context()), time.Now())
		if err != nil {
			tb.Fatal(err)
		}
		for _, w := range s.Workers {
			if strings.HasPrefix(w.Owner, role+"-") && !w.Seen.Before(since.Add(-time.Millisecond)) {
				return time.Since(since)
			}
		}
		time.Sleep(200 * time.Microsecond) //nolint:forbidigo // nothing tells when another process is ready
	}
	tb.Fatalf("%s is not ready after 10 s", role)
	return 0
}

// BenchmarkStart is the time from the start of a process until it has shown
// itself in the database, on a database that exists.
func BenchmarkStart(b *testing.B) {
	dir := built(b)
	for _, role := range []string{"bot", "worker"} {
		b.Run(role, func(b *testing.B) {
			home := b.TempDir()
			db, err := store.Open(b.Context(), store.Options{Path: filepath.Join(home, "frasier.db")})
			if err != nil {
				b.Fatal(err)
			}
			var total time.Duration
			n := 0
			for b.Loop() {
				p := launch(b, filepath.Join(dir, role), home)
				total += ready(b, db, role, p.start)
				n++
				p.end(b)
			}
			b.ReportMetric(float64(total.Microseconds())/1000/float64(n), "ms-ready")
			if err := db.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// unread takes a program out of the page cache, as after a restart of the
// machine. What was just written there lies in pieces of up to 2 MB, and some
// kernels count all of a piece for a process that uses a byte of it.
func unread(b *testing.B, path string) {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(f.Sync(), unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED), f.Close()); err != nil {
		b.Fatal(err)
	}
}

// logged is how many bytes stand in the database's log of writes, which begins
// anew after 4 MB at the earliest.
func logged(b *testing.B, home string) int64 {
	b.Helper()
	info, err := os.Stat(filepath.Join(home, "frasier.db-wal"))
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}

// BenchmarkIdle is what both processes use when there is nothing to do, over
// 20 seconds, a minute after their start.
func BenchmarkIdle(b *testing.B) {
	const look, rest = 20 * time.Second, time.Minute
	dir, home := built(b), b.TempDir()
	db, err := store.Open(b.Context(), store.Options{Path: filepath.Join(home, "frasier.db")})
	if err != nil {
		b.Fatal(err)
	}
	var both []*child
	for _, role := range []string{"bot", "worker"} {
		unread(b, filepath.Join(dir, role))
		p := launch(b, filepath.Join(dir, role), home)
		ready(b, db, role, p.start)
		both = append(both, p)
	}
	for b.Loop() {
		time.Sleep(rest) //nolint:forbidigo // lets both come to rest
		var cpu time.Duration
		for _, p := range both {
			cpu -= p.cpu(b)
		}
		start, before := time.Now(), logged(b, home)
		time.Sleep(look) //nolint:forbidigo // idleness takes time
		b.ReportMetric(float64(logged(b, home)-before)/time.Since(start).Seconds(), "B/s-written")
		rss, private := 0.0, 0.0
		for _, p := range both {
			cpu += p.cpu(b)
			rss += p.status(b, "VmRSS")
			private += p.status(b, "RssAnon")
		}
		b.ReportMetric(100*cpu.Seconds()/time.Since(start).Seconds(), "%cpu")
		b.ReportMetric(rss/1024, "MB-rss")
		b.ReportMetric(private/1024, "MB-anon")
		costs, err := db.Costs(b.Context(), 0)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(costs[0].Total.Calls), "calls")
	}
	for _, p := range both {
		p.end(b)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAcross is how long a message waits for its turn in another process:
// it is stored here, the bot answers it and the worker plans it.
func BenchmarkAcross(b *testing.B) {
	dir, home := built(b), b.TempDir()
	db, err := store.Open(b.Context(), store.Options{Path: filepath.Join(home, "frasier.db")})
	if err != nil {
		b.Fatal(err)
	}
	bot, worker := launch(b, filepath.Join(dir, "bot"), home), launch(b, filepath.Join(dir, "worker"), home)
	ready(b, db, "bot", bot.start)
	ready(b, db, "worker", worker.start)
	var turn, plan time.Duration
	n := 0
	for b.Loop() {
		n++
		text := fmt.Sprintf("# Plan %d\n\n- [ ] Find the price of oats number %d\n", n, n)
		id, _, err := db.SaveMessage(b.Context(), org.Message{
			Channel: org.Channel{Transport: "terminal", ID: "bench"}, Origin: strconv.Itoa(n), Author: "founder", Explicit: true, SaidAt: time.Now(),
			Attachments: []org.Attachment{{Name: "plan.md", Size: int64(len(text)), Data: []byte(text), Text: text}},
		})
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		var p org.Project
		until(b, func() bool { p, err = db.ProjectByMessage(b.Context(), id); return err == nil })
		turn += time.Since(start)
		start = time.Now()
		until(b, func() bool { list, err := db.Steps(b.Context(), p.ID); return err == nil && len(list) > 0 })
		plan += time.Since(start)
	}
	b.ReportMetric(float64(turn.Microseconds())/1000/float64(n), "ms-turn")
	b.ReportMetric(float64(plan.Microseconds())/1000/float64(n), "ms-plan")
	bot.end(b)
	worker.end(b)
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

func until(b *testing.B, done func() bool) {
	b.Helper()
	for start := time.Now(); !done(); {
		if time.Since(start) > 30*time.Second {
			b.Fatal("nothing happened for 30 s")
		}
		time.Sleep(time.Millisecond) //nolint:forbidigo // another process does it
	}
}

// BenchmarkInterrupt is the time from Ctrl-C until a run has ended that waits
// for an answer of the model: two seconds at most.
func BenchmarkInterrupt(b *testing.B) {
	tool := filepath.Join(built(b), "frasier")
	server, err := llmtest.New(llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:silent"}}})
	if err != nil {
		b.Fatal(err)
	}
	url, stop, err := server.Serve(b.Context(), "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	asked := 0
	for b.Loop() {
		b.StopTimer()
		home := b.TempDir()
		if err := os.WriteFile(filepath.Join(home, "oats.md"), []byte("# Oats\n\n- [ ] Find the price of oats\n"), 0o600); err != nil {
			b.Fatal(err)
		}
		c := exec.CommandContext(b.Context(), tool, "run", "oats.md")
		c.Dir, c.Env = home, []string{"HOME=" + home, "FRASIER_LLM_URL=" + url, "FRASIER_LISTEN="}
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		for ; len(server.Requests()) == asked; time.Sleep(time.Millisecond) { //nolint:forbidigo // nothing tells when another process asks
		}
		asked = len(server.Requests())
		b.StartTimer()
		began := time.Now()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			b.Fatal(err)
		}
		if err := c.Wait(); err == nil {
			b.Fatal("the run had ended before it was stopped")
		}
		if took := time.Since(began); took > 2*time.Second {
			b.Errorf("a run took %s to stop, want 2 s at most", took)
		}
	}
}
