package socket_test

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/socket"
)

// A socket below a long home is reached through a link, only by its owner, and goes when its listener does.
func TestASocketLiesWhereItIsNamed(t *testing.T) {
	t.Parallel()
	for name, long := range map[string]string{"short": "s", "long": strings.Repeat("a", 120)} {
		dir := filepath.Join(t.TempDir(), long)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "s")
		l, err := socket.Listen(t.Context(), path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != os.ModeSocket {
			t.Errorf("%s: the socket is %v: %v", name, info, err)
		}
		link := filepath.Join(t.TempDir(), "l")
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		told := make(chan string, 1)
		go func() {
			c, err := l.Accept()
			if err != nil {
				told <- err.Error()
				return
			}
			raw, err := io.ReadAll(c)
			told <- string(raw)
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if err != nil {
				t.Error(err)
			}
		}()
		c, err := new(net.Dialer).DialContext(t.Context(), "unix", link)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := io.WriteString(c, "hello"); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if got := <-told; got != "hello" {
			t.Errorf("%s: it heard %q", name, got)
		}
		if err := l.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			t.Errorf("%s: the socket is left: %v", name, err)
		}
	}
	if _, err := socket.Listen(t.Context(), filepath.Join(t.TempDir(), "none", "s")); err == nil {
		t.Error("a socket in no folder was made")
	}
}
