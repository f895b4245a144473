package deliver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
)

// Folder returns the name of a project's folder: its id and its title.
func Folder(p org.Project) string { return bundle.Folder(p.ID, p.Title) }

// Write makes the project's folder under dir and returns its path. Files are
// replaced whole, the receipt last, so writing twice leaves the same folder. A
// quote that is not its document's bytes from start to end is an error, and so
// is a document whose text does not have its id as hash: such a folder is not
// written.
func Write(dir string, b Bundle) (string, error) {
	files, err := b.listBundled()
	if err != nil {
		return "", fmt.Errorf("export project %s: %w", b.Project.ID, err)
	}
	root := filepath.Join(dir, Folder(b.Project))
	if err := os.MkdirAll(filepath.Join(root, "documents"), 0o750); err != nil {
		return "", fmt.Errorf("export project %s: %w", b.Project.ID, err)
	}
	for _, f := range files {
		if err := replaceFile(filepath.Join(root, filepath.FromSlash(f.Name)), f.Data); err != nil {
			return "", fmt.Errorf("export project %s: %w", b.Project.ID, err)
		}
	}
	return root, nil
}

// replaceFile writes a file beside its place and moves it there, so that a reader
// sees the old file or the new one and never a part.
func replaceFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".writing-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o640)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), errors.Join(err, os.Remove(tmp.Name())))
	}
	return nil
}
