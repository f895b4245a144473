package fence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// FailedError is one of Frasier's own programs that failed.
type FailedError struct {
	Program string
	Code    int
	Said    string // on its standard error
}

// Error returns what it said, or that it found no room.
func (e *FailedError) Error() string {
	if e.Is(org.ErrDiskFull) {
		return fmt.Sprintf("%s: %v", e.Program, org.ErrDiskFull)
	}
	return fmt.Sprintf("%s ended with %d: %s", e.Program, e.Code, strings.TrimSpace(e.Said))
}

// Is makes one that found no room an org.ErrDiskFull: the same works later.
func (e *FailedError) Is(target error) bool {
	return (target == org.ErrDiskFull || target == org.ErrDisk) && strings.Contains(strings.ToLower(e.Said), syscall.ENOSPC.Error())
}

// ErrLong is of a program that wrote more than was wanted.
var ErrLong = errors.New("it wrote more than is taken")

// capped keeps what a program writes, up to a length: what writes more is ended.
type capped struct {
	kept bytes.Buffer
	most int // 0 for all
	long bool
}

// Write refuses what is too much.
func (c *capped) Write(p []byte) (int, error) {
	if c.long = c.long || c.most > 0 && c.kept.Len()+len(p) > c.most; c.long {
		return 0, ErrLong
	}
	return c.kept.Write(p)
}

// Own runs one of Frasier's own programs, without walls and with nothing in
// its environment but what is given. It returns what the program wrote; one
// that fails gives a *FailedError beside it.
func Own(ctx context.Context, env []string, in []byte, argv ...string) ([]byte, error) {
	return OwnProgram{Env: env, In: in}.Run(ctx, argv...)
}

// OwnProgram says how one of Frasier's own programs is run. The zero value gives it nothing.
type OwnProgram struct {
	Env  []string // NAME=VALUE
	In   []byte
	Most int // bytes that it may write; 0 for as many as it likes
	// Handed can be read once at SecretFile, by the program and what it starts: no argument, environment or file shows it. At most 64 kB.
	Handed []byte
}

// SecretFile is the number of the open file that has what a program is handed.
const SecretFile = 3

// Run returns what the program wrote, with a *FailedError for one that fails and ErrLong for one that wrote too much.
func (p OwnProgram) Run(ctx context.Context, argv ...string) (_ []byte, err error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"}, p.Env...)
	cmd.Stdin = bytes.NewReader(p.In)
	if len(p.Handed) > 0 {
		pipe, failed := fillPipe(p.Handed)
		if failed != nil {
			return nil, fmt.Errorf("hand something to %s: %w", argv[0], failed)
		}
		defer func() { err = errors.Join(err, pipe.Close()) }()
		cmd.ExtraFiles = []*os.File{pipe} // SecretFile is the first of them
	}
	var said bytes.Buffer
	out := capped{most: p.Most}
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case out.long:
		return nil, ErrLong
	case err == nil:
		return out.kept.Bytes(), nil
	case ctx.Err() != nil:
		return out.kept.Bytes(), ctx.Err()
	case errors.As(err, &ended):
		return out.kept.Bytes(), &FailedError{argv[0], ended.ExitCode(), said.String()}
	}
	return nil, fmt.Errorf("start %s: %w", argv[0], err)
}

// fillPipe returns the end to read of a pipe that has all of a text already.
func fillPipe(text []byte) (*os.File, error) {
	const most = 64 << 10 // what a pipe of Linux holds while nobody reads
	if len(text) > most {
		return nil, ErrLong
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	_, err = write.Write(text)
	if err = errors.Join(err, write.Close()); err != nil {
		return nil, errors.Join(err, read.Close())
	}
	return read, nil
}
