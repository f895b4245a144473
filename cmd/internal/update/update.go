// Package update brings an installation that install.sh made to another release, and
// back. It checks what it downloads against the key that this program carries, has the
// new version try a copy of the data, and switches at one instant: whenever it is
// killed, one version runs, the old one or the new one. Only the command line of
// the machine's owner reaches it.
package update

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/mod/semver"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// Data must not be spoilt by an update.
type Data interface {
	// There reports whether there are data, and on a server.
	There() (is, server bool)
	// File is the whole path of the database's file.
	File() string
	// Idle returns an error while a process works with the data.
	Idle() error
	// Save writes a checked copy into a folder and returns its path.
	Save(ctx context.Context, dir string) (string, error)
	// Restore puts such a copy in the place of the database at a path.
	Restore(ctx context.Context, path, saved string) error
}

// Update is one run of the command.
type Update struct {
	Place  Place
	Source *Source
	Data   Data
	Env    []string // of this program, for the versions that are tried
	Dir    string   // its working folder
	// Say prints one line.
	Say func(string)
}

// To brings a version in, the newest when none is named. An older one is refused without downgrade.
func (u *Update) To(ctx context.Context, version string, downgrade bool) (err error) {
	lock, err := u.lockInstallation(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	from, err := u.Place.current()
	if err != nil {
		return err
	}
	r, err := u.Source.look(ctx, version)
	if err != nil {
		return err
	}
	switch order := semver.Compare(r.version, from); {
	case order == 0:
		u.Say(from + " runs here already, and is what was asked for; nothing was changed.")
		return nil
	case order < 0 && !downgrade:
		return refuse("%s is older than %s, which runs here, so nothing was changed: faults that were mended since would come back. If you mean it, add --downgrade", r.version, from)
	}
	if err := u.Data.Idle(); err != nil {
		return err
	}
	if err := u.bring(ctx, r); err != nil {
		return err
	}
	n := note{From: from, To: r.version}
	if is, server := u.Data.There(); is && !server {
		n.Data = u.Data.File()
	}
	flawed, err := u.tryOnCopy(ctx, &n)
	if err != nil {
		return err
	}
	return u.turn(ctx, n, flawed)
}

// Back takes the last update back: the version and the data from before it.
func (u *Update) Back(ctx context.Context) (err error) {
	lock, err := u.lockInstallation(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	n, err := u.Place.readNote()
	if err != nil {
		return err
	}
	runs, err := u.Place.current()
	if err != nil {
		return err
	}
	if n == nil || n.To != runs { // one that was cut short before it switched has changed nothing
		return refuse("there is no update to take back; nothing was changed")
	}
	if err := u.Data.Idle(); err != nil {
		return err
	}
	return u.goBack(ctx, *n)
}

// Unpack checks a release and unpacks it into a new folder, for deploy.sh, which switches itself.
// Own is this program's version, or what else stands for one.
func (u *Update) Unpack(ctx context.Context, version, own, dir string, downgrade bool) error {
	r, err := u.Source.look(ctx, version)
	if err != nil {
		return err
	}
	if semver.IsValid(own) && semver.Compare(r.version, own) < 0 && !downgrade {
		return refuse("%s is older than %s, which runs here, so nothing was unpacked; if you mean it, add --downgrade", r.version, own)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := u.unpackInto(ctx, r, dir); err != nil {
		return err
	}
	u.Say(r.version + " is checked and stands in " + dir + ".")
	return nil
}

// ByDeploy says whether deploy.sh made the installation, and then the lines that update it.
func (u *Update) ByDeploy() string {
	if !u.Place.byDeploy {
		return ""
	}
	const at = "/root/frasier-release"
	from := ""
	if u.Source.Base != settings.Releases {
		from = "FRASIER_RELEASES=" + u.Source.Base + " "
	}
	return fmt.Sprintf("deploy.sh set this server up, and it alone changes it; nothing was changed. Run this, as it stands:\n"+
		"    sudo sh -c 'cd / && rm -rf %[2]s && %[3]s%[1]s/current/frasier update --unpack %[2]s && %[2]s/deploy.sh --release %[2]s'\n"+
		"With more than one worker add --workers N, as before. It tries the new version on a copy of the data, and goes back by itself.", u.Place.root, at, from)
}

// lockInstallation locks the installation and completes what a killed process had begun to take back.
func (u *Update) lockInstallation(ctx context.Context) (*os.File, error) {
	lock, err := u.Place.lock()
	if err != nil {
		return nil, err
	}
	n, err := u.Place.readNote()
	if err == nil && n != nil && n.Back {
		u.Say("An update was being taken back when that was cut short; I complete it first.")
		err = u.goBack(ctx, *n)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// bring has a release's folder there, whole.
func (u *Update) bring(ctx context.Context, r release) error {
	dir := u.Place.folder(r.version)
	if _, err := os.Stat(dir); err == nil {
		return nil // of an update that was cut short: it was checked before it got this name
	}
	return u.unpackInto(ctx, r, dir)
}

func (u *Update) unpackInto(ctx context.Context, r release, dir string) error {
	var got atomic.Int64
	return u.showProgress(ctx, "Downloading "+r.version+" from "+r.folder, func() string { return fmt.Sprintf(", %d MB so far", got.Load()>>20) }, func(ctx context.Context) error {
		return u.Source.unpackArchive(ctx, r, dir, got.Store)
	})
}

// tryOnCopy saves the data and has the new version open a copy of them, migrations and all. It says
// whether the old version finds the data as wrong as the new one does.
func (u *Update) tryOnCopy(ctx context.Context, n *note) (flawed bool, err error) {
	if n.Data == "" {
		_, err := u.ask(ctx, n.To, "", "version")
		return false, err
	}
	if err := checkRoom(n.Data); err != nil {
		return false, err
	}
	folder := filepath.Join(filepath.Dir(n.Data), "backups", "before-"+n.To)
	err = u.showProgress(ctx, "Saving the data", nil, func(ctx context.Context) error {
		n.Saved, err = u.Data.Save(ctx, folder)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("the data cannot be saved, so nothing was changed: %w", err)
	}
	err = u.showProgress(ctx, "Having "+n.To+" open a copy of the data", nil, func(ctx context.Context) error {
		flawed, err = u.tryCopy(ctx, *n, n.To)
		if flawed { // is it so already?
			var before bool
			if before, err = u.tryCopy(ctx, *n, n.From); err == nil && !before {
				err = &Error{Failed, n.To + " finds a copy of the data wrong, which " + n.From + " does not, so nothing was changed and " + n.From + " goes on; tell the project"}
			}
		}
		return err
	})
	return flawed, err
}

// tryCopy has a version verify a copy of the saved data.
func (u *Update) tryCopy(ctx context.Context, n note, version string) (flawed bool, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(n.Data), rehearsal)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	at := filepath.Join(dir, "frasier.db")
	if err := copyFile(n.Saved, at); err != nil {
		return false, err
	}
	if flawed, err = u.ask(ctx, version, at, "verify"); err != nil {
		return false, fmt.Errorf("nothing was changed and %s goes on: %w", n.From, err)
	}
	return flawed, nil
}

const rehearsal = "rehearsal-"

// turn switches to the new version and has it open the data; when that fails, it goes back.
func (u *Update) turn(ctx context.Context, n note, flawed bool) error {
	if err := errors.Join(u.Data.Idle(), u.Place.writeNote(n)); err != nil {
		return err
	}
	if err := u.Place.switchTo(n.To); err != nil {
		return err
	}
	err := u.showProgress(ctx, "Switched to "+n.To+"; it opens the data", nil, func(ctx context.Context) error {
		what := "verify"
		if is, _ := u.Data.There(); !is {
			what = "version"
		}
		wrong, err := u.ask(ctx, n.To, "", what)
		if err == nil && wrong && !flawed {
			err = &Error{Failed, n.To + " finds the data wrong"}
		}
		return err
	})
	if err != nil {
		return &Error{Failed, fmt.Sprintf("%s did not come up: %v. %s", n.To, err, u.describeReturn(context.WithoutCancel(ctx), n))}
	}
	u.Say(n.To + " is in place. Start me as before; \"frasier update --back\" takes it back, with the data as they were before it.")
	return u.removeTrials(n)
}

// describeReturn goes back and says how that ended.
func (u *Update) describeReturn(ctx context.Context, n note) string {
	if err := u.goBack(ctx, n); err != nil {
		return fmt.Sprintf("Going back did not succeed either: %v. Run %s update --back when that is mended", err, filepath.Join(u.Place.folder(n.From), "frasier"))
	}
	if _, server := u.Data.There(); server {
		return "So the old version stays. It may have changed the tables on the server: where " + n.From + " refuses them, put your dump back"
	}
	return "So the old version stays, with the data as they were"
}

// goBack puts the data back, then the version: between the two the new version would bring old data
// up to date, while the old one refuses new data. It can be done again; where the version is back, so
// are the data, and what was done with them since stays.
func (u *Update) goBack(ctx context.Context, n note) error {
	runs, err := u.Place.current()
	if err != nil {
		return err
	}
	if runs == n.From {
		return errors.Join(os.Remove(u.Place.noteFile()), syncFolder(u.Place.root))
	}
	if _, err := os.Stat(u.Place.folder(n.From)); err != nil {
		return refuse("%s is not here any more, so nothing was changed; bring it back with \"frasier update --to %s --downgrade\"", n.From, n.From)
	}
	n.Back = true
	if err := u.Place.writeNote(n); err != nil {
		return err
	}
	if n.Saved != "" {
		if err := u.Data.Restore(ctx, n.Data, n.Saved); err != nil {
			return fmt.Errorf("put back %s: %w", n.Saved, err)
		}
	}
	if err := errors.Join(u.Place.switchTo(n.From), os.Remove(u.Place.noteFile()), syncFolder(u.Place.root)); err != nil {
		return err
	}
	u.Say(n.From + " is back.")
	return nil
}

// removeTrials removes what is of no use once an update has succeeded: older releases and copies, and what killed ones left.
func (u *Update) removeTrials(n note) error {
	err := u.Place.removeOthers(n.From, n.To)
	if n.Data == "" {
		return err
	}
	home := filepath.Dir(n.Data)
	left, _ := filepath.Glob(filepath.Join(home, rehearsal+"*"))                //nolint:errcheck // the pattern is sound
	old, _ := filepath.Glob(filepath.Join(home, "backups", "before-v[0-9]*.*")) //nolint:errcheck // the pattern is sound
	for _, path := range append(left, old...) {
		if path != filepath.Dir(n.Saved) {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

// showProgress does something that may take long, and says so as long as it lasts.
func (u *Update) showProgress(ctx context.Context, what string, far func() string, do func(context.Context) error) error {
	u.Say(what + " ...")
	ended, begun := make(chan error, 1), time.Now()
	go func() { ended <- do(ctx) }()
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return err
		case <-tick.C:
			more := ""
			if far != nil {
				more = far()
			}
			u.Say(fmt.Sprintf("%s: %d s%s ...", what, int(time.Since(begun).Seconds()), more))
		}
	}
}
