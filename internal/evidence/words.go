package evidence

import (
	"strings"
	"sync"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// listPlain are words of everyday sentences about changes: they say nothing that lines could bear.
func listPlain() []string {
	return strings.Fields(`test tests hold holds show shows shown now new old value values change changes changed code case cases work works way still same thing things
		two three four five six seven eight nine ten first once twice more than rather such time times use used uses get gets got come comes came go goes take takes taken
		stand stands put puts begin begins make makes made say says said time that itself own just both ever here place places part parts name names named piece word words
		bring brings let lets keep keeps correctly properly right rightly well fine instead whether exactly already further away means mean called call
		always never against compared compare several again turn turns left-over few many both given give none anything anybody everybody nobody each every them`)
}

// listFaint are words of which code is full whatever it is about.
func listFaint() []string {
	return strings.Fields("file line read write list text string number end start sign equal byte page count letter link field total sum table map print run set add data type")
}

// listWeighty are words that claim much in a few letters: each must stand in a changed line or in a test itself.
func listWeighty() []string {
	return strings.Fields(`cache retry log logged warning encrypt async thread lock index database network timeout deadline config api documentation changelog migration migrate benchmark coverage
		dependency performance security secure safe vulnerability compatible compatibility race concurrent concurrency atomic fast faster slow slower speed quick memory leak efficient optimize
		review reviewed approve approved production deploy deployed release caller callers everywhere locale timezone utc restart persist stored store permission authentication password token
		unicode sort sorted unsorted ascending descending random recursion recursive stream streaming backoff queue webhook email notify idempotent transaction rollback seconds minutes
		hours days folder folders directory symlink crash panic overflow deleted delete removed remove rename renamed skip skipped ignore ignored fallback default grow grows`)
}

// listOpposites are words of which one stands for the other's contrary.
func listOpposites() [][2]string {
	return [][2]string{
		{"accept accepted allow allowed permit valid", "refuse refused reject rejected deny error invalid raise throw forbidden fail"},
		{"ascending", "descending"},
		{"newest", "oldest"},
		{"increase", "decrease"},
		{"enable enabled", "disable disabled"},
		{"include included includes", "exclude excluded leave leaves omit"},
		{"up", "down"},
		{"largest maximum max", "smallest minimum min"},
		{"always", "never"},
	}
}

// stem cuts what a word has for its number, time and kind.
func stem(w string) string {
	const least = 3
	for _, ending := range []string{"ies", "ied", "ing", "ed", "es", "s", "ly"} {
		rest, ok := strings.CutSuffix(w, ending)
		if !ok || len(rest) < least || ending == "s" && strings.HasSuffix(rest, "s") {
			continue
		}
		if ending == "ies" || ending == "ied" {
			return rest + "y"
		}
		w = rest
		break
	}
	if n := len(w); n > least+1 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' {
		w = w[:n-1]
	}
	return strings.TrimSuffix(w, "e")
}

//nolint:gochecknoglobals // made once, never changed
var kinds = sync.OnceValue(func() (k struct{ plain, faint, weighty map[string]bool }) {
	k.plain, k.faint, k.weighty = stems(strings.Join(listPlain(), " ")), stems(strings.Join(listFaint(), " ")), stems(strings.Join(listWeighty(), " "))
	return k
})

func stems(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[stem(w)] = true
	}
	return out
}

// splitName takes a name of the code apart: "leastOrderValue", "least_order_value".
func splitName(text string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) || unicode.IsDigit(r) != unicode.IsDigit(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return prose.Words(b.String())
}

// literal is a text or a pattern in a line of code.
var literal = lazyregexp.New("\"(?:[^\"\\\\]|\\\\.){1,60}\"|'(?:[^'\\\\]|\\\\.){1,60}'|`[^`]{1,60}`|/[^/ ]{1,60}/")

// nameSigns finds the names of the signs that code is about.
func nameSigns(text string) []string {
	var out []string
	for sign, words := range map[string]string{"<": "less below under few", ">": "more above over large many", "02": "digit pad", "[]": "list"} {
		if strings.Contains(text, sign) {
			out = append(out, strings.Fields(words)...)
		}
	}
	for _, l := range literal.FindAllString(text, -1) {
		const short = 3
		inside := l[1 : len(l)-1]
		if len(inside) > short && strings.ContainsFunc(inside, unicode.IsLetter) { // words for people
			continue
		}
		for sign, words := range map[string]string{
			",": "comma", ".": "point dot", "=": "equal sign", `"`: "quote quoted", "{": "brace", `\`: "backslash", "%": "cent percent", "*": "star", "--": "option", "ä": "german letter", "é": "accent",
		} {
			if strings.Contains(inside, sign) {
				out = append(out, strings.Fields(words)...)
			}
		}
	}
	return out
}

// shown is a claim that only certain code can bear: some line that comes, and is no test's, must have that.
type shown struct{ claim, code *lazyregexp.Regexp }

//nolint:gochecknoglobals // patterns
var claimsShown = []shown{
	{
		lazyregexp.New(`(?i)\b(?:refus|reject|den(?:y|ie)|forbid)\w*|\b(?:ends?|stops?|fails?) with (?:an error|status)`),
		lazyregexp.New(`(?i)err(?:or)?\b|raise|throw|exit|\bdie\b|fail|refus|reject|invalid|abort|return\s*\(?(?:false|null|none|-1|[12]\b|nil,)`),
	},
	{
		lazyregexp.New(`(?i)\b(?:leav(?:e|es|ing)|left) out\b|\b(?:omit|skip|ignor|drop)\w*`),
		lazyregexp.New(`(?i)skip|continue|ignore|filter|delete|\bnext\b|drop|unless|except|grep|omit|\bpop\b|slice|splice|remove`),
	},
	{lazyregexp.New(`(?i)\bround\w* up\b`), lazyregexp.New(`(?i)ceil|- 1\)* /|round_up|roundup`)},
	{lazyregexp.New(`(?i)\bround\w* down\b`), lazyregexp.New(`(?i)floor|trunc|int\(|//`)},
}

// countWord reads a number that is written as a word; 0 for none.
func countWord(w string) int {
	for i, name := range strings.Fields("one two three four five six seven eight nine ten eleven twelve") {
		if w == name {
			return i + 1
		}
	}
	return 0
}
