package update

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
)

// wrongData is the exit code of "frasier verify" that has found something wrong.
const wrongData = 4

// ask runs one command of a version, on the data of the settings or on a copy of the database. It
// reports whether the data were found wrong; any other failure is an error with what the version
// wrote last.
func (u *Update) ask(ctx context.Context, version, another, command string) (flawed bool, err error) {
	ctx, stop := context.WithTimeout(ctx, trialLasts)
	defer stop()
	var wrote bytes.Buffer
	cmd := exec.CommandContext(ctx, filepath.Join(u.Place.folder(version), "frasier"), command)
	cmd.Dir, cmd.Env = u.Dir, u.Env
	if another != "" {
		cmd.Env = append(append([]string{}, u.Env...), "FRASIER_HOME="+filepath.Dir(another), "FRASIER_DB="+another)
	}
	cmd.Stdout, cmd.Stderr = &wrote, &wrote
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 30 * time.Second
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return false, nil
	case errors.As(err, &ended) && ended.ExitCode() == wrongData && command == "verify":
		return true, nil
	}
	lines := strings.Split(strings.TrimSpace(wrote.String()), "\n")
	said := cmp.Or(lines[len(lines)-1], "it says nothing")
	return false, &Error{Failed, fmt.Sprintf("\"frasier %s\" of %s fails (%v): %s", command, version, err, said)}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close(), in.Close())
}

// checkRoom refuses where the copies of the data would not fit: the one that is kept, the one that the
// new version tries, and its own backup before it brings that up to date.
func checkRoom(data string) error {
	const copies = 3
	info, err := os.Stat(data)
	if err != nil {
		return err
	}
	free, err := app.Room(filepath.Dir(data))
	if need := copies*info.Size() + roomBeside; err == nil && free < need {
		return refuse("%d MB are free beside the data, and an update needs %d MB for copies of them, so nothing was changed; free some room", free>>20, need>>20)
	}
	return err
}
