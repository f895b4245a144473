package typeface

import "unicode"

// ScriptOf names the script that a letter belongs to, as a sentence does; empty for other
// characters.
func ScriptOf(r rune) string {
	for _, s := range []struct {
		table *unicode.RangeTable
		name  string
	}{
		{unicode.Arabic, "Arabic"},
		{unicode.Hebrew, "Hebrew"},
		{unicode.Thai, "Thai"},
		{unicode.Devanagari, "Devanagari"},
		{unicode.Han, "Chinese"},
		{unicode.Hiragana, "Japanese"},
		{unicode.Katakana, "Japanese"},
		{unicode.Hangul, "Korean"},
		{unicode.Bengali, "Bengali"},
		{unicode.Tamil, "Tamil"},
		{unicode.Telugu, "Telugu"},
		{unicode.Gujarati, "Gujarati"},
		{unicode.Georgian, "Georgian"},
		{unicode.Armenian, "Armenian"},
		{unicode.Khmer, "Khmer"},
		{unicode.Lao, "Lao"},
		{unicode.Myanmar, "Burmese"},
		{unicode.Sinhala, "Sinhala"},
		{unicode.Ethiopic, "Ethiopic"},
		{unicode.Greek, "Greek"},
		{unicode.Cyrillic, "Cyrillic"},
		{unicode.Latin, "some Latin"},
	} {
		if unicode.Is(s.table, r) {
			return s.name
		}
	}
	return ""
}
