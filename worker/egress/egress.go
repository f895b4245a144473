// Package egress is the only way out of a sandbox that fetches packages: a proxy on a Unix socket. It lets
// through reading requests to registries that its rules name, to which it adds their credentials outside of the sandbox,
// and encrypted connections to hosts that they name. Everything else it refuses, and tells what was
// refused. It starts no program and keeps nothing.
package egress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/socket"
)

// Registry is a place that packages come from. Inside it is an address below the proxy's own, so that nobody there
// needs a certificate or a credential.
type Registry struct {
	Name string // in its address inside: letters, digits and dashes
	URL  string
	Also []string // where else its replies lead: addresses of the hosts that have the files
	// Credential is a word for "Authorization: Bearer", USER:PASSWORD, or a whole value of that header such as "Basic ...". Only URL
	// is ever given it.
	Credential string
}

// Rules say what may be reached.
type Rules struct {
	Registries []Registry
	Hosts      []string // of public addresses, at port 443
	Port       int      // of 127.0.0.1, at which the sandbox reaches the proxy
	Network    []string // how this machine reaches the network: HTTPS_PROXY, NO_PROXY and the like; NAME=VALUE
	Bytes      int64    // that may come in; zero is mostBytes
	Requests   int      // that may be made; zero is mostRequests
}

// Refusal is something that was asked for and not let through.
type Refusal struct {
	Host string // with its port where that is not 443; empty where none was named
	Why  string
	// Allowable says that the host may be reached once it is named in the rules; else nothing helps.
	Allowable bool
}

// Download is one file of a package that came through.
type Download struct {
	Registry, Name, Version, File string
	Bytes                         int64
}

// Report tells what was done.
type Report struct {
	Refused   []Refusal
	Downloads []Download
	Requests  int
	Bytes     int64
}

// Proxy serves one fetch.
type Proxy struct {
	places []place
	hosts  []string
	inside string
	outer  upstream
	bytes  int64
	most   int
	server *http.Server
	client *http.Client
	done   chan error

	mu      sync.Mutex
	report  Report
	tunnels map[net.Conn]struct{}
	closed  bool
}

// Open serves at a socket that it makes, until Close.
func Open(ctx context.Context, at string, r Rules) (*Proxy, error) {
	p := &Proxy{
		inside: fmt.Sprintf("http://127.0.0.1:%d", r.Port), bytes: cmp.Or(r.Bytes, mostBytes), most: cmp.Or(r.Requests, mostRequests),
		tunnels: map[net.Conn]struct{}{}, done: make(chan error, 1),
	}
	var err error
	if p.places, err = readPlaces(r.Registries); err != nil {
		return nil, err
	}
	for _, h := range r.Hosts {
		p.hosts = append(p.hosts, normalizeHost(h))
	}
	p.outer = newUpstream(r.Network)
	p.client = p.newClient()
	l, err := socket.Listen(ctx, at)
	if err != nil {
		return nil, fmt.Errorf("open a way out: %w", err)
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: headerLimit, MaxHeaderBytes: mostHeader, BaseContext: func(net.Listener) context.Context { return ctx }}
	go func() { p.done <- p.server.Serve(l) }()
	return p, nil
}

// Close ends all that goes through, and takes the socket away.
func (p *Proxy) Close() error {
	p.mu.Lock()
	p.closed = true
	open := make([]net.Conn, 0, len(p.tunnels))
	for c := range p.tunnels {
		open = append(open, c)
	}
	p.mu.Unlock()
	for _, c := range open {
		_ = c.Close() //nolint:errcheck // what is gone is gone
	}
	err := p.server.Close()
	if served := <-p.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	p.client.CloseIdleConnections()
	return err
}

// Report tells what was done so far, each refusal once.
func (p *Proxy) Report() Report {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.report
	r.Refused, r.Downloads = slices.Clone(r.Refused), slices.Clone(r.Downloads)
	slices.SortFunc(r.Downloads, func(a, b Download) int {
		return cmp.Or(cmp.Compare(a.Registry, b.Registry), cmp.Compare(a.File, b.File))
	})
	return r
}

// Address leads the sandbox to a registry.
func (p *Proxy) Address(registry string) string { return p.inside + registryPath + registry + "/" }

// Environment has programs inside use the proxy for the hosts of the rules.
func (p *Proxy) Environment() []string {
	return []string{"HTTPS_PROXY=" + p.inside, "https_proxy=" + p.inside, "HTTP_PROXY=" + p.inside, "http_proxy=" + p.inside, "NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost"}
}

const registryPath = "/r/"

// place is one address of a registry and where it is inside.
type place struct {
	registry   string
	inside     string // its path there, without the last slash
	to         *url.URL
	credential string // a value for the header Authorization
	secrets    []string
}

func readPlaces(all []Registry) ([]place, error) {
	var out []place
	for _, r := range all {
		if r.Name == "" || strings.Trim(strings.ToLower(r.Name), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return nil, fmt.Errorf("%q is no name of a registry", r.Name)
		}
		for n, raw := range append([]string{r.URL}, r.Also...) {
			u, err := url.Parse(raw)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
				return nil, fmt.Errorf("the address of the registry %s is none", r.Name) // it may hold a password
			}
			to := place{registry: r.Name, inside: registryPath + r.Name, to: u}
			if n > 0 {
				to.inside += fmt.Sprintf("/-also/%d", n)
			} else if secret := cmp.Or(r.Credential, userOf(u)); secret != "" {
				to.credential, to.secrets = buildAuthorization(secret)
			}
			u.User, u.Host = nil, strings.ToLower(u.Host)
			out = append(out, to)
			if parent, is := strings.CutSuffix(strings.TrimSuffix(u.Path, "/"), "/simple"); is && n == 0 { // an index of Python's may have its files beside it
				beside := *u
				beside.Path, beside.RawPath = parent+"/", ""
				files := place{registry: r.Name, inside: to.inside + "/-beside", to: &beside}
				if parent != "" { // else it would be given to the whole host
					files.credential, files.secrets = to.credential, to.secrets
				}
				out = append(out, files)
			}
		}
	}
	return out, nil
}

func userOf(u *url.URL) string {
	if u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return u.User.Username() + ":" + password
}

func normalizeHost(host string) string { return strings.ToLower(strings.TrimSuffix(host, ".")) }

// noteRefusal notes what is not let through, once.
func (p *Proxy) noteRefusal(r Refusal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.report.Refused, r) && len(p.report.Refused) < mostRefusals {
		p.report.Refused = append(p.report.Refused, r)
	}
}

// countRequest counts a request; false when there were too many, or all is over.
func (p *Proxy) countRequest() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.report.Requests++
	return p.report.Requests <= p.most && !p.closed
}

// countBytes counts bytes that came in; false when they are too many.
func (p *Proxy) countBytes(n int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.report.Bytes += int64(n)
	return p.report.Bytes <= p.bytes
}

// errTooMuch ends a copy.
var errTooMuch = errors.New("more came than one fetch may bring")

// countingReader counts what is read through it.
type countingReader struct {
	p *Proxy
	r interface{ Read([]byte) (int, error) }
	n int64
}

// Read ends with errTooMuch when more came than may.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	if !c.p.countBytes(n) {
		c.p.noteRefusal(Refusal{Why: fmt.Sprintf("more than %d MB in one fetch", c.p.bytes>>20)})
		return n, errTooMuch
	}
	return n, err
}

const headerLimit = 30 * time.Second
