package fence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// insideArgument begins the arguments of Frasier's own program inside: then a plan, "--" and the
// command that it is to run.
const insideArgument = "inside-run"

// plan lists the program's acts inside before it runs a command.
type plan struct {
	Ports    []int            `json:"ports,omitempty"` // each leads to the socket of its number
	Services []coding.Service `json:"services,omitempty"`
	Hooks    []coding.Hook    `json:"hooks,omitempty"`

	HookLimit time.Duration `json:"hook_limit,omitempty"`

	ShownFile int `json:"shown_file,omitempty"` // its number; 0 for none
	ShownPort int `json:"shown_port,omitempty"`
}

// A box that needs something done inside gets Frasier's own program for it.
func (b *Box) addInside(argv []string) ([]string, error) {
	if len(b.Sockets)+len(b.Services)+len(b.Hooks) == 0 && b.Shown == nil {
		return argv, nil
	}
	if b.Program == "" {
		program, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find the program for the inside: %w", err)
		}
		b.Program = program
	}
	p := plan{Services: b.Services, Hooks: b.Hooks, HookLimit: hookLimit}
	for _, s := range b.Sockets {
		p.Ports = append(p.Ports, s.Port)
	}
	if b.Shown != nil {
		p.ShownFile, p.ShownPort = findNumber(len(listNotes())), b.Shown.Port
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("write down what is done inside: %w", err)
	}
	return append([]string{InsideProgram, insideArgument, string(raw), "--"}, argv...), nil
}

// Inside does what this program is called for behind the walls, and reports whether it was: it opens the ways out that
// the box names, runs the command and ends as it ended. All that is left ends with the walls.
func Inside(args []string, faults io.Writer) (code int, was bool) {
	const words = 3 // before the command
	if len(args) <= words || args[0] != insideArgument || args[2] != "--" {
		return 0, false
	}
	code, err := runInside(args[1], args[words:])
	if err != nil {
		_, _ = fmt.Fprintln(faults, err)
	}
	return code, true
}

// notRun is the exit of a command that could not be run, as a shell has it.
const notRun = 127

func runInside(raw string, argv []string) (int, error) {
	var p plan
	if err := json.Unmarshal([]byte(raw), &p); err != nil {
		return notRun, fmt.Errorf("read what is done inside: %w", err)
	}
	for _, port := range p.Ports {
		if err := forwardPort(port); err != nil {
			return notRun, err
		}
	}
	if err := p.openShown(); err != nil {
		return notRun, err
	}
	begun, err := startServices(p.Services)
	if err != nil {
		return notRun, err
	}
	if len(argv) == 1 && argv[0] == KeepCommand {
		return begun.keepRunning()
	}
	code, err := runHooked(p, argv)
	if code != 0 {
		err = errors.Join(err, begun.describeEnded())
	}
	return code, err
}

func runCommand(argv []string, services []coding.Service) (int, error) {
	if len(argv) == len(askWords) && argv[0] == askWords[0] {
		return askPort(argv[1], argv[2])
	}
	cmd := exec.Command(argv[0], argv[1:]...)                          //nolint:noctx // it ends with the walls
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr //nolint:forbidigo // the command takes this program's place
	cmd.Env = addEnvironment(os.Environ(), services)
	err := cmd.Run()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &ended):
		if s, ok := ended.Sys().(syscall.WaitStatus); ok && s.Signaled() {
			const signalled = 128 // as a shell has it
			return signalled + int(s.Signal()), nil
		}
		return ended.ExitCode(), nil
	}
	return notRun, fmt.Errorf("start %s: %w", argv[0], err)
}

// forwardPort leads a port of the inside to its socket, until the walls fall.
func forwardPort(port int) error {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)) //nolint:noctx // it ends with the walls
	if err != nil {
		return fmt.Errorf("open a way out: %w", err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // the walls fall
			}
			go joinSocket(c, fmt.Sprintf("%s/%d", insideSockets, port))
		}
	}()
	return nil
}

func joinSocket(c net.Conn, socket string) {
	defer c.Close()                     //nolint:errcheck // what went wrong the other side sees
	to, err := net.Dial("unix", socket) //nolint:noctx // it ends with the walls
	if err != nil {
		return
	}
	JoinConnections(c, to)
}

// copyHalf copies one direction and tells the receiver that it has ended.
func copyHalf(to, from net.Conn) {
	_, _ = io.Copy(to, from) //nolint:errcheck // both sides see that it ended
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite() //nolint:errcheck // as above
	}
}
