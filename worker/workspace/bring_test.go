package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// desk is a founder's checkout, and a change that is to come into it: of a file, of a program, of one that goes,
// and of one in folders that are not there yet.
type desk struct {
	t        *testing.T
	y        workspace.Dir
	r        coding.Repository
	from, to string
}

// seated makes a desk.
func seated(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, y: workspace.Dir{Home: t.TempDir()}, r: coding.Repository{Name: "shop", Source: t.TempDir()}}
	for name, text := range map[string]string{"fee.txt": "two\n", "run.sh": "echo two\n", "old.txt": "old\n", "in/a.txt": "a\n", "other.txt": "other\n"} {
		put(t, d.at(name), text)
	}
	d.git("init", "-q", "-b", "main")
	d.git("add", "-A")
	d.git("-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "one")
	var err error
	d.r, _, err = d.y.Add(t.Context(), d.r)
	d.ok(err)
	d.from, _, err = d.y.Base(t.Context(), coding.CodeOrder{Repository: d.r})
	d.ok(err)
	tree, err := d.y.Apply(t.Context(), d.r, d.from, []byte("diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-echo two\n+echo three\n"+
		"diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"+
		"--- a/fee.txt\n+++ b/fee.txt\n@@ -1 +1 @@\n-two\n+three\n"+
		"--- /dev/null\n+++ b/deep/er/new.txt\n@@ -0,0 +1 @@\n+new\n"))
	d.ok(err)
	d.to = tree
	return d
}

func (d *desk) ok(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) at(name string) string { return filepath.Join(d.r.Source, name) }

func (d *desk) git(args ...string) string {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), "git", append([]string{"-C", d.r.Source}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_OPTIONAL_LOCKS=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return string(out)
}

// bring has the change come in, and does something at each point that it passes.
func (d *desk) bring(at func(n int)) (workspace.Brought, error) {
	n := 0
	return d.y.Bring(d.t.Context(), d.r, d.from, d.to, func(string) {
		n++
		at(n)
	})
}

// holds are the files of the folder, with their rights and what they hold; with all that git keeps there where it is asked for.
func (d *desk) holds(git bool) map[string]string {
	d.t.Helper()
	out := map[string]string{}
	d.ok(filepath.WalkDir(d.r.Source, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if e != nil && e.Name() == ".git" && !git {
				return filepath.SkipDir
			}
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.r.Source, at)
		if err != nil {
			return err
		}
		raw := []byte("a link")
		if info.Mode().IsRegular() {
			raw, err = os.ReadFile(at)
		}
		out[name] = fmt.Sprintf("%v %q", info.Mode(), raw)
		return err
	}))
	return out
}

func never(int) {}

// A change comes in as it was merged: what it writes, what runs and what goes. Nothing else of the folder is touched, its index and its branch least of all.
func TestBring(t *testing.T) {
	t.Parallel()
	d := seated(t)
	d.ok(os.Chmod(d.at("fee.txt"), 0o640))
	put(t, d.at("own.txt"), "never committed\n")
	put(t, d.at("other.txt"), "changed by hand\n")
	d.git("add", "other.txt")
	was := d.holds(true)
	got, err := d.bring(never)
	d.ok(err)
	if got != (workspace.Brought{Files: 4}) {
		t.Errorf("it came to %+v", got)
	}
	delete(was, "old.txt")
	was["fee.txt"], was["run.sh"] = `-rw-r----- "three\n"`, `-rwx------ "echo three\n"`
	is := d.holds(true)
	if fresh := is["deep/er/new.txt"]; !strings.HasSuffix(fresh, `"new\n"`) || !strings.HasPrefix(fresh, "-rw") {
		t.Errorf("the new file is %s", fresh)
	}
	delete(is, "deep/er/new.txt")
	if !maps.Equal(was, is) {
		t.Errorf("the folder holds\n%v\nwant\n%v", is, was)
	}
	if said := d.git("status", "--porcelain"); said != " M fee.txt\n D old.txt\nM  other.txt\n M run.sh\n?? deep/\n?? own.txt\n" {
		t.Errorf("git says\n%s", said)
	}
	if got, err := d.bring(never); err != nil || got.Files != 4 || got.Obstacle != "" {
		t.Errorf("once more it came to %+v, %v", got, err)
	}
}

// Whatever is in the way, nothing at all is written, and it is said what it is.
func TestBringLeavesAFolderAlone(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	put(t, filepath.Join(outside, "er", "new.txt"), "mine\n")
	for name, c := range map[string]struct {
		do    func(d *desk)
		want  coding.Obstacle
		path  string
		files int // there already
	}{
		"another text":             {func(d *desk) { put(d.t, d.at("fee.txt"), "mine\n") }, coding.ObstacleDiffers, "fee.txt", 0},
		"one file there, one not":  {func(d *desk) { put(d.t, d.at("fee.txt"), "three\n"); put(d.t, d.at("run.sh"), "mine\n") }, coding.ObstacleDiffers, "run.sh", 1},
		"gone already":             {func(d *desk) { d.ok(os.Remove(d.at("fee.txt"))) }, coding.ObstacleDiffers, "fee.txt", 0},
		"kept, and changed":        {func(d *desk) { put(d.t, d.at("old.txt"), "mine\n") }, coding.ObstacleDiffers, "old.txt", 0},
		"made otherwise":           {func(d *desk) { put(d.t, d.at("deep/er/new.txt"), "mine\n") }, coding.ObstacleDiffers, "deep/er/new.txt", 0},
		"it runs":                  {func(d *desk) { d.ok(os.Chmod(d.at("fee.txt"), 0o700)) }, coding.ObstacleDiffers, "fee.txt", 0},
		"a link for a file":        {func(d *desk) { d.ok(errors.Join(os.Remove(d.at("fee.txt")), os.Symlink("other.txt", d.at("fee.txt")))) }, coding.ObstacleInWay, "fee.txt", 0},
		"a folder for a file":      {func(d *desk) { d.ok(errors.Join(os.Remove(d.at("fee.txt")), os.Mkdir(d.at("fee.txt"), 0o700))) }, coding.ObstacleInWay, "fee.txt", 0},
		"a link for a folder":      {func(d *desk) { d.ok(os.Symlink(outside, d.at("deep"))) }, coding.ObstacleInWay, "deep", 0},
		"a link to a folder of it": {func(d *desk) { d.ok(os.Symlink("in", d.at("deep"))) }, coding.ObstacleInWay, "deep", 0},
		"a file for a folder":      {func(d *desk) { put(d.t, d.at("deep"), "mine\n") }, coding.ObstacleInWay, "deep", 0},
		"a merge":                  {func(d *desk) { put(d.t, d.at(".git/MERGE_HEAD"), d.from+"\n") }, coding.ObstacleMerging, "", 0},
		"a rebase":                 {func(d *desk) { d.ok(os.Mkdir(d.at(".git/rebase-merge"), 0o700)) }, coding.ObstacleMerging, "", 0},
		"git at work":              {func(d *desk) { put(d.t, d.at(".git/index.lock"), "") }, coding.ObstacleLocked, "", 0},
		"no git any more":          {func(d *desk) { d.ok(os.RemoveAll(d.at(".git"))) }, coding.ObstacleGone, "", 0},
		"a place that is taken":    {func(d *desk) { put(d.t, d.at("in/"+workspace.Leftover(d.to, "in/b.txt")+"/x"), "mine\n") }, coding.ObstacleDenied, "in/b.txt", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := seated(t)
			if c.want == coding.ObstacleDenied {
				tree, err := d.y.Apply(t.Context(), d.r, d.to, []byte("--- /dev/null\n+++ b/in/b.txt\n@@ -0,0 +1 @@\n+b\n"))
				d.ok(err)
				d.to = tree
			}
			c.do(d)
			was := d.holds(true)
			got, err := d.bring(func(int) { t.Error("it began to write") })
			d.ok(err)
			if got != (workspace.Brought{Files: c.files, Obstacle: c.want, Path: c.path}) {
				t.Errorf("it came to %+v", got)
			}
			if is := d.holds(true); !maps.Equal(was, is) {
				t.Errorf("the folder held\n%v\nand holds\n%v", was, is)
			}
		})
	}
	if raw, err := os.ReadFile(filepath.Join(outside, "er", "new.txt")); err != nil || string(raw) != "mine\n" {
		t.Errorf("outside the folder stands %q, %v", raw, err)
	}
}

// A folder that is not there is left alone; a lock that goes away is waited for.
func TestBringWaitsForALock(t *testing.T) {
	t.Parallel()
	d := seated(t)
	put(t, d.at(".git/index.lock"), "")
	time.AfterFunc(300*time.Millisecond, func() {
		if err := os.Remove(d.at(".git/index.lock")); err != nil {
			t.Error(err)
		}
	})
	if got, err := d.bring(never); err != nil || got != (workspace.Brought{Files: 4}) {
		t.Errorf("it came to %+v, %v", got, err)
	}
	d.ok(os.RemoveAll(d.r.Source))
	if got, err := d.bring(never); err != nil || got.Obstacle != coding.ObstacleGone {
		t.Errorf("without a folder it came to %+v, %v", got, err)
	}
}

// Who is killed before, between or after two files does it again, and the folder ends alike; where the founder changed a file
// meanwhile, that file stays as he has it.
func TestBringIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	whole := seated(t)
	_, err := whole.bring(never)
	whole.ok(err)
	want := whole.holds(false)
	points := 0
	for n := 1; ; n++ {
		d := seated(t)
		if !killed(d, n) {
			break
		}
		points++
		if n > 1 && n <= 4 && maps.Equal(d.holds(false), want) {
			t.Errorf("killed at point %d, nothing was left to do", n)
		}
		if got, err := d.bring(never); err != nil || got != (workspace.Brought{Files: 4}) {
			t.Errorf("killed at point %d, it came to %+v, %v", n, got, err)
		}
		if is := d.holds(false); !maps.Equal(want, is) {
			t.Errorf("killed at point %d, the folder holds\n%v\nwant\n%v", n, is, want)
		}
		if n < 5 { // the last of the four files is not there yet
			d = seated(t)
			killed(d, n)
			put(t, d.at("run.sh"), "mine\n")
			was := d.holds(false)
			got, err := d.bring(never)
			if d.ok(err); got.Obstacle != coding.ObstacleDiffers || got.Path != "run.sh" || got.Files != n-1 {
				t.Errorf("killed at point %d, then changed by hand, it came to %+v", n, got)
			}
			for name, text := range d.holds(false) {
				if was[name] != text || strings.Contains(name, ".frasier-") {
					t.Errorf("killed at point %d, then changed by hand, %s is %s and was %s", n, name, text, was[name])
				}
			}
		}
	}
	if points != 5 {
		t.Errorf("it can be killed at %d points, want one before each of 4 files and one at the end", points)
	}
}

// killed has the change come in by somebody who does nothing more from the n-th point on, not even tidy up; false when
// there are fewer points.
func killed(d *desk, n int) bool {
	died := make(chan bool)
	go func() {
		at := 0
		_, err := d.y.Bring(context.WithoutCancel(d.t.Context()), d.r, d.from, d.to, func(string) {
			if at++; at == n {
				died <- true
				select {}
			}
		})
		if err != nil {
			d.t.Error(err)
		}
		died <- false
	}()
	return <-died
}

// What an administrator's process writes belongs to whom the folder and the file belonged.
func TestBroughtFilesBelongToTheFounder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only an administrator's process can write for somebody else")
	}
	d := seated(t)
	const founder = 4242
	d.ok(filepath.WalkDir(d.r.Source, func(at string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(at, founder, founder))
	}))
	_, err := d.bring(never)
	d.ok(err)
	for _, name := range []string{"fee.txt", "run.sh", "deep", "deep/er", "deep/er/new.txt"} {
		info, err := os.Lstat(d.at(name))
		d.ok(err)
		if s, ok := info.Sys().(*syscall.Stat_t); !ok || s.Uid != founder || s.Gid != founder {
			t.Errorf("%s belongs to %+v", name, info.Sys())
		}
	}
}

// One at a time writes into a repository's folder; another repository's waits for none.
func TestWithLock(t *testing.T) {
	t.Parallel()
	y := workspace.Dir{Home: t.TempDir()}
	var all sync.WaitGroup
	var inside, most, runs atomic.Int32
	for range 8 {
		all.Go(func() {
			err := y.WithLock(t.Context(), coding.Repository{Name: "shop"}, func() error {
				most.Store(max(most.Load(), inside.Add(1)))
				err := y.WithLock(t.Context(), coding.Repository{Name: "site"}, func() error { <-time.After(20 * time.Millisecond); return nil })
				inside.Add(-1)
				runs.Add(1)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() != 1 || runs.Load() != 8 {
		t.Errorf("%d ran, %d at once", runs.Load(), most.Load())
	}
}
