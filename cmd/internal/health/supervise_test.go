package health_test

import (
	"bytes"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// manager is a service manager: it returns its address and what reads the next
// thing that it is told.
func manager(t *testing.T) (at string, next func() string) {
	t.Helper()
	at = filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: at, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return at, func() string {
		buf := make([]byte, 100)
		n, err := l.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		return string(buf[:n])
	}
}

// A process under a service manager says that it is ready, again and again
// that it lives, and that it ends.
func TestSupervised(t *testing.T) {
	at, next := manager(t)
	s, err := settings.Load([]string{"FRASIER_LLM=extractive", "FRASIER_HOME=" + t.TempDir()}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	o, err := app.Open(t.Context(), "bot", s, app.Hooks{}, &log)
	if err != nil {
		t.Fatal(err)
	}
	stop := health.Supervise(t.Context(), o, []string{"NOTIFY_SOCKET=" + at, "WATCHDOG_USEC=3000"})
	for _, want := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"} {
		if got := next(); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	}
	ended := make(chan struct{})
	go func() { defer close(ended); stop() }() // a queue that is full waits for its reader
	for {
		if got := next(); got == "STOPPING=1" {
			break
		}
	}
	<-ended
	health.Supervise(t.Context(), o, nil)() // nobody listens
	if err := o.Close(t.Context()); err != nil || log.Len() > 0 {
		t.Errorf("close: %v; log %q", err, log.String())
	}
}

// A manager that reads nothing hangs no process, neither at its start nor at
// its end.
func TestSupervisedByNobodyWhoReads(t *testing.T) {
	at, _ := manager(t)
	full, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: at, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	if err := full.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = full.Write([]byte("WATCHDOG=1"))
	}
	if err := full.Close(); err != nil {
		t.Error(err)
	}
	s, err := settings.Load([]string{"FRASIER_LLM=extractive", "FRASIER_HOME=" + t.TempDir()}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	o, err := app.Open(t.Context(), "bot", s, app.Hooks{}, &log)
	if err != nil {
		t.Fatal(err)
	}
	health.Supervise(t.Context(), o, []string{"NOTIFY_SOCKET=" + at, "WATCHDOG_USEC=3000"})()
	if err := o.Close(t.Context()); err != nil || !strings.Contains(log.String(), "cannot be told") {
		t.Errorf("close: %v; log %q, want a word about the manager", err, log.String())
	}
}
