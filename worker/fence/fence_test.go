package fence_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/fence"
)

func open(t *testing.T) *fence.Fence {
	t.Helper()
	f, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCheckTriesTheWalls(t *testing.T) {
	t.Parallel()
	if err := open(t).Check(t.Context()); err != nil {
		t.Fatalf("Check: %v", err)
	}
}

// A program inside is ended with all that it started, when its time is up.
func TestRunEndsWhatItStarted(t *testing.T) {
	t.Parallel()
	const limit = 5 * time.Second // on a busy machine it takes a second until a program inside has begun
	work := t.TempDir()
	began := time.Now()
	e, err := open(t).Run(t.Context(), fence.Box{Work: work, Limit: limit}, "/bin/sh", "-c", "(while :; do date +%s%N > beat; sleep 0.05; done) & sleep 60")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(e.Reason, "longer than 5s") {
		t.Errorf("Reason = %q, want that it took longer than 5s", e.Reason)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v until the program had ended", took)
	}
	beat := func() string {
		raw, err := os.ReadFile(filepath.Join(work, "beat"))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	last := beat()
	<-time.After(300 * time.Millisecond)
	if now := beat(); now != last {
		t.Errorf("what the program started still runs: %q, then %q", last, now)
	}
}

func TestRunReportsHowItEnded(t *testing.T) {
	t.Parallel()
	f := open(t)
	for _, c := range []struct {
		name, script string
		code         int
		output       string
	}{
		{"a good end", "echo fine", 0, "fine\n"},
		{"a failure", "echo no >&2; exit 3", 3, "no\n"},
		{"an environment without secrets", "env | grep -c -e SECRET -e KEY || true", 0, "0\n"},
		{"a user without rights", "id -u; cat /proc/self/status | grep CapEff", 0, "1000\nCapEff:\t0000000000000000\n"},
		{"its own folder", "pwd; ls -A", 0, "/tree\n"},
		{"no standard input", "cat; echo end", 0, "end\n"},
	} {
		e, err := f.Run(t.Context(), fence.Box{Work: t.TempDir()}, "/bin/sh", "-c", c.script)
		if err != nil {
			t.Fatal(err)
		}
		if e.Code != c.code || string(e.Output) != c.output || e.Reason != "" {
			t.Errorf("%s: exit %d (%s) with %q, want %d with %q", c.name, e.Code, e.Reason, e.Output, c.code, c.output)
		}
	}
}

func TestRunKeepsBothEndsOfLongOutput(t *testing.T) {
	t.Parallel()
	e, err := open(t).Run(t.Context(), fence.Box{Work: t.TempDir()}, "/bin/sh", "-c", "echo first; head -c 25000000 /dev/zero | tr '\\0' x; echo; echo last")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(e.Output); n > 11<<20 || !strings.HasPrefix(string(e.Output), "first\n") || !strings.HasSuffix(string(e.Output), "\nlast\n") {
		t.Errorf("%d bytes of output are kept, want at most 11 MiB with both ends", n)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	e, err := open(t).Run(ctx, fence.Box{Work: t.TempDir()}, "/bin/sleep", "60")
	if err != nil || e.Reason == "" || e.Took > 30*time.Second {
		t.Errorf("Run = %+v, %v, want a program that was ended", e, err)
	}
}

func TestOwnReportsFailure(t *testing.T) {
	t.Parallel()
	out, err := fence.Own(t.Context(), []string{"A=b"}, []byte("in"), "/bin/sh", "-c", "cat; echo \" $A\"")
	if err != nil || string(out) != "in b\n" {
		t.Errorf("Own = %q, %v", out, err)
	}
	var failed *fence.FailedError
	if _, err := fence.Own(t.Context(), nil, nil, "/bin/sh", "-c", "echo why >&2; exit 7"); !errors.As(err, &failed) || failed.Code != 7 || failed.Said != "why\n" {
		t.Errorf("Own of a failing program: %v", err)
	}
}
