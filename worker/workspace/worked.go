package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// restless is the age of a file below which it may be written again within the same time of the disk.
const restless = 2 * time.Second

// worked copies a folder in which somebody works into one in which nobody does. Both are entered in a way that leads nowhere else,
// whatever becomes of a folder there meanwhile.
type worked struct {
	from, to *os.Root
	wanted   map[string]bool
}

// copyWorked makes a folder hold the named files of another one and nothing else. What is there already and was not written since is not copied anew.
func copyWorked(from, to string, names []string) (err error) {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	w := worked{wanted: map[string]bool{}}
	if w.from, err = os.OpenRoot(from); err != nil {
		return err
	}
	defer w.from.Close() //nolint:errcheck // it was read
	if w.to, err = os.OpenRoot(to); err != nil {
		return err
	}
	defer w.to.Close() //nolint:errcheck // its files are closed
	for _, name := range names {
		if below, is := strings.CutSuffix(name, "/"); is { // a repository in the repository: its files count like others
			err = w.addBelow(below)
		} else {
			err = w.add(name)
		}
		if err != nil {
			return fmt.Errorf("copy %q: %w", name, err)
		}
	}
	return w.removeOthers()
}

// addBelow lists by name, which may lead elsewhere meanwhile; what is listed there is not found in the folder.
func (w worked) addBelow(dir string) error {
	return filepath.WalkDir(filepath.Join(w.from.Name(), filepath.FromSlash(dir)), func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return skipGone(err)
		}
		name, err := filepath.Rel(w.from.Name(), at)
		isGit := strings.EqualFold(d.Name(), ".git")
		switch {
		case err != nil:
			return err
		case isGit && d.IsDir():
			return fs.SkipDir
		case isGit || d.IsDir():
			return nil
		}
		return w.add(filepath.ToSlash(name))
	})
}

// skipGone says of what somebody took away, closed or led elsewhere meanwhile that it is not there.
func skipGone(err error) error {
	errno, of := errors.AsType[syscall.Errno](err)
	if of && !slices.Contains([]syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.ELOOP, syscall.EACCES, syscall.EPERM, syscall.EINVAL, syscall.ENXIO}, errno) {
		return err
	}
	return nil // it is none of the system's: it leads out of the folder
}

func (w worked) add(name string) error {
	info, err := w.from.Lstat(name)
	if err != nil {
		return skipGone(err)
	}
	switch {
	case info.IsDir(): // what the base names as a repository elsewhere
		w.wanted[name] = true
		return w.makeFolder(name)
	case info.Mode()&fs.ModeSymlink != 0:
		return w.addLink(name)
	case info.Mode().IsRegular():
		return w.addFile(name, info)
	}
	return nil
}

func (w worked) addLink(name string) error {
	leads, err := w.from.Readlink(name)
	if err != nil {
		return skipGone(err)
	}
	w.wanted[name] = true
	if was, err := w.to.Readlink(name); err == nil && was == leads {
		return nil
	}
	if err := w.clear(name); err != nil {
		return err
	}
	return w.to.Symlink(leads, name)
}

func (w worked) addFile(name string, info fs.FileInfo) (err error) {
	is, err := w.to.Lstat(name)
	if err == nil && is.Mode() == info.Mode().Perm()|0o600 && is.Size() == info.Size() && is.ModTime().Equal(info.ModTime()) {
		w.wanted[name] = true
		return nil
	}
	in, err := w.from.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0) // a pipe may have come into its place
	if err != nil {
		return skipGone(err)
	}
	defer in.Close() //nolint:errcheck // it was read
	if info, err = in.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	w.wanted[name] = true
	if err := w.clear(name); err != nil {
		return err
	}
	out, err := w.to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(info.Mode().Perm()|0o600), out.Close()); err != nil || time.Since(info.ModTime()) < restless {
		return err
	}
	return w.to.Chtimes(name, info.ModTime(), info.ModTime())
}

// clear makes room for a file.
func (w worked) clear(name string) error {
	if err := w.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	return w.to.RemoveAll(name)
}

// makeFolder makes a folder where a file or a link may have been.
func (w worked) makeFolder(name string) error {
	at := ""
	for part := range strings.SplitSeq(name, "/") {
		at = path.Join(at, part)
		if info, err := w.to.Lstat(at); err == nil && !info.IsDir() {
			if err := w.to.Remove(at); err != nil {
				return err
			}
		}
	}
	return w.to.MkdirAll(name, 0o700)
}

// removeOthers takes away what is there no more.
func (w worked) removeOthers() error {
	var gone []string
	err := filepath.WalkDir(w.to.Name(), func(at string, d fs.DirEntry, err error) error {
		name, no := filepath.Rel(w.to.Name(), at)
		if err = errors.Join(err, no); err == nil && !d.IsDir() && !w.wanted[filepath.ToSlash(name)] {
			gone = append(gone, name)
		}
		return err
	})
	for _, at := range gone {
		err = errors.Join(err, w.to.Remove(at))
	}
	return err
}
