package store_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/store"
)

func open(t *testing.T, path string) (*store.DB, error) {
	t.Helper()
	return store.Open(t.Context(), store.Options{Path: path})
}

func mustOpen(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := open(t, path)
	if err != nil {
		t.Fatalf("Open(%s): %v", path, err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return db
}

func plant(t *testing.T, path string, statements ...string) {
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
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestOpenMakesAndReopens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new ?folder%#", "frasier.db")
	db, err := open(t, path)
	if err != nil {
		t.Fatalf("Open of a new database: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, path)
	for name, want := range map[string]os.FileMode{filepath.Dir(path): 0o700, path: 0o600} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("permissions of %s: got %o, want %o", name, got, want)
		}
	}
}

// Bot and worker may start at the same instant on no database at all.
func TestOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() {
			db, err := store.Open(t.Context(), store.Options{Path: path})
			if err == nil {
				err = db.Close()
			}
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Errorf("Open at once with others: %v", err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  string
		wreck func(t *testing.T, path string)
	}{
		{"foreign", "database of another program", func(t *testing.T, path string) {
			t.Helper()
			plant(t, path, `CREATE TABLE notes (body TEXT)`)
		}},
		{"not a database", "damaged or no database", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, strings.Repeat("plain text, ", 500))
		}},
		{"newer schema", "made by a newer version", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			plant(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`)
		}},
		{"emptied", "missing or empty", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			write(t, path, "")
		}},
		{"lost", "missing or empty", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}},
		{"exchanged", "another database", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			write(t, path+".id", "SOMEONEELSE\n")
		}},
		{"stripped", "without an identity", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			plant(t, path, `DELETE FROM identity`)
		}},
		{"damaged page", "damaged", func(t *testing.T, path string) {
			t.Helper()
			made(t, path)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			copy(raw[4096*3:], strings.Repeat("x", 4096*4))
			write(t, path, string(raw))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "frasier.db")
			c.wreck(t, path)
			db, err := open(t, path)
			if err == nil {
				t.Cleanup(func() {
					if err := db.Close(); err != nil {
						t.Error(err)
					}
				})
				t.Fatalf("Open of a %s file: got no error, want one with %q", c.name, c.want)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("Open of a %s file: got %q, want it to say %q", c.name, err, c.want)
			}
		})
	}
}

func made(t *testing.T, path string) {
	t.Helper()
	db, err := open(t, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Whoever removes the database with all that lies beside it, and has backups,
// is told of the newest instead of being given an empty one.
func TestRemovedBesideItsBackups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	open := func() error {
		db, err := store.Open(t.Context(), store.Options{Path: path})
		if err != nil {
			return err
		}
		_, err = db.Backup(t.Context(), "")
		return errors.Join(err, db.Close())
	}
	if err := open(); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := open(); err == nil || !strings.Contains(err.Error(), "this brings it back: frasier restore ") {
		t.Errorf("opened with %v, want the backup to restore", err)
	}
}
