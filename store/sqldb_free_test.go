package store_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// Whoever closes a database frees it at once, also while a program is being
// started, which has all files open until it runs.
func TestAClosedDatabaseIsFree(t *testing.T) {
	path := storetest.Path(t)
	c := &clock{now: backupClock}
	db, err := store.Open(t.Context(), store.Options{Path: path, Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Backup(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	var open, heirs []int
	for _, f := range all { // before any is inherited, whose number may be one of the list
		if to, err := os.Readlink(f); err != nil || to != path+".open" && to != path+".lock" {
			continue
		}
		fd, err := strconv.Atoi(filepath.Base(f))
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, fd)
	}
	for _, fd := range open {
		heir, err := unix.Dup(fd) // what a child inherits
		if err != nil {
			t.Fatal(err)
		}
		heirs = append(heirs, heir)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), path, "", c.Now()); err != nil || len(heirs) != 2 {
		t.Errorf("Restore after Close, while %d files are inherited: %v; want it done, and 2", len(heirs), err)
	}
	for _, heir := range heirs {
		if err := unix.Close(heir); err != nil {
			t.Error(err)
		}
	}
}
