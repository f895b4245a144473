package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

func TestWorkIsHeardInOtherProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	pair := make([]*store.DB, 2)
	for i := range pair {
		db, err := store.Open(t.Context(), store.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
		pair[i] = db
	}
	say := func(origin string) {
		t.Helper()
		_, _, err := pair[1].SaveMessage(t.Context(), org.Message{Channel: channel, Origin: origin, Author: "founder", Text: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
	}
	say("before anyone waits")
	wake, stop := pair[0].Wake()
	for _, origin := range []string{"first", "second"} {
		if err := pair[1].Seen(t.Context(), "w1", "worker"); err != nil { // makes no work
			t.Fatal(err)
		}
		select {
		case <-wake:
			t.Fatalf("woken before the %s message was saved", origin)
		case <-time.After(100 * time.Millisecond):
		}
		say(origin)
		select {
		case <-wake:
		case <-time.After(time.Minute):
			t.Fatalf("not woken by the %s message of another process", origin)
		}
	}
	stop()
	if left, err := filepath.Glob(path + ".bell-*"); err != nil || len(left) > 0 {
		t.Errorf("pipes left after the subscription: %q, %v", left, err)
	}
	say("after nobody waits")
	select {
	case <-wake:
		t.Error("woken after the subscription ended")
	case <-time.After(100 * time.Millisecond):
	}
}

func TestTheDeadAreNotRung(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	db, err := store.Open(t.Context(), store.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	if err := unix.Mkfifo(path+".bell-DEAD", 0o600); err != nil { // nobody reads it
		t.Fatal(err)
	}
	if _, _, err := db.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: "1", Author: "founder", Text: "Hello"}); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(path + ".bell-*"); err != nil || len(left) > 0 {
		t.Errorf("pipes left: %q, %v; want the dead one gone", left, err)
	}
}
