package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// registries serve what Debian's packages hold, each in the form of its ecosystem, below one address of this machine.
type registries struct {
	address string
	said    string // of what they are made, or why there are none
	server  *http.Server
	done    chan error
}

// An ecosystem has a form of registry. made returns how many packages were put into its folder.
type ecosystem struct {
	kind   string // of rows
	prefix string // of Debian's names
	made   func(ctx context.Context, dir, address string, from []deb) (int, error)
}

func ecosystems() []ecosystem {
	return []ecosystem{{"python", "python3-", writeWheels}, {"rust", "librust-", writeCrates}, {"java", "lib", writeMaven}}
}

// openRegistries makes what the rows want, and serves it until close.
func openRegistries(ctx context.Context, dir string, rows []row) (*registries, error) {
	r := &registries{said: "no registry was made of Debian's packages", done: make(chan error, 1)}
	var listener net.ListenConfig
	l, err := listener.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve registries: %w", err)
	}
	r.address = "http://" + l.Addr().String()
	served := filepath.Join(dir, "served")
	made, err := fill(ctx, dir, served, r.address, rows)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if len(made) > 0 {
		r.said = fmt.Sprintf("%s come from registries here that are made of Debian's packages (%s)", strings.Join(made, ", "), suite)
	}
	const patience = time.Minute
	r.server = &http.Server{Handler: http.FileServer(http.Dir(served)), ReadHeaderTimeout: patience}
	go func() { r.done <- r.server.Serve(l) }()
	return r, nil
}

func fill(ctx context.Context, dir, served, address string, rows []row) (said []string, err error) {
	var packages *debian
	for _, e := range ecosystems() {
		var names []string
		for _, r := range rows {
			if r.Kind == e.kind {
				names = append(names, r.Debian...)
			}
		}
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		if packages == nil {
			if packages, err = openDebian(ctx, dir); err != nil {
				return nil, err
			}
		}
		from, err := packages.unpack(ctx, e.prefix, slices.Compact(names))
		if err != nil {
			return nil, err
		}
		n, err := e.made(ctx, filepath.Join(served, e.kind), address+"/"+e.kind, from)
		if err != nil {
			return nil, fmt.Errorf("make a registry of %s: %w", e.kind, err)
		}
		said = append(said, fmt.Sprintf("%d packages of %s", n, e.kind))
	}
	return said, nil
}

func (r *registries) close() error {
	err := r.server.Close()
	if served := <-r.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// settings are the files of a founder's home that name the registry of a kind.
func (r *registries) settings(kind string) map[string]string {
	at := r.address + "/" + kind
	return map[string]map[string]string{
		"python": {".config/pip/pip.conf": "[global]\nindex-url = " + at + "/\n"},
		"rust":   {".cargo/config.toml": "[source.crates-io]\nreplace-with = \"here\"\n\n[source.here]\nregistry = \"sparse+" + at + "/\"\n"},
		"java":   {".m2/settings.xml": "<settings><mirrors><mirror><id>here</id><mirrorOf>*</mirrorOf><url>" + at + "/</url></mirror></mirrors></settings>\n"},
	}[kind]
}

// write makes a file and its folder.
func write(name string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, raw, 0o600)
}
