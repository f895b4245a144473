package store_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// lines hands on what is logged.
type lines struct {
	slog.Handler // there is none: nothing but what follows is asked of it
	said         chan slog.Record
}

// Enabled wants all.
func (l lines) Enabled(context.Context, slog.Level) bool { return true }

// Handle hands a line on; one that nobody wants any more is dropped.
func (l lines) Handle(_ context.Context, r slog.Record) error {
	select {
	case l.said <- r:
	default:
	}
	return nil
}

// A process that was stopped in the middle of a write is named in the log of
// those that wait for it; when it has gone on, they do.
func TestAStoppedWriterIsNamed(t *testing.T) {
	said := make(chan slog.Record, 1)
	path := filepath.Join(storetest.Folder(t), "frasier.db")
	db, err := store.Open(t.Context(), store.Options{Path: path, Log: slog.New(lines{said: said})})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	for len(said) > 0 { // of the migrations
		<-said
	}
	db.Impatient()
	other, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := unix.Flock(int(other.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() { gone <- db.SetPolicy(ctx, "tone", "plain") }()
	<-said // it waits
	stop()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("whoever is told to stop while he waits: %v, want %v", err, context.Canceled)
	}
	done := make(chan error, 1)
	go func() { done <- db.SetPolicy(t.Context(), "tone", "dry") }()
	var r slog.Record
	select {
	case r = <-said:
	case err := <-done:
		t.Fatalf("it was stored beside another one's write, or not at all: %v", err)
	}
	named := map[string]slog.Value{}
	r.Attrs(func(a slog.Attr) bool { named[a.Key] = a.Value; return true })
	if _, err := os.Stat("/proc/locks"); err == nil && named["process"].Any() != int64(os.Getpid()) {
		t.Errorf("%s: %v; want process %d", r.Message, named, os.Getpid())
	}
	if err := unix.Flock(int(other.Fd()), unix.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("when the other one had gone on: %v", err)
	}
}
