package coding

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// scpLike matches an address as ssh users write it: git@host:path.
var scpLike = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*@([A-Za-z0-9][A-Za-z0-9.-]*):([^:].*)$`)

// IsAddress reports whether a source is written as one that git reaches over a network, and not
// as a folder of this machine.
func IsAddress(source string) bool {
	return strings.Contains(source, "://") || scpLike.MatchString(source)
}

// AddressWhyNot says why an address is not taken, and what helps; empty for one that is. Only
// https and ssh show whom one talks to, so plain http is taken from this machine alone.
func AddressWhyNot(address string) string {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) {
		return "the address has a blank or a control character in it"
	}
	if scpLike.MatchString(address) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || strings.HasPrefix(u.Hostname(), "-") || strings.Trim(u.Path, "/") == "" {
		return "that is no address of a repository; it looks like https://host/owner/name.git or git@host:owner/name.git"
	}
	_, password := u.User.Password()
	switch {
	case password, u.User != nil && u.Scheme != "ssh":
		return "the address holds a login, and it would be stored with it; name it without: for a private repository connect its host (frasier connect github, or gitea ADDRESS), or name it by ssh (git@host:owner/name.git)"
	case u.RawQuery != "", u.Fragment != "":
		return "the address has a ? or # in it; name the repository alone"
	case !strings.HasPrefix(address, u.Scheme+":"): // git knows them in small letters only
		return "write " + u.Scheme + ":// in small letters"
	case u.Scheme == "https", u.Scheme == "ssh", u.Scheme == "http" && isLocal(u.Hostname()):
		return ""
	case u.Scheme == "http":
		return "over http anybody on the way can change the code; use https:// or ssh"
	}
	return fmt.Sprintf("I fetch from https:// and ssh, not from %s://", u.Scheme)
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// AddressName names a repository after its address, or after its folder: what of that name can be
// typed in any chat.
func AddressName(source string) string {
	source = strings.TrimRight(source, "/")
	if _, after, ok := strings.Cut(source, ":"); ok && !strings.Contains(source, "://") && IsAddress(source) {
		source = after
	}
	return makeTypedName(strings.ToLower(strings.TrimSuffix(path.Base(source), ".git")))
}

// Letters, digits, dots and dashes are on every keyboard.
func makeTypedName(name string) string {
	const most, none = 40, "code"
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ReplaceAll(name, "ß", "ss")) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.' && b.Len() > 0 && !strings.HasSuffix(b.String(), "."):
			b.WriteRune(r)
		case unicode.IsMark(r): // an accent
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	out := b.String()
	return cmp.Or(strings.Trim(out[:min(len(out), most)], "-."), none)
}

// AddressHost is the host of an address; empty for a folder.
func AddressHost(address string) string {
	if m := scpLike.FindStringSubmatch(address); m != nil {
		return m[1]
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// AddressShown is an address as it stands in a sentence: host and path, which no chat makes a link of.
func AddressShown(address string) string {
	if m := scpLike.FindStringSubmatch(address); m != nil {
		return m[1] + "/" + strings.TrimPrefix(strings.TrimSuffix(m[2], ".git"), "/")
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host + strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), ".git")
}
