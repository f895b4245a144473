package prose

import (
	"regexp"
	"slices"
	"strings"
)

var webAddress = regexp.MustCompile(`https?://[^\s<>"'\x60]+`)

// Links returns the web addresses in a text, without doubles. A bracket at the
// end belongs to an address only when it was opened in it.
func Links(text string) []string {
	var out []string
	for _, u := range webAddress.FindAllString(text, -1) {
		for {
			cut := strings.TrimRight(u, ".,;:!?*|")
			for _, pair := range []string{"()", "[]", "{}"} {
				if strings.HasSuffix(cut, pair[1:]) && strings.Count(cut, pair[:1]) < strings.Count(cut, pair[1:]) {
					cut = cut[:len(cut)-1]
				}
			}
			if cut == u {
				break
			}
			u = cut
		}
		// A markdown link's text may be an address too: "[https://a](https://b)".
		u, _, _ = strings.Cut(u, "](")
		if len(u) > len("https://") && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}
