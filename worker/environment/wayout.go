package environment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/egress"
)

// openWayOut opens a way to registries, at a socket.
func (m *Maker) openWayOut(ctx context.Context, r coding.Repository, all []egress.Registry) (p *egress.Proxy, socket string, shut func() error, err error) {
	if err := sweepWaysOut(os.TempDir()); err != nil {
		return nil, "", nil, err
	}
	dir, err := os.MkdirTemp("", wayOut) // the name of a socket may not be long
	if err != nil {
		return nil, "", nil, fmt.Errorf("reach the registries of %s: %w", r.Name, err)
	}
	unlock, _, err := lockFile(filepath.Join(dir, "lock"), unix.LOCK_EX)
	if err != nil {
		return nil, "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	drop := func() error { return errors.Join(os.RemoveAll(dir), unlock()) }
	socket = filepath.Join(dir, "s")
	p, err = egress.Open(ctx, socket, egress.Rules{Registries: all, Port: port, Network: m.Workspaces.Network})
	if err != nil {
		return nil, "", nil, errors.Join(err, drop())
	}
	return p, socket, func() error { return errors.Join(p.Close(), drop()) }, nil
}

// wayOut begins the name of a folder with a socket. Whoever has one holds the lock in it.
const wayOut = "frasier-out-"

// sweepWaysOut removes the folders of this user's processes that were killed.
func sweepWaysOut(below string) error {
	dirs, _ := filepath.Glob(filepath.Join(below, wayOut+"*")) //nolint:errcheck // the pattern is well formed
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < wayOutYoung {
			continue // it went, or somebody is about to lock it
		}
		if is, ok := info.Sys().(*syscall.Stat_t); !ok || int(is.Uid) != os.Getuid() {
			continue
		}
		unlock, free, err := lockFile(filepath.Join(dir, "lock"), unix.LOCK_EX|unix.LOCK_NB)
		if err != nil {
			return fmt.Errorf("see what a fetch left: %w", err)
		}
		if !free {
			continue
		}
		if err := errors.Join(os.RemoveAll(dir), unlock()); err != nil {
			return fmt.Errorf("remove what a fetch left: %w", err)
		}
	}
	return nil
}

// registryVariables tell the tools where the registries are inside.
func registryVariables(p *egress.Proxy) []string {
	return []string{
		"GOPROXY=" + strings.TrimSuffix(p.Address("go"), "/"), "GOFLAGS=-buildvcs=false -modcacherw",
		"npm_config_registry=" + p.Address("npm"), "YARN_REGISTRY=" + p.Address("npm"), "YARN_NPM_REGISTRY_SERVER=" + strings.TrimSuffix(p.Address("npm"), "/"), "YARN_UNSAFE_HTTP_WHITELIST=127.0.0.1",
		"PIP_INDEX_URL=" + p.Address("python"), "PIP_TRUSTED_HOST=127.0.0.1",
		"CRATES_INDEX=sparse+" + p.Address("cargo"),
	}
}
