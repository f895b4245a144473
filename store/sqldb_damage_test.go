package store_test

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// ward is a database file with a backup that is patient to damage.
type ward struct {
	t      *testing.T
	path   string
	backup string
	raw    []byte // the file as it was
	log    []byte // what was in its write-ahead log, when its process died
	lines  int    // of its journal
}

// newWard makes a database with work in it and a backup of it. Alive, its last
// commits stand in the write-ahead log, as a killed process leaves them.
func newWard(t *testing.T, killed bool) *ward {
	t.Helper()
	w := &ward{t: t, path: filepath.Join(storetest.Folder(t), "frasier.db")}
	db, err := open(t, w.path)
	w.ok(err)
	say := func(n int) {
		for i := range n {
			_, _, err := db.SaveMessage(t.Context(), org.Message{
				Channel: channel, Origin: fmt.Sprint(n, ".", i), Author: "founder", Text: strings.Repeat("long enough for pages of its own ", 150),
			})
			w.ok(err)
		}
	}
	say(20)
	w.backup, err = db.Backup(t.Context(), "")
	w.ok(err)
	w.ok(db.Close()) // which empties the log
	db, err = open(t, w.path)
	w.ok(err)
	say(10)
	if killed {
		w.log = w.read(w.path + "-wal")
	}
	events, err := db.Events(t.Context(), 0, 1000)
	w.ok(err)
	w.lines = len(events)
	// A copy of the file while it is open, and then of its end.
	w.raw = w.read(w.path)
	w.ok(db.Close())
	if killed {
		w.write(w.path, w.raw)
		w.write(w.path+"-wal", w.log)
	}
	w.raw = w.read(w.path)
	return w
}

func (w *ward) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *ward) read(path string) []byte {
	w.t.Helper()
	raw, err := os.ReadFile(path)
	w.ok(err)
	return raw
}

func (w *ward) write(path string, raw []byte) {
	w.t.Helper()
	w.ok(os.WriteFile(path, raw, 0o600))
}

const sheet = 4096

// fill overwrites a page, the first being 1.
func fill(n int, with string) func(w *ward) {
	return func(w *ward) {
		raw := bytes.Clone(w.raw)
		copy(raw[(n-1)*sheet:], strings.Repeat(with, sheet/len(with)))
		w.write(w.path, raw)
	}
}

// cut leaves so many bytes; a negative number takes as many off the end.
func cut(n int) func(w *ward) {
	return func(w *ward) {
		if n < 0 {
			n += len(w.raw)
		}
		w.ok(os.Truncate(w.path, int64(n)))
	}
}

// field overwrites bytes of the file's header.
func field(at int, raw ...byte) func(w *ward) {
	return func(w *ward) {
		all := bytes.Clone(w.raw)
		copy(all[at:], raw)
		w.write(w.path, all)
	}
}

// injury is one kind of damage.
type injury struct {
	name   string
	killed bool // its process died before, so that it has a log
	do     func(w *ward)
	says   string // what the refusal must say, empty when the damage does no harm
	backup bool   // whether it must name the backup
}

func injuries() []injury {
	all := []injury{
		{"zero bytes", false, cut(0), "missing or empty", true},
		{"removed", false, func(w *ward) { w.ok(os.Remove(w.path)) }, "missing or empty", true},
		{"cut to one byte", false, cut(1), "damaged", true},
		{"cut within the header", false, cut(60), "damaged", true},
		{"cut after the first page", false, cut(sheet), "damaged", true},
		{"cut within a page", false, cut(10*sheet + 77), "damaged", true},
		{"cut in the middle", false, cut(30 * sheet), "damaged", true},
		{"last page cut", false, cut(-sheet), "damaged", true},
		{"magic string", false, field(0, []byte("SQL ite format 3")...), "damaged", true},
		{"page size", false, field(16, 0x00, 0x03), "damaged", true},
		{"file format", false, field(18, 9, 9), "damaged or no database", true},
		{"reserved bytes", false, field(20, 255), "damaged", true},
		{"payload fractions", false, field(21, 1, 1, 1), "damaged", true},
		{"size of the free list", false, field(36, 0, 0, 1, 0), "damaged", true},
		{"schema format", false, field(44, 0, 0, 0, 99), "damaged", true},
		{"encoding", false, field(56, 0, 0, 0, 7), "damaged", true},
		{"plain text", false, func(w *ward) { w.write(w.path, []byte(strings.Repeat("plain text, ", 500))) }, "damaged or no database", true},
		{"all zeros", false, func(w *ward) { w.write(w.path, make([]byte, len(w.raw))) }, "damaged or no database", true},
		{"another program's", false, foreign, "database of another program", false},
		{"another office's", false, exchanged, "another database", true},
		{"an old copy", false, func(w *ward) { w.write(w.path, w.read(w.backup)) }, "older than it was", true},
		{"newer schema", false, func(w *ward) {
			plant(w.t, w.path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`)
		}, "made by a newer version", false},
		{"changed migration", false, func(w *ward) {
			plant(w.t, w.path, `UPDATE migration_sums SET sum = 'x' || substr(sum, 2) WHERE version = 99`)
		}, "whose migration 99 is not this program's", false},
		{"no identity", false, func(w *ward) { plant(w.t, w.path, `DELETE FROM identity`) }, "another database", true},
		{"a folder", false, func(w *ward) { w.ok(os.Remove(w.path)); w.ok(os.Mkdir(w.path, 0o700)) }, "is a folder", true},
		{"a link to nothing", false, func(w *ward) {
			w.ok(os.Remove(w.path))
			w.ok(os.Symlink(filepath.Join(filepath.Dir(w.path), "not mounted", "frasier.db"), w.path))
		}, "is a link to", true},
		{"a pipe", false, pipe, "no ordinary file", false},
		{"log removed", true, func(w *ward) { w.ok(os.Remove(w.path + "-wal")) }, "older than it was", true},
		{"log emptied", true, func(w *ward) { w.write(w.path+"-wal", nil) }, "older than it was", true},
		{"log cut", true, func(w *ward) { w.write(w.path+"-wal", w.log[:len(w.log)/2]) }, "older than it was", true},
		{"first frame of the log", true, func(w *ward) {
			log := bytes.Clone(w.log)
			copy(log[100:], "xxxxxxxx")
			w.write(w.path+"-wal", log)
		}, "older than it was", true},
		{"head of the log", true, func(w *ward) {
			log := bytes.Clone(w.log)
			copy(log, "nothing at all")
			w.write(w.path+"-wal", log)
		}, "older than it was", true},
		{"log of another office", true, otherLog, "", true},
		{"database removed, log left", true, func(w *ward) { w.ok(os.Remove(w.path)) }, "missing or empty", true},
		// What follows does no harm: the log, or SQLite, makes it good.
		{"page that the log holds", true, repaired, "", false},
		{"tail of the log", true, func(w *ward) { w.write(w.path+"-wal", append(bytes.Clone(w.log), "torn frame"...)) }, "", false},
		{"index of the log removed", true, func(w *ward) { w.gone(w.path + "-shm") }, "", false},
		{"index of the log is rubbish", true, func(w *ward) { w.write(w.path+"-shm", bytes.Repeat([]byte("x"), 32768)) }, "", false},
		{"pages added at the end", false, func(w *ward) { w.write(w.path, append(bytes.Clone(w.raw), make([]byte, 3*sheet)...)) }, "", false},
		{"empty rollback journal", false, func(w *ward) { w.write(w.path+"-journal", nil) }, "", false},
	}
	return all
}

func (w *ward) gone(path string) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
}

func foreign(w *ward) {
	w.ok(os.Remove(w.path))
	plant(w.t, w.path, `CREATE TABLE notes (body TEXT)`)
}

// other makes another instance's database.
func other(w *ward) (path string, db *store.DB) {
	path = filepath.Join(storetest.Folder(w.t), "frasier.db")
	db, err := open(w.t, path)
	w.ok(err)
	for i := range 60 {
		_, _, err := db.SaveMessage(w.t.Context(), org.Message{Channel: channel, Origin: fmt.Sprint(i), Author: "a", Text: strings.Repeat("other ", 900)})
		w.ok(err)
	}
	return path, db
}

func exchanged(w *ward) {
	path, db := other(w)
	w.ok(db.Close())
	w.write(w.path, w.read(path))
}

func otherLog(w *ward) {
	path, db := other(w)
	log := w.read(path + "-wal")
	w.ok(db.Close())
	w.write(w.path+"-wal", log)
}

// repaired damages a page of the file that the log holds too.
func repaired(w *ward) {
	n := binary.BigEndian.Uint32(w.log[32:]) // the page of the first frame
	raw := bytes.Clone(w.raw)
	if int(n)*sheet > len(raw) {
		w.t.Fatalf("the log begins with page %d, beyond the file", n)
	}
	copy(raw[(int(n)-1)*sheet:], strings.Repeat("x", sheet))
	w.write(w.path, raw)
}

// TestDamage damages a database in every way: each is refused with words that
// say what to do, or does no harm, and nothing is ever overwritten.
func TestDamage(t *testing.T) {
	t.Parallel()
	needFile(t) // files were damaged when the tests ran on files
	if n := len(injuries()); n < 40 {
		t.Errorf("%d kinds of damage, want 40 at least", n)
	}
	for _, c := range injuries() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWard(t, c.killed)
			c.do(w)
			w.admit(c)
		})
	}
}

// Damage to each of the first 64 pages, filled with letters and with nothing, is
// seen, but for nothing in the place of text.
func TestDamagedPages(t *testing.T) {
	t.Parallel()
	needFile(t)
	for _, with := range []string{"x", "\x00"} {
		w := newWard(t, false)
		if len(w.raw) < 64*sheet {
			t.Fatalf("the database has %d pages, want 64 at least", len(w.raw)/sheet)
		}
		free := freePages(t, w.path)
		for n := 1; n <= 64; n++ {
			if !testlevel.Check() && n%8 > 0 {
				continue
			}
			says := "damaged"
			if free[n] || with == "\x00" && tail(w.raw, n) {
				says = ""
			}
			fill(n, with)(w)
			w.admit(injury{name: fmt.Sprintf("page %d filled with %q", n, with), says: says, backup: says != ""})
			w.write(w.path, w.raw)
			w.gone(w.path + "-wal")
			w.gone(w.path + "-shm")
		}
	}
}

// tail reports whether a page holds the end of a long text and nothing else:
// filled with zeroes it is the end of another text, to all that SQLite keeps of it.
func tail(raw []byte, n int) bool { return binary.BigEndian.Uint32(raw[(n-1)*sheet:]) == 0 }

// freePages are those that hold nothing, whose damage does no harm.
func freePages(t *testing.T, path string) map[int]bool {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	var free int
	if err := db.QueryRow(`PRAGMA freelist_count`).Scan(&free); err != nil || free != 0 {
		t.Fatalf("free pages: %d, %v, want none in a database that nothing was removed from", free, err)
	}
	return map[int]bool{}
}

// admit opens the database and judges what is said of it.
func (w *ward) admit(c injury) {
	w.t.Helper()
	before := w.sums()
	db, err := open(w.t, w.path)
	if err == nil {
		defer func() { w.ok(db.Close()) }()
		events, err := db.Events(w.t.Context(), 0, 1000)
		if err != nil || len(events) != w.lines {
			w.t.Errorf("%s: opened with %d lines of the journal, %v, want %d or a refusal", c.name, len(events), err, w.lines)
		}
		if c.says != "" {
			w.t.Errorf("%s: opened, want a refusal that says %q", c.name, c.says)
		}
		if got, err := db.Verify(w.t.Context()); err != nil {
			w.t.Errorf("%s: verify: %v, %v", c.name, got, err)
		}
		return
	}
	if c.says == "" && !c.backup {
		w.t.Errorf("%s: refused, which does no harm: %v", c.name, err)
	}
	if !strings.Contains(err.Error(), c.says) {
		w.t.Errorf("%s: refused with %q, want it to say %q", c.name, err, c.says)
	}
	if c.backup && !strings.Contains(err.Error(), "frasier restore "+w.backup) {
		w.t.Errorf("%s: refused with %q, want it to name the command that restores %s", c.name, err, w.backup)
	}
	for name, sum := range before {
		if after := w.sums()[name]; after != sum {
			w.t.Errorf("%s: %s was changed by a start that was refused", c.name, name)
		}
	}
	if !c.backup {
		return
	}
	w.ok(restored(w.t, w.path))
}

// restored drills a restoration and puts everything back.
func restored(t *testing.T, path string) error {
	t.Helper()
	keep := filepath.Join(t.TempDir(), "kept")
	dir := filepath.Dir(path)
	if err := os.CopyFS(keep, os.DirFS(dir)); err != nil && !strings.Contains(err.Error(), "irregular") && !strings.Contains(err.Error(), "invalid") {
		return err
	}
	done, err := store.Restore(t.Context(), path, "", backupClock)
	if err != nil {
		return err
	}
	db, err := open(t, path)
	if err != nil {
		return fmt.Errorf("after restoring %s: %w", done.From, err)
	}
	if err := db.Close(); err != nil {
		return err
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if done.Aside != "" {
			if err := os.Remove(done.Aside + end); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
	}
	for _, end := range []string{"", ".id", ".lock"} {
		raw, err := os.ReadFile(filepath.Join(keep, filepath.Base(path)+end))
		if err != nil {
			continue
		}
		if err := os.WriteFile(path+end, raw, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// sums are the hashes of the database and its log.
func (w *ward) sums() map[string][32]byte {
	out := map[string][32]byte{}
	for _, name := range []string{w.path, w.path + "-wal", w.backup} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			out[name] = sha256.Sum256(w.read(name))
		}
	}
	return out
}
