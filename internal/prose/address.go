package prose

import (
	"net/url"
	"slices"
	"strings"
)

// Such parameters say where a reader came from and never what he reads, as the documents of the
// programs that add them list them. A name that ends with _ stands for all that begin with it.
func listTrackers() []string {
	return []string{
		"utm_", "mtm_", "piwik_", "matomo_", "hsa_", "_hs", "__hs", "oly_", "vero_", "stm_",
		"pk_campaign", "pk_kwd", "pk_keyword", "pk_source", "pk_medium", "pk_content", "pk_cid", "at_medium", "at_campaign", "at_custom1", "at_custom2", "at_custom3", "at_custom4", "wt_mc", "wt_zmc", "itm_source", "itm_medium", "itm_campaign",
		"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "fbclid", "fb_action_ids", "fb_source", "msclkid", "yclid", "ysclid", "twclid", "ttclid", "li_fat_id",
		"igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "s_cid", "s_kwcid", "ef_id", "epik", "rdt_cid", "ocid", "ncid", "cmpid", "cmp_id", "icid", "spm", "scm", "_ga", "_gl", "_openstat",
		"ref_src", "ref_url", "referrer", "wickedid", "sc_campaign", "sc_channel", "sc_content", "sc_medium", "sc_outcome", "sc_geo", "sc_country", "elqtrack", "elqtrackid", "guccounter", "guce_referrer", "guce_referrer_sig", "ns_campaign", "ns_mchannel", "ns_source", "xtor", "campaign_id", "share_id", "sharetype",
	}
}

// On these sites alone such parameters mean nothing but who shared a page.
func listSharing() map[string][]string {
	return map[string][]string{
		"youtube.com": {"si", "feature", "pp", "ab_channel"}, "youtu.be": {"si", "feature"}, "spotify.com": {"si", "context"}, "x.com": {"s", "t"}, "twitter.com": {"s", "t"},
		"linkedin.com": {"trk", "lipi", "trackingid"}, "amazon.": {"ref", "ref_", "tag", "linkcode", "pf_rd_p", "pf_rd_r"}, "medium.com": {"source"}, "substack.com": {"r", "s", "triedredirect"},
		"nytimes.com": {"smid"}, "reddit.com": {"share_id", "rdt"},
	}
}

// CleanAddress returns an address without what only counts readers: parameters of
// tracking, the wrapping of a mail's or a search engine's click counter, and the fragment. It
// leads to the same page.
func CleanAddress(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" {
		return address
	}
	for range 3 { // a counter may stand around another one
		inner := unwrapAddress(u)
		if inner == nil {
			break
		}
		u = inner
	}
	u.Fragment, u.RawFragment = "", ""
	if u.RawQuery != "" {
		u.RawQuery = strings.Join(slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(pair string) bool {
			name, value, _ := strings.Cut(pair, "=")
			name = strings.ToLower(name)
			return pair == "" || isTracker(u.Hostname(), name) || isChannel(u.Hostname(), name, value)
		}), "&")
		u.ForceQuery = false
	}
	return u.String()
}

// The parameter only counts readers.
func isTracker(host, name string) bool {
	for _, t := range listTrackers() {
		if name == t || strings.HasSuffix(t, "_") && strings.HasPrefix(name, t) || (t == "_hs" || t == "__hs") && strings.HasPrefix(name, t) {
			return true
		}
	}
	for site, names := range listSharing() {
		if (isBelowSite(host, site) || strings.HasSuffix(site, ".") && strings.Contains("."+host, "."+site)) && slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// "ref=share", "ref=ghost.example" and "via=newsletter" say by which way a reader came. With
// another value such a name may say what he reads.
func isChannel(host, name, value string) bool {
	if isForge(host) || !slices.Contains([]string{"ref", "via", "share", "shared", "from"}, name) {
		return false
	}
	value, err := url.QueryUnescape(strings.ToLower(value))
	if err != nil {
		return false
	}
	if name == "ref" && strings.Contains(value, ".") && !strings.ContainsAny(value, " 0123456789") {
		return true // a site
	}
	return slices.Contains([]string{
		"share", "shared", "sharing", "social", "twitter", "x", "facebook", "fb", "linkedin", "reddit", "hn", "hackernews", "producthunt", "bluesky", "mastodon", "threads", "instagram", "whatsapp", "telegram", "slack", "discord",
		"newsletter", "email", "mail", "rss", "feed", "push", "notification", "homepage", "home", "sidebar", "footer", "header", "banner", "popup", "app", "mobile", "copy", "copylink", "link",
	}, strings.Trim(value, "-_ "))
}

// A site is below itself.
func isBelowSite(host, site string) bool {
	host = strings.ToLower(host)
	return host == site || strings.HasSuffix(host, "."+site)
}

// It is nil when no click counter and no cache of light pages stands around an address.
func unwrapAddress(u *url.URL) *url.URL {
	host, q := strings.ToLower(u.Hostname()), u.Query()
	inner := ""
	switch {
	case strings.HasPrefix(strings.TrimPrefix(host, "www."), "google.") && u.Path == "/url":
		inner = q.Get("q")
		if inner == "" {
			inner = q.Get("url")
		}
	case strings.HasPrefix(strings.TrimPrefix(host, "www."), "google.") && strings.HasPrefix(u.Path, "/amp/s/"):
		inner = "https://" + strings.TrimPrefix(u.Path, "/amp/s/")
	case strings.HasSuffix(host, ".cdn.ampproject.org"):
		for _, p := range []string{"/c/s/", "/v/s/"} {
			if rest, ok := strings.CutPrefix(u.Path, p); ok {
				inner = "https://" + rest
			}
		}
	case strings.HasSuffix(host, ".safelinks.protection.outlook.com"):
		inner = q.Get("url")
	case (host == "l.facebook.com" || host == "lm.facebook.com" || host == "l.instagram.com" || host == "l.messenger.com") && u.Path != "":
		inner = q.Get("u")
	case host == "out.reddit.com", host == "www.youtube.com" && u.Path == "/redirect":
		inner = q.Get("url") + q.Get("q")
	}
	v, err := url.Parse(inner)
	if err != nil || v.Host == "" || v.Scheme != "http" && v.Scheme != "https" {
		return nil
	}
	return v
}

// PageKey returns the form of an address by which two addresses are one page: besides what
// CleanAddress takes out, without scheme, www and the hosts, folders and endings of the
// light and the mobile form, with its parameters in order. It is for comparing and
// leads nowhere.
func PageKey(address string) string {
	u, err := url.Parse(CleanAddress(address))
	if err != nil || u.Host == "" {
		return address
	}
	q := u.Query()
	for name := range q {
		switch l := strings.ToLower(name); {
		case l == "amp", l == "outputtype" && strings.EqualFold(q.Get(name), "amp"), l == "ref" && !isForge(u.Hostname()), l == "m" && q.Get(name) == "1":
			q.Del(name)
		}
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	for _, ending := range []string{"/amp", ".amp", "/amp.html"} {
		path = strings.TrimSuffix(path, ending)
	}
	if rest, ok := strings.CutPrefix(path, "/amp/"); ok {
		path = "/" + rest
	}
	path = strings.Replace(path, ".amp.html", ".html", 1)
	key := stripHost(u.Host) + path
	if len(q) > 0 {
		key += "?" + q.Encode()
	}
	return key
}

// On such hosts ref names a state of source code.
func isForge(host string) bool {
	return isBelowSite(host, "github.com") || isBelowSite(host, "gitlab.com") || isBelowSite(host, "bitbucket.org") || isBelowSite(host, "codeberg.org") || strings.HasPrefix(host, "git")
}

// Labels of mobile and light forms go.
func stripHost(host string) string {
	labels := strings.Split(strings.ToLower(strings.TrimSuffix(host, ".")), ".")
	for i := 0; i < len(labels)-2; i++ {
		switch labels[i] {
		case "www", "m", "mobile", "amp", "mobil", "wap":
			labels = slices.Delete(labels, i, i+1)
			i--
		}
	}
	return strings.Join(labels, ".")
}
