package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
)

var backupClock = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func pipe(w *ward) {
	w.gone(w.path)
	w.ok(unix.Mkfifo(w.path, 0o600))
}

// hold opens a database file that tells time by a clock.
func hold(t *testing.T, path string, c *clock) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: path, Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// A hundred days of backups leave those of the last 24 hours and 7 days.
func TestBackupsAreThinned(t *testing.T) {
	c := &clock{now: backupClock}
	path := filepath.Join(t.TempDir(), "frasier.db")
	db := hold(t, path, c)
	if err := os.MkdirAll(store.Backups(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for hour := range 100 * 24 {
		name := c.now.Add(-time.Duration(hour) * time.Hour).Format("frasier-20060102T150405Z.db")
		if hour == 40 {
			name = strings.Replace(name, ".db", "-before-schema-3.db", 1)
		}
		if err := os.WriteFile(filepath.Join(store.Backups(path), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mine := filepath.Join(store.Backups(path), "notes.txt")
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Backup(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(store.Backups(path), "*"))
	if err != nil {
		t.Fatal(err)
	}
	// 24 hours end within the second of 7 days, so 5 more days are kept.
	if want := 24 + 5 + 1 + 1; len(left) != want {
		t.Errorf("files left: %d, want %d: hours, days, one before a migration and one of the owner's\n%s", len(left), want, strings.Join(left, "\n"))
	}
	for _, day := range []string{"20260301T09", "20260228T10", "20260227T23", "20260223T23"} {
		if got, err := filepath.Glob(filepath.Join(store.Backups(path), "frasier-"+day+"*")); err != nil || len(got) != 1 {
			t.Errorf("backups of %s: %q, %v, want one", day, got, err)
		}
	}
}

// What a backup holds comes back, the replaced database is kept, and work goes
// on from there.
func TestRestore(t *testing.T) {
	c := &clock{now: backupClock}
	path := filepath.Join(t.TempDir(), "frasier.db")
	say := func(db *store.DB, text string) {
		t.Helper()
		_, _, err := db.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: text, Author: "founder", Text: text})
		if err != nil {
			t.Fatal(err)
		}
	}
	heard := func(db *store.DB, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}()
		n, err := db.Count(t.Context(), `SELECT count(*) FROM messages`)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	db, err := open(t, path)
	if err != nil {
		t.Fatal(err)
	}
	say(db, "kept")
	kept, err := db.Backup(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	say(db, "lost")
	if _, err := store.Restore(t.Context(), path, "", c.Now()); !errors.Is(err, store.ErrInUse) {
		t.Errorf("Restore while it is open: %v, want ErrInUse", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	done, err := store.Restore(t.Context(), path, "", c.Now())
	if err != nil || done.From != kept {
		t.Fatalf("Restore: %+v, %v, want it from %s", done, err, kept)
	}
	if n := heard(open(t, path)); n != 1 {
		t.Errorf("messages after restoring: %d, want 1", n)
	}
	if n := heard(open(t, done.Aside)); n != 2 {
		t.Errorf("messages in what was replaced: %d, want 2", n)
	}
	db, err = open(t, path)
	if err != nil {
		t.Fatal(err)
	}
	say(db, "after")
	if got, err := db.Verify(t.Context()); err != nil || failed(got) != "" {
		t.Errorf("verify after restoring: %s, %v", failed(got), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func failed(results []reports.CheckResult) string {
	for _, r := range results {
		if !r.OK {
			return r.Name + ": " + r.Detail
		}
	}
	return ""
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	w := newWard(t, false)
	bad := func(name string, change func(path string)) string {
		path := filepath.Join(t.TempDir(), name)
		w.write(path, w.read(w.backup))
		change(path)
		return path
	}
	_, db := other(w)
	strange, err := db.Backup(t.Context(), t.TempDir())
	w.ok(err)
	w.ok(db.Close())
	for name, c := range map[string]struct{ file, want string }{
		"damaged": {bad("damaged.db", func(p string) { w.ok(os.Truncate(p, 20*sheet)) }), "damaged"},
		"newer": {bad("newer.db", func(p string) {
			plant(t, p, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`)
		}), "newer version"},
		"empty":         {bad("empty.db", func(p string) { w.ok(os.Truncate(p, 0)) }), "no identity"},
		"not there":     {filepath.Join(t.TempDir(), "none.db"), "there is no backup"},
		"another's":     {strange, "another database"},
		"other program": {bad("other.db", func(p string) { w.ok(os.Remove(p)); plant(t, p, `CREATE TABLE notes (body TEXT)`) }), "another program"},
	} {
		_, err := store.Restore(t.Context(), w.path, c.file, backupClock)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("restore of a %s backup: %v, want a refusal that says %q", name, err, c.want)
		}
	}
	w.admit(injury{name: "after refused restorations"})
}

// However far a restoration came before its process died, opening is refused
// or finds one of the two databases whole, and restoring again succeeds.
func TestRestoreCutShort(t *testing.T) {
	t.Parallel()
	for _, gone := range [][]string{{}, {""}, {"", "-wal"}, {"", "-wal", "-shm"}} {
		w := newWard(t, true)
		w.write(w.path+".restoring", []byte("half a copy"))
		for _, end := range gone {
			if err := os.Rename(w.path+end, w.path+".replaced-x"+end); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		says := "missing or empty"
		if len(gone) == 0 {
			says = ""
		}
		w.admit(injury{name: fmt.Sprint("cut short after ", gone), says: says, backup: says != ""})
	}
}

// A process that is killed while it makes backups leaves none that is bad.
func TestBackupKilled(t *testing.T) {
	t.Parallel()
	if path, asked := os.LookupEnv("STORE_BACKUP_PATH"); asked {
		keepBackingUp(t.Context(), path)
		return
	}
	needFile(t) // backups are of files
	w := newWard(t, false)
	const kills = 12
	for i := range kills {
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBackupKilled$")
		child.Env = append(os.Environ(), "STORE_BACKUP_PATH="+w.path, "STORE_TEST_URL=")
		out, err := child.StdoutPipe()
		w.ok(err)
		w.ok(child.Start())
		if _, err := out.Read(make([]byte, 1)); err != nil { // it has made one
			t.Fatal(err)
		}
		<-time.After(time.Duration(i) * 3 * time.Millisecond)
		w.ok(child.Process.Kill())
		if err := child.Wait(); err == nil {
			t.Fatal("the process ended by itself")
		}
	}
	made, err := filepath.Glob(filepath.Join(store.Backups(w.path), "frasier-*.db"))
	w.ok(err)
	if len(made) == 0 {
		t.Fatal("no backup was made")
	}
	for _, file := range made {
		if _, err := store.Restore(t.Context(), w.path, file, backupClock); err != nil {
			t.Errorf("%s cannot be restored: %v", file, err)
		}
	}
}

func keepBackingUp(ctx context.Context, path string) {
	db, err := store.Open(ctx, store.Options{Path: path})
	if err != nil {
		panic(err)
	}
	for {
		if _, err := db.Backup(ctx, ""); err != nil {
			panic(err)
		}
		if _, err := os.Stdout.WriteString("."); err != nil { //nolint:forbidigo // its parent reads it
			panic(err)
		}
	}
}

func TestBackupOnServer(t *testing.T) {
	o := newInstance(t)
	file, err := o.db.Backup(t.Context(), t.TempDir())
	if onServer(o.path) != errors.Is(err, store.ErrServerBackup) || onServer(o.path) != (file == "") || o.db.Server() != onServer(o.path) {
		t.Errorf("backup: %q, %v, on a server: %v", file, err, o.db.Server())
	}
}
