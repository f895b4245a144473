package terminal_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/terminal"
)

// TestReadFileWaitsForNobody names a pipe that nobody writes to.
func TestReadFileWaitsForNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo.md")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan string, 1)
	go func() {
		a, err := terminal.ReadFile(path)
		if err != nil {
			done <- err.Error()
			return
		}
		done <- a.Note
	}()
	select {
	case got := <-done:
		if !strings.Contains(got, "empty") {
			t.Errorf("ReadFile of a pipe without a writer says %q, want that it is empty", got)
		}
	case <-time.After(time.Minute):
		t.Error("ReadFile of a pipe without a writer still waits after a minute")
	}
}
