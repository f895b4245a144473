package postbox

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	portIMAPS      = 993
	portSubmission = 587 // begins without TLS and goes over to it
	portSMTPS      = 465
	addressMost    = 254 // bytes
)

// Access opens a mailbox. Its address is that of the founder too.
type Access struct {
	Host     string `json:"host"`           // "imaps://imap.example.com:993"
	SMTP     string `json:"smtp,omitempty"` // "smtp://smtp.example.com:587"; empty where nothing is sent
	User     string `json:"user"`
	Password string `json:"password"`
}

// Account is the address that mail is written from.
func (a Access) Account() string { return strings.ToLower(a.User) }

// conceal takes the password out of what a server says, in both forms in which it is shown it.
func (a Access) conceal(said string) string {
	for _, shown := range []string{a.Password, base64.StdEncoding.EncodeToString([]byte("\x00" + a.User + "\x00" + a.Password))} {
		if a.Password != "" {
			said = strings.ReplaceAll(said, shown, "…")
		}
	}
	return said
}

// Connection returns what is kept of it: the mailbox with its secrets sealed.
func (a Access) Connection(key sealed.Key) (outward.Connection, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return outward.Connection{}, err
	}
	c := outward.Connection{Name: outward.MailConnection, Service: outward.Mail, Address: a.Host, Account: a.Account(), Rights: []string{"read", "save drafts"}, Sealed: key.Seal(string(text), a.Host)}
	if a.SMTP != "" {
		c.Rights = append(c.Rights, "send after your yes")
	}
	return c, nil
}

// CheckAddress returns an address of mail as it is compared; false for what is none.
func CheckAddress(text string) (string, bool) {
	a, err := mail.ParseAddress(strings.TrimSpace(text))
	if err != nil || len(a.Address) > addressMost || a.Name != "" || strings.ContainsFunc(a.Address, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }) {
		return "", false
	}
	return strings.ToLower(a.Address), true
}

// errPlain says that something would go without TLS.
var errPlain = errors.New("mail goes over TLS alone, except on this machine")

// ReadHost reads the address of a mailbox: a host, or imaps://host:port. Without TLS it may lie on this machine alone.
func (b *Box) ReadHost(text string) (string, error) {
	return readHost(text, "imaps", map[string]int{"imaps": portIMAPS, "imap": 0})
}

// ReadSMTP reads the address that mail is sent by: a host, smtp://host:port or smtps://host:port. By smtp it goes over to TLS before anything is said,
// except on this machine.
func (b *Box) ReadSMTP(text string) (string, error) {
	return readHost(text, "smtp", map[string]int{"smtp": portSubmission, "smtps": portSMTPS})
}

func readHost(text, usual string, ports map[string]int) (string, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = usual + "://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is no host of mail, which looks like imap.example.com", text)
	}
	port, known := ports[u.Scheme]
	if !known {
		return "", fmt.Errorf("%s is not spoken with mail here", u.Scheme)
	}
	if u.Scheme == "imap" && !outward.IsLoopback(u.Hostname()) {
		return "", errPlain
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil || port < 1 || port > 65535 {
			return "", fmt.Errorf("%s is no port", p)
		}
	}
	if port == 0 {
		return "", errors.New("which port? It looks like imap://127.0.0.1:143")
	}
	host := strings.ToLower(u.Hostname())
	if ip, err := netip.ParseAddr(host); err == nil {
		host = ip.String()
	}
	return u.Scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port)), nil
}
