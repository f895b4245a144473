// Package typeface lends letters: it adds to a font of our own the glyphs that a
// text needs and that only the fonts of the system have.
//
// Our fonts know Latin, Greek and Cyrillic. What is asked for beyond that is
// looked for in the folders in which systems keep their fonts, TrueType or
// OpenType, single or in collections, and copied as outlines into one TrueType
// font, so that whoever writes with it need not know where a letter is from.
// Scripts whose letters change their form by their neighbours (Arabic, Thai,
// Devanagari) are left out: drawn one by one they would be wrong. Fonts that
// forbid embedding are not used.
package typeface

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
)

// Wish describes the letters that are looked for.
type Wish struct {
	Bold     bool
	Language string // of the text: Chinese, Japanese and Korean draw the same letter differently
}

const (
	letters      = 0x10000 // of the basic plane, beyond which our writers cannot draw
	lentAtMost   = 6000    // letters added to one font
	openedAtMost = 800     // fonts that are opened for one text
)

// Extend returns a font with the letters of a text that it lacks and a font of
// the system has. Without any it is the font that was given.
func Extend(font []byte, text string, w Wish) ([]byte, error) {
	own, err := sfnt.Parse(font)
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	missing := findLacking(own, text)
	if len(missing) == 0 {
		return font, nil
	}
	lent := borrowGlyphs(missing, w, int(own.UnitsPerEm()))
	if len(lent) == 0 {
		return font, nil
	}
	out, err := joinFont(font, own, lent)
	if err != nil {
		return nil, fmt.Errorf("extend font: %w", err)
	}
	return out, nil
}

// The characters can be drawn one by one and stand in their order.
func findLacking(own *sfnt.Font, text string) []rune {
	var b sfnt.Buffer
	seen := map[rune]bool{}
	var out []rune
	for _, r := range text {
		if r <= unicode.MaxASCII || r >= letters || seen[r] || !unicode.IsPrint(r) || Shaped(r) != "" || unicode.Is(unicode.M, r) {
			continue
		}
		seen[r] = true
		if i, err := own.GlyphIndex(&b, r); err == nil && i == 0 {
			out = append(out, r)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), lentAtMost)]
}

// Letters of these scripts cannot be drawn one by one.
func listShaped() map[string]*unicode.RangeTable {
	return map[string]*unicode.RangeTable{
		"Arabic": unicode.Arabic, "Syriac": unicode.Syriac, "Thaana": unicode.Thaana, "N'Ko": unicode.Nko, "Mongolian": unicode.Mongolian,
		"Devanagari": unicode.Devanagari, "Bengali": unicode.Bengali, "Gurmukhi": unicode.Gurmukhi, "Gujarati": unicode.Gujarati, "Oriya": unicode.Oriya,
		"Tamil": unicode.Tamil, "Telugu": unicode.Telugu, "Kannada": unicode.Kannada, "Malayalam": unicode.Malayalam, "Sinhala": unicode.Sinhala,
		"Thai": unicode.Thai, "Lao": unicode.Lao, "Tibetan": unicode.Tibetan, "Burmese": unicode.Myanmar, "Khmer": unicode.Khmer, "Javanese": unicode.Javanese,
	}
}

// Shaped names the script of a letter whose form depends on its neighbours;
// empty for all others.
func Shaped(r rune) string {
	if r < 0x0600 {
		return ""
	}
	for name, table := range listShaped() {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}

// Script is one whose letters come from the system's fonts.
type Script struct {
	Name, Package string // a package of Debian with a free font for it
	sample        string
}

// Scripts lists those that people write and our own fonts lack.
func Scripts() []Script {
	return []Script{
		{"Hebrew", "fonts-dejavu-core", "שלום"},
		{"Chinese", "fonts-noto-cjk", "中文价格"},
		{"Japanese", "fonts-noto-cjk", "ひらカタ"},
		{"Korean", "fonts-noto-cjk", "한국어"},
		{"Armenian", "fonts-dejavu-core", "Հայ"},
		{"Georgian", "fonts-dejavu-core", "ქართ"},
	}
}

// Absent lists the scripts of which the fonts of this system lack letters.
func Absent() []Script {
	var out []Script
	for _, s := range Scripts() {
		if got := borrowGlyphs([]rune(s.sample), Wish{}, 1000); len(got) < len([]rune(s.sample)) {
			out = append(out, s)
		}
	}
	return out
}

// Font files whose names have such words promise letters of the text.
func findKeywords(text []rune) []string {
	var out []string
	for _, k := range []struct {
		table *unicode.RangeTable
		words string
	}{
		{unicode.Hebrew, "hebrew dejavu"},
		{unicode.Armenian, "armenian dejavu"},
		{unicode.Georgian, "georgian dejavu"},
		{unicode.Ethiopic, "ethiopic"},
		{unicode.Han, "cjk wqy droidsansfallback ipa gothic uming"},
		{unicode.Hiragana, "cjk ipa gothic takao"},
		{unicode.Katakana, "cjk ipa gothic takao"},
		{unicode.Hangul, "cjk nanum unbatang"},
		{unicode.Symbol, "symbols dejavu"},
	} {
		if slices.ContainsFunc(text, func(r rune) bool { return unicode.Is(k.table, r) }) {
			out = append(out, strings.Fields(k.words)...)
		}
	}
	return out
}
