package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A database without one of its tables is refused at the start, and one with all is
// not. Memories are left out: the index of their words says so first.
func TestEachTableIsMissed(t *testing.T) {
	t.Parallel()
	path := database(t)
	made(t, path)
	made(t, path)
	names, drop := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'memor%'`, `DROP TABLE `
	if onServer(path) {
		names, drop = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`, `DROP TABLE IF EXISTS `
	}
	var all []string
	db := raw(t, path)
	rows, err := db.Query(names)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
	}()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if name != "goose_db_version" && name != "migration_sums" { // without them nobody knows which tables there should be
			all = append(all, name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(all) < 40 {
		t.Fatalf("%d tables were found: %v", len(all), all)
	}
	if onServer(path) { // one after another, in the same schema: each is named that is gone
		for n, name := range all[:5] {
			run(t, db, drop+name+` CASCADE`)
			if gone := refused(t, path); gone == "" || n == 0 && gone != name {
				t.Errorf("without %s it says %q is gone", name, gone)
			}
		}
		return
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		less := filepath.Join(filepath.Dir(path), name+".db")
		if err := os.WriteFile(less, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		plant(t, less, drop+name)
		if gone := refused(t, less); gone != name {
			t.Errorf("without %s it says %q is gone", name, gone)
		}
	}
}

// refused opens a database that lacks a table, and returns the one that is named.
func refused(t *testing.T, path string) string {
	t.Helper()
	db, err := open(t, path)
	if err == nil {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		return ""
	}
	_, rest, _ := strings.Cut(err.Error(), "the table ")
	name, _, _ := strings.Cut(rest, " is gone")
	if name == "" {
		t.Errorf("it says: %v", err)
	}
	return name
}
