package workspace

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Worked names a folder in which somebody works who is not watched.
type Worked struct {
	Dir   string
	Base  string   // the tree that he began with
	Index string   // a file that makes the next look quick; it is made where there is none, and a folder of its name beside it
	Kept  []string // paths that stay as they are in Base, whatever becomes of them
}

// Snapshot returns the tree that a folder holds now. What the repository says is not to be kept is left out. Whoever works there may
// change it meanwhile: git reads a copy, in which he has no part, since of a repository inside of it git would start what is set there, and
// behind a folder that becomes a link it would read what is not his.
func (d Dir) Snapshot(ctx context.Context, r coding.Repository, w Worked) (string, error) {
	g := d.openMirror(ctx, r)
	g.index = w.Index
	if _, err := os.Stat(w.Index); err != nil {
		if _, err := g.run(nil, "read-tree", w.Base); err != nil {
			return "", fmt.Errorf("look at the work in %s: %w", r.Name, err)
		}
	}
	names, err := listWorked(g, w.Dir)
	if err == nil {
		err = copyWorked(w.Dir, w.Index+"-files", names)
	}
	g.tree = w.Index + "-files"
	if err == nil {
		_, err = g.run(nil, "add", "--all", ".")
	}
	if err != nil {
		return "", fmt.Errorf("look at the work in %s: %w", r.Name, err)
	}
	for _, path := range w.Kept {
		if err := keepPath(g, w.Base, path); err != nil {
			return "", fmt.Errorf("keep %s of %s: %w", path, r.Name, err)
		}
	}
	return g.readLine("write-tree")
}

// listWorked names what git would look at in a folder: nothing there is opened but its lists of what is not to be kept.
func listWorked(g git, dir string) ([]string, error) {
	g.tree = dir
	out, err := g.run(nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(out), "\x00"), "\x00"), nil
}

// keepPath puts into the index what the base has at a path, and nothing else.
func keepPath(g git, base, path string) error {
	was, err := g.run(nil, "ls-tree", "-r", "-z", base, "--", path)
	if err != nil {
		return err
	}
	is, err := g.run(nil, "ls-files", "--stage", "-z", "--", path)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(string(is), "\x00") {
		if _, name, ok := strings.Cut(line, "\t"); ok {
			lines.WriteString("0 " + strings.Repeat("0", len(base)) + "\t" + name + "\x00")
		}
	}
	lines.Write(was)
	if lines.Len() == 0 {
		return nil
	}
	_, err = g.run([]byte(lines.String()), "update-index", "-z", "--index-info")
	return err
}
