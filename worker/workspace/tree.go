package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Modes of files, as git writes them.
const (
	plainMode = "100644"
	linkMode  = "120000"
	nestMode  = "160000"
)

// Entry is one file of a tree.
type Entry struct {
	Path, Mode string
	ID         string // of its content
	Size       int
}

// Plain reports whether it is a file, and no link or repository inside.
func (e Entry) Plain() bool { return e.Mode != linkMode && e.Mode != nestMode }

// Files lists all files of a tree.
func (d Dir) Files(ctx context.Context, r coding.Repository, tree string) ([]Entry, error) {
	return listEntries(d.openMirror(ctx, r), tree)
}

func listEntries(g git, tree string, paths ...string) ([]Entry, error) {
	for _, p := range paths {
		if !isInside(p) {
			return nil, makePathError(p)
		}
	}
	raw, err := g.run(nil, append([]string{"ls-tree", "-r", "-l", "-z", "--full-tree", tree, "--"}, paths...)...)
	if err != nil {
		return nil, fmt.Errorf("list the files of %.12s: %w", tree, err)
	}
	var out []Entry
	for row := range strings.SplitSeq(strings.TrimRight(string(raw), "\x00"), "\x00") {
		meta, name, ok := strings.Cut(row, "\t")
		if f := strings.Fields(meta); ok && len(f) == 4 {
			out = append(out, Entry{Path: name, Mode: f[0], ID: f[2], Size: prose.ParseDigits(f[3])})
		}
	}
	return out, nil
}

// Names are bytes, of any encoding.
func isInside(name string) bool {
	return !strings.ContainsRune(name, 0) && !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git")
	})
}

func makePathError(name string) error {
	return &UnusableError{fmt.Sprintf("%q is no path for a file here", name)}
}

// Read returns the content of a file of a tree. What is not there, is no file, or is too long to
// be looked through gives an *UnusableError.
func (d Dir) Read(ctx context.Context, r coding.Repository, tree, name string) (string, error) {
	g := d.openMirror(ctx, r)
	name, err := findName(g, tree, name)
	if err != nil {
		return "", err
	}
	all, err := listEntries(g, tree, name)
	if err != nil {
		return "", err
	}
	switch {
	case len(all) != 1 || all[0].Path != name:
		return "", &UnusableError{fmt.Sprintf("there is no file %s", name)}
	case !all[0].Plain():
		return "", &UnusableError{name + " is no plain file"}
	case all[0].Size > org.CodeFileBytes:
		return "", &UnusableError{fmt.Sprintf("%s has %d bytes, too many to read", name, all[0].Size)}
	}
	raw, err := g.run(nil, "cat-file", "blob", all[0].ID)
	return string(raw), err
}

// Contents returns what stands in files of a tree, in one call of git.
func (d Dir) Contents(ctx context.Context, r coding.Repository, all []Entry) (map[string][]byte, error) {
	ids := make([]string, 0, len(all))
	for _, e := range all {
		ids = append(ids, e.ID)
	}
	slices.Sort(ids)
	out := map[string][]byte{}
	err := d.openMirror(ctx, r).readObjects(slices.Compact(ids), func(id string, raw []byte) { out[id] = raw })
	return out, err
}

// Edit is one file as it is to be; a nil Text deletes it.
type Edit struct {
	Path string
	Text *string
}

// Write returns the tree that edits make of another. A file keeps its rights; a new one is no
// program. A path that leads out of the tree, or among git's own files, gives an *UnusableError.
func (d Dir) Write(ctx context.Context, r coding.Repository, tree string, edits []Edit) (made string, err error) {
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		if _, err := g.run(nil, "read-tree", tree); err != nil {
			return err
		}
		for _, e := range edits {
			if e.Path, err = findName(g, tree, e.Path); err != nil {
				return err
			}
			row, err := formatIndexLine(g, tree, e)
			if err != nil {
				return err
			}
			if _, err := g.run([]byte(row), "update-index", "-z", "--index-info"); err != nil {
				return err
			}
			// Git leaves out what it takes for one of its own files, and says so to nobody.
			if there, err := g.run(nil, "ls-files", "-z", "--", e.Path); err != nil || e.Text != nil && len(there) == 0 {
				return errors.Join(err, makePathError(e.Path))
			}
		}
		made, err = g.readLine("write-tree")
		return err
	})
	return made, err
}

// PutBack returns a tree with the files of another in the place of its own, as they are there, and without those that are not there.
func (d Dir) PutBack(ctx context.Context, r coding.Repository, tree, from string, names []string) (made string, err error) {
	if len(names) == 0 {
		return tree, nil
	}
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		if _, err := g.run(nil, "read-tree", tree); err != nil {
			return err
		}
		var gone, rows strings.Builder
		for _, name := range names {
			fmt.Fprintf(&gone, "0 %040d\t%s\x00", 0, name)
			was, err := listEntries(g, from, name)
			if err != nil {
				return err
			}
			for _, e := range was {
				if e.Path == name {
					fmt.Fprintf(&rows, "%s %s\t%s\x00", e.Mode, e.ID, name)
				}
			}
		}
		for _, in := range []string{gone.String(), rows.String()} {
			if _, err := g.run([]byte(in), "update-index", "-z", "--add", "--replace", "--index-info"); err != nil {
				return err
			}
		}
		made, err = g.readLine("write-tree")
		return err
	})
	return made, err
}

func formatIndexLine(g git, tree string, e Edit) (string, error) {
	was, err := listEntries(g, tree, e.Path)
	if err != nil {
		return "", err
	}
	mode := plainMode
	switch {
	case len(was) > 1, len(was) == 1 && was[0].Path != e.Path:
		return "", makePathError(e.Path)
	case len(was) == 1 && !was[0].Plain():
		return "", &UnusableError{e.Path + " is no plain file"}
	case len(was) == 1:
		mode = was[0].Mode
	case e.Text == nil:
		return "", &UnusableError{fmt.Sprintf("there is no file %s", e.Path)}
	}
	if e.Text == nil {
		return fmt.Sprintf("0 %040d\t%s\x00", 0, e.Path), nil
	}
	id, err := g.run([]byte(*e.Text), "hash-object", "-w", "--no-filters", "--stdin")
	if err != nil {
		return "", fmt.Errorf("keep %s: %w", e.Path, err)
	}
	return fmt.Sprintf("%s %s\t%s\x00", mode, strings.TrimSpace(string(id)), e.Path), nil
}
