package outward

import (
	"net"
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Place is a repository at a forge.
type Place struct {
	Host, Owner, Name string
}

// String names it by its host too: of the same name there are several.
func (p Place) String() string { return strings.TrimPrefix(p.Host+"/"+p.Owner+"/"+p.Name, "/") }

// ParsePlace reads a place as String writes it. Those of older versions have no host.
func ParsePlace(text string) (p Place, ok bool) {
	const most = 3
	parts := strings.Split(text, "/")
	switch len(parts) {
	case most:
		p.Host = parts[0]
	case most - 1:
	default:
		return p, false
	}
	p.Owner, p.Name = parts[len(parts)-2], parts[len(parts)-1]
	return p, p.Owner != "" && p.Name != ""
}

// Reaches reports whether a place, as an action has it, is at the connection's host. Places of older versions name none.
func (c Connection) Reaches(place string) bool {
	const parts = 3
	all := strings.SplitN(place, "/", parts)
	return len(all) < parts || all[0] == c.Host()
}

// PlaceOf reads an address of git: "https://github.com/acme/shop.git", "git@github.com:acme/shop". ok is false for a folder and
// for what has no owner.
func PlaceOf(source string) (p Place, ok bool) {
	if !coding.IsAddress(source) {
		return Place{}, false
	}
	host, path, _ := strings.Cut(coding.AddressShown(source), "/")
	if u, err := url.Parse(source); err == nil && u.Scheme == "ssh" { // git's port is not the forge's
		host = u.Hostname()
	}
	owner, name, ok := strings.Cut(strings.Trim(path, "/"), "/")
	return Place{strings.ToLower(host), owner, name}, ok && owner != "" && name != "" && !strings.Contains(name, "/")
}

// Host is the host of a connection, with its port where it is not the usual one.
func (c Connection) Host() string {
	u, err := url.Parse(c.Address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// Opens reports whether the token of a connection is for what lies at an address of git: at a forge, the same host and port, and by
// https like the forge itself.
func (c Connection) Opens(address string) bool {
	if c.Service != GitHub && c.Service != Gitea {
		return false
	}
	at, err := url.Parse(address)
	to, failed := url.Parse(c.Address)
	return err == nil && failed == nil && at.Scheme == to.Scheme && at.Host != "" && strings.EqualFold(at.Host, to.Host) &&
		(at.Scheme == "https" || at.Scheme == "http" && IsLoopback(at.Hostname()))
}

// IsLoopback reports whether a host is this machine.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// FindRepository returns the repository that lies at a place; an empty host is any.
func FindRepository(all []coding.Repository, place Place) (coding.Repository, bool) {
	for _, r := range all {
		at, ok := PlaceOf(r.Source)
		if ok && strings.EqualFold(at.Owner+"/"+at.Name, place.Owner+"/"+place.Name) && (place.Host == "" || at.Host == place.Host) {
			return r, true
		}
	}
	return coding.Repository{}, false
}
