package research

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Rules of what may leave the process in a query. A model that read a
// hostile page may put anything into one.
const (
	longestWord   = 40  // characters of a word of a query
	longestPlain  = 15  // characters of a word of letters and digits that is no key
	longestAsked  = 200 // characters of a query
	shortestHex   = 12  // characters of a word of hexadecimal digits that is a mark or a key
	spelledDigits = 4   // digits among letters from which a long word is a key
)

// Addresses, mentions, marks of a prompt, paths and keys are left out, and so are the words of
// own; the query is cut at a word's end. What is left may be nothing.
func cleanQuery(text string, own map[string]bool) string {
	for _, l := range redact.Find(text) {
		text = strings.ReplaceAll(text, l.Value, " ")
	}
	var keep []string
	size := 0
	for _, w := range strings.Fields(text) {
		if isPrivate(w) || slices.ContainsFunc(prose.Words(w), func(x string) bool { return own[x] }) {
			continue
		}
		if size += utf8.RuneCountInString(w) + 1; size > longestAsked+1 {
			break
		}
		keep = append(keep, w)
	}
	return web.Clip(strings.Join(keep, " "))
}

// A query has no use for the step's nonce, nor for names and figures of the founder's rules that
// its task does not name.
func collectPrivateWords(j Job) map[string]bool {
	brief := map[string]bool{}
	texts := []string{j.Step.Title, j.Step.Goal, j.Context.Request, j.Context.Project.Title, j.Context.Project.Goal}
	for _, a := range j.Step.Acceptance {
		texts = append(texts, a.Text)
	}
	for _, t := range texts {
		for _, w := range prose.Words(t) {
			brief[w] = true
		}
	}
	out := map[string]bool{}
	for _, rule := range append(slices.Clone(j.Context.Directives), j.Context.Steering...) {
		for i, w := range strings.Fields(rule) {
			first, _ := utf8.DecodeRuneInString(w)
			if !strings.ContainsAny(w, "0123456789") && (i == 0 || !unicode.IsUpper(first)) {
				continue
			}
			for _, x := range prose.Words(w) {
				if !brief[x] && len(x) > 2 {
					out[x] = true
				}
			}
		}
	}
	if j.Nonce != "" {
		out[j.Nonce] = true
	}
	return out
}

func isPrivate(w string) bool {
	low := strings.ToLower(w)
	for _, mark := range []string{"://", "www.", "@", "<", ">", "{", "}", "`", "|", "\\", "../", "=", "](", "&lt", "&gt", "_key", "sk-"} {
		if strings.Contains(low, mark) {
			return true
		}
	}
	if strings.HasPrefix(w, "/") || strings.HasPrefix(w, "~/") || strings.HasPrefix(w, "[S") {
		return true
	}
	return utf8.RuneCountInString(w) > longestWord || isSecret(w)
}

// Passwords, tokens and hashes are long and mix letters with digits.
func isSecret(w string) bool {
	letters, digits, turns := 0, 0, 0
	last := ' '
	for _, c := range w {
		kind := ' '
		switch {
		case unicode.IsDigit(c):
			digits++
			kind = '0'
		case unicode.IsLetter(c):
			letters++
			kind = 'a'
		}
		if kind != last && kind != ' ' && last != ' ' {
			turns++
		}
		last = kind
	}
	bare := strings.Trim(strings.ToLower(w), ".,;:!?()\"'")
	hex := len(bare) >= shortestHex && strings.Trim(bare, "0123456789abcdef") == "" && digits > 0
	return hex || utf8.RuneCountInString(w) > longestPlain && letters > 0 && digits >= spelledDigits && turns > 1
}
