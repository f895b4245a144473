// Package socket listens at Unix sockets wherever they lie.
package socket

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// Listen makes a Unix socket that only its owner may reach, and listens at it. A system takes a socket's name of at most 107
// bytes, which a folder below a long home exceeds; so the socket is made through its open folder, whatever that is called.
// Close takes the socket away.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("listen at a socket: %w", err)
	}
	name := filepath.Join(fmt.Sprintf("/proc/self/fd/%d", dir.Fd()), filepath.Base(path))
	l, err := new(net.ListenConfig).Listen(ctx, "unix", name)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen at a socket: %w", err), dir.Close())
	}
	out := &listener{Listener: l, dir: dir}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("listen at a socket: %w", err), out.Close())
	}
	return out, nil
}

type listener struct {
	net.Listener
	dir *os.File
}

// Close takes the socket away while its folder is still open.
func (l *listener) Close() error { return errors.Join(l.Listener.Close(), l.dir.Close()) }

// File returns the socket as an open file of its own, to be handed to another process.
func (l *listener) File() (*os.File, error) {
	u, ok := l.Listener.(*net.UnixListener)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return u.File()
}
