package store_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

// A snapshot holds each row as it is, in a file, wherever the database is; it
// is sound and can be worked on, and the database does not notice.
func TestSnapshot(t *testing.T) {
	o := newInstance(t)
	o.live()
	path, err := o.db.Snapshot(t.Context(), t.TempDir())
	o.ok(err)
	if filepath.Ext(path) != ".db" {
		t.Fatalf("the snapshot is at %s, want a file", path)
	}
	copied := &instance{t: t, tt: t, clock: o.clock, path: path, heard: 100}
	copied.db = hold(t, path, o.clock)
	copied.sound()
	for _, q := range []string{
		`SELECT uid FROM identity`, `SELECT seq || id || state || coalesce(item, '-') || result FROM steps ORDER BY seq`,
		`SELECT seq || kind || body || data FROM events ORDER BY seq`, `SELECT name || n FROM counters ORDER BY name`,
	} {
		want, err := o.db.Texts(t.Context(), q)
		o.ok(err)
		got, err := copied.db.Texts(t.Context(), q)
		o.ok(err)
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%s: %d rows in the database (-), in the snapshot (+):\n%s", q, len(want), diff)
		}
	}
	found, err := copied.db.Recall(t.Context(), "compare queues", 3)
	if err != nil || len(found) == 0 {
		t.Errorf("recall in the snapshot: %d memories, %v, want some", len(found), err)
	}
	p := copied.start(org.NewProject{Title: "After"})
	copied.plan(piece("after"))
	copied.run()
	copied.wantProject(p, org.ProjectCompleted)
	if _, err := o.db.Project(t.Context(), string(p)); err == nil {
		t.Error("what was done in the snapshot stands in the database")
	}
}
