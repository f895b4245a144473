package typeface

import (
	"strings"
	"unicode"
)

// Parts are the pieces of a word between which a line may end: Chinese and
// Japanese are written without spaces.
func Parts(word string) []string {
	if !strings.ContainsFunc(word, Wide) {
		return []string{word}
	}
	const (
		closing = "、。，．・：；？！）」』】〉》〕］｝ーっゃゅょぁぃぅぇぉッャュョァィゥェォ々％…"
		opening = "（「『【〈《〔［｛"
	)
	var out []string
	from, last := 0, rune(0)
	for i, r := range word {
		if i > 0 && (Wide(r) || Wide(last) && (unicode.IsLetter(r) || unicode.IsDigit(r))) && !strings.ContainsRune(closing, r) && !strings.ContainsRune(opening, last) &&
			(Wide(last) || unicode.IsLetter(last) || unicode.IsDigit(last)) {
			out, from = append(out, word[from:i]), i
		}
		last = r
	}
	return append(out, word[from:])
}

// Wide reports whether a character is one of those that are written without spaces.
func Wide(r rune) bool {
	return r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef)
}
