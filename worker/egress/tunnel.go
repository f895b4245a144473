package egress

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/http/httpproxy"
)

// errPrivate says that an address is none of the public ones.
var errPrivate = errors.New("no public address")

// upstream is the proxy of this machine, where it has one. What goes there is resolved there.
type upstream func(*url.URL) (*url.URL, error)

func newUpstream(network []string) upstream {
	c := httpproxy.Config{}
	for _, v := range network {
		name, value, _ := strings.Cut(v, "=")
		switch strings.ToUpper(name) {
		case "HTTPS_PROXY":
			c.HTTPSProxy = value
		case "HTTP_PROXY":
			c.HTTPProxy = value
		case "NO_PROXY":
			c.NoProxy = value
		}
	}
	return c.ProxyFunc()
}

type namedKey struct{}

// withNamed lets a request go to a host of the settings wherever that is; all others must be public.
func withNamed(ctx context.Context, host string) context.Context {
	return context.WithValue(ctx, namedKey{}, host)
}

func (p *Proxy) newClient() *http.Client {
	t := &http.Transport{
		Proxy:       func(r *http.Request) (*url.URL, error) { return p.outer(r.URL) },
		DialContext: p.dialOutside, ResponseHeaderTimeout: idleLimit, TLSHandshakeTimeout: dialLimit, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: idleLimit,
		DisableKeepAlives: false,
	}
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// dialOutside reaches the host of a registry of the settings, or the machine's own proxy, wherever it is, and all others only
// at a public address: that is looked at behind the name's resolution, so that no name leads inside.
func (p *Proxy) dialOutside(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialLimit}
	named, isNamed := ctx.Value(namedKey{}).(string)
	if (!isNamed || address != named) && !p.isUpstream(address) {
		guard := ssrf.New()
		d.ControlContext = func(_ context.Context, network, address string, c syscall.RawConn) error {
			if err := guard.Safe(network, address, c); err != nil {
				return fmt.Errorf("%w: %w", errPrivate, err)
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

func (p *Proxy) isUpstream(address string) bool {
	for _, scheme := range []string{"https", "http"} {
		if u, err := p.outer(&url.URL{Scheme: scheme, Host: "registry.invalid"}); err == nil && u != nil && hostPort(u) == address {
			return true
		}
	}
	return false
}

// isName reports whether a host is a name, and not a number in any spelling.
func isName(host string) bool {
	host = normalizeHost(host)
	last := host[strings.LastIndexByte(host, '.')+1:]
	_, err := netip.ParseAddr(host)
	return err != nil && strings.Contains(host, ".") && strings.Trim(last, "0123456789") != "" && !strings.HasPrefix(last, "0x")
}

// openTunnel lets an encrypted connection through to a host of the rules.
func (p *Proxy) openTunnel(w http.ResponseWriter, r *http.Request) {
	target := &url.URL{Scheme: "https", Host: r.Host}
	address := hostPort(target)
	named := slices.ContainsFunc(p.places, func(at place) bool { return at.to.Scheme == "https" && hostPort(at.to) == address })
	if !named {
		if no := p.judgeAddress(target); no != nil {
			p.denyRequest(w, *no)
			return
		}
	}
	ctx := r.Context()
	if named {
		ctx = withNamed(ctx, address)
	}
	out, err := p.reachHost(ctx, target, address)
	if err != nil {
		p.answerFailure(w, target, err)
		return
	}
	defer out.Close() //nolint:errcheck // the other side sees it
	take, ok := w.(http.Hijacker)
	if !ok {
		p.answerFailure(w, target, errors.ErrUnsupported)
		return
	}
	in, buffered, err := take.Hijack()
	if err != nil {
		return // who asked went away
	}
	defer in.Close() //nolint:errcheck // the other side sees it
	if !p.holdTunnel(in, out) {
		return
	}
	defer p.dropTunnel(in, out)
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	p.joinTunnel(target, in, buffered, out)
}

// holdTunnel has Close end a tunnel; false when there are too many or all is over.
func (p *Proxy) holdTunnel(both ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.tunnels) >= len(both)*mostTunnels {
		return false
	}
	for _, c := range both {
		p.tunnels[c] = struct{}{}
	}
	return true
}

func (p *Proxy) dropTunnel(both ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range both {
		delete(p.tunnels, c)
	}
}

// joinTunnel copies both ways once the connection has said, by its first words, that it is for the host that it was let through to.
func (p *Proxy) joinTunnel(target *url.URL, in net.Conn, said io.Reader, out net.Conn) {
	want := normalizeHost(target.Hostname())
	if _, err := netip.ParseAddr(want); err == nil {
		want = "" // a hello names no numbers
	}
	first, host, err := readHello(in, said)
	if err != nil || normalizeHost(host) != want {
		p.noteRefusal(Refusal{Host: hostOf(target), Why: "what came was not an encrypted connection to it"})
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(out, io.MultiReader(bytes.NewReader(first), said)) //nolint:errcheck // both sides see the end
		closeWrite(out)
	}()
	_, _ = io.Copy(in, &countingReader{p: p, r: out}) //nolint:errcheck // as above
	_ = in.Close()                                    //nolint:errcheck // nothing more comes for it
	<-done
}

func closeWrite(c net.Conn) {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite() //nolint:errcheck // the other side sees it
	}
}

// readHello reads the first message of a TLS connection and returns it with the host that it names.
func readHello(c net.Conn, said io.Reader) (first []byte, host string, err error) {
	if err := c.SetReadDeadline(time.Now().Add(helloLimit)); err != nil {
		return nil, "", fmt.Errorf("wait for a connection's first words: %w", err)
	}
	var read bytes.Buffer
	err = tls.Server(&listening{Conn: c, r: io.TeeReader(said, &read)}, &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(h *tls.ClientHelloInfo) (*tls.Config, error) {
			host = h.ServerName
			return nil, errHeard
		},
	}).Handshake() //nolint:noctx // its deadline is set
	if !errors.Is(err, errHeard) {
		return nil, "", fmt.Errorf("read a connection's first words: %w", err)
	}
	if err := c.SetReadDeadline(time.Time{}); err != nil {
		return nil, "", fmt.Errorf("go on with a connection: %w", err)
	}
	return read.Bytes(), host, nil
}

var errHeard = errors.New("heard")

// listening is a connection that is only read from.
type listening struct {
	net.Conn
	r io.Reader
}

// Read reads what was said.
func (l *listening) Read(b []byte) (int, error) { return l.r.Read(b) }

// Write says nothing to whoever speaks.
func (l *listening) Write(b []byte) (int, error) { return len(b), nil }

// reachHost connects to a host, through the proxy of this machine where it has one.
func (p *Proxy) reachHost(ctx context.Context, target *url.URL, address string) (net.Conn, error) {
	via, err := p.outer(target)
	if err != nil {
		return nil, fmt.Errorf("find the way to %s: %w", hostOf(target), err)
	}
	if via == nil {
		return p.dialOutside(ctx, "tcp", address)
	}
	c, err := p.dialOutside(ctx, "tcp", hostPort(via))
	if err != nil {
		return nil, fmt.Errorf("reach the proxy of this machine: %w", err)
	}
	if via.Scheme == "https" {
		c = tls.Client(c, &tls.Config{ServerName: via.Hostname(), MinVersion: tls.VersionTLS12})
	}
	if err := askUpstream(c, via, address); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func askUpstream(c net.Conn, via *url.URL, address string) error {
	if err := c.SetDeadline(time.Now().Add(dialLimit)); err != nil {
		return fmt.Errorf("ask the proxy of this machine: %w", err)
	}
	said := "CONNECT " + address + " HTTP/1.1\r\nHost: " + address + "\r\n"
	if user := userOf(via); user != "" {
		header, _ := buildAuthorization(user)
		said += "Proxy-Authorization: " + header + "\r\n"
	}
	if _, err := io.WriteString(c, said+"\r\n"); err != nil {
		return fmt.Errorf("ask the proxy of this machine: %w", err)
	}
	// A byte at a time: what follows the head belongs to the connection.
	var head []byte
	for one := make([]byte, 1); !bytes.HasSuffix(head, []byte("\r\n\r\n")); head = append(head, one[0]) {
		if _, err := io.ReadFull(c, one); err != nil || len(head) > mostHeader {
			return errors.Join(errors.New("the proxy of this machine does not answer"), err)
		}
	}
	if _, rest, _ := strings.Cut(string(head), " "); !strings.HasPrefix(rest, "200") {
		line, _, _ := strings.Cut(rest, "\r\n")
		return fmt.Errorf("the proxy of this machine says %q", line)
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return fmt.Errorf("go on with a connection: %w", err)
	}
	return nil
}
