package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Open writes the files of a tree into a folder of the yard, for people to look at, and returns the folder. One
// that is open already, with other files than it was opened with, gives an *UnusableError.
func (d Dir) Open(ctx context.Context, r coding.Repository, id org.StepID, handle, tree string) (string, error) {
	dir := d.Folder(r, id, handle)
	if err := d.checkUnchanged(ctx, r, dir); err != nil {
		return "", err
	}
	// The note comes first, so that a process that is killed after it leaves no folder that would be written over.
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(dir+opened, []byte(tree), 0o600); err != nil {
		return "", err
	}
	if err := d.Fill(ctx, r, dir, tree); err != nil {
		return "", err
	}
	// What git makes of the files that it wrote may be another tree: the repository's attributes say how lines end.
	is, err := d.writeTree(ctx, r, dir)
	if err != nil || is == tree {
		return dir, err
	}
	return dir, os.WriteFile(dir+opened, []byte(is), 0o600)
}

// The file whose name ends so says with which tree a folder was opened.
const opened = ".tree"

// Close removes a folder that was opened. What somebody changed in it is not lost by that: it gives an
// *UnusableError that names the files.
func (d Dir) Close(ctx context.Context, r coding.Repository, id org.StepID, handle string) error {
	dir := d.Folder(r, id, handle)
	if !d.IsOpen(r, id, handle) {
		return &UnusableError{handle + " is not open"}
	}
	if err := d.checkUnchanged(ctx, r, dir); err != nil {
		return err
	}
	if err := d.Drop(dir); err != nil {
		return err
	}
	return os.Remove(dir + opened)
}

// IsOpen reports whether a step's work lies in a folder for people to look at.
func (d Dir) IsOpen(r coding.Repository, id org.StepID, handle string) bool {
	_, err := os.Stat(d.Folder(r, id, handle) + opened)
	return err == nil
}

// A folder that is not as it was opened, or that nobody opened, is refused.
func (d Dir) checkUnchanged(ctx context.Context, r coding.Repository, dir string) error {
	if _, err := os.Lstat(dir); os.IsNotExist(err) {
		return nil
	}
	was, err := os.ReadFile(dir + opened)
	if os.IsNotExist(err) {
		return &UnusableError{dir + " is there and was not opened by me; move what you want to keep, or delete the folder yourself"}
	}
	if err != nil {
		return err
	}
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		return makeChangedError(dir, ".git")
	}
	is, err := d.writeTree(ctx, r, dir)
	if err != nil || is == string(was) {
		return err
	}
	names, err := d.openMirror(ctx, r).run(nil, "diff-tree", "-r", "-z", "--name-only", "--no-renames", string(was), is, "--")
	if _, no := isFailure(err); no { // the copy was made anew since, or somebody changed the note
		return makeChangedError(dir, "in which files cannot be told")
	}
	if err != nil {
		return err
	}
	return makeChangedError(dir, strings.Split(strings.TrimRight(string(names), "\x00"), "\x00")...)
}

func makeChangedError(dir string, names ...string) error {
	const most = 10
	more := len(names) - most
	for i, name := range names[:min(len(names), most)] {
		names[i] = coding.ShownPath(name)
	}
	if more > 0 {
		names = append(names[:most:most], fmt.Sprintf("%d more", more))
	}
	return &UnusableError{fmt.Sprintf("%s was changed (%s); move what you want to keep, or delete the folder yourself", dir, strings.Join(names, ", "))}
}

func (d Dir) writeTree(ctx context.Context, r coding.Repository, dir string) (tree string, err error) {
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		g.tree = dir
		if _, err := g.run(nil, "add", "--all", "--force", "."); err != nil {
			return fmt.Errorf("look into %s: %w", dir, err)
		}
		tree, err = g.readLine("write-tree")
		return err
	})
	return tree, err
}
