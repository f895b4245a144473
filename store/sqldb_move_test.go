package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// A file that is copied to a server goes on there: the same rows, the same
// identity, the same invariants, and the next number of everything is free.
func TestCopyToServer(t *testing.T) {
	needServer(t) // there is nothing to copy to
	file := newFileInstance(t)
	file.live()
	file.ok(file.db.Plant(t.Context(), "INSERT INTO documents (id, body, at) VALUES (?, ?, 1)", strings.Repeat("1", 64), "caf\xe9 and \x00 \xff"))
	address := database(t)
	if err := store.Copy(t.Context(), file.path, address, func(store.Moved) {}); !errors.Is(err, store.ErrInUse) {
		t.Fatalf("Copy of an open file: %v, want ErrInUse", err)
	}
	file.ok(file.db.Close())
	// It is cut short once.
	ctx, stop := context.WithCancel(t.Context())
	err := store.Copy(ctx, file.path, address, func(m store.Moved) {
		if m.Table == "steps" {
			stop()
		}
	})
	if err == nil {
		t.Fatal("Copy with a cancelled context: no error")
	}
	var rows, changed int64
	err = store.Copy(t.Context(), file.path, address, func(m store.Moved) { rows, changed = rows+m.Rows, changed+m.Changed })
	if err != nil || rows < 50 || changed != 1 {
		t.Fatalf("Copy: %d rows, %d changed texts, %v, want 50 at least, one and none", rows, changed, err)
	}
	if err := store.Copy(t.Context(), file.path, address, func(store.Moved) {}); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("Copy to a database with rows: %v, want a refusal", err)
	}
	far := &instance{t: t, tt: t, clock: file.clock, path: address, heard: 100}
	far.db = far.open()
	file.db = hold(t, file.path, file.clock)
	far.sound()
	for _, q := range []string{
		`SELECT uid FROM identity`, `SELECT seq || id || state || coalesce(item, '-') || result FROM steps ORDER BY seq`,
		`SELECT seq || kind || body || data FROM events ORDER BY seq`, `SELECT name || n FROM counters ORDER BY name`,
	} {
		want, err := file.db.Texts(t.Context(), q)
		far.ok(err)
		got, err := far.db.Texts(t.Context(), q)
		far.ok(err)
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%s: %d rows in the file (-), on the server (+):\n%s", q, len(want), diff)
		}
	}
	found, err := far.db.Recall(t.Context(), "compare queues", 3)
	if err != nil || len(found) == 0 {
		t.Errorf("recall after the copy: %d memories, %v, want some", len(found), err)
	}
	p := far.start(org.NewProject{Title: "After"})
	far.plan(piece("after"))
	far.run()
	far.wantProject(p, org.ProjectCompleted)
	far.sound()
}

// newFileInstance is an instance in a file, whatever the tests run on.
func newFileInstance(t *testing.T) *instance {
	t.Helper()
	o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: filepath.Join(t.TempDir(), "frasier.db")}
	db, err := store.Open(t.Context(), store.Options{Path: o.path, Now: o.clock.Now})
	o.ok(err)
	o.db = db
	o.ok(db.SeedAgents(t.Context(), []org.Agent{
		{ID: "agent-research", Name: "Rhea", Role: "Head of Research", Category: "research", Persona: "You research.", Reviewer: "lead"},
		{ID: "agent-content", Name: "Cleo", Role: "Editor", Category: "content", Persona: "You edit."},
		{ID: "agent-qa", Name: "Quin", Role: "Reviewer", Category: "quality", Persona: "You check.", Reviewer: "qa"},
	}))
	return o
}

func TestCopyRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	for _, c := range [][2]string{{path, path}, {"postgres://h/d", "postgres://h/d"}, {path, "postgres://u:canary@127.0.0.1:1/d"}} {
		err := store.Copy(t.Context(), c[0], c[1], func(store.Moved) {})
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("Copy(%s, %s): %v, want a refusal that shows no password", c[0], c[1], err)
		}
	}
}
