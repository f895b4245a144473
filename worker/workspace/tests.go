package workspace

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// differing is a file that a change touches, as git lists it.
type differing struct{ oldMode, newMode, oldID, newID, path string }

const noFile = "000000"

// TestsOnly returns the tree of a commit with the tests of a change and nothing else of it; has is
// false when the change has none.
func (d Dir) TestsOnly(ctx context.Context, r coding.Repository, c coding.Change) (tree string, has bool, err error) {
	return d.exchangeTests(ctx, r, c, c.Base, func(g git, f differing) (mode, id string, err error) {
		switch {
		case r.HasTest(f.path):
			return f.newMode, f.newID, nil
		case coding.InlineTests(f.path) && f.oldMode != noFile && f.newMode != noFile:
			id, err := joinTests(g, f.oldID, f.newID, nil)
			return f.oldMode, id, err
		}
		return "", "", nil
	})
}

// TestsOn returns another tree with the tests of a change, so that they run on it; has is false when the change has none.
func (d Dir) TestsOn(ctx context.Context, r coding.Repository, c coding.Change, other string) (tree string, has bool, err error) {
	return d.exchangeTests(ctx, r, c, other, func(g git, f differing) (mode, id string, err error) {
		if r.HasTest(f.path) && f.newMode != noFile {
			return f.newMode, f.newID, nil
		}
		return "", "", nil
	})
}

// TestsBack returns the tree of a change with the test files that its base had as they were there;
// has is false when the change touches none of them. Names that the order gives others are the new ones in them.
func (d Dir) TestsBack(ctx context.Context, r coding.Repository, c coding.Change, renames []coding.Rename) (tree string, has bool, err error) {
	return d.exchangeTests(ctx, r, c, c.Tree, func(g git, f differing) (mode, id string, err error) {
		switch {
		case f.oldMode == noFile:
		case r.HasTest(f.path):
			id, err := renameIn(g, f, renames)
			return f.oldMode, id, err
		case coding.InlineTests(f.path) && f.newMode != noFile:
			id, err := joinTests(g, f.newID, f.oldID, renames)
			return f.newMode, id, err
		}
		return "", "", nil
	})
}

// exchangeTests puts other files in the place of those of a tree. pick says which; an empty id leaves a file as it is.
func (d Dir) exchangeTests(ctx context.Context, r coding.Repository, c coding.Change, from string, pick func(git, differing) (mode, id string, err error)) (tree string, has bool, err error) {
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		if _, err := g.run(nil, "read-tree", from); err != nil {
			return err
		}
		raw, err := g.run(nil, "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", c.Base, c.Tree, "--")
		if err != nil {
			return err
		}
		parts := strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00")
		var in []byte
		for i := 0; i+1 < len(parts); i += 2 {
			meta := strings.Fields(strings.TrimPrefix(parts[i], ":"))
			if len(meta) != 5 {
				continue
			}
			mode, id, err := pick(g, differing{meta[0], meta[1], meta[2], meta[3], parts[i+1]})
			if err != nil {
				return fmt.Errorf("part the tests of %s: %w", parts[i+1], err)
			}
			if id != "" {
				in, has = fmt.Appendf(in, "%s %s\t%s\x00", mode, id, parts[i+1]), true
			}
		}
		if _, err := g.run(in, "update-index", "-z", "--index-info"); err != nil {
			return err
		}
		tree, err = g.readLine("write-tree")
		return err
	})
	return tree, has, err
}

// joinTests writes a file with the code of one and the tests of another; its id is empty where both have the same tests.
func joinTests(g git, code, tests string, renames []coding.Rename) (string, error) {
	one, err := g.run(nil, "cat-file", "blob", code)
	if err != nil {
		return "", err
	}
	other, err := g.run(nil, "cat-file", "blob", tests)
	if err != nil {
		return "", err
	}
	kept, had := coding.SplitTests(string(one))
	_, has := coding.SplitTests(string(other))
	if had == has {
		return "", nil
	}
	has = coding.ApplyRenames(renames, has, had)
	out, err := g.run([]byte(kept+has), "hash-object", "-w", "--stdin")
	return strings.TrimSpace(string(out)), err
}

// renameIn writes a file as it was with the new names, and returns its id.
func renameIn(g git, f differing, renames []coding.Rename) (string, error) {
	if len(renames) == 0 || f.oldMode == "120000" || f.oldMode == "160000" {
		return f.oldID, nil
	}
	was, err := g.run(nil, "cat-file", "blob", f.oldID)
	if err != nil || bytes.IndexByte(was, 0) >= 0 {
		return f.oldID, err
	}
	var now []byte
	if f.newMode != noFile && f.newMode != "160000" {
		if now, err = g.run(nil, "cat-file", "blob", f.newID); err != nil {
			return "", err
		}
	}
	out, err := g.run([]byte(coding.ApplyRenames(renames, string(was), string(now))), "hash-object", "-w", "--stdin")
	return strings.TrimSpace(string(out)), err
}
