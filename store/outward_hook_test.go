package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

func bugs(name string) outward.Hook {
	return outward.Hook{Name: name, Form: outward.HookGitHub, Words: "Read {{issue.title}}", Only: []outward.HookFilter{{Field: "action", Value: "opened"}}, Orders: 10, Money: 10 * org.Dollar, Sealed: []byte{1}}
}

func delivered(n int) outward.HookOrder {
	d := outward.Delivery{ID: fmt.Sprintf("d%d", n), Digest: fmt.Sprintf("%064d", n), Fields: map[string]any{"issue": map[string]any{"title": "Prices"}}}
	o := bugs("bugs").Order(d, false)
	o.Reply, o.Full = "Ordered", "Too much"
	return o
}

// A sender that got no answer delivers again: however often a process dies, each delivery is one project, with its file, its limit and one message.
func TestHooksSurviveKills(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.ok(o.db.AddHook(ctx, bugs("bugs")))
	_, _, err := o.db.OrderByHook(ctx, delivered(0))
	o.want(err, outward.ErrNobody)
	o.start(org.NewProject{}) // somebody has said something
	const deliveries = 5
	deaths := 0
	for n := 1; ; n++ {
		point := mortal(t, o.path, o.clock.Now, n, func(t *testing.T, db *store.DB) {
			t.Helper()
			for i := range deliveries {
				for range 2 {
					if _, _, err := db.OrderByHook(t.Context(), delivered(i)); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
		if point == "" {
			break
		}
		deaths++
	}
	names, err := o.db.ProjectsNamed(ctx, "(hook bugs)", 100)
	o.ok(err)
	said, err := o.db.Texts(ctx, `SELECT body FROM deliveries WHERE body = 'Ordered'`)
	o.ok(err)
	caps, err := o.db.Caps(ctx)
	o.ok(err)
	files, err := o.db.Texts(ctx, `SELECT p.title FROM project_documents p JOIN hook_orders h ON h.project_id = p.project_id`)
	o.ok(err)
	if len(names) != deliveries || len(said) != deliveries || len(caps) != deliveries || len(files) != deliveries || deaths == 0 {
		t.Errorf("after %d deaths: %d projects, %d messages, %d limits, %d files", deaths, len(names), len(said), len(caps), len(files))
	}
	o.sound()
}

// There are so many hooks; one that is added again keeps count of what it ordered, and one that goes takes its orders with it and leaves its projects.
func TestHooksAreChanged(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.start(org.NewProject{})
	o.ok(o.db.AddHook(ctx, bugs("bugs")))
	p, fresh, err := o.db.OrderByHook(ctx, delivered(1))
	o.ok(err)
	if again, twice, err := o.db.OrderByHook(ctx, delivered(1)); err != nil || !fresh || twice || again != p {
		t.Errorf("twice: %s and %s, %v, %v, %v", p, again, fresh, twice, err)
	}
	changed := bugs("bugs")
	changed.Form, changed.Only, changed.Money = outward.HookLinear, nil, 2*org.Dollar
	o.ok(o.db.SwitchHook(ctx, "bugs", false, "you stopped it"))
	_, _, err = o.db.OrderByHook(ctx, delivered(2))
	o.want(err, outward.ErrHookOff)
	o.ok(o.db.AddHook(ctx, changed))
	o.ok(o.db.SealHook(ctx, "bugs", []byte{2}))
	all, err := o.db.Hooks(ctx)
	o.ok(err)
	if h := all[0]; len(all) != 1 || !h.On || h.Why != "" || h.Form != outward.HookLinear || len(h.Only) != 0 || h.Money != 2*org.Dollar || h.Ordered != 1 || h.LastHour != 1 || h.Today != org.Dollar || h.Sealed[0] != 2 {
		t.Errorf("added again it is %+v", h)
	}
	for i := range outward.HooksMost - 1 {
		o.ok(o.db.AddHook(ctx, bugs(fmt.Sprintf("h%d", i))))
	}
	o.want(o.db.AddHook(ctx, bugs("more")), org.ErrConflict)
	for _, err := range []error{o.db.RemoveHook(ctx, "nosuch"), o.db.SwitchHook(ctx, "nosuch", true, ""), o.db.SealHook(ctx, "nosuch", []byte{1})} {
		o.want(err, org.ErrNotFound)
	}
	o.ok(o.db.RemoveHook(ctx, "bugs"))
	if n, err := o.db.Texts(ctx, `SELECT hook FROM hook_orders`); err != nil || len(n) > 0 {
		t.Errorf("its orders are %q, %v", n, err)
	}
	if _, err := o.db.Project(ctx, string(p)); err != nil {
		t.Errorf("its project: %v", err)
	}
	o.sound()
}

// A restored copy hears no hook: whoever knocks there has knocked at the first one.
func TestARestoredCopyHearsNoHook(t *testing.T) {
	path := filepath.Join(storetest.Folder(t), "frasier.db")
	ctx := t.Context()
	db, err := store.Open(ctx, store.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AddHook(ctx, bugs("bugs")); err != nil {
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
	all, err := db.Hooks(ctx)
	if err != nil || len(all) != 1 || all[0].On || !strings.Contains(all[0].Why, "frasier hooks on") {
		t.Errorf("after a restore: %+v, %v", all, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
