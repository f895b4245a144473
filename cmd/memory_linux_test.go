package cmd_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// TestOneWorkerFitsASmallServer has the worker take steps one after the other,
// with no more than 1 GiB of data to be had, until the document is delivered.
func TestOneWorkerFitsASmallServer(t *testing.T) {
	t.Parallel()
	const most = 1 << 30 // bytes: the smallest server that is sold
	dir := workdir(t)
	unpack(t, dir, "testdata/kill.txtar")
	_, url := llmtest.Start(t, llmtest.Options{})
	env := []string{
		"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + url, "FRASIER_CORPUS=corpus", "FRASIER_POLL=30ms", "FRASIER_LISTEN=", "FRASIER_WORKERS=1",
		"STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	var log syncBuffer
	launch := func(name string) (*exec.Cmd, io.WriteCloser) {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), path)
		c.Dir, c.Env, c.Stdout, c.Stderr = dir, env, &log, &log
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c, in
	}
	worker, _ := launch("worker")
	if err := unix.Prlimit(worker.Process.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
		t.Fatal(err)
	}
	bot, in := launch("bot")
	if _, err := io.WriteString(in, "roadmap.md\n"); err != nil {
		t.Fatal(err)
	}
	done := func() bool {
		out, err := start(t, dir, env, "status", "-json")
		return err == nil && strings.Contains(out, `"State":"completed"`) && strings.Contains(out, `"outbox":0`)
	}
	for end := time.Now().Add(patience); !done(); <-time.After(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the project never ended:\n%s", log.String())
		}
	}
	peak := highest(t, worker.Process.Pid)
	for _, c := range []*exec.Cmd{worker, bot} {
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", c.Path, err, log.String())
		}
	}
	if peak == 0 || peak >= most {
		t.Errorf("the worker had %d MiB in memory at its peak, want less than %d", peak>>20, most>>20)
	}
}

// TestIdleProcesses has the shipped bot and worker do nothing: half a minute
// after their start both together have less than 30 MB of memory of their own
// (what the system cannot drop), and take at most 0.2 % of a processor.
func TestIdleProcesses(t *testing.T) {
	testlevel.Need(t) // it takes a minute
	t.Parallel()
	const rest, look = 30 * time.Second, 20 * time.Second
	const mostMemory, mostShare = 30 << 10, 0.002 // kB; of the time
	dir, home := built(t), t.TempDir()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(home, "frasier.db")})
	if err != nil {
		t.Fatal(err)
	}
	var both []*child
	for _, role := range []string{"bot", "worker"} {
		p := launch(t, filepath.Join(dir, role), home)
		ready(t, db, role, p.start)
		both = append(both, p)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	<-time.After(rest)
	share := 1.0
	for range 8 { // a busy machine makes the same work dearer: the best look counts
		if share = min(share, taken(t, both, look)); share <= mostShare {
			break
		}
	}
	own := 0.0
	for _, p := range both {
		own += p.status(t, "RssAnon")
	}
	t.Logf("%.1f MB of their own, %.3f %% of a processor", own/1024, 100*share)
	if own == 0 || own > mostMemory {
		t.Errorf("both have %.1f MB of their own, want less than 30", own/1024)
	}
	if share > mostShare {
		t.Errorf("both take %.3f %% of a processor, want 0.2 %% at most", 100*share)
	}
	for _, p := range both {
		p.end(t)
	}
}

// taken is the share of a processor that processes take together for a while.
func taken(t *testing.T, all []*child, look time.Duration) float64 {
	t.Helper()
	var cpu time.Duration
	for _, p := range all {
		cpu -= p.cpu(t)
	}
	begun := time.Now()
	<-time.After(look)
	for _, p := range all {
		cpu += p.cpu(t)
	}
	return cpu.Seconds() / time.Since(begun).Seconds()
}

// highest is the most memory that a living process had at once, in bytes. What
// the system says of it after its end may be that of the process it came from.
func highest(t *testing.T, pid int) int64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var kib int64
		if n, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); err == nil && n == 1 {
			return kib << 10
		}
	}
	t.Fatalf("the system does not say what process %d used:\n%s", pid, raw)
	return 0
}
