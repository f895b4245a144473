package cmd_test

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOldWorkIsDeletedByTheClock: what only served the making of a project goes by
// itself when that ended 100 days ago; its document, its sources and its costs can be
// had as before.
func TestOldWorkIsDeletedByTheClock(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil {
		t.Fatal(err)
	}
	corpus, err := filepath.Abs("../examples/corpus")
	if err != nil {
		t.Fatal(err)
	}
	s := &cockpit{t: t, env: append(os.Environ(), "FRASIER_HOME="+home, "FRASIER_LISTEN=", "FRASIER_CORPUS="+corpus, "FRASIER_POLL=30ms")}
	s.frasier("run", "../examples/roadmap.md", "-out", filepath.Join(home, "out"))
	db, err := sql.Open("sqlite3", filepath.Join(home, "frasier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	const old = 100 * 24 * time.Hour
	if _, err := db.ExecContext(t.Context(), `UPDATE projects SET ended_at = ended_at - ?`, old.Microseconds()); err != nil {
		t.Fatal(err)
	}
	interim := func() (n int) {
		err := db.QueryRowContext(t.Context(), `
			SELECT (SELECT count(*) FROM checkpoints) + (SELECT count(*) FROM drafts WHERE chosen = 0) + (SELECT count(*) FROM llm_calls WHERE reply <> '')`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if interim() == 0 {
		t.Fatal("the project left nothing that could be deleted")
	}
	exported := func(to string) string {
		dir := strings.TrimSpace(s.frasier("export", "p1", "-out", filepath.Join(home, to)))
		raw, err := os.ReadFile(filepath.Join(dir, "sources.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	costs, sources := s.frasier("costs", "p1"), exported("before")
	up := exec.CommandContext(context.WithoutCancel(t.Context()), "frasier", "up")
	var log bytes.Buffer
	up.Env, up.Stderr = s.env, &log
	in, err := up.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); interim() > 0 && time.Since(begun) < patience; <-time.After(50 * time.Millisecond) {
	}
	in.Close()                      //nolint:errcheck // it may have ended
	up.Process.Signal(os.Interrupt) //nolint:errcheck // what it answers is looked at
	if err := up.Wait(); err != nil {
		t.Errorf("frasier up: %v\n%s", err, &log)
	}
	if n := interim(); n > 0 {
		t.Errorf("%d rows are still there\n%s", n, &log)
	}
	if got := s.frasier("costs", "p1"); got != costs {
		t.Errorf("its costs changed: %s", got)
	}
	if got := exported("after"); got != sources || len(got) < 1000 {
		t.Errorf("its sources were %s\nand are %s", sources, got)
	}
	if got := s.frasier("doctor", "-all"); !strings.Contains(got, "90 days after a project has ended") {
		t.Errorf("doctor does not say what is kept:\n%s", got)
	}
	s.frasier("verify")
}
