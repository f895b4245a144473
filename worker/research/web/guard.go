package web

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// maxURL is in bytes.
const maxURL = 2048

type guard struct {
	allow  []netip.Prefix
	strict *ssrf.Guardian
}

func newGuard(allow []netip.Prefix) *guard { return &guard{allow: allow, strict: ssrf.New()} }

// It is a net.Dialer's Control function. Addresses in the allow list may be dialled on any port,
// all others must be public and on port 80 or 443.
func (g *guard) checkDial(network, address string, c syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	if g.isAllowed(at.Addr()) {
		return nil
	}
	if err := g.strict.Safe(network, address, c); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return nil
}

func (g *guard) isAllowed(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, p := range g.allow {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// Such addresses are not fetched on principle.
var errRefused = errors.New("address refused")

// Other schemes, user names and passwords, and odd ports of public hosts are never fetched,
// whoever asks.
func (g *guard) parseTarget(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, fmt.Errorf("%w: longer than %d bytes", errRefused, maxURL)
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: scheme %q", errRefused, u.Scheme)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%w: no host", errRefused)
	case u.User != nil:
		return nil, fmt.Errorf("%w: credentials in the address", errRefused)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if err := g.checkLiteral(ip, u); err != nil {
			return nil, err
		}
	} else if isNumeric(u.Hostname()) {
		return nil, fmt.Errorf("%w: odd spelling of an IP number", errRefused)
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// An address written as an IP number is refused before anything is asked of the network,
// robots.txt included.
func (g *guard) checkLiteral(ip netip.Addr, u *url.URL) error {
	if g.isAllowed(ip) {
		return nil
	}
	if err := g.strict.SafeAddr(ip.WithZone("")); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		return fmt.Errorf("%w: port %s", errRefused, p)
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
