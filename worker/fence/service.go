package fence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// serviceLogs is the folder inside in which services' output is kept.
const serviceLogs = "/tmp/frasier-services"

// stateSuffix ends the name of the file beside a service's output in which it is kept how far the service got.
const stateSuffix = ".state"

// started is a service that runs inside.
type started struct {
	of    coding.Service
	log   string
	begun time.Time
	group int // of its processes
	ended chan struct{}
	code  int // once it has ended
	done  bool
}

type running []*started

// ServiceFault begins the line that says inside that a service was not there for the program.
const ServiceFault = "frasier: the service "

// startServices starts one after the other, each when the one before it is ready.
func startServices(all []coding.Service) (running, error) {
	if len(all) == 0 {
		return nil, nil
	}
	if err := os.MkdirAll(serviceLogs, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for what services say: %w", err)
	}
	var out running
	for n, s := range all {
		one, err := startService(s, addEnvironment(os.Environ(), all[:n+1]))
		if err == nil {
			err = one.becomeReady()
		}
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func addEnvironment(env []string, services []coding.Service) []string {
	out := slices.Clone(env)
	for _, s := range services {
		out = append(out, s.Environment()...)
	}
	return out
}

func startService(s coding.Service, env []string) (*started, error) {
	one := &started{of: s, log: filepath.Join(serviceLogs, s.Name+".log"), begun: time.Now(), ended: make(chan struct{})}
	log, err := os.OpenFile(one.log, os.O_CREATE|os.O_TRUNC|os.O_APPEND|os.O_RDWR, 0o600) // appended to, so that it can be cut
	if err != nil {
		return nil, fmt.Errorf("keep what the service %s says: %w", s.Name, err)
	}
	defer log.Close()                                     //nolint:errcheck // the service has it
	cmd := exec.Command("/bin/sh", "-c", s.Command)       //nolint:noctx // it ends with the walls
	cmd.Dir = filepath.Join(insideWork, s.Dir)            // what leads out of it leads nowhere
	cmd.Env = append(env, fmt.Sprintf("port=%d", s.Port)) // the shell fills it in
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s%s did not start: %w", ServiceFault, s.Name, err)
	}
	one.group = cmd.Process.Pid
	go func() {
		defer close(one.ended)
		_ = cmd.Wait() //nolint:errcheck // its exit tells
		one.code = cmd.ProcessState.ExitCode()
	}()
	return one, nil
}

// becomeReady waits for the service, and keeps how far it got for who looks at the folder afterwards: at once, since the run may be ended
// meanwhile, and when it is known.
func (s *started) becomeReady() error {
	if err := s.keepState(coding.ServiceBegun); err != nil {
		return err
	}
	state, fault := s.awaitReady()
	return errors.Join(fault, s.keepState(state))
}

func (s *started) keepState(state coding.ServiceState) error {
	kept := coding.ServiceRun{State: state, MS: time.Since(s.begun).Milliseconds()}
	if state == coding.ServiceEnded {
		kept.Exit = s.code
	}
	raw, err := json.Marshal(kept)
	if err == nil {
		err = os.WriteFile(s.log+stateSuffix, raw, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep how far the service %s got: %w", s.of.Name, err)
	}
	return nil
}

// awaitReady returns once the service is ready, or why it is not.
func (s *started) awaitReady() (coding.ServiceState, error) {
	const look = 20 * time.Millisecond
	for until := time.Now().Add(serviceLimit); time.Now().Before(until); {
		select {
		case <-s.ended:
			if s.isDone() {
				return coding.ServiceDone, nil
			}
			return coding.ServiceEnded, s.describeFault(fmt.Sprintf("ended with %d before it was ready", s.code))
		case <-time.After(look):
		}
		if s.isReady() {
			return coding.ServiceReady, nil
		}
	}
	return coding.ServiceLate, s.describeFault(fmt.Sprintf("was not ready after %s", formatLimit(serviceLimit)))
}

// isDone reports whether one that listens nowhere, and has ended, did what it was there for: it ended with 0 and said what it is ready with.
func (s *started) isDone() bool {
	s.done = s.done || s.of.Port == 0 && s.code == 0 && strings.HasPrefix(s.of.Ready, "log:") && s.isReady() // what it said may be cut later
	return s.done
}

func (s *started) isReady() bool {
	kind, what, _ := strings.Cut(s.of.Ready, ":")
	address := fmt.Sprintf("127.0.0.1:%d", s.of.Port)
	switch {
	case kind == "log":
		return strings.Contains(s.readLog(), what)
	case kind == "http":
		reply, err := (&http.Client{Timeout: requestLimit}).Get("http://" + address + what) //nolint:noctx // it has a limit
		if err != nil {
			return false
		}
		return reply.Body.Close() == nil && reply.StatusCode < http.StatusBadRequest
	case s.of.Port > 0:
		c, err := net.DialTimeout("tcp", address, requestLimit) //nolint:noctx // it has a limit
		return err == nil && c.Close() == nil
	}
	return true // it listens nowhere, and has begun
}

func (s *started) readLog() string {
	raw, err := os.ReadFile(s.log)
	if err != nil {
		return ""
	}
	return string(raw)
}

func (s *started) describeFault(why string) error {
	said := strings.TrimSpace(s.readLog())
	if len(said) > serviceTail {
		said = strings.ToValidUTF8(said[len(said)-serviceTail:], "")
	}
	if said == "" {
		said = "nothing"
	}
	return fmt.Errorf("%s%s %s; it said:\n%s", ServiceFault, s.of.Name, why, said)
}

// describeEnded names the services that went away while the command ran, which has failed.
func (r running) describeEnded() (err error) {
	for _, s := range r {
		select {
		case <-s.ended:
			if s.isDone() {
				continue
			}
			err = errors.Join(err, s.describeFault(fmt.Sprintf("ended with %d while it was used", s.code)))
		default:
		}
	}
	return err
}

// askWords are the program that asks a service, and what it is asked.
var askWords = [3]string{"frasier-ask", "ADDRESS", "WANTED"} //nolint:gochecknoglobals // a constant list

// AskCommand is the program, for a box with services, that asks one of them at its port. It ends with 0 when it answers
// what is wanted.
func AskCommand(port int, want coding.Smoke) ([]string, error) {
	raw, err := json.Marshal(want)
	if err != nil {
		return nil, fmt.Errorf("write down what is asked: %w", err)
	}
	return []string{askWords[0], fmt.Sprintf("http://127.0.0.1:%d", port), string(raw)}, nil
}

func askPort(address, wanted string) (int, error) {
	var want coding.Smoke
	if err := json.Unmarshal([]byte(wanted), &want); err != nil {
		return notRun, fmt.Errorf("read what is asked: %w", err)
	}
	client := &http.Client{Timeout: askLimit, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Get(address + want.Path) //nolint:noctx // it has a limit
	if err != nil {
		return 1, fmt.Errorf("GET %s: %w", want.Path, err)
	}
	raw, err := io.ReadAll(io.LimitReader(reply.Body, askBytes))
	if err := errors.Join(err, reply.Body.Close()); err != nil {
		return 1, fmt.Errorf("GET %s: %w", want.Path, err)
	}
	switch {
	case reply.StatusCode != want.Status:
		return 1, fmt.Errorf("GET %s gives %d, not %d:\n%s", want.Path, reply.StatusCode, want.Status, raw[:min(len(raw), serviceTail)])
	case !bytes.Contains(raw, []byte(want.Contains)):
		return 1, fmt.Errorf("GET %s gives %d, but not %q:\n%s", want.Path, reply.StatusCode, want.Contains, raw[:min(len(raw), serviceTail)])
	}
	return 0, nil
}
