package update

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"
	"golang.org/x/sys/unix"
)

// Place holds the programs: a folder with one folder for each release
// below "releases", and the link "current" to the one that runs.
type Place struct {
	root string
	// byDeploy says that deploy.sh made it, which names releases by what they contain and
	// switches them itself.
	byDeploy bool
}

// FindPlace tells from a program's path where it is installed. It refuses a program that
// neither install.sh nor deploy.sh put there.
func FindPlace(program string) (Place, error) {
	at, err := filepath.EvalSymlinks(program)
	if err != nil {
		return Place{}, fmt.Errorf("find this program's folder: %w", err)
	}
	releases := filepath.Dir(filepath.Dir(at))
	root := filepath.Dir(releases)
	if _, err := os.Readlink(filepath.Join(root, "current")); filepath.Base(releases) != "releases" || err != nil {
		return Place{}, refuse("%s was not put there by install.sh, so nothing was changed. Built from source: \"git pull\" and build it again. "+
			"From an unpacked release: run install.sh of a release once, which docs/deploy.md shows; from then on this command updates", at)
	}
	return Place{root: root, byDeploy: !semver.IsValid(filepath.Base(filepath.Dir(at)))}, nil
}

// Describe says for doctor which release runs, what it was before, and whether taking that back was cut short.
func (p Place) Describe() (version, before string, cut bool, err error) {
	if p.byDeploy {
		return "", "", false, nil
	}
	if version, err = p.current(); err != nil {
		return "", "", false, err
	}
	n, err := p.readNote()
	if err != nil || n == nil {
		return version, "", false, err
	}
	return version, n.From, n.Back, nil
}

func (p Place) folder(version string) string { return filepath.Join(p.root, "releases", version) }

// current is the version that runs.
func (p Place) current() (string, error) {
	to, err := os.Readlink(filepath.Join(p.root, "current"))
	if err != nil {
		return "", fmt.Errorf("read which version runs: %w", err)
	}
	return filepath.Base(to), nil
}

// switchTo makes a version the one that runs, at one instant.
func (p Place) switchTo(version string) error {
	link := filepath.Join(p.root, "current")
	next := link + ".new"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("switch to %s: %w", version, err)
	}
	if err := errors.Join(os.Symlink(filepath.Join("releases", version), next), os.Rename(next, link), syncFolder(p.root)); err != nil {
		return fmt.Errorf("switch to %s: %w", version, err)
	}
	return nil
}

// lock keeps other updates away until the returned file is closed or this process dies.
func (p Place) lock() (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(p.root, "update.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, &Error{Refused, fmt.Sprintf("this user may not change %s (%v), so nothing was changed; update as the user who installed it", p.root, err)}
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(&Error{Busy, "another update is under way; wait until it has ended"}, f.Close())
	}
	return f, nil
}

// note keeps what takes the last update back.
type note struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Saved is the copy of the data from before, and Data where it belongs; empty without data.
	Saved string `json:"saved,omitempty"`
	Data  string `json:"data,omitempty"`
	// Back says that it is being taken back, which whoever comes next completes.
	Back bool `json:"back,omitempty"`
}

func (p Place) noteFile() string { return filepath.Join(p.root, "update.json") }

// readNote returns the note of the last update; nil when there is none.
func (p Place) readNote() (*note, error) {
	raw, err := os.ReadFile(p.noteFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // no update yet
	}
	n := &note{}
	if err == nil {
		err = json.Unmarshal(raw, n)
	}
	if err != nil {
		return nil, fmt.Errorf("read the note of the last update: %w", err)
	}
	return n, nil
}

func (p Place) writeNote(n note) error {
	raw, err := json.Marshal(n)
	if err == nil {
		err = writeToDisk(p.noteFile()+".new", raw)
	}
	if err == nil {
		err = errors.Join(os.Rename(p.noteFile()+".new", p.noteFile()), syncFolder(p.root))
	}
	if err != nil {
		return fmt.Errorf("write the note of this update: %w", err)
	}
	return nil
}

// removeOthers removes what killed updates left, and all releases but those named.
func (p Place) removeOthers(keep ...string) error {
	list, err := os.ReadDir(filepath.Join(p.root, "releases"))
	if err != nil {
		return fmt.Errorf("look through the releases: %w", err)
	}
	kept := " " + strings.Join(keep, " ") + " "
	for _, e := range list {
		if !strings.Contains(kept, " "+e.Name()+" ") {
			err = errors.Join(err, os.RemoveAll(p.folder(e.Name())))
		}
	}
	return err
}

// writeToDisk writes a file to the disk.
func writeToDisk(path string, raw []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncFolder brings names in a folder to the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
