// Package fence starts programs: the only package that does. What comes from a
// repository runs behind walls (Run): it sees its own files and processes and
// no network, and none of Frasier's secrets. Frasier's own git runs
// without walls (Own), on what it is told explicitly.
//
// In come a program with its arguments, never a line for a shell; out come its exit
// code and the ends of its output. Nothing that was started outlives the call.
package fence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Fence runs programs behind walls. Its methods may be called at once.
type Fence struct {
	wall string   // the program bwrap
	path string   // PATH inside
	read []string // folders besides the system's that are to be seen inside

	overlay layering
}

// MissingError says why nothing can run behind walls here, and what helps.
type MissingError struct{ Why, Fix string }

// Error returns both in one sentence.
func (e *MissingError) Error() string { return "code waits: " + e.Why + "; " + e.Fix }

// New looks for what the walls are made of. Its error is a *MissingError.
func New() (*Fence, error) {
	wall, err := exec.LookPath("bwrap")
	if err != nil {
		return nil, &MissingError{"bubblewrap is missing here", "apt install bubblewrap (or your system's package of that name)"}
	}
	f := &Fence{wall: wall, path: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
	f.addTool("go")
	return f, nil
}

// FindProgram returns where a program of a name lies, as PATH has it.
func FindProgram(name string) (string, error) { return exec.LookPath(name) }

// A toolchain that was unpacked by hand has a folder that is not among the system's.
func (f *Fence) addTool(name string) {
	at, err := exec.LookPath(name)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return // the checks that need it will say so
	}
	bin := filepath.Dir(at)
	f.path = bin + ":" + f.path
	if root := filepath.Dir(bin); !strings.HasPrefix(root, "/usr/") && filepath.Base(bin) == "bin" && root != "/" {
		f.read = append(f.read, root)
	}
}

// Exit tells how a program ended.
type Exit struct {
	Code   int
	Reason string // why it was ended; empty when it ended by itself
	Output []byte // its first and last parts, when it was long
	Took   time.Duration
	// ReadOnly are the layers that could not be written to: where the kernel mounts none over others they are copied, and these were too large.
	ReadOnly []string
}

// Its first arguments are kilobytes of memory, a number of open files and blocks of 512 bytes of
// one file. It is the first process inside: it takes in what others leave behind, and all that is
// left ends with it. That of bubblewrap would do so too, but begins the program before it is bound
// to whoever built the walls.
const limits = `echo ready >&6 && read -r word <&5 && exec 5<&- 6>&- && ulimit -d "$1" && ulimit -n "$2" && ulimit -f "$3" && ulimit -c 0 && shift 3 && "$@"; exit $?`

// Run runs a program behind walls. It returns when the program and all that it
// started have ended. An error means that it was not run; a program that fails is no error.
func (f *Fence) Run(ctx context.Context, b Box, argv ...string) (Exit, error) {
	limit := b.Limit
	if limit == 0 {
		limit = org.CheckLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s", formatLimit(limit)))
	defer cancel()
	return f.runWithin(ctx, b, func(cmd *exec.Cmd) (Exit, error) { return runCollecting(ctx, cmd) }, argv...)
}

// Shell runs a shell behind the same walls, for a person: what he types comes from in, and he sees out. It has no limit but
// his patience, and ends with ctx. It returns the shell's exit code.
func (f *Fence) Shell(ctx context.Context, b Box, in io.Reader, out io.Writer, argv ...string) (int, error) {
	e, err := f.runWithin(ctx, b, func(cmd *exec.Cmd) (Exit, error) {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
		return runToEnd(ctx, cmd)
	}, argv...)
	return e.Code, err
}

func (f *Fence) runWithin(ctx context.Context, b Box, run func(*exec.Cmd) (Exit, error), argv ...string) (e Exit, err error) {
	var files []*os.File
	defer func() {
		for _, n := range files {
			err = errors.Join(err, n.Close())
		}
		if b.Shown != nil {
			err = errors.Join(err, b.Shown.Socket.Close())
		}
	}()
	if argv, err = b.addInside(argv); err != nil {
		return Exit{}, err
	}
	build, layers, err := f.openLayers(ctx, b)
	if err != nil {
		return Exit{}, err
	}
	walls, err := f.buildWalls(b, layers)
	if err != nil {
		return Exit{}, err
	}
	args := slices.Concat(build, []string{f.wall}, walls, []string{
		"--", "/bin/sh", "-c", limits, "sh", fmt.Sprint(cmp.Or(b.Memory, commandMemory) >> 10), fmt.Sprint(commandFiles), fmt.Sprint(cmp.Or(b.FileBytes, commandFileBytes) / 512),
	}, argv)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = []string{"PATH=/usr/bin:/bin"} // of the walls' own program; inside it is cleared
	for _, n := range listNotes() {
		file, err := makeNote(n.text)
		if err != nil {
			return Exit{}, err
		}
		files = append(files, file)
	}
	passed := files
	if b.Shown != nil {
		passed = append(passed[:len(passed):len(passed)], b.Shown.Socket)
	}
	e, err = runAfterWalls(ctx, cmd, passed, func() (Exit, error) { return run(cmd) })
	for _, l := range layers {
		if l.shut {
			e.ReadOnly = append(e.ReadOnly, l.inside)
		}
	}
	return e, err
}

// listNotes returns the files of the system that are other inside. Two of them have the numbers that the
// walls' builder gives to the first, and the others those behind the words between them.
func listNotes() []note {
	return []note{
		{"/etc/passwd", "root:x:0:0:root:/root:/bin/sh\nwork:x:1000:1000:work:/tmp:/bin/sh\n"},
		{"/etc/group", "root:x:0:\nwork:x:1000:\n"},
		{"/etc/hosts", "127.0.0.1 localhost work\n::1 localhost\n"},
		{"/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n"},
	}
}

type note struct{ at, text string }

func formatLimit(limit time.Duration) string {
	if limit < 2*time.Minute || limit%time.Minute != 0 {
		return limit.String()
	}
	return fmt.Sprintf("%d minutes", int(limit.Minutes()))
}

// What is named comes into being in this order, in an empty room.
func (f *Fence) buildWalls(b Box, layers []opened) ([]string, error) {
	memory := func(at string, bytes int) []string { return []string{"--size", fmt.Sprint(bytes), "--tmpfs", at} }
	temporary := memory("/tmp", temporaryBytes)
	if b.Scratch != "" {
		tmp := filepath.Join(b.Scratch, "tmp")
		if err := os.MkdirAll(tmp, 0o700); err != nil {
			return nil, fmt.Errorf("make a folder for temporary files: %w", err)
		}
		temporary = []string{"--bind", tmp, "/tmp"}
	}
	args := []string{
		"--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL",
		"--uid", "1000", "--gid", "1000", "--hostname", "work",
		"--proc", "/proc", "--dev", "/dev",
	}
	args = append(args, memory("/dev/shm", sharedBytes)...)
	args = append(args, "--remount-ro", "/dev")
	args = append(args, temporary...)
	args = append(args, "--ro-bind", "/usr", "/usr")
	for n, note := range listNotes() {
		args = append(args, "--ro-bind-data", fmt.Sprint(findNumber(n)), note.at)
	}
	args = append(args, coverKernel()...)
	args = append(args, showSystem()...)
	for _, at := range f.read {
		args = append(args, "--ro-bind", at, at)
	}
	more, err := b.buildMounts(layers)
	if err != nil {
		return nil, err
	}
	return slices.Concat(args, more, b.buildEnvironment(f.path)), nil
}

// Some of /proc sets the kernel of the whole machine. An instance that runs as root owns these
// files, inside too, and an owner needs no rights to write.
func coverKernel() []string {
	args := []string{"--ro-bind", "/proc/sys", "/proc/sys"}
	for _, at := range []string{"/proc/acpi", "/proc/bus", "/proc/driver", "/proc/fs", "/proc/irq", "/proc/pressure", "/proc/scsi"} {
		if _, err := os.Stat(at); err == nil {
			args = append(args, "--tmpfs", at, "--remount-ro", at)
		}
	}
	for _, at := range []string{"/proc/sysrq-trigger", "/proc/mtrr", "/proc/timer_list", "/proc/kcore", "/proc/keys"} {
		if _, err := os.Stat(at); err == nil {
			args = append(args, "--ro-bind", "/dev/null", at)
		}
	}
	return args
}

func makeNote(text string) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make a note for the fence: %w", err)
	}
	_, err = io.WriteString(w, text) // far less than a pipe holds
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Only the ends of the output are kept.
func runCollecting(ctx context.Context, cmd *exec.Cmd) (Exit, error) {
	out := &ends{most: commandOutput / 2}
	cmd.Stdout, cmd.Stderr = out, out
	e, err := runToEnd(ctx, cmd)
	e.Output = out.joinBytes()
	if err == nil && errors.Is(context.Cause(ctx), context.Canceled) { // whoever wanted it is being stopped: that says nothing of the program
		e.Reason, err = "", fmt.Errorf("run %s: %w", filepath.Base(cmd.Path), context.Canceled)
	}
	return e, err
}

func runToEnd(ctx context.Context, cmd *exec.Cmd) (Exit, error) {
	return runTelling(ctx, cmd, func(int) {})
}

// runTelling is runToEnd that says the number of the process once it has begun.
func runTelling(ctx context.Context, cmd *exec.Cmd, begun func(pid int)) (Exit, error) {
	// The walls fall with the thread that made them, not only with the process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	began := time.Now()
	err := cmd.Start()
	if err == nil {
		begun(cmd.Process.Pid)
		err = cmd.Wait()
	}
	e := Exit{Code: cmd.ProcessState.ExitCode(), Took: time.Since(began)}
	if ctx.Err() != nil {
		e.Reason = context.Cause(ctx).Error()
		return e, nil
	}
	var ended *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &ended):
		if s, ok := ended.Sys().(syscall.WaitStatus); ok && s.Signaled() {
			e.Reason = "ended by the signal " + s.Signal().String()
		}
	case errors.Is(err, exec.ErrWaitDelay):
		e.Reason = "what it started went on behind its back"
	default:
		return e, fmt.Errorf("start %s: %w", filepath.Base(cmd.Path), err)
	}
	return e, nil
}

// ends keeps the first and the last bytes that are written to it.
type ends struct {
	mu         sync.Mutex
	most       int
	head, tail []byte
	cut        int
}

// Write never fails: a program is not ended for what it says.
func (e *ends) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(p)
	if room := e.most - len(e.head); room > 0 {
		k := min(room, len(p))
		e.head, p = append(e.head, p[:k]...), p[k:]
	}
	e.tail = append(e.tail, p...)
	if over := len(e.tail) - e.most; over > 2*e.most { // now and then, not at each write
		e.cut += over
		e.tail = append([]byte(nil), e.tail[over:]...)
	}
	return n, nil
}

func (e *ends) joinBytes() []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if over := len(e.tail) - e.most; over > 0 {
		e.cut, e.tail = e.cut+over, e.tail[over:]
	}
	out := append([]byte(nil), e.head...)
	if e.cut > 0 {
		out = fmt.Appendf(out, "\n[%d bytes left out]\n", e.cut)
	}
	return append(out, e.tail...)
}
