package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// edit is one change that is ordered: of a file, with a test of its own.
type edit struct {
	title, patch        string
	file, was, is, test string
	n                   int
}

// edits are the three changes of an order, by the first words of their titles.
func edits() []edit {
	return []edit{
		{"Charge three", "fee.diff", "fee.conf", "two", "three", "fee", 2},
		{"Name the city", "city.diff", "city.conf", "Porto", "Faro", "city", 3},
		{"Rename the shop", "name.diff", "name.conf", "Shop", "Market", "name", 4},
	}
}

// proof is the test of an edit.
func (e edit) proof() string {
	return fmt.Sprintf("grep -q %[1]s %[2]s && echo ok %[4]d - %[3]s || echo not ok %[4]d - %[3]s\n", e.is, e.file, e.test, e.n)
}

// diff is the edit as a patch.
func (e edit) diff() string {
	return fmt.Sprintf("--- a/%[1]s\n+++ b/%[1]s\n@@ -1 +1 @@\n-%[2]s\n+%[3]s\n--- /dev/null\n+++ b/tests/%[4]s.sh\n@@ -0,0 +1 @@\n+%[5]s", e.file, e.was, e.is, e.test, e.proof())
}

// files are those that it leaves.
func (e edit) files() map[string]string {
	return map[string]string{e.file: e.is + "\n", "tests/" + e.test + ".sh": e.proof()}
}

// checkout is a founder's folder, and what stood there.
type checkout struct {
	name, dir string
	was       map[string]string // with rights and sums
	held      map[string]string // what his files held, by their names
}

// held are the files of a founder that he may see, by their names.
func held(dir string) (map[string]string, error) {
	all, err := filesOf(dir)
	out := map[string]string{}
	for at := range all {
		name, err := filepath.Rel(dir, at)
		if err != nil || strings.HasPrefix(name, ".git"+string(filepath.Separator)) {
			continue
		}
		raw, err := os.ReadFile(at)
		if err != nil {
			return nil, err
		}
		out[name] = string(raw)
	}
	return out, err
}

// inward orders changes that come into the founder's folder, and kills workers meanwhile: between two files, or
// whenever.
func (c *changing) inward(ctx context.Context, v *verdict) error {
	armed := c.rng.IntN(2) == 0
	if armed {
		for _, name := range workers() {
			c.procs[name].kill()
			if err := c.start(name, fmt.Sprintf("%s=bring#%d", crashVar, 1+c.rng.IntN(3))); err != nil {
				return err
			}
		}
	}
	if err := c.ask(&c.into); err != nil {
		return err
	}
	if !armed {
		if err := errors.Join(c.interrupt(ctx), c.rest(ctx, v)); err != nil {
			return err
		}
		return c.arrived(ctx, v)
	}
	if err := errors.Join(c.dying(ctx), c.rest(ctx, v)); err != nil {
		return err
	}
	return c.arrived(ctx, v)
}

func workers() []string { return []string{"worker1", "worker2"} }

// dying waits until both workers have died that were to, and starts them again; so it does with one that did not come to it, which would die later
// without anybody to start it.
func (c *changing) dying(ctx context.Context) error {
	const longest = 20 * time.Second
	dead := map[string]bool{}
	for end := time.Now().Add(longest); len(dead) < len(workers()) && time.Now().Before(end); pause(ctx, time.Millisecond) {
		for _, name := range workers() {
			if dead[name] || !c.procs[name].ended() {
				continue
			}
			half, err := c.half()
			if err := errors.Join(err, c.start(name)); err != nil {
				return err
			}
			dead[name] = true
			c.kills, c.cut = c.kills+1, c.cut+half
		}
	}
	for _, name := range workers() {
		if dead[name] {
			continue
		}
		c.procs[name].kill()
		if err := c.start(name); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// interrupt kills workers as soon as a change is about to come into a founder's folder, twice at the most.
func (c *changing) interrupt(ctx context.Context) error {
	machine, err := os.Hostname()
	if err != nil {
		return err
	}
	const longest = 20 * time.Second
	for end, kills := time.Now().Add(longest), 0; kills < 2 && time.Now().Before(end); pause(ctx, time.Millisecond) {
		due, err := c.db.ArrivalsDue(ctx, machine)
		if err != nil {
			return err
		}
		if len(due) == 0 {
			continue
		}
		begun := c.begins(ctx)
		for _, name := range workers() {
			c.procs[name].kill()
			c.kills++
		}
		kills++
		if begun {
			half, err := c.half()
			if err != nil {
				return err
			}
			c.cut += half
		}
		if err := errors.Join(c.start("worker1"), c.start("worker2")); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// begins waits until the first file of a change stands in the folder, beside those of his or as one of them; it
// reports false where none does within a while.
func (c *changing) begins(ctx context.Context) bool {
	entries := func() (n int) {
		for _, at := range []string{c.into.dir, filepath.Join(c.into.dir, "tests")} {
			all, err := os.ReadDir(at)
			if err != nil {
				continue
			}
			n += len(all)
		}
		return n
	}
	const longest = 200 * time.Millisecond
	was := entries()
	for end := time.Now().Add(longest); time.Now().Before(end); pause(ctx, 50*time.Microsecond) {
		if entries() != was {
			pause(ctx, time.Duration(c.rng.Int64N(int64(2*time.Millisecond))))
			return true
		}
	}
	return false
}

// half is 1 while the folder holds a part of a change, or a file that is to take another's place.
func (c *changing) half() (int, error) {
	is, err := held(c.into.dir)
	if err != nil {
		return 0, err
	}
	known := maps.Clone(c.into.held)
	for _, e := range edits() {
		n := 0
		for name, text := range e.files() {
			if is[name] == text {
				n++
			}
			known[name] = text
		}
		if n == 1 {
			return 1, nil
		}
	}
	for name := range is {
		if _, mine := known[name]; !mine {
			return 1, nil
		}
	}
	return 0, nil
}

// arrived waits until nothing is due, and looks at the folder into which changes come: it holds all files of
// each change that is told to be there and none of another, and nothing else of it was touched. Then it is put back.
func (c *changing) arrived(ctx context.Context, v *verdict) error {
	machine, err := os.Hostname()
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); ; pause(ctx, 10*time.Millisecond) {
		due, err := c.db.ArrivalsDue(ctx, machine)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if len(due) == 0 {
			break
		}
		if time.Now().After(end) {
			v.breaks("R05", "the change %d of %s did not come into the founder's folder within %s", due[0].N, due[0].Project, patience)
			return nil
		}
	}
	want := maps.Clone(c.into.held)
	all, err := c.db.Projects(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		if slices.Contains(c.seen, p.ID) {
			continue
		}
		c.seen = append(c.seen, p.ID)
		list, err := c.db.Changes(ctx, p.ID)
		if err != nil {
			return err
		}
		for _, s := range list {
			if s.Order.Repository.Name != c.into.name || s.Merged == nil {
				continue
			}
			if s.Arrival == nil || s.Arrival.State != coding.ArrivalThere {
				v.breaks("R05", "the change of %s is merged and did not come into a folder that nobody touched: %+v", s.Step.ID, s.Arrival)
				continue
			}
			c.came++
			i := slices.IndexFunc(edits(), func(e edit) bool { return strings.HasPrefix(s.Step.Title, e.title) })
			maps.Copy(want, edits()[i].files())
		}
	}
	is, err := held(c.into.dir)
	if err != nil {
		return err
	}
	if !maps.Equal(want, is) {
		v.breaks("R05", "into the founder's folder should have come %q, and it holds %q", want, is)
	}
	return c.into.back(v)
}

// back puts a founder's files back as he had them; all else must be as it was.
func (f *checkout) back(v *verdict) error {
	is, err := held(f.dir)
	if err != nil {
		return err
	}
	for name := range is {
		at := filepath.Join(f.dir, name)
		text, had := f.held[name]
		if !had {
			err = errors.Join(err, os.Remove(at))
		} else if text != is[name] {
			err = errors.Join(err, os.WriteFile(at, []byte(text), 0o600))
		}
	}
	now, err2 := filesOf(f.dir)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	if !maps.Equal(f.was, now) {
		v.breaks("R05", "more than the files of changes was touched in %s: it held %v and holds %v", f.dir, f.was, now)
	}
	return nil
}
