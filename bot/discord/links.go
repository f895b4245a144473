package discord

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// guardLinks decides about the links of a text that a model may have written: one
// that is in the list stays, any other is shown with its scheme broken, so that
// neither a tap nor a preview follows it. Images become plain links first. In
// code links are broken too: a code block that is not closed as Discord sees it
// would make them active. It is pure.
func guardLinks(text string, known []string) string {
	var b strings.Builder
	at := 0
	for _, m := range codeIn(text) {
		b.WriteString(activeLinks(text[at:m[0]], known))
		b.WriteString(bareLinks(text[m[0]:m[1]], known, ""))
		at = m[1]
	}
	return b.String() + activeLinks(text[at:], known)
}

// activeLinks decides about the links of a text outside code.
func activeLinks(text string, known []string) string {
	text = regexp.MustCompile(`!\[([^\]\n]*)\]\(`).ReplaceAllString(text, "[$1](")
	masked := maskedLink()
	var b strings.Builder
	at := 0
	for _, m := range masked.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(bareLinks(text[at:m[0]], known, "`"))
		at = m[1]
		name, url := text[m[2]:m[3]], text[m[4]:m[5]]
		plain := strings.TrimSpace(scheme().ReplaceAllString(name, ""))
		switch {
		case !isAllowedAddress(url, known):
			b.WriteString(strings.TrimSpace(plain + " " + breakAddress(url, "`")))
		case plain == name && name != "":
			b.WriteString("[" + name + "](<" + url + ">)")
		default:
			b.WriteString("<" + url + ">")
		}
	}
	return b.String() + bareLinks(text[at:], known, "`")
}

// bareLinks decides about addresses that stand in a text as they are; broken
// ones are put between ticks.
func bareLinks(text string, known []string, tick string) string {
	var b strings.Builder
	at := 0
	for _, m := range bareLink().FindAllStringIndex(text, -1) {
		end := m[0] + len(trimLink(text[m[0]:m[1]]))
		if url := text[m[0]:end]; !isAllowedAddress(url, known) {
			b.WriteString(text[at:m[0]] + breakAddress(url, tick))
			at = end
		}
	}
	return b.String() + text[at:]
}

// filterOwnAddresses returns those of some addresses that lead to Frasier's dashboard.
func (r Rules) filterOwnAddresses(asked []string) []string {
	return slices.DeleteFunc(slices.Clone(asked), func(a string) bool {
		u, err := url.Parse(a)
		return err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !slices.Contains(r.Own, u.Hostname())
	})
}

// listAddresses lists what in a text may become a link, at most 200.
func listAddresses(text string) []string {
	const most = 200
	var out []string
	for _, m := range maskedLink().FindAllStringSubmatch(text, most) {
		out = append(out, m[2])
	}
	for _, u := range bareLink().FindAllString(text, most) {
		out = append(out, trimLink(u))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func maskedLink() *regexp.Regexp {
	return regexp.MustCompile(`\[([^\]\n]*)\]\(\s*<?([a-zA-Z][a-zA-Z0-9+.-]*:[^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?[^)\n]*\)`)
}

func bareLink() *regexp.Regexp {
	return regexp.MustCompile("(?i)(?:[a-z][a-z0-9+.-]{1,20}://|www\\.|discord\\.gg/|mailto:|steam:)[^\\s<>`]+")
}

func scheme() *regexp.Regexp { return regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]{1,20}://`) }

// breakAddress shows an address that must not become a link.
func breakAddress(url, tick string) string {
	url = strings.ReplaceAll(url, "`", "")
	if name, rest, ok := strings.Cut(url, "://"); ok {
		return tick + name + "[:]//" + strings.ReplaceAll(rest, "://", "[:]//") + tick
	}
	return tick + strings.Replace(strings.Replace(url, ":", "[:]", 1), ".", "[.]", 1) + tick
}

// trimLink takes off what ends a sentence and not an address.
func trimLink(url string) string {
	for {
		cut := strings.TrimRight(url, ".,;:!?*|_~\"'")
		for _, pair := range []string{"()", "[]", "{}"} {
			if strings.HasSuffix(cut, pair[1:]) && strings.Count(cut, pair[:1]) < strings.Count(cut, pair[1:]) {
				cut = cut[:len(cut)-1]
			}
		}
		if cut == url {
			return url
		}
		url = cut
	}
}

// isAllowedAddress reports whether an address is in the list byte for byte, or leads to
// a message or to the settings of this bot on Discord itself.
func isAllowedAddress(url string, known []string) bool {
	return slices.Contains(known, url) || regexp.MustCompile(`^https://discord\.com/(channels/[0-9/@me]+|developers/applications[a-z0-9/]*)$`).MatchString(url)
}
