package sqldb

import (
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/prose"
)

// serverIndexed bounds the text that is indexed, in bytes: the index of one
// row holds one MiB at most.
const serverIndexed = 256 << 10

// Indexable returns as much of a text as a tsvector takes.
func Indexable(body string) string {
	folded := prose.Fold(Unmarked(body))
	return Plain(folded[:min(len(folded), serverIndexed)])
}

// the words go with the row

// Unmarked leaves the marks over and under letters away, as SQLite's index
// does: "Löhne" becomes "Lohne".
func Unmarked(text string) string {
	out, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		return text
	}
	return out
}
