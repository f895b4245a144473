package fence_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/fence"
)

// Whoever runs a program behind the fence may be killed at any instant: the
// program ends with it.
func TestNothingOutlivesAKill(t *testing.T) {
	if work := os.Getenv("FENCE_HOLDER"); work != "" { //nolint:forbidigo // what the test below kills
		long := filepath.Base(work)
		_, err := open(t).Run(t.Context(), fence.Box{Work: work}, "/bin/sh", "-c", "sleep "+long+" & sleep "+long)
		t.Fatalf("it ended by itself: %v", err)
	}
	t.Parallel()
	long := fmt.Sprintf("4321.%d", os.Getpid()) // seconds, by which the programs are known
	work := filepath.Join(t.TempDir(), long)
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	holder := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^TestNothingOutlivesAKill$")
	holder.Env = append(os.Environ(), "FENCE_HOLDER="+work)
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "both programs run", func() bool { return sleepers(t, long) == 2 })
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := holder.Wait(); err == nil {
		t.Error("it was not killed")
	}
	await(t, "both programs have ended", func() bool { return sleepers(t, long) == 0 })
}

// await waits until something is so; a minute says that it never is.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for until := time.Now().Add(time.Minute); !so(); <-time.After(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("never: %s", what)
		}
	}
}

// sleepers counts the programs "sleep" of this machine with that argument.
func sleepers(t *testing.T, long string) (n int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		raw, err := os.ReadFile(path) //nolint:gosec // of a process, which may have ended since
		if err == nil && bytes.Equal(raw, []byte("sleep\x00"+long+"\x00")) {
			n++
		}
	}
	return n
}
