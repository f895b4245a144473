package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/frasier-cos/frasier/internal/org"
)

// Share writes what differs between two trees into the folder that a repository was added from,
// and nothing else: neither its index nor its branch is touched. It is all or nothing of what can be known before: a
// file that is not as the first tree has it, or as the second, gives an *UnusableError and no file is
// written. Whoever was killed in the middle does it again. One at a time does so.
func (y Yard) Share(ctx context.Context, r org.Repository, from, to string) (err error) {
	if info, err := os.Stat(filepath.Join(r.Source, "HEAD")); err == nil && !info.IsDir() && store(r.Source) == r.Source {
		return &UnusableError{"it has no working folder"}
	}
	unlock, err := y.lock(r)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	g := y.git(ctx, r)
	raw, err := g.run(nil, "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", from, to, "--")
	if err != nil {
		return fmt.Errorf("list what comes into %s: %w", r.Source, err)
	}
	root, err := os.OpenRoot(r.Source)
	if err != nil {
		return &UnusableError{fmt.Sprintf("%s cannot be opened: %v", r.Source, err)}
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	var due []sharing
	parts := strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00")
	for i := 0; i+1 < len(parts); i += 2 {
		meta := strings.Fields(strings.TrimPrefix(parts[i], ":"))
		if len(meta) != 5 || !inside(parts[i+1]) {
			return misplaced(parts[i+1])
		}
		s := sharing{name: parts[i+1], gone: meta[1] == "000000"}
		if done, err := s.look(g, root, meta); err != nil {
			return err
		} else if !done {
			due = append(due, s)
		}
	}
	for _, s := range due {
		if err := s.write(root); err != nil {
			return &UnusableError{fmt.Sprintf("%s could not be written there: %v", s.name, err)}
		}
	}
	return nil
}

// sharing is one file that comes into a founder's folder.
type sharing struct {
	name string
	gone bool // the change deletes it
	text []byte
	mode fs.FileMode
}

// look compares the file that is there with what the change found and makes; it is done when it is there already.
func (s *sharing) look(g git, root *os.Root, meta []string) (done bool, err error) {
	content := func(mode, id string) ([]byte, error) {
		switch mode {
		case "000000":
			return nil, nil
		case linkMode, nestMode:
			return nil, &UnusableError{s.name + " is no plain file"}
		}
		return g.run(nil, "cat-file", "blob", id)
	}
	was, err := content(meta[0], meta[2])
	if err != nil {
		return false, err
	}
	if s.text, err = content(meta[1], meta[3]); err != nil {
		return false, err
	}
	bits, err := strconv.ParseUint(meta[1], 8, 32)
	if err != nil {
		return false, fmt.Errorf("git writes the mode %s: %w", meta[1], err)
	}
	s.mode = fs.FileMode(bits) & fs.ModePerm
	info, err := root.Lstat(s.name)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, &UnusableError{fmt.Sprintf("%s cannot be looked at there: %v", s.name, err)}
	}
	var is []byte
	if there {
		if !info.Mode().IsRegular() {
			return false, &UnusableError{s.name + " is no plain file there"}
		}
		if is, err = root.ReadFile(s.name); err != nil {
			return false, &UnusableError{fmt.Sprintf("%s cannot be read there: %v", s.name, err)}
		}
	}
	fresh := meta[0] == "000000"
	switch {
	case there != s.gone && string(is) == string(s.text):
		return true, nil
	case there != fresh && string(is) == string(was):
		return false, nil
	}
	return false, &UnusableError{s.name + " is another there than the one that was changed"}
}

// write puts the file in its place whole.
func (s *sharing) write(root *os.Root) error {
	if s.gone {
		return root.Remove(s.name)
	}
	if err := root.MkdirAll(path.Dir(s.name), 0o755); err != nil {
		return err
	}
	beside := path.Join(path.Dir(s.name), ".frasier-"+path.Base(s.name))
	if err := root.WriteFile(beside, s.text, s.mode); err != nil {
		return err
	}
	return root.Rename(beside, s.name)
}

// lock waits until nobody else of this machine writes into the repository's own folder. It falls with the process.
func (y Yard) lock(r org.Repository) (func() error, error) {
	at := filepath.Join(y.Home, "mirrors", r.Name+".lock")
	f, err := os.OpenFile(at, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // below the data folder
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil { //nolint:gosec // a small number
		return nil, errors.Join(fmt.Errorf("lock %s: %w", r.Source, err), f.Close())
	}
	return f.Close, nil
}
