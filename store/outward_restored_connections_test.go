package store_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// A restored copy does nothing at others: what it believes of them is old.
func TestARestoredCopyIsConnectedToNothing(t *testing.T) {
	path := filepath.Join(storetest.Folder(t), "frasier.db")
	ctx := t.Context()
	db, err := store.Open(ctx, store.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Connect(ctx, github()); err != nil {
		t.Fatal(err)
	}
	if err := db.AddToolServer(ctx, outward.ToolServer{Name: "notes", Address: "https://notes.example/mcp"}); err != nil {
		t.Fatal(err)
	}
	backup, err := db.Backup(ctx, filepath.Join(filepath.Dir(path), "kept"))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(ctx, path, backup, opened); err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(ctx, store.Options{Path: path}); err != nil {
		t.Fatal(err)
	}
	all, err := db.Connections(ctx)
	if err != nil || len(all) != 1 || all[0].On || !strings.Contains(all[0].Why, "frasier connect") {
		t.Errorf("after a restore: %+v, %v", all, err)
	}
	servers, err := db.ToolServers(ctx) // what was allowed there may be done since
	if err != nil || len(servers) != 1 || servers[0].On || !strings.Contains(servers[0].Why, "frasier tools on") {
		t.Errorf("after a restore: %+v, %v", servers, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
