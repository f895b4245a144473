package fence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	return OwnMost(ctx, env, in, 0, argv...)
}

// OwnMost is Own for a program that may write so many bytes, and returns ErrLong for one that writes more; 0 is as many as it likes.
func OwnMost(ctx context.Context, env []string, in []byte, most int, argv ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"}, env...)
	cmd.Stdin = bytes.NewReader(in)
	var said bytes.Buffer
	out := capped{most: most}
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
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
