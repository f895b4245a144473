package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// One process at a time has a role, on both databases; it is free when that one gives it back or is gone.
func TestOneHoldsARole(t *testing.T) {
	t.Parallel()
	places := map[string]string{"sqlite": filepath.Join(t.TempDir(), "frasier.db")}
	if server := storetest.Server(); server != "" {
		address, drop, err := storetest.Schema(t.Context(), server)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := drop(); err != nil {
				t.Error(err)
			}
		})
		places["postgres"] = address
	}
	for name, path := range places {
		t.Run(name, func(t *testing.T) {
			open := func() *store.DB {
				db, err := store.Open(t.Context(), store.Options{Path: path})
				if err != nil {
					t.Fatal(err)
				}
				return db
			}
			one, two := open(), open()
			release, err := one.HoldRole(t.Context(), "bot")
			if err != nil {
				t.Fatal(err)
			}
			var taken *store.RoleTakenError
			if _, err := two.HoldRole(t.Context(), "bot"); !errors.As(err, &taken) || name == "sqlite" && taken.PID != strconv.Itoa(os.Getpid()) {
				t.Errorf("a second one: %v", err)
			}
			other, err := two.HoldRole(t.Context(), "other")
			if err != nil {
				t.Errorf("another role: %v", err)
			}
			if err := errors.Join(release(), other()); err != nil {
				t.Error(err)
			}
			again, err := two.HoldRole(t.Context(), "bot")
			if err != nil {
				t.Fatalf("once it is free: %v", err)
			}
			if err := errors.Join(again(), one.Close(), two.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}
