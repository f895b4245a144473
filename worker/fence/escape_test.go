package fence_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/socket"
	"github.com/frasier-cos/frasier/worker/fence"
)

// escapes are ways out of the fence. Each prints OUT when it is out. $OUTSIDE is a
// folder of the office's with a file "canary" and a socket, $TCP, $UDP and $NAME are
// where somebody listens on this machine, $PID is a process outside.
func escapes() map[string]string {
	return map[string]string{
		"read a file outside":                        `cat $OUTSIDE/canary && echo OUT`,
		"list a folder outside":                      `ls $OUTSIDE && echo OUT`,
		"write a file outside":                       `echo x > $OUTSIDE/canary && echo OUT`,
		"make a file outside":                        `touch $OUTSIDE/new && echo OUT`,
		"go up from its folder":                      `ls ../.. | grep -q canary && echo OUT`,
		"read the passwords":                         `cat /etc/shadow && echo OUT`,
		"read who may log in":                        `grep -c . /etc/passwd | grep -vx 2 && echo OUT`,
		"read a home":                                `ls /root /home/* && echo OUT`,
		"read what the system keeps":                 `ls /var/lib /var/log && echo OUT`,
		"read the host's name":                       `test "$(cat /proc/sys/kernel/hostname)" != work && echo OUT`,
		"write into the system's programs":           `echo x > /usr/bin/planted && echo OUT`,
		"replace a program":                          `cp /bin/true /usr/bin/env && echo OUT`,
		"write into the system's settings":           `echo x > /etc/planted && ls /etc/ld.so.preload && echo OUT`,
		"take the system along for writing":          `mount -o remount,rw /usr && echo OUT`,
		"mount a folder":                             `mount -t tmpfs none /mnt && echo OUT`,
		"mount over its own":                         `mkdir -p m && mount --bind / m && echo OUT`,
		"make namespaces and mount there":            `unshare -Urm sh -c 'mount --bind /proc/1/root/ /tmp && test -e /tmp'$OUTSIDE'/canary && echo OUT'`,
		"change its root":                            `chroot / /bin/true && echo OUT`,
		"pivot its root":                             `mkdir -p r/o && pivot_root r r/o && echo OUT`,
		"look through the first process":             `cat /proc/1/root$OUTSIDE/canary && echo OUT`,
		"look through where a process stands":        `for p in /proc/[0-9]*; do cat $p/cwd$OUTSIDE/canary $p/root$OUTSIDE/canary && echo OUT; done`,
		"use a file that was left open":              `ls -l /proc/self/fd | grep -e "$OUTSIDE" && echo OUT`,
		"read an environment outside":                `cat /proc/[0-9]*/environ | tr '\0' '\n' | grep FRASIER_FENCE_TEST_SECRET && echo OUT`,
		"read its own environment":                   `env | grep -e SECRET -e TOKEN -e API && echo OUT`,
		"find the command line of a process outside": `cat /proc/[0-9]*/cmdline | grep -a 'fence[.]test' && echo OUT`,
		"see a process outside":                      `test -e /proc/$PID && echo OUT`,
		"signal a process outside":                   `kill -0 $PID && echo OUT`,
		"end everything":                             endAll + `kill -9 -1; echo still here >/dev/null`,
		"link to a file outside and write":           `ln -s $OUTSIDE/canary l && echo x > l && echo OUT`,
		"link hard to a file outside":                `ln $OUTSIDE/canary h && echo OUT`,
		"make a device":                              `mknod d b 8 0 && echo OUT`,
		"read a disk":                                `ls /dev/sd* /dev/vd* /dev/nvme* && echo OUT`,
		"read memory":                                `head -c 1 /dev/mem && echo OUT; head -c 1 /proc/kcore && echo OUT`,
		"read the kernel's log":                      `dmesg && echo OUT; head -c 1 /dev/kmsg && echo OUT`,
		// These are only asked for and never done: the tests may run as root, and it would be the machine's.
		"set the kernel":                          `test -w /proc/sys/kernel/panic && echo OUT; test -w /proc/sysrq-trigger && echo OUT`,
		"set where dumps go":                      `test -w /proc/sys/kernel/core_pattern && echo OUT`,
		"set anything of the kernel":              `find /proc -path '/proc/[0-9]*' -prune -o -type f -writable -print 2>/dev/null | while read -r f; do test -c $f || echo $f; done | grep . && echo OUT`,
		"write to a device that is one":           `find /dev -type b -writable -print | grep . && echo OUT`,
		"write to the devices' settings":          `ls /sys/kernel && echo OUT`,
		"reach a port of this machine":            `bash -c ': > /dev/tcp/127.0.0.1/'$TCP && echo OUT`,
		"send a packet to this machine":           `bash -c 'echo x > /dev/udp/127.0.0.1/'$UDP; true`,
		"reach the internet":                      `bash -c ': > /dev/tcp/1.1.1.1/53' && echo OUT`,
		"ask for a name":                          `getent hosts example.com && echo OUT`,
		"have more networks than its own":         `tail -n +3 /proc/net/dev | grep -v ' lo:' && echo OUT`,
		"reach a socket of the system":            `ls /run /var/run/docker.sock /tmp/.X11-unix && echo OUT`,
		"become somebody":                         `su -c true && echo OUT; sudo -n true && echo OUT`,
		"get rights from a program that has them": `cat /proc/self/status | grep CapPrm | grep -v 0000000000000000 && echo OUT`,
		"get new rights":                          `cat /proc/self/status | grep NoNewPrivs | grep -v 1 && echo OUT`,
		"trace a process outside":                 `timeout 2 strace -p $PID 2>&1 | grep attached && echo OUT`,
		"keep the terminal":                       `: < /dev/tty && echo OUT`,
		"leave a process behind":                  `(setsid sh -c 'sleep 2; echo x > $WORKFILE' >/dev/null 2>&1 &)`,
		"leave one behind twice removed":          `setsid sh -c '(setsid sh -c "trap : TERM HUP INT; sleep 2; echo x > $WORKFILE" &) &' >/dev/null 2>&1`,
	}
}

// endAll goes before what ends all processes: walls with a hole are told by the
// line that it prints, and not by what runs on the machine being gone.
const endAll = `if test -e /proc/$PID || kill -0 $PID; then echo OUT; exit; fi; `

func port(t *testing.T, a net.Addr) string {
	t.Helper()
	_, p, err := net.SplitHostPort(a.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// None of the ways out leads out, and nothing outside is other than it was: not from a plain box, nor from one that has
// layers, files, masks and a socket for its only way out.
func TestNothingEscapes(t *testing.T) {
	for name, full := range map[string]bool{"plain": false, "with all that a box can have": true} {
		t.Run(name, func(t *testing.T) { staysInside(t, full) })
	}
}

// fill gives a box everything. The socket has nobody who answers for what comes out.
func fill(t *testing.T, b fence.Box) fence.Box {
	t.Helper()
	b.Scratch, b.Cache = scratch(t), t.TempDir()
	b.Layers = []fence.Layer{{Host: t.TempDir(), Inside: "/tree/node_modules"}, {Host: t.TempDir(), Inside: "/env/go-mod"}, {Host: t.TempDir(), Inside: "/env/out", Keep: true}}
	b.ReadOnly, b.Mask = []fence.Bind{{Host: t.TempDir(), Inside: "/shown"}}, []string{"/tree/.agent"}
	b.Files, b.Env = map[string][]byte{"/home/agent/s": []byte("x")}, []string{"HOME=/home/agent"}
	b.Sockets = []fence.Socket{{Host: openSocket(t), Port: 18080}}
	return b
}

// openSocket listens at a Unix socket and says hello to who comes.
func openSocket(tb testing.TB) string {
	tb.Helper()
	at := filepath.Join(tb.TempDir(), "s")
	l, err := socket.Listen(tb.Context(), at)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := l.Close(); err != nil {
			tb.Error(err)
		}
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				raw := make([]byte, 100)
				n, _ := c.Read(raw)                                  //nolint:errcheck // an empty word is answered too
				_, _ = c.Write(append([]byte("heard "), raw[:n]...)) //nolint:errcheck // the other side sees it
				_ = c.Close()                                        //nolint:errcheck // as above
			}()
		}
	}()
	return at
}

func staysInside(t *testing.T, full bool) {
	t.Helper()
	t.Setenv("FRASIER_FENCE_TEST_SECRET", "s3cret")
	outside := t.TempDir()
	canary := filepath.Join(outside, "canary")
	if err := os.WriteFile(canary, []byte("untouched"), 0o600); err != nil {
		t.Fatal(err)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u, err := lc.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(l.Close(), u.Close()); err != nil {
			t.Error(err)
		}
	})
	f := open(t)
	tcp, udp := port(t, l.Addr()), port(t, u.LocalAddr())
	place := fmt.Sprintf("OUTSIDE=%s TCP=%s UDP=%s PID=%d WORKFILE=/tree/late; export WORKFILE\n", outside, tcp, udp, os.Getpid())
	all := escapes()
	if len(all) < 45 {
		t.Errorf("%d ways out are tried, want 45", len(all))
	}
	var works []string
	for name, way := range all {
		work := t.TempDir()
		works = append(works, work)
		b := fence.Box{Work: work, Limit: 20 * time.Second}
		if full {
			b = fill(t, b)
		}
		e, err := f.Run(t.Context(), b, "/bin/sh", "-c", place+way+"\n:")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for line := range strings.Lines(string(e.Output)) {
			if strings.TrimSpace(line) == "OUT" {
				t.Errorf("it could %s:\n%s", name, e.Output)
			}
		}
	}
	if raw, err := os.ReadFile(canary); err != nil || string(raw) != "untouched" {
		t.Errorf("the canary says %q (%v)", raw, err)
	}
	if in, err := os.ReadDir(outside); err != nil || len(in) != 1 {
		t.Errorf("the folder outside holds %v (%v)", in, err)
	}
	if err := u.SetReadDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if n, _, err := u.ReadFrom(make([]byte, 10)); err == nil {
		t.Errorf("a packet of %d bytes came out", n)
	}
	<-time.After(3 * time.Second) // those that were left behind would have written by then
	for _, w := range works {
		if _, err := os.Stat(filepath.Join(w, "late")); err == nil {
			t.Error("a process went on after its fence had ended")
		}
	}
}

// What a program may use of the machine has an end.
func TestTheMachineIsNotUsedUp(t *testing.T) {
	t.Parallel()
	f := open(t)
	for name, c := range map[string]struct {
		script, want string
	}{
		"memory":     {"dd if=/dev/zero of=/dev/null bs=1M count=1 2>/dev/null && ! dd if=/dev/zero of=/dev/null bs=3G count=1 2>/dev/null && echo no", "no\n"},
		"open files": {"ulimit -n", "4096\n"},
		"dumps":      {"ulimit -c", "0\n"},
		"one file":   {"ulimit -f", strconv.Itoa(2<<30/512) + "\n"},
	} {
		e, err := f.Run(t.Context(), fence.Box{Work: t.TempDir()}, "/bin/sh", "-c", c.script)
		if err != nil || string(e.Output) != c.want {
			t.Errorf("%s: %q (%v), want %q", name, e.Output, err, c.want)
		}
	}
}

// A link that a program leaves in its folder is not followed when the folder is emptied or read.
func TestAFolderIsLeftWithItsLinks(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	if _, err := open(t).Run(t.Context(), fence.Box{Work: work}, "/bin/sh", "-c", "ln -s /etc/passwd l; mkdir -m 0 shut"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(filepath.Join(work, "l"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Fatalf("the link is %v (%v)", info, err)
	}
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != os.Getuid() {
		t.Errorf("what a program makes belongs to %v, not to the office's user", info.Sys())
	}
}
