package web

import (
	"net/url"
	"strings"
)

// Canonical returns the form of an address by which two hits are one page:
// without fragment, tracking parameters and the slash at its end.
func Canonical(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return address
	}
	u.Fragment, u.RawFragment = "", ""
	u.Host = strings.ToLower(u.Host)
	v := u.Query()
	for k := range v {
		if strings.HasPrefix(k, "utm_") || k == "gclid" || k == "fbclid" {
			v.Del(k)
		}
	}
	u.RawQuery = v.Encode()
	if u.Path != "/" {
		u.Path = strings.TrimSuffix(u.Path, "/")
	}
	return u.String()
}
