package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	startWithin = 30 * time.Second // a program listens
	stopWithin  = 10 * time.Second // it ends
)

// bot is a "frasier up" without a model, as it stands behind a proxy.
type bot struct {
	program, address string
	env              []string
	stop             context.CancelFunc
	ended            chan error
	in               io.Closer
	after            sync.WaitGroup // programs that stand before it
}

// startBot builds the program and runs it in a folder.
func startBot(ctx context.Context, dir string) (*bot, error) {
	b := &bot{program: filepath.Join(dir, "frasier"), ended: make(chan error, 1)}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", b.program, "./cmd/frasier").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	home := filepath.Join(dir, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	var err error
	if b.address, err = freeAddress(ctx); err != nil {
		return nil, err
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "FRASIER_") && !strings.HasPrefix(v, "STORE_") {
			b.env = append(b.env, v)
		}
	}
	b.env = append(b.env, "FRASIER_HOME="+home, "FRASIER_LISTEN="+b.address, "FRASIER_PUBLIC_URL=https://"+host)
	ctx, b.stop = context.WithCancel(ctx)
	up := exec.CommandContext(ctx, b.program, "up")
	up.Cancel = func() error { return up.Process.Signal(os.Interrupt) }
	up.WaitDelay = stopWithin
	up.Dir, up.Env = home, b.env
	var said bytes.Buffer
	up.Stderr = &said
	if b.in, err = up.StdinPipe(); err != nil { // it ends with its input
		return nil, fmt.Errorf("open its input: %w", err)
	}
	if err := up.Start(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	go func() { b.ended <- up.Wait() }()
	if err := listens(ctx, b.address, b.ended); err != nil {
		b.stop()
		return nil, fmt.Errorf("%w\n%s", err, said.String())
	}
	return b, nil
}

// end ends the programs before it, and it.
func (b *bot) end() error {
	b.after.Wait()
	err := b.in.Close()
	b.stop()
	select {
	case <-b.ended: //nolint:errcheck // how it ends is for other tests
	case <-time.After(stopWithin + time.Second):
		err = errors.Join(err, errors.New("frasier up does not end"))
	}
	return err
}

// ask runs a command of frasier beside the bot.
func (b *bot) ask(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, b.program, args...)
	cmd.Env = b.env
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("frasier %s: %w\n%s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// freeAddress is one of this machine that nothing listens on.
func freeAddress(ctx context.Context) (string, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", fmt.Errorf("give the port back: %w", err)
	}
	return address, nil
}

// listens waits until something listens on an address, or has ended.
func listens(ctx context.Context, address string, ended <-chan error) error {
	var dialer net.Dialer
	for begun := time.Now(); time.Since(begun) < startWithin; {
		if c, err := dialer.DialContext(ctx, "tcp", address); err == nil {
			return c.Close()
		}
		select {
		case err := <-ended:
			return fmt.Errorf("it ended at once: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return fmt.Errorf("nothing listens on %s within %s", address, startWithin)
}
