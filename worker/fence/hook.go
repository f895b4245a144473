package fence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// hookFolder is the folder below /tmp inside in which it is kept how hooks ended.
const hookFolder = "frasier-hooks"

// hookFault is the exit of a hook that took too long, as a shell's timeout has it.
const hookFault = 124

var hookLimit = coding.HookLimit //nolint:gochecknoglobals // tests have less patience

// runHooked runs a command between the hooks of a box. It does not begin when the first of them fails.
func runHooked(p plan, argv []string) (int, error) {
	for _, h := range p.Hooks {
		if h.Event != coding.HookBeforeChecks {
			continue
		}
		if code, err := p.runHook(h); err != nil || code != 0 {
			return code, errors.Join(err, runTeardown(p))
		}
	}
	code, err := runCommand(argv, p.Services)
	return code, errors.Join(err, runTeardown(p))
}

// How it ends changes nothing of what came before it.
func runTeardown(p plan) error {
	for _, h := range p.Hooks {
		if h.Event == coding.HookTeardown {
			_, err := p.runHook(h)
			return err
		}
	}
	return nil
}

// runHook runs a hook, and keeps how it ended for who looks at the folder afterwards. What a failed one said goes to the output of the
// command that it stands before.
func (p plan) runHook(h coding.Hook) (int, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), p.HookLimit)
	defer cancel()
	said := &ends{most: coding.HookSaid / 2}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", h.Command)
	cmd.Env = addEnvironment(os.Environ(), p.Services)
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	out := coding.HookRun{Hook: h, MS: time.Since(began).Milliseconds(), Said: string(said.joinBytes())}
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		out.Exit, out.Reason = hookFault, "it took longer than "+formatLimit(p.HookLimit)
	case errors.As(err, &ended):
		out.Exit = max(1, ended.ExitCode())
	case errors.Is(err, exec.ErrWaitDelay): // what it left behind ends with the walls
	case err != nil:
		return notRun, fmt.Errorf("start the hook %s: %w", h.Event, err)
	}
	raw, err := json.Marshal(out)
	if err == nil {
		err = os.MkdirAll("/tmp/"+hookFolder, 0o700)
	}
	if err == nil {
		err = os.WriteFile(path.Join("/tmp", hookFolder, string(h.Event)), raw, 0o600)
	}
	if err != nil {
		return notRun, fmt.Errorf("keep how the hook %s ended: %w", h.Event, err)
	}
	if !out.Good() && h.Event == coding.HookBeforeChecks {
		return out.Exit, fmt.Errorf("frasier: %s; it said:\n%s", out.Describe(), out.Said)
	}
	return out.Exit, nil
}

// ReadHooks returns how the hooks of a run in a box ended, whose processes are gone: those of them that ran. What stands there the run
// could have written itself, so it is shown and nothing is decided by it.
func (b Box) ReadHooks() (out []coding.HookRun, err error) {
	if len(b.Hooks) == 0 {
		return nil, nil
	}
	root, err := os.OpenRoot(filepath.Join(b.Scratch, "tmp"))
	if err != nil {
		return nil, fmt.Errorf("see how hooks ended: %w", err)
	}
	defer root.Close() //nolint:errcheck // it was read
	for _, h := range b.Hooks {
		at := path.Join(hookFolder, string(h.Event))
		if info, err := root.Lstat(at); err != nil || !info.Mode().IsRegular() { // it did not run
			continue
		}
		f, err := root.Open(at)
		if err != nil {
			return out, fmt.Errorf("see how the hook %s ended: %w", h.Event, err)
		}
		raw, err := io.ReadAll(io.LimitReader(f, 8*coding.HookSaid)) // JSON may need six bytes for one
		if err := errors.Join(err, f.Close()); err != nil {
			return out, fmt.Errorf("see how the hook %s ended: %w", h.Event, err)
		}
		one := coding.HookRun{Hook: h}
		if json.Unmarshal(raw, &one) != nil {
			one = coding.HookRun{Exit: notRun, Reason: "what it left cannot be read"}
		}
		one.Hook = h
		out = append(out, one)
	}
	return out, nil
}
