package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Merge returns the tree of a change merged with what came before it: the change was made on base,
// the branch is at head. Files on which the two do not agree are returned instead.
func (d Dir) Merge(ctx context.Context, r coding.Repository, base, head, tree string) (merged string, clash []string, err error) {
	if base == head {
		return tree, nil, nil
	}
	merged, clash, err = mergeTrees(d.openMirror(ctx, r), base, head, tree)
	if len(clash) == 0 {
		return merged, nil, err
	}
	for i := range clash {
		clash[i] = coding.ShownPath(clash[i])
	}
	return "", clash, err
}

// mergeTrees returns the paths on which the two do not agree; the merged tree then holds both sides there, with marks.
func mergeTrees(g git, base, head, tree string) (merged string, clash []string, err error) {
	side, err := writeCommit(g, coding.Commit{Parent: base, Tree: tree, Message: "side", At: firstDay})
	if err != nil {
		return "", nil, err
	}
	out, err := g.compare(0, "merge-tree", "--write-tree", "--name-only", "-z", "--no-messages", head, side)
	parts := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	if err == nil {
		return parts[0], nil, nil
	}
	if _, no := isFailure(err); no && len(parts) > 1 {
		return parts[0], slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(parts[1:]))), func(s string) bool { return s == "" }), nil
	}
	return "", nil, fmt.Errorf("merge: %w", err)
}

// Fork returns the commit at which two branches left each other.
func (d Dir) Fork(ctx context.Context, r coding.Repository, one, other string) (string, error) {
	at, err := d.openMirror(ctx, r).readLine("merge-base", one, other)
	if _, no := isFailure(err); no {
		return "", &UnusableError{fmt.Sprintf("%.12s and %.12s of %s have no commit in common", one, other, r.Name)}
	}
	return at, err
}

// Clash is a change that does not agree with what came before it, for whoever brings them together.
type Clash struct {
	Tree         string // the change merged where the two agree; elsewhere what came before it stands
	Theirs, Mine string // what both did to the files on which they do not agree, as diffs
}

// Unravel takes apart a change that Merge does not merge.
func (d Dir) Unravel(ctx context.Context, r coding.Repository, base, head, tree string) (c Clash, err error) {
	g := d.openMirror(ctx, r)
	merged, clash, err := mergeTrees(g, base, head, tree)
	if err != nil || len(clash) == 0 {
		return Clash{Tree: merged}, err
	}
	if c.Theirs, err = d.diffFiles(ctx, r, base, head, clash); err != nil {
		return c, err
	}
	if c.Mine, err = d.diffFiles(ctx, r, base, tree, clash); err != nil {
		return c, err
	}
	c.Tree, err = d.takeFrom(g, merged, head, clash)
	if _, no := isFailure(err); no { // a folder stands where the other has a file: then nothing of the change is there
		c.Tree, err = d.Tree(ctx, r, head)
	}
	return c, err
}

// takeFrom returns a tree in which some paths are as a commit has them.
func (d Dir) takeFrom(g git, tree, commit string, paths []string) (made string, err error) {
	err = d.withScratch(g, func(g git) error {
		if _, err := g.run(nil, "read-tree", tree); err != nil {
			return err
		}
		var entries strings.Builder
		for _, path := range paths {
			out, err := g.run(nil, "ls-tree", "-z", "--full-tree", commit, "--", path)
			if err != nil {
				return err
			}
			entry := strings.TrimRight(string(out), "\x00")
			if entry == "" {
				entry = "0 " + strings.Repeat("0", len(tree)) + "\t" + path
			}
			entries.WriteString(entry + "\x00")
		}
		if _, err := g.run([]byte(entries.String()), "update-index", "-z", "--index-info"); err != nil {
			return errors.Join(fmt.Errorf("take %s of %.12s", strings.Join(paths, ", "), commit), err)
		}
		made, err = g.readLine("write-tree")
		return err
	})
	return made, err
}
