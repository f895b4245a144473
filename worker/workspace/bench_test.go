package workspace_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/workspace"
)

const benchFiles = 1609

// large is a repository of some size, with what is done to it by git alone and by a yard.
type large struct {
	b            *testing.B
	source       string
	y            workspace.Dir
	r            coding.Repository
	base, tree   string
	git, ours    time.Duration
	n            int
	checkout     string // of plain git
	left, right  string // trees that differ from the base in a file each
	commits      [2]string
	commitOfLeft string
}

func (l *large) plain(dir string, args ...string) string {
	l.b.Helper()
	cmd := exec.CommandContext(l.b.Context(), "git", append([]string{"-C", dir, "-c", "user.name=f", "-c", "user.email=f@x", "-c", "gc.auto=0"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		l.b.Fatalf("git %v: %v %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (l *large) ok(err error) {
	l.b.Helper()
	if err != nil {
		l.b.Fatal(err)
	}
}

// beside does the same by git alone and by a yard, in turns, after what both need, and reports both and their ratio.
func (l *large) beside(before, git, ours func(n int)) {
	b := l.b
	b.Helper()
	l.git, l.ours, l.n = 0, 0, 0
	for b.Loop() {
		before(l.n)
		began := time.Now()
		git(l.n)
		l.git += time.Since(began)
		began = time.Now()
		ours(l.n)
		l.ours += time.Since(began)
		l.n++
	}
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(l.n) }
	b.ReportMetric(per(l.git), "git-ms")
	b.ReportMetric(per(l.ours), "ours-ms")
	b.ReportMetric(float64(l.ours)/float64(l.git), "x")
}

func opened(b *testing.B) *large {
	b.Helper()
	l := &large{b: b, source: filepath.Join(b.TempDir(), "source"), y: workspace.Dir{Home: b.TempDir()}}
	for n := range benchFiles {
		dir := filepath.Join(l.source, fmt.Sprintf("part%02d", n%40))
		l.ok(os.MkdirAll(dir, 0o700))
		l.ok(os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%04d.txt", n)), []byte(strings.Repeat(fmt.Sprintf("line %d of what stands here\n", n), 150)), 0o600))
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "one"}} {
		l.plain(l.source, args...)
	}
	var err error
	l.r, _, err = l.y.Add(b.Context(), coding.Repository{Name: "large", Source: l.source})
	l.ok(err)
	l.base, _, err = l.y.Base(b.Context(), coding.CodeOrder{Repository: l.r})
	l.ok(err)
	l.tree, err = l.y.Tree(b.Context(), l.r, l.base)
	l.ok(err)
	l.left, l.right = l.edit("part00/f0000.txt", "left\n"), l.edit("part01/f0001.txt", "right\n")
	l.commitOfLeft, err = l.y.Commit(b.Context(), l.r, coding.Commit{Parent: l.base, Tree: l.left, Message: "left", At: time.Unix(1_800_000_000, 0)})
	l.ok(err)
	l.checkout = filepath.Join(b.TempDir(), "checkout")
	l.plain(l.source, "clone", "-q", l.source, l.checkout)
	for i, name := range []string{"part00/f0000.txt", "part01/f0001.txt"} {
		l.plain(l.checkout, "checkout", "-q", "-B", fmt.Sprint("side", i), "origin/main")
		l.ok(os.WriteFile(filepath.Join(l.checkout, name), []byte("side\n"), 0o600))
		l.plain(l.checkout, "commit", "-q", "-a", "-m", "side")
		l.commits[i] = l.plain(l.checkout, "rev-parse", "HEAD")
	}
	return l
}

func (l *large) edit(name, text string) string {
	l.b.Helper()
	tree, err := l.y.Write(l.b.Context(), l.r, l.tree, []workspace.Edit{{Path: name, Text: &text}})
	l.ok(err)
	return tree
}

// BenchmarkBesideGit does what work on code needs of git, in a repository of 1 609 files, by the office and by git alone.
func BenchmarkBesideGit(b *testing.B) {
	l := opened(b)
	trees := filepath.Join(b.TempDir(), "trees")
	l.ok(os.Mkdir(trees, 0o700))
	worktree := func(n int) string { return filepath.Join(trees, fmt.Sprint(n)) }
	folder := func(n int) string { return l.y.Folder(l.r, org.StepID(fmt.Sprint("s", n)), "trial") }
	nothing := func(int) {}
	run := func(name string, do func()) {
		b.Run(name, func(b *testing.B) {
			l.b = b
			do()
		})
	}
	run("Mirror", func() {
		at := b.TempDir()
		l.beside(nothing, func(n int) { l.plain(at, "clone", "-q", "--bare", "file://"+l.source, fmt.Sprint(n)) }, func(n int) {
			y := workspace.Dir{Home: filepath.Join(at, fmt.Sprint("ours", n))}
			_, _, err := y.Add(b.Context(), coding.Repository{Name: "large", Source: l.source})
			l.ok(err)
		})
	})
	run("NothingNew", func() {
		l.beside(nothing, func(int) { l.plain(l.checkout, "fetch", "-q", "file://"+l.source, "main") }, func(int) {
			_, _, err := l.y.Add(b.Context(), l.r)
			l.ok(err)
		})
	})
	run("Made", func() {
		l.beside(nothing, func(n int) { l.plain(l.checkout, "worktree", "add", "-q", "--detach", worktree(n), "origin/main") },
			func(n int) { l.ok(l.y.Fill(b.Context(), l.r, folder(n), l.tree)) })
	})
	run("Removed", func() {
		add := func(n int) {
			l.plain(l.checkout, "worktree", "add", "-q", "--detach", worktree(5000+n), "origin/main")
			l.ok(l.y.Fill(b.Context(), l.r, folder(5000+n), l.tree))
		}
		l.beside(add, func(n int) { l.plain(l.checkout, "worktree", "remove", worktree(5000+n)) }, func(n int) { l.ok(l.y.Drop(folder(5000 + n))) })
	})
	run("EightAtOnce", func() {
		l.beside(nothing, func(n int) { // git refuses to add two at once
			for i := range 8 {
				l.plain(l.checkout, "worktree", "add", "-q", "--detach", worktree(1000+8*n+i), "origin/main")
			}
		}, func(n int) {
			var all sync.WaitGroup
			for i := range 8 {
				all.Go(func() {
					if err := l.y.Fill(b.Context(), l.r, folder(1000+8*n+i), l.tree); err != nil {
						l.b.Error(err)
					}
				})
			}
			all.Wait()
		})
	})
	run("Snapshot", func() {
		l.plain(l.checkout, "checkout", "-q", "-B", "turns", "origin/main")
		l.beside(nothing, func(n int) {
			l.ok(os.WriteFile(filepath.Join(l.checkout, "part02", "new.txt"), fmt.Append(nil, n), 0o600))
			l.plain(l.checkout, "add", "-A")
			l.plain(l.checkout, "commit", "-q", "-m", "turn")
		}, func(n int) {
			_, err := l.y.Between(b.Context(), l.r, l.base, l.edit("part02/new.txt", fmt.Sprint(n)))
			l.ok(err)
		})
	})
	run("Merge", func() {
		l.beside(nothing, func(int) { l.plain(l.checkout, "merge-tree", "--write-tree", l.commits[0], l.commits[1]) }, func(int) {
			_, clash, err := l.y.Merge(b.Context(), l.r, l.base, l.commitOfLeft, l.right)
			if l.ok(err); len(clash) > 0 {
				l.b.Fatal(clash)
			}
		})
	})
}
