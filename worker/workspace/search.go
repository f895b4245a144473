package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Hit is a line of a file of a tree, as its name is shown.
type Hit struct {
	Path  string
	Line  int // from 1
	Text  string
	Found bool // the pattern stands in it; else it is beside one in which it does
}

// Search returns the lines of a tree that hold a pattern, each with two lines around it. A pattern that is no
// extended regular expression is looked for as it stands.
func (d Dir) Search(ctx context.Context, r coding.Repository, tree, pattern string) ([]Hit, error) {
	g := d.openMirror(ctx, r)
	const most, around = "20", "2" // of one file: no file may drown the others
	ask := func(kind string) ([]byte, error) {
		return g.run(nil, "grep", "-n", "-z", "--column", "-I", "--no-color", "--no-textconv", "--threads=1", "-C", around, "-m", most, kind, "-e", pattern, tree, "--")
	}
	raw, err := ask("-E")
	if said, no := isFailure(err); no && said != "" {
		raw, err = ask("-F")
	}
	if _, no := isFailure(err); no {
		return nil, nil // git ends with 1 when there is none
	}
	if err != nil {
		return nil, fmt.Errorf("search %.12s: %w", tree, err)
	}
	var out []Hit
	for rest := string(raw); rest != ""; { // a name may hold anything but a zero byte
		var name, line, text string
		name, rest, _ = strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "--\n"), tree+":"), "\x00")
		line, rest, _ = strings.Cut(rest, "\x00")
		text, rest, _ = strings.Cut(rest, "\n")
		h := Hit{Path: coding.ShownPath(name)}
		if h.Line, err = strconv.Atoi(line); err != nil {
			return nil, fmt.Errorf("read what git found in %.12s: %w", tree, err)
		}
		_, h.Text, h.Found = strings.Cut(text, "\x00") // a column stands before what was found
		if !h.Found {
			h.Text = text
		}
		out = append(out, h)
	}
	return out, nil
}

// Holding returns the files of a tree that hold words as they stand, in capitals or not.
func (d Dir) Holding(ctx context.Context, r coding.Repository, tree, words string) (map[string]bool, error) {
	out := map[string]bool{}
	if words == "" {
		return out, nil
	}
	raw, err := d.openMirror(ctx, r).run(nil, "grep", "-l", "-z", "-i", "-I", "--no-color", "--no-textconv", "--threads=1", "-F", "-e", words, tree, "--")
	if _, no := isFailure(err); no {
		return out, nil // git ends with 1 when there is none
	}
	if err != nil {
		return nil, fmt.Errorf("search %.12s: %w", tree, err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(raw), "\x00"), "\x00") {
		out[strings.TrimPrefix(name, tree+":")] = true
	}
	return out, nil
}

// Diff returns what two trees differ by, for a person or a model to read. Of a change that is too large to be compared it says so.
func (d Dir) Diff(ctx context.Context, r coding.Repository, from, to string) (string, error) {
	return d.diffFiles(ctx, r, from, to, nil)
}

// diffFiles is Diff of some files; none are all.
func (d Dir) diffFiles(ctx context.Context, r coding.Repository, from, to string, paths []string) (string, error) {
	raw, err := d.openMirror(ctx, r).compare(org.PatchBytes, append([]string{"diff-tree", "-r", "-p", "--no-color", "--no-ext-diff", "--no-textconv", "-M", from, to, "--"}, paths...)...)
	if no := new(UnusableError); errors.As(err, &no) {
		return "(It cannot be shown: " + no.Text + ".)\n", nil
	}
	if err != nil {
		return "", fmt.Errorf("compare %.12s with %.12s: %w", from, to, err)
	}
	return strings.ToValidUTF8(string(raw), "\uFFFD"), nil
}

// Around returns the patch of a change with so many lines around each place, for a person or a model to read; the change's
// own patch where that has more bytes than are wanted, or takes too long.
func (d Dir) Around(ctx context.Context, r coding.Repository, c coding.Change, lines, most int) ([]byte, error) {
	if len(c.Patch) > most {
		return c.Patch, nil
	}
	raw, err := d.openMirror(ctx, r).compare(most, "diff-tree", "-r", "-p", fmt.Sprintf("-U%d", lines), "--full-index", "--no-color", "--no-renames", "--no-ext-diff", "--no-textconv", c.Base, c.Tree, "--")
	if no := new(UnusableError); errors.As(err, &no) {
		return c.Patch, nil
	}
	if err != nil {
		return nil, fmt.Errorf("compare %.12s with %.12s: %w", c.Base, c.Tree, err)
	}
	return quoteNames(raw, c.Files), nil
}

// TreeOf returns the tree that a folder's files make, which were those of another tree until something ran there.
// New files that the repository ignores are left out. Whatever the folder holds, no program of its own runs.
func (d Dir) TreeOf(ctx context.Context, r coding.Repository, dir, from string) (tree string, err error) {
	err = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || at == dir || !strings.EqualFold(e.Name(), ".git") {
			return err
		}
		if err := os.RemoveAll(at); err != nil || !e.IsDir() {
			return err
		}
		return fs.SkipDir
	})
	if err != nil {
		return "", fmt.Errorf("look into %s: %w", dir, err)
	}
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		g.tree = dir
		if _, err := g.run(nil, "read-tree", from); err != nil {
			return err
		}
		if _, err := g.run(nil, "add", "--all", "."); err != nil {
			return errors.Join(fmt.Errorf("look into %s", dir), err)
		}
		tree, err = g.readLine("write-tree")
		return err
	})
	return tree, err
}
