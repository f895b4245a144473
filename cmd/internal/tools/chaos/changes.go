package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// How long nothing that a killed worker started may go on.
const wake = 15 * time.Second

// changing is an instance whose founder has code changed.
type changing struct {
	*scene
	apart checkout        // his, into which nothing comes
	into  checkout        // his other, into which changes come once they are merged
	seen  []org.ProjectID // of which it was looked at what came
	came  int             // changes
	cut   int             // kills while one came
	mark  string          // in the command line of what a check leaves behind
	tree  string          // that all changes of an order make together
	kills int
	stops int // of all processes at once
	slow  time.Duration
}

// changes kills workers while they change code: no change is lost or merged twice, nothing that they
// started goes on, and the founder's checkout stays as it was; into another of his come the changes that are merged, whole, and nothing else.
func changes(ctx context.Context, o options) (v verdict, err error) {
	if _, err := exec.LookPath("bwrap"); err != nil {
		v.say("R05", "work on code was not tried: bubblewrap is missing here")
		return v, nil
	}
	s, err := open(ctx, o, uint64(len("changes")))
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.env = append(s.env, "FRASIER_LLM_URL=", "OPENROUTER_API_KEY=") // what is given is applied
	c := &changing{scene: s, apart: checkout{name: "shop", dir: filepath.Join(s.dir, "shop")}, into: checkout{name: "site", dir: filepath.Join(s.dir, "site")}, mark: fmt.Sprint(100_000 + os.Getpid())}
	if err := c.begin(ctx, &v); err != nil {
		return v, err
	}
	for most := o.figure(40, 500); c.kills < most && ctx.Err() == nil && len(v.broken) == 0; {
		if err := c.round(ctx, &v); err != nil {
			return v, fmt.Errorf("after %d kills: %w", c.kills, err)
		}
	}
	if err := s.verify(ctx, &v, "R05"); err != nil {
		return v, err
	}
	projects, merged, given, err := c.look(ctx, &v)
	v.say("R05", "code: kills=%d, all at once=%d orders=%d merged=%d given_up=%d lost=0 twice=0 left_behind=0 (the last gone after %s) checkout=unchanged; come into a folder=%d, all of them whole, killed half way=%d", c.kills, c.stops, projects, merged, given, c.slow.Round(time.Millisecond), c.came, c.cut)
	return v, err
}

// begin makes the founder's checkouts, and does one order without a kill.
func (c *changing) begin(ctx context.Context, v *verdict) error {
	for _, f := range []*checkout{&c.apart, &c.into} {
		if err := c.found(ctx, f); err != nil {
			return err
		}
	}
	if out, code, err := c.tool(ctx, "repo", "set", c.into.name, "isolated", "off"); err != nil || code != 0 {
		return fmt.Errorf("let changes come into a folder: exit %d, %w: %s", code, err, out)
	}
	if err := c.startAll(processes()...); err != nil {
		return err
	}
	if err := c.ask(&c.apart); err != nil {
		return err
	}
	return c.rest(ctx, v)
}

// found makes a checkout, which the instance comes to know.
func (c *changing) found(ctx context.Context, f *checkout) error {
	for name, text := range map[string]string{
		"fee.conf": "two\n", "city.conf": "Porto\n", "name.conf": "Shop\n",
		"tests/word.sh": "grep -q . fee.conf && echo ok 1 - fee is a word || echo not ok 1 - fee is a word\n",
		"check.sh":      "(setsid sleep " + c.mark + " >/dev/null 2>&1 &)\nfor t in tests/*.sh; do sleep 0.1; . ./$t; done > out.tap\ncat out.tap\n! grep -q '^not ok' out.tap\n",
	} {
		at := filepath.Join(f.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=Founder", "-c", "user.email=founder@example.com", "commit", "-q", "-m", "As it was"}} {
		if out, err := exec.CommandContext(ctx, "git", append([]string{"-C", f.dir}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w: %s", args, err, out)
		}
	}
	var err error
	if f.was, err = filesOf(f.dir); err != nil {
		return err
	}
	if f.held, err = held(f.dir); err != nil {
		return err
	}
	if out, code, err := c.tool(ctx, "repo", "add", f.dir, "--name", f.name, "--check", "sh check.sh"); err != nil || code != 0 {
		return fmt.Errorf("add the repository: exit %d, %w: %s", code, err, out)
	}
	return nil
}

// ask orders three changes: two side by side, and one that needs both.
func (c *changing) ask(f *checkout) error {
	c.said++
	tag := "lot " + spelt(c.said)
	all := edits()
	text := fmt.Sprintf("# Fees of %[1]s\n\n- [ ] %[2]s for %[1]s !code\n  - patch: fee.diff\n- [ ] %[3]s of %[1]s !code\n  - patch: city.diff\n"+
		"- [ ] %[4]s for %[1]s !code\n  - needs: %[2]s for %[1]s; %[3]s of %[1]s\n  - patch: name.diff\n", tag, all[0].title, all[1].title, all[2].title)
	m := org.Message{Channel: org.Channel{Transport: "terminal", ID: fmt.Sprint("c", c.said)}, Origin: fmt.Sprint("o", c.said), Author: "founder", SaidAt: time.Now(), Explicit: true, Repository: f.name}
	add := func(name, data string) {
		m.Attachments = append(m.Attachments, org.Attachment{Name: name, Size: int64(len(data)), Data: []byte(data), Text: data})
	}
	add("roadmap.md", text)
	for _, e := range all {
		add(e.patch, e.diff())
	}
	_, _, err := c.db.SaveMessage(c.ctx, m)
	return err
}

// round orders changes and kills twice while they are made, or while they come into the founder's folder; now and then it kills everything at once and
// looks what goes on.
func (c *changing) round(ctx context.Context, v *verdict) error {
	if c.rng.IntN(5) < 2 { // into his own folder
		return c.inward(ctx, v)
	}
	if err := c.ask(&c.apart); err != nil {
		return err
	}
	const typical = 4 * time.Second
	pause(ctx, time.Duration(c.rng.Int64N(int64(typical))))
	if c.rng.IntN(5) == 0 {
		for _, n := range processes() {
			c.procs[n].kill()
			c.kills++
		}
		c.stops++
		if err := c.silent(ctx, v); err != nil {
			return err
		}
		if err := c.startAll(processes()...); err != nil {
			return err
		}
		return c.rest(ctx, v)
	}
	for range 2 { // a step whose worker died three times is given up
		name := []string{"worker1", "worker2"}[c.rng.IntN(2)]
		c.procs[name].kill()
		if err := c.start(name); err != nil {
			return err
		}
		c.kills++
		pause(ctx, time.Duration(c.rng.Int64N(int64(typical/4))))
	}
	return c.rest(ctx, v)
}

// silent waits until nothing goes on that the dead had started.
func (c *changing) silent(ctx context.Context, v *verdict) error {
	for begun := time.Now(); ; pause(ctx, 20*time.Millisecond) {
		left, err := c.running()
		if err != nil {
			return err
		}
		if len(left) == 0 {
			c.slow = max(c.slow, time.Since(begun))
			return ctx.Err()
		}
		if time.Since(begun) > wake {
			v.breaks("R05", "%s after every process was killed, this goes on: %q", wake, left)
			return nil
		}
	}
}

// running are the command lines of this instance's programs besides its own processes.
func (c *changing) running() ([]string, error) {
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, at := range all {
		raw, err := os.ReadFile(at)
		if err != nil {
			continue // it has ended
		}
		if bytes.Contains(raw, []byte("sleep\x00"+c.mark)) || bytes.Contains(raw, []byte(filepath.Join(c.home(), "code"))) {
			out = append(out, strings.ReplaceAll(string(raw), "\x00", " "))
		}
	}
	return out, nil
}

// look reads what was merged, and looks at the checkout.
func (c *changing) look(ctx context.Context, v *verdict) (projects, merged, given int, err error) {
	all, err := c.db.Projects(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, p := range all {
		list, err := c.db.Changes(ctx, p.ID)
		if err != nil {
			return 0, 0, 0, err
		}
		last := ""
		for _, s := range list {
			switch {
			case s.Merged != nil && len(s.Patch) > 0:
				merged++
				if s.Merged.N == len(list) {
					last = s.Merged.Tree
				}
			case s.Step.Crashes >= org.MaxCrashes || s.Step.State == org.StepCancelled || strings.Contains(p.Outcome, "the worker died"):
				given++ // which is told, and right
			default:
				v.breaks("R05", "the change of %s %q is lost: it is %s: %s", s.Step.ID, s.Step.Title, s.Step.State, s.Step.Cause)
			}
		}
		if c.tree == "" {
			c.tree = last
		}
		if last != "" && last != c.tree {
			v.breaks("R05", "the changes of %s make the tree %s, and those of another order %s", p.ID, last, c.tree)
		}
	}
	err = c.beside(func(db *sql.DB) error {
		var twice int
		row := db.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT step_id FROM integration_steps GROUP BY step_id HAVING count(*) > 1)`)
		if err := row.Scan(&twice); err != nil {
			return err
		}
		if twice > 0 {
			v.breaks("R05", "%d changes are merged twice", twice)
		}
		return nil
	})
	if err != nil {
		return 0, 0, 0, err
	}
	is, err := filesOf(c.apart.dir)
	if err == nil && !maps.Equal(c.apart.was, is) {
		v.breaks("R05", "the founder's checkout held %v and holds %v", slices.Sorted(maps.Keys(c.apart.was)), slices.Sorted(maps.Keys(is)))
	}
	return len(all), merged, given, err
}

// filesOf are the files of a folder with their rights and sums, with all that git keeps there.
func filesOf(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(at)
		out[at] = fmt.Sprintf("%v %x", info.Mode(), sha256.Sum256(raw))
		return err
	})
	return out, err
}
