// Package netguard refuses addresses that nothing from outside may have us ask: private networks, this machine, odd ports and
// odd spellings of numbers. It looks at the address that a name led to when it is dialled, so that no name leads past it.
package netguard

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// maxURL is in bytes.
const maxURL = 2048

// Guard refuses addresses. Its methods may be called at once.
type Guard struct {
	allow  []netip.Prefix
	strict *ssrf.Guardian
}

// New returns a guard that lets these networks through although they are private.
func New(allow []netip.Prefix) *Guard { return &Guard{allow: allow, strict: ssrf.New()} }

// NewFor does the same for another service, whose ports stand in the place of 80 and 443.
func NewFor(allow []netip.Prefix, ports ...uint16) *Guard {
	return &Guard{allow: allow, strict: ssrf.New(ssrf.WithPorts(ports...))}
}

// CheckDial is a net.Dialer's Control function. Its errors are ErrRefused. Addresses in the allow list may be dialled on any port,
// all others must be public and on port 80 or 443.
func (g *Guard) CheckDial(network, address string, c syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if g.isAllowed(at.Addr()) {
		return nil
	}
	if err := g.strict.Safe(network, address, c); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

const dialMost = 15 * time.Second

// Transport leads past the guard. Whoever has it closes its idle connections.
func (g *Guard) Transport() *http.Transport {
	dial := &net.Dialer{Timeout: dialMost, Control: g.CheckDial}
	return &http.Transport{DialContext: dial.DialContext, TLSHandshakeTimeout: dialMost, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 64 << 10}
}

// Client asks past the guard, each request within most and by a connection of its own, and follows no redirection.
func (g *Guard) Client(most time.Duration) *http.Client {
	base := g.Transport()
	base.DisableKeepAlives = true
	return &http.Client{Timeout: most, Transport: base, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func (g *Guard) isAllowed(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, p := range g.allow {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// ErrRefused is returned for addresses that are asked on principle never.
var ErrRefused = errors.New("address refused")

// Allows reports whether a host is written as a number of a network that is let through, or is this machine by its own name where that is.
func (g *Guard) Allows(host string) bool {
	if host == "localhost" {
		return g.isAllowed(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && g.isAllowed(ip)
}

// ParseTarget reads an http or https address. It returns ErrRefused for other schemes, addresses with user names and passwords, and
// odd ports of public hosts, whoever asks.
func (g *Guard) ParseTarget(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrRefused, maxURL)
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: scheme %q", ErrRefused, u.Scheme)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%w: no host", ErrRefused)
	case u.User != nil:
		return nil, fmt.Errorf("%w: credentials in the address", ErrRefused)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if err := g.checkLiteral(ip, u); err != nil {
			return nil, err
		}
	} else if isNumeric(u.Hostname()) {
		return nil, fmt.Errorf("%w: odd spelling of an IP number", ErrRefused)
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// An address written as an IP number is refused before anything is asked of the network,
// robots.txt included.
func (g *Guard) checkLiteral(ip netip.Addr, u *url.URL) error {
	if g.isAllowed(ip) {
		return nil
	}
	if err := g.strict.SafeAddr(ip.WithZone("")); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		return fmt.Errorf("%w: port %s", ErrRefused, p)
	}
	return nil
}

// Some resolvers accept these spellings of an IPv4 address: "127.1", "2130706433", "0x7f.1". No
// public name ends in a label of that kind.
func isNumeric(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if hex, ok := strings.CutPrefix(strings.ToLower(last), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}
