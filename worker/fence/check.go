package fence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The self-test has a program inside try this. Each line of its output is a wall that did not
// hold; the last says that all was tried.
const attempts = `
cat "$1" >/dev/null 2>&1 && echo "it can read files outside"
{ echo x > "$1"; } 2>/dev/null && echo "it can write files outside"
{ echo x > /usr/frasier-fence; } 2>/dev/null && echo "it can write into the system"
test -w /proc/sys/kernel/core_pattern && echo "it can set the kernel"
test -e /home/. -o -e /root/. -o -e /var/. && echo "it sees other folders"
n=0; for p in /proc/[0-9]*; do n=$((n+1)); done; [ "$n" -gt 6 ] && echo "it sees other processes"
command -v bash >/dev/null && bash -c ': > /dev/tcp/127.0.0.1/'"$2" 2>/dev/null && echo "it reaches the network"
[ "$(cat /proc/net/dev | grep -c ':')" -gt 1 ] && echo "it has a network"
env | grep -q '^FRASIER_FENCE_SECRET=' && echo "it sees the environment outside"
{ echo x > /layer/canary; } 2>/dev/null && [ "$(cat /layer/canary)" = x ] || echo "it cannot write to a layer of its own"
{ echo ok > /tree/ok; } 2>/dev/null || echo "it cannot write where it should"
(sleep 300 &) 
echo tried`

// Check tries the walls: whether a program inside can read or write outside,
// see other processes, reach the network, or leave something behind. A nil
// error means that all hold; a *MissingError says why they do not.
func (f *Fence) Check(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "frasier-fence-")
	if err != nil {
		return fmt.Errorf("try the fence: %w", err)
	}
	defer func() { err = errors.Join(err, removeAll(dir)) }()
	work, layer := filepath.Join(dir, "work"), filepath.Join(dir, "layer")
	canary := filepath.Join(layer, "canary")
	for _, d := range []string{work, layer} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return fmt.Errorf("try the fence: %w", err)
		}
	}
	if err := os.WriteFile(canary, []byte("untouched"), 0o600); err != nil {
		return fmt.Errorf("try the fence: %w", err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("try the fence: %w", err)
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return fmt.Errorf("try the fence: %w", err)
	}
	const term = time.Minute // a busy server builds walls in twenty seconds
	e, err := f.Run(ctx, Box{Work: work, Scratch: filepath.Join(dir, "scratch"), Layers: []Layer{{Host: layer, Inside: "/layer"}}, Limit: term}, "/bin/sh", "-c", attempts, "sh", canary, port)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return fmt.Errorf("trying the walls took longer than %s: this machine is too busy; try again", formatLimit(term))
	} else if err != nil {
		return err
	}
	said := strings.TrimSpace(string(e.Output))
	lines := strings.Split(said, "\n")
	if e.Reason != "" || lines[len(lines)-1] != "tried" {
		return &MissingError{"bubblewrap cannot build its walls here (" + findFirstLine(said, e.Reason) + ")", findRemedy(readSysctl)}
	}
	if len(lines) > 1 {
		return &MissingError{"the fence has a hole: " + strings.Join(lines[:len(lines)-1], ", "), "see docs/code.md"}
	}
	if raw, err := os.ReadFile(canary); err != nil || string(raw) != "untouched" {
		return &MissingError{"the fence has a hole: a file outside was changed", "see docs/code.md"}
	}
	return nil
}

// What mounted layers leave has a folder that nobody may read.
func removeAll(dir string) error {
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			return os.Chmod(at, 0o700) // it is a folder
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}

// It goes by what the system says of itself.
func findRemedy(sysctl func(name string) string) string {
	switch {
	case sysctl("user/max_user_namespaces") == "0":
		return "sysctl user.max_user_namespaces=10000"
	case sysctl("kernel/unprivileged_userns_clone") == "0":
		return "sysctl kernel.unprivileged_userns_clone=1"
	case sysctl("kernel/apparmor_restrict_unprivileged_userns") == "1":
		return "give /usr/bin/bwrap an AppArmor profile that allows userns, or sysctl kernel.apparmor_restrict_unprivileged_userns=0"
	}
	return "something around this process forbids user namespaces (a container, a service's own hardening): start it where they are allowed"
}

// It is empty when the kernel has no such setting.
func readSysctl(name string) string {
	raw, err := os.ReadFile("/proc/sys/" + name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(raw))
}

func findFirstLine(texts ...string) string {
	for _, t := range texts {
		if line, _, _ := strings.Cut(t, "\n"); line != "" {
			return line
		}
	}
	return "it said nothing"
}
