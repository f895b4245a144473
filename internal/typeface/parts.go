package typeface

import (
	"strings"
	"unicode"
)

// Parts cuts a word into the pieces between which a line may end: Chinese and Japanese are written
// without spaces. Dates and amounts stay whole, as 2026年11月30日.
func Parts(word string) []string {
	if !strings.ContainsFunc(word, Wide) {
		return []string{word}
	}
	const (
		closing = "、。，．・：；？！）」』】〉》〕］｝ーっゃゅょぁぃぅぇぉッャュョァィゥェォ々％…"
		opening = "（「『【〈《〔［｛"
		counted = "年月日時分秒週円元人名社件個台本枚回歳階割倍点万億兆" // what stands behind a number
		within  = "年月時分万億"                     // and before the next one of the same
	)
	var out []string
	from, last := 0, rune(0)
	digits := false // stand before the last one
	for i, r := range word {
		whole := unicode.IsDigit(last) && strings.ContainsRune(counted, r) || digits && unicode.IsDigit(r) && strings.ContainsRune(within, last)
		digits = unicode.IsDigit(last) || digits && strings.ContainsRune(within, last)
		if i > 0 && !whole && (Wide(r) || Wide(last) && (unicode.IsLetter(r) || unicode.IsDigit(r))) && !strings.ContainsRune(closing, r) && !strings.ContainsRune(opening, last) &&
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

// Unspaced reports whether a word is of a script without spaces whose words are
// known from dictionaries alone, so that a line may end anywhere in it.
func Unspaced(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) })
}
