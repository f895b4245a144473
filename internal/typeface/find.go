package typeface

import (
	"cmp"
	"encoding/binary"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Folders returns the folders in which systems keep their fonts, as the desktop's standard names
// them.
func Folders() []string {
	env := os.Getenv //nolint:forbidigo // where a system keeps its fonts is no setting of ours
	var out []string
	add := func(base, name string) {
		if base != "" {
			out = append(out, filepath.Join(base, name))
		}
	}
	for base := range strings.SplitSeq(cmp.Or(env("XDG_DATA_DIRS"), "/usr/local/share:/usr/share"), ":") {
		add(base, "fonts")
	}
	home := env("HOME")
	add(env("XDG_DATA_HOME"), "fonts")
	add(home, ".local/share/fonts")
	add(home, ".fonts")
	if runtime.GOOS == "darwin" {
		add("/System/Library", "Fonts")
		add("/Library", "Fonts")
	}
	return out
}

// Fonts that suit best come first.
func listFonts(text []rune, w Wish) []string {
	type file struct {
		path string
		rank int
	}
	var all []file
	words := findKeywords(text)
	for _, dir := range Folders() {
		//nolint:errcheck // a folder that is not there or not to be read has no fonts for us
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // the rest may hold what is looked for
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc", ".otc":
				if !d.IsDir() {
					all = append(all, file{path, rankFont(strings.ToLower(filepath.Base(path)), words, w)})
				}
			}
			return nil
		})
	}
	slices.SortStableFunc(all, func(a, b file) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.path, b.path)) })
	var out []string
	for _, f := range all[:min(len(all), openedAtMost)] {
		out = append(out, f.path)
	}
	return out
}

// The rank says how ill a font suits by its file's name.
func rankFont(name string, words []string, w Wish) int {
	n := 0
	if !slices.ContainsFunc(words, func(k string) bool { return strings.Contains(name, k) }) {
		n += 100
	}
	for _, k := range []string{"italic", "oblique", "thin", "light", "black", "medium", "condensed", "narrow", "display", "rashi"} {
		if strings.Contains(name, k) {
			n += 20
		}
	}
	if strings.Contains(name, "mono") || strings.Contains(name, "serif") && !strings.Contains(name, "sans") {
		n += 10
	}
	if bold := strings.Contains(name, "bold"); bold != w.Bold {
		n += 5
	}
	return n
}

// Measures are units of the font that gets the glyph.
type glyph struct {
	letter   rune
	segments sfnt.Segments
	advance  int
}

// Letters of one text come from as few fonts of the system as have them.
func borrowGlyphs(text []rune, w Wish, unitsPerEm int) []glyph {
	missing := slices.Clone(text)
	var out []glyph
	for _, path := range listFonts(text, w) {
		if len(missing) == 0 {
			break
		}
		got := readGlyphs(path, missing, w, unitsPerEm)
		out = append(out, got...)
		missing = slices.DeleteFunc(missing, func(r rune) bool {
			return slices.ContainsFunc(got, func(g glyph) bool { return g.letter == r })
		})
	}
	slices.SortFunc(out, func(a, b glyph) int { return cmp.Compare(a.letter, b.letter) })
	return out
}

// A font that cannot be read has no letters.
func readGlyphs(path string, text []rune, w Wish, unitsPerEm int) (out []glyph) {
	f, err := os.Open(path) // G304: one of the system's fonts
	if err != nil {
		return nil
	}
	defer func() {
		if recover() != nil { // the reader of fonts fails on what only other programs can read
			out = nil
		}
		_ = f.Close() //nolint:errcheck // it was only read
	}()
	c, err := sfnt.ParseCollectionReaderAt(f)
	if err != nil {
		return nil
	}
	var b sfnt.Buffer
	for _, font := range listEmbeddable(c, f, w.Language) {
		for _, r := range text {
			i, err := font.GlyphIndex(&b, r)
			if err != nil || i == 0 {
				continue
			}
			ppem := fixed.Int26_6(unitsPerEm) // so its measures are whole units
			advance, err := font.GlyphAdvance(&b, i, ppem, 0)
			if err != nil {
				continue
			}
			segments, err := font.LoadGlyph(&b, i, ppem, nil)
			if err != nil {
				continue
			}
			out = append(out, glyph{r, slices.Clone(segments), int(advance)})
		}
		if len(out) > 0 {
			return out
		}
	}
	return out
}

// Only fonts that may be embedded are listed, that of the language first.
func listEmbeddable(c *sfnt.Collection, raw io.ReaderAt, language string) []*sfnt.Font {
	want := map[string]string{"ja": " JP", "ko": " KR", "zh": " SC"}[language]
	var b sfnt.Buffer
	var out []*sfnt.Font
	for i := range c.NumFonts() {
		font, err := c.Font(i)
		if err != nil || isForbidden(raw, i) {
			continue
		}
		name, err := font.Name(&b, sfnt.NameIDFamily)
		switch {
		case err == nil && strings.Contains(name, "Mono"):
		case err == nil && want != "" && strings.HasSuffix(name, want):
			out = slices.Insert(out, 0, font)
		default:
			out = append(out, font)
		}
	}
	if len(out) == 0 && c.NumFonts() > 0 && !isForbidden(raw, 0) {
		if font, err := c.Font(0); err == nil {
			out = append(out, font)
		}
	}
	return out
}

// The table OS/2 says that a font must not be embedded, or does not say it in a way that can be
// read.
func isForbidden(raw io.ReaderAt, index int) bool {
	const restricted, noSubset, bitmapsOnly = 0x0002, 0x0100, 0x0200
	read := func(at int64, n int) []byte {
		b := make([]byte, n)
		if _, err := raw.ReadAt(b, at); err != nil {
			return nil
		}
		return b
	}
	at := int64(0)
	if head := read(0, 4); string(head) == "ttcf" {
		place := read(int64(12+4*index), 4)
		if place == nil {
			return true
		}
		at = int64(binary.BigEndian.Uint32(place))
	}
	head := read(at, 12)
	if head == nil {
		return true
	}
	for i := range int64(binary.BigEndian.Uint16(head[4:])) {
		record := read(at+12+16*i, 16)
		if record == nil {
			return true
		}
		if string(record[:4]) != "OS/2" {
			continue
		}
		table := read(int64(binary.BigEndian.Uint32(record[8:])), 10)
		if table == nil {
			return true
		}
		kind := binary.BigEndian.Uint16(table[8:])
		return kind&0x000f == restricted || kind&(noSubset|bitmapsOnly) != 0
	}
	return false
}
