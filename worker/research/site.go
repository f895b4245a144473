package research

import (
	"net/netip"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// It returns the registered domain of an address ("example.co.uk"), the number for a host that is
// an IP number, or the host itself where there is no such domain. Sources of one site count once.
func parseSite(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// The founder's own files and links, an authority, a university, and the page of an entity that
// the step is about speak for themselves. One such source is enough.
func isPrimary(d work.Document, entities []string) bool {
	switch d.Origin {
	case work.OriginAttachment, work.OriginCorpus, work.OriginLink:
		return true
	case work.OriginWeb, work.OriginStep:
	}
	labels := strings.Split(d.Site, ".")
	for _, l := range labels[1:] {
		switch l {
		case "gov", "edu", "mil", "int", "ac", "gob", "gouv", "europa":
			return true
		}
	}
	if d.Site == "europa.eu" {
		return true
	}
	for _, e := range entities {
		if name := strings.ReplaceAll(prose.Fold(e), " ", ""); len(name) > 3 && strings.HasPrefix(labels[0], name) {
			return true
		}
	}
	return false
}

func makeTitle(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	if base := path.Base(u.Path); base != "/" && base != "." {
		return u.Host + ": " + base
	}
	return u.Host
}
