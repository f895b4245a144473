package health_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/health"
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

// supervised is a process with a log.
func supervised(log io.Writer, ready func(context.Context) error) health.Process {
	p := process(broken{}, nil)
	p.Log, p.Ready = slog.New(slog.NewTextHandler(log, nil)), ready
	return p
}

// A process under a service manager asks it for time until it is ready, says
// that it is, again and again that it lives, and that it ends.
func TestSupervised(t *testing.T) {
	at, next := manager(t)
	var log bytes.Buffer
	var asked atomic.Int32
	p := supervised(&log, func(context.Context) error {
		if asked.Add(1) < 3 {
			return errors.New("not connected")
		}
		return nil
	})
	const wait = "EXTEND_TIMEOUT_USEC=60000000"
	stop := p.Supervise(t.Context(), []string{"NOTIFY_SOCKET=" + at, "WATCHDOG_USEC=3000"})
	for _, want := range []string{"STATUS=Not ready: not connected", wait, wait, "READY=1\nSTATUS=Ready", "WATCHDOG=1", "WATCHDOG=1"} {
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
	p.Supervise(t.Context(), nil)() // nobody listens
	if log.Len() > 0 {
		t.Errorf("log %q", log.String())
	}
}

// A manager hears nothing of a process whose loop is stuck, and restarts it.
func TestSupervisedWhileStuck(t *testing.T) {
	at, next := manager(t)
	var log syncBuffer
	p := supervised(&log, func(context.Context) error { return nil })
	stuck := p.Loops.Watch("converse", -time.Second, func(context.Context) error { return nil })
	stop := p.Supervise(t.Context(), []string{"NOTIFY_SOCKET=" + at, "WATCHDOG_USEC=3000"})
	if got := next(); !strings.HasPrefix(got, "READY=1") {
		t.Errorf("told %q, want that it is ready", got)
	}
	for end := time.Now().Add(10 * time.Second); !strings.Contains(log.String(), "converse"); <-time.After(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the log does not name the loop")
		}
	}
	stop()
	if got := next(); got != "STOPPING=1" {
		t.Errorf("told %q, want nothing before the end", got)
	}
	if err := stuck(t.Context()); err != nil {
		t.Error(err)
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
	var log syncBuffer
	supervised(&log, func(context.Context) error { return nil }).Supervise(t.Context(), []string{"NOTIFY_SOCKET=" + at, "WATCHDOG_USEC=3000"})()
	if !strings.Contains(log.String(), "cannot be told") {
		t.Errorf("log %q, want a word about the manager", log.String())
	}
}

// syncBuffer may be written and read at once.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
