package prose

import (
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

var webAddress = lazyregexp.New(`https?://[^\s<>"'\x60]+`)

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

// IsChat reports whether a web address leads into a chat, where a program that has not
// signed in reads nothing.
func IsChat(address string) bool {
	return regexp.MustCompile(`^https?://(?:[a-z]+\.)?(?:discord\.com|discord\.gg|discordapp\.com)(?:[/?#]|$)`).MatchString(strings.ToLower(address))
}
