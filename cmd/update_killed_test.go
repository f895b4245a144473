package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestUpdateKilled ends updates to a version with other tables at 100 instants in the proof.
func TestUpdateKilled(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	s := newShop(t)
	f := newFounder(s)
	f.places("v0.1.0", thisProgram(t))
	f.hasData()
	f.stands("v0.1.0")
	s.publish("v0.2.0", newerSchema(t))
	begun := time.Now()
	code, out := f.frasier("update")
	f.expects("update", code, cli.Done, out, "v0.2.0 is in place")
	lasts := time.Since(begun)
	f.stands("v0.2.0")
	code, out = f.runs(filepath.Join(f.root(), "releases/v0.1.0/frasier"), "verify")
	f.expects("the old version on the new data", code, cli.Config, out, "newer")
	code, out = f.frasier("update", "--back")
	f.expects("back", code, cli.Done, out, "v0.1.0 is back")
	f.stands("v0.1.0")
	if ended := f.killUpdates(testlevel.Count(2, 10, 100), lasts); testlevel.Proof() && len(ended) < 2 {
		t.Errorf("all kills left the same version: %v", ended)
	}
}

// killUpdates ends updates from v0.1.0 to v0.2.0 at so many instants, evenly over the time that one
// takes: one of the two runs then, and the next update completes. It returns how often which.
func (f *founder) killUpdates(n int, lasts time.Duration) map[string]int {
	f.t.Helper()
	data, before := filepath.Dir(f.db()), filepath.Join(f.home, "before")
	ok(f.t, os.Rename(data, before))
	ended := map[string]int{}
	for i := range n {
		ok(f.t, errors.Join(os.RemoveAll(data), os.CopyFS(data, os.DirFS(before)), os.Chmod(data, 0o700)))
		ok(f.t, errors.Join(os.RemoveAll(filepath.Join(f.root(), "releases/v0.2.0")), os.RemoveAll(filepath.Join(f.root(), "update.json")), f.point("v0.1.0")))
		at := lasts * time.Duration(2*i+1) / time.Duration(2*n)
		f.killAt(at, i%2 == 0)
		is := f.version()
		ended[is]++
		if is != "v0.1.0" && is != "v0.2.0" {
			f.t.Fatalf("killed after %s: %s runs", at, is)
		}
		f.stands(is)
		code, out := f.frasier("update")
		f.expects("the next update", code, cli.Done, out, "")
		f.stands("v0.2.0")
		if left, err := filepath.Glob(filepath.Join(data, "rehearsal-*")); err != nil || is == "v0.1.0" && len(left) > 0 {
			f.t.Errorf("%v is left, %v", left, err)
		}
		if f.t.Failed() {
			f.t.Fatalf("killed after %s of %s", at, lasts)
		}
	}
	f.t.Logf("%d updates of %s were killed; then ran %v", n, lasts.Round(time.Millisecond), ended)
	return ended
}

// killAt ends an update after so long, alone or with what it started.
func (f *founder) killAt(at time.Duration, alone bool) {
	f.t.Helper()
	cmd := exec.CommandContext(f.t.Context(), filepath.Join(f.home, ".local/bin/frasier"), "update")
	cmd.Dir, cmd.Env = f.home, f.env()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &out, time.Millisecond
	ok(f.t, cmd.Start())
	ok(f.t, retry.Sleep(f.t.Context(), at))
	who := -cmd.Process.Pid
	if alone {
		who = -who
	}
	if err := syscall.Kill(who, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		f.t.Fatal(err)
	}
	cmd.Wait() //nolint:errcheck // it was killed
}

// newerSchema builds the command with one more migration.
func newerSchema(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	ok(t, err)
	files, err := filepath.Glob("../schema/sqlite/*.sql")
	ok(t, err)
	slices.Sort(files)
	var last int
	if _, err := fmt.Sscanf(filepath.Base(files[len(files)-1]), "%05d", &last); err != nil {
		t.Fatal(err)
	}
	one := filepath.Join(dir, "one.sql")
	write(t, one, "-- Only in a test.\n\n-- +goose Up\n\nCREATE TABLE of_a_test (id TEXT NOT NULL PRIMARY KEY) STRICT;\n\n-- +goose Down\nSELECT 'no';\n", 0o600)
	replace := map[string]string{}
	for _, kind := range []string{"sqlite", "postgres"} {
		replace[filepath.Join(root, "schema", kind, fmt.Sprintf("%05d_of_a_test.sql", last+1))] = one
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	ok(t, err)
	write(t, filepath.Join(dir, "overlay.json"), string(raw), 0o600)
	out := filepath.Join(dir, "frasier")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", out, "./internal/testing/commandtest")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, text)
	}
	return out
}
