package fence_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Whoever runs a program behind the fence may be killed at any instant: the
// program ends with it.
func TestNothingOutlivesAKill(t *testing.T) {
	if work := os.Getenv("FENCE_HOLDER"); work != "" { //nolint:forbidigo // what the test below kills
		long := filepath.Base(work)
		b, program := fence.Box{Work: work}, []string{"/bin/sh", "-c", "sleep " + long + " & sleep " + long}
		if filepath.Base(filepath.Dir(work)) != fullBox {
			_, err := open(t).Run(t.Context(), b, program...)
			t.Fatalf("it ended by itself: %v", err)
		}
		b = fill(t, b)
		b.Services = parse(t, "held sleep "+long)
		p, err := open(t).Start(t.Context(), b, program...)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Wait()
		t.Fatalf("it ended by itself: %v", err)
	}
	t.Parallel()
	long := fmt.Sprintf("4321.%d", os.Getpid()) // seconds, by which the programs are known
	work := filepath.Join(t.TempDir(), long)
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	kill := held(t, work)
	await(t, "both programs run", func() bool { return sleepers(t, long) == 2 })
	kill()
	await(t, "both programs have ended", func() bool { return sleepers(t, long) == 0 })
}

// The same while the walls are still being built, when nothing of them is bound to anybody's life yet.
func TestNothingOutlivesAnEarlyKill(t *testing.T) {
	t.Parallel()
	for n := range testlevel.Count(8, 24, 200) {
		long := fmt.Sprintf("5432.%d%03d", os.Getpid(), n)
		work := filepath.Join(t.TempDir(), long)
		if err := os.Mkdir(work, 0o700); err != nil {
			t.Fatal(err)
		}
		kill := held(t, work)
		await(t, "the walls are begun", func() bool { return running(t, "bwrap\x00", "\x00"+work+"\x00") > 0 })
		<-time.After(time.Duration(n%8) * 3 * time.Millisecond)
		kill()
		await(t, "all of it has ended", func() bool { return running(t, "\x00"+work+"\x00")+sleepers(t, long) == 0 })
	}
}

// fullBox is the folder above that of a box with layers and ways out, whose program is talked to.
const fullBox = "full"

// The same in each phase of a box that has everything: while its layers are mounted, its walls built, its ways out opened,
// its service started and its program runs.
func TestNothingOutlivesAKillOfAFullBox(t *testing.T) {
	t.Parallel()
	for n := range testlevel.Count(12, 40, 200) {
		long := fmt.Sprintf("7654.%d%03d", os.Getpid(), n)
		work := filepath.Join(t.TempDir(), fullBox, long)
		if err := os.MkdirAll(work, 0o700); err != nil {
			t.Fatal(err)
		}
		kill := held(t, work)
		await(t, "the layers are begun", func() bool { return running(t, "\x00"+work+"\x00") > 0 })
		<-time.After(time.Duration(n%20) * 4 * time.Millisecond)
		kill()
		await(t, "all of it has ended", func() bool {
			return running(t, "\x00"+work+"\x00")+sleepers(t, long)+running(t, "inside-run\x00", long) == 0
		})
	}
}

// Nor while the walls stand and are not yet bound to whoever built them: no program begins before they are, and none
// begins when there is nobody left to be bound to.
func TestNothingBeginsBehindLateWalls(t *testing.T) {
	bind := late(t)
	long := fmt.Sprintf("300.%d", os.Getpid()) // ends by itself where this test fails
	work := filepath.Join(t.TempDir(), long)
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f, ended := open(t), make(chan error, 1)
	go func() {
		_, err := f.Run(ctx, fence.Box{Work: work}, "/bin/sleep", long)
		ended <- err
	}()
	standing := func() int { return running(t, "bwrap\x00", "\x00"+work+"\x00") }
	await(t, "the walls are begun", func() bool { return standing() == 2 }) // bubblewrap and the first process inside
	tempt(t, long, 1)
	cancel()
	await(t, "who built the walls has ended", func() bool { return standing() < 2 })
	bind(true)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("a run that is called off ends with %v", err)
	}
	await(t, "what was cancelled has ended", func() bool { return running(t, "\x00"+work+"\x00")+sleepers(t, long) == 0 })
	bind(false)
	kill := held(t, work)
	await(t, "the walls are begun once more", func() bool { return standing() == 2 })
	tempt(t, long, 2)
	kill()
	bind(true)
	await(t, "what was killed has ended", func() bool { return running(t, "\x00"+work+"\x00")+sleepers(t, long) == 0 })
}

// held has another process run two programs behind the fence, and returns what kills that process.
func held(t *testing.T, work string) (kill func()) {
	t.Helper()
	holder := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^TestNothingOutlivesAKill$")
	holder.Env = append(os.Environ(), "FENCE_HOLDER="+work, "TMPDIR="+t.TempDir())
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := holder.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := holder.Wait(); err == nil {
			t.Error("it was not killed")
		}
	}
}

// late puts a bubblewrap before the system's whose walls are bound to their builder when the test says so. It returns what says
// that they are bound from now on, or wait again.
func late(t *testing.T) (bind func(now bool)) {
	t.Helper()
	walls, err := exec.LookPath("bwrap")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	so, name := filepath.Join(dir, "late.so"), filepath.Join(dir, "go")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	bind = func(now bool) {
		t.Helper()
		word := "0"
		if now {
			word = "1"
		}
		if _, err := file.WriteAt([]byte(word), 0); err != nil { // never empty: others have it mapped
			t.Fatal(err)
		}
	}
	bind(false)
	t.Cleanup(func() {
		bind(true) // whatever waits yet goes on and ends
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, args := range [][]string{
		{"-shared", "-fPIC", "-DGO=\"" + name + "\"", "-o", so, "testdata/late.c"},
		{"-DLATE=\"" + so + "\"", "-DWALLS=\"" + walls + "\"", "-o", filepath.Join(dir, "bwrap"), "testdata/walls.c"},
	} {
		if out, err := exec.CommandContext(t.Context(), "cc", args...).CombinedOutput(); err != nil {
			t.Fatalf("cc: %v: %s", err, out)
		}
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")) //nolint:forbidigo // of the test's own surroundings
	return bind
}

// await waits until something is so; a minute says that it never is.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for until := time.Now().Add(time.Minute); !so(); <-time.After(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("never: %s", what)
		}
	}
}

// tempt gives programs that should wait time to begin.
func tempt(t *testing.T, long string, programs int) {
	t.Helper()
	for until := time.Now().Add(2 * time.Second); time.Now().Before(until) && sleepers(t, long) < programs; <-time.After(10 * time.Millisecond) {
	}
}

// sleepers counts the programs "sleep" of this machine with that argument.
func sleepers(t *testing.T, long string) int {
	t.Helper()
	return running(t, "sleep\x00"+long+"\x00")
}

// running counts the programs of this machine whose command line holds all these.
func running(t *testing.T, parts ...string) (n int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		raw, err := os.ReadFile(path)
		if err == nil && !slices.ContainsFunc(parts, func(p string) bool { return !bytes.Contains(raw, []byte(p)) }) {
			n++
		}
	}
	return n
}
