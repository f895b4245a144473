package fence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// KeepCommand is the program, for a box with services, that lets them run until its input ends. It says KeptReady when all are ready, and
// ends by itself when one of them does, or does not answer any more.
const (
	KeepCommand = "frasier-keep"
	KeptReady   = "ready"
)

// openShown leads whoever comes by the socket from outside to a port of the inside, until the walls fall.
func (p plan) openShown() error {
	if p.ShownFile == 0 {
		return nil
	}
	syscall.CloseOnExec(p.ShownFile) // no service gets it
	file := os.NewFile(uintptr(p.ShownFile), "shown")
	l, err := net.FileListener(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("open a way in: %w", err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // the walls fall
			}
			go joinPort(c, p.ShownPort)
		}
	}()
	return nil
}

func joinPort(c net.Conn, port int) {
	defer c.Close()                                                                    //nolint:errcheck // what went wrong the other side sees
	to, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), requestLimit) //nolint:noctx // it has a limit
	if err != nil {
		return
	}
	JoinConnections(c, to)
}

// JoinConnections copies both ways between two connections until both directions have ended, and closes the second.
func JoinConnections(c, to net.Conn) {
	defer to.Close() //nolint:errcheck // what went wrong the other side sees
	done := make(chan struct{})
	go func() {
		copyHalf(to, c)
		close(done)
	}()
	copyHalf(c, to)
	<-done
}

// keepRunning lets services run until this program's input ends.
func (r running) keepRunning() (int, error) {
	asked := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) //nolint:errcheck,forbidigo // whatever it is, it has ended
		close(asked)
	}()
	if _, err := fmt.Fprintln(os.Stdout, KeptReady); err != nil { //nolint:forbidigo // whoever started it reads there
		return notRun, fmt.Errorf("say that services are ready: %w", err)
	}
	const second = time.Second
	tick := time.NewTicker(second)
	defer tick.Stop()
	faults, next := 0, time.Now().Add(keepEvery)
	for {
		select {
		case <-asked:
			r.endAll()
			return 0, nil
		case now := <-tick.C:
			r.cutLogs()
			if err := r.describeEnded(); err != nil {
				return 1, err
			}
			if now.Before(next) {
				continue
			}
			next = now.Add(keepEvery)
			last := r[len(r)-1]
			if faults++; last.isReady() {
				faults = 0
			}
			if faults >= keepFaults {
				return 1, last.describeFault(fmt.Sprintf("did not answer for %s", formatLimit(keepFaults*keepEvery)))
			}
		}
	}
}

// endAll has services end by themselves, the last that began first. Who does not ends with the walls.
func (r running) endAll() {
	until := time.After(endLimit)
	for _, s := range slices.Backward(r) {
		_ = syscall.Kill(-s.group, syscall.SIGTERM) //nolint:errcheck // it may have ended
		select {
		case <-s.ended:
		case <-until:
			return
		}
	}
}

// cutLogs keeps only the last of what services said where that is long.
func (r running) cutLogs() {
	for _, s := range r {
		info, err := os.Lstat(s.log)
		if err != nil || !info.Mode().IsRegular() || info.Size() < keptLog {
			continue
		}
		if last, err := readEnd(s.log, logLeft); err == nil && os.Truncate(s.log, 0) == nil {
			_ = appendFile(s.log, last) //nolint:errcheck // it is only what it said
		}
	}
}

func readEnd(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was read
	return readLast(f, most)
}

func readLast(f *os.File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-most), most))
}

func appendFile(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// ReadService returns the last that a service of a box said. What stands there the service could have written itself.
func (b Box) ReadService(name string) string {
	return strings.TrimSpace(strings.ToValidUTF8(string(b.readLogFile(name+".log")), ""))
}

// ReadServices returns how far the services of a run in a box got that is over: those of them that began. What stands there the run could
// have written itself, so nothing of it but a known word and two numbers is taken, it is shown, and nothing is decided by it.
func (b Box) ReadServices() (out []coding.ServiceRun) {
	for _, s := range b.Services {
		raw := b.readLogFile(s.Name + ".log" + stateSuffix)
		if raw == nil {
			continue
		}
		one := coding.ServiceRun{Name: s.Name, Port: s.Port, Ready: s.Ready, State: coding.ServiceBegun}
		var kept coding.ServiceRun
		if json.Unmarshal(raw, &kept) == nil && slices.Contains([]coding.ServiceState{coding.ServiceReady, coding.ServiceDone, coding.ServiceEnded, coding.ServiceLate}, kept.State) {
			one.State, one.Exit, one.MS = kept.State, kept.Exit, max(0, kept.MS)
		}
		out = append(out, one)
	}
	return out
}

// readLogFile returns the end of a file in the folder of what services said; nil where there is none that can be read.
func (b Box) readLogFile(name string) []byte {
	root, err := os.OpenRoot(filepath.Join(b.Scratch, "tmp"))
	if err != nil {
		return nil // nothing was said yet
	}
	defer root.Close() //nolint:errcheck // it was read
	f, err := root.OpenFile(path.Join(filepath.Base(serviceLogs), name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // it was read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	last, err := readLast(f, serviceTail)
	if err != nil {
		return nil
	}
	return last
}
