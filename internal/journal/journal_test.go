package journal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// office is a real store whose journal grows by one event with every message.
type office struct {
	*store.DB
	heard       int
	deadCursor  bool // SetCursor fails, as when the process dies before it
	cursorCalls int
}

var errDied = errors.New("died")

func open(t *testing.T) *office {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{
		Path: storetest.Path(t),
		Now:  func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return &office{DB: db}
}

func (o *office) SetCursor(ctx context.Context, name string, seq int64) error {
	o.cursorCalls++
	if o.deadCursor {
		return errDied
	}
	return o.DB.SetCursor(ctx, name, seq)
}

// say makes n events.
func (o *office) say(ctx context.Context, t *testing.T, n int) {
	t.Helper()
	for range n {
		o.heard++
		m := org.Message{
			Channel: org.Channel{Transport: "terminal", ID: "local"}, Origin: fmt.Sprint(o.heard), Author: "founder",
			Text: fmt.Sprintf("message %d\nwith two lines", o.heard), SaidAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}
		if _, _, err := o.SaveMessage(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFollowSkipsAndDoublesNothing(t *testing.T) {
	o := open(t)
	o.say(t.Context(), t, 450) // more than two batches
	nudge := make(chan struct{}, 1)
	f := journal.Follower{Records: o, Poll: time.Hour, Nudge: nudge}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var got []int64
	last, err := f.Follow(ctx, 3, func(ctx context.Context, e org.Event) error {
		got = append(got, e.Seq)
		switch e.Seq {
		case 450:
			o.say(ctx, t, 1) // written while the last batch is heard
			nudge <- struct{}{}
		case 451:
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || last != 451 || len(got) != 448 {
		t.Fatalf("Follow: last %d, %d events, error %v; want 451, 448, cancelled", last, len(got), err)
	}
	for i, seq := range got {
		if seq != int64(i)+4 {
			t.Fatalf("event %d has number %d, want %d", i, seq, i+4)
		}
	}
}

func TestFollowStopsAtAnError(t *testing.T) {
	o := open(t)
	o.say(t.Context(), t, 5)
	f := journal.Follower{Records: o}
	last, err := f.Follow(t.Context(), 0, func(_ context.Context, e org.Event) error {
		if e.Seq == 3 {
			return errDied
		}
		return nil
	})
	if !errors.Is(err, errDied) || last != 2 {
		t.Errorf("Follow: got %d, %v; want 2 and the error of hear", last, err)
	}
}

func TestFollowPollsWithoutNudges(t *testing.T) {
	o := open(t)
	f := journal.Follower{Records: o, Poll: time.Millisecond}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	o.say(t.Context(), t, 1)
	last, err := f.Follow(ctx, 0, func(ctx context.Context, e org.Event) error {
		if e.Seq == 1 {
			o.say(ctx, t, 1)
			return nil
		}
		stop()
		return nil
	})
	if last != 2 || !errors.Is(err, context.Canceled) {
		t.Errorf("Follow: got %d, %v; want 2 and cancelled", last, err)
	}
}

// exported returns the numbers in a workflow log and checks its form.
func exported(t *testing.T, path string) []int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var out []int
	for i := 0; i+1 < len(lines); i += 2 {
		var e journal.Entry
		if err := json.Unmarshal([]byte(lines[i]), &e); err != nil {
			t.Fatalf("%s line %d: %q: %v", path, i+1, lines[i], err)
		}
		if want := "# CONVERSE:MESSAGE:START - "; !strings.HasPrefix(lines[i+1], want) {
			t.Fatalf("%s line %d: got %q, want %s...", path, i+2, lines[i+1], want)
		}
		var seq int
		if _, err := fmt.Sscan(e.Data["seq"], &seq); err != nil {
			t.Fatal(err)
		}
		out = append(out, seq)
	}
	if len(lines)%2 != 0 {
		t.Fatalf("%s has %d lines, want pairs", path, len(lines))
	}
	return out
}

func catchUp(t *testing.T, l *journal.Log, want int) {
	t.Helper()
	if n, err := l.CatchUp(t.Context()); n != want || err != nil {
		t.Fatalf("CatchUp: got %d, %v; want %d", n, err, want)
	}
}

func count(from, to int) []int {
	var out []int
	for i := from; i <= to; i++ {
		out = append(out, i)
	}
	return out
}

func TestLogSurvivesRestartAndCrash(t *testing.T) {
	o := open(t)
	path := filepath.Join(t.TempDir(), "workflow.log")
	o.say(t.Context(), t, 3)
	catchUp(t, &journal.Log{Path: path, Records: o}, 3)
	catchUp(t, &journal.Log{Path: path, Records: o}, 0) // a new process

	o.say(t.Context(), t, 2)
	o.deadCursor = true
	dying := &journal.Log{Path: path, Records: o}
	if n, err := dying.CatchUp(t.Context()); n != 2 || !errors.Is(err, errDied) {
		t.Fatalf("CatchUp of a dying process: %d, %v", n, err)
	}
	o.deadCursor = false
	catchUp(t, dying, 0)
	catchUp(t, &journal.Log{Path: path, Records: o}, 0)
	if d := cmp.Diff(count(1, 5), exported(t, path)); d != "" {
		t.Fatalf("after a death between append and cursor (-want +got):\n%s", d)
	}

	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pairs := bytes.SplitAfter(whole, []byte("\n"))
	head := len(whole) - len(pairs[8]) - len(pairs[9])
	for _, cut := range []int{head, head + 3, head + 40, head + len(pairs[8]), head + len(pairs[8]) + 4, len(whole) - 1} {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		catchUp(t, &journal.Log{Path: path, Records: o}, 1)
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("after a write torn at %d of %d: %q, want the whole log", cut, len(whole), got)
		}
	}
}

func TestLogLeavesForeignTextAlone(t *testing.T) {
	o := open(t)
	path := filepath.Join(t.TempDir(), "workflow.log")
	if err := os.WriteFile(path, []byte("notes of mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.say(t.Context(), t, 1)
	catchUp(t, &journal.Log{Path: path, Records: o}, 1)
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "notes of mine\n{\"ts\":\"") {
		t.Errorf("log over foreign text: %q, %v", text, err)
	}
	other := open(t) // a new database beside an old file
	other.say(t.Context(), t, 2)
	if err := os.WriteFile(path, bytes.Replace(text, []byte(`"ts":"2026`), []byte(`"ts":"2025`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	catchUp(t, &journal.Log{Path: path, Records: other}, 2)
}

func TestLogRotates(t *testing.T) {
	o := open(t)
	path := filepath.Join(t.TempDir(), "workflow.log")
	o.say(t.Context(), t, 1)
	catchUp(t, &journal.Log{Path: path, Records: o}, 1)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	most := info.Size()*2 + 10 // two pairs a file
	l := &journal.Log{Path: path, Records: o, MaxBytes: most, Keep: 2}
	o.say(t.Context(), t, 6)
	catchUp(t, l, 6)
	for file, want := range map[string][]int{path: {7}, path + ".1": {5, 6}, path + ".2": {3, 4}} {
		if d := cmp.Diff(want, exported(t, file)); d != "" {
			t.Errorf("%s (-want +got):\n%s", filepath.Base(file), d)
		}
	}
	if _, err := os.Stat(path + ".3"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a third old file: %v", err)
	}
	if err := os.Remove(path); err != nil { // died between rename and the next append
		t.Fatal(err)
	}
	catchUp(t, &journal.Log{Path: path, Records: o}, 1)
	if d := cmp.Diff([]int{7}, exported(t, path)); d != "" {
		t.Errorf("after a missing file (-want +got):\n%s", d)
	}
}
