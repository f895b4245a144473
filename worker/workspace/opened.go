package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Open writes the files of a tree into a folder of the yard, for people to look at, and returns the folder. One
// that is open already, with other files than it was opened with, gives an *UnusableError.
func (y Yard) Open(ctx context.Context, r org.Repository, id org.StepID, handle, tree string) (string, error) {
	dir := y.Folder(r, id, handle)
	if err := y.unchanged(ctx, r, dir); err != nil {
		return "", err
	}
	// The note comes first, so that a process that is killed after it leaves no folder that would be written over.
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(dir+opened, []byte(tree), 0o600); err != nil {
		return "", err
	}
	return dir, y.Fill(ctx, r, dir, tree)
}

// opened is the end of the name of the file that says with which tree a folder was opened.
const opened = ".tree"

// Close removes a folder that was opened. What somebody changed in it is not lost by that: it gives an
// *UnusableError that names the files.
func (y Yard) Close(ctx context.Context, r org.Repository, id org.StepID, handle string) error {
	dir := y.Folder(r, id, handle)
	if !y.IsOpen(r, id, handle) {
		return &UnusableError{handle + " is not open"}
	}
	if err := y.unchanged(ctx, r, dir); err != nil {
		return err
	}
	if err := y.Drop(dir); err != nil {
		return err
	}
	return os.Remove(dir + opened)
}

// IsOpen reports whether a step's work lies in a folder for people to look at.
func (y Yard) IsOpen(r org.Repository, id org.StepID, handle string) bool {
	_, err := os.Stat(y.Folder(r, id, handle) + opened)
	return err == nil
}

// unchanged refuses a folder that is not as it was opened.
func (y Yard) unchanged(ctx context.Context, r org.Repository, dir string) error {
	was, err := os.ReadFile(dir + opened) //nolint:gosec // of the yard
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		return nil
	}
	return y.scratch(y.git(ctx, r), func(g git) error {
		g.tree = dir
		if _, err := g.run(nil, "add", "--all", "--force", "."); err != nil {
			return fmt.Errorf("look into %s: %w", dir, err)
		}
		is, err := g.line("write-tree")
		if err != nil || is == string(was) {
			return err
		}
		names, err := g.run(nil, "diff-tree", "-r", "--name-only", "--no-renames", string(was), is, "--")
		if err != nil {
			return err
		}
		return &UnusableError{fmt.Sprintf("%s was changed (%s); move what you want to keep, or delete the folder yourself", dir, strings.Join(strings.Fields(string(names)), ", "))}
	})
}
