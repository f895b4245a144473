package outward

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
)

// HookAddress is where a webhook's posts go. Its path and query may be a secret, by which alone some services know who sends: it
// is written, logged and given to programs as its host with a mark, and revealed to nobody but the request itself.
type HookAddress string

// String shows the host, and a mark by which people tell two addresses there apart.
func (a HookAddress) String() string {
	u, err := url.Parse(string(a))
	if err != nil || u.Host == "" {
		return "an address"
	}
	host := u.Scheme + "://" + u.Host
	if strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil {
		return host
	}
	const bytesShown = 3
	sum := sha256.Sum256([]byte(a))
	return host + "/… (" + hex.EncodeToString(sum[:bytesShown]) + ")"
}

// GoString is String, so that no way of printing shows it whole.
func (a HookAddress) GoString() string { return a.String() }

// MarshalJSON gives String.
func (a HookAddress) MarshalJSON() ([]byte, error) { return json.Marshal(a.String()) }

// Reveal returns it whole.
func (a HookAddress) Reveal() string { return string(a) }
