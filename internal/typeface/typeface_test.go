package typeface_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/frasier-cos/frasier/internal/typeface"
)

// withFonts makes the fonts of a folder those of the system.
func withFonts(t *testing.T, share string) {
	t.Helper()
	t.Setenv("XDG_DATA_DIRS", share)
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", t.TempDir())
}

func has(t *testing.T, ttf []byte, r rune) (*sfnt.Font, sfnt.GlyphIndex) {
	t.Helper()
	f, err := sfnt.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	i, err := f.GlyphIndex(&b, r)
	if err != nil {
		t.Fatal(err)
	}
	return f, i
}

// Letters of either kind of outline come into the font whole, at its scale, and
// its own letters stay what they were.
func TestLettersAreLent(t *testing.T) {
	withFonts(t, "testdata/share")
	const text = "Preis שלום 日本語 価格 한국"
	ttf, err := typeface.Extend(goregular.TTF, text, typeface.Wish{Language: "ja"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    rune
		file string
	}{{'ש', "NotoSansHebrew-part.ttf"}, {'語', "NotoSansCJK-part.otf"}, {'한', "NotoSansCJK-part.otf"}} {
		raw, err := os.ReadFile(filepath.Join("testdata/share/fonts", c.file))
		if err != nil {
			t.Fatal(err)
		}
		was, at := has(t, raw, c.r)
		is, now := has(t, ttf, c.r)
		if now == 0 {
			t.Errorf("%c is not there", c.r)
			continue
		}
		const size = 2048
		var b sfnt.Buffer
		wide, err1 := was.GlyphAdvance(&b, at, size, 0)
		got, err2 := is.GlyphAdvance(&b, now, size, 0)
		box1, _, err3 := was.GlyphBounds(&b, at, size, 0)
		box2, _, err4 := is.GlyphBounds(&b, now, size, 0)
		if err1 != nil || err2 != nil || err3 != nil || err4 != nil || wide != got || apart(box1, box2) > 3 {
			t.Errorf("%c is %v wide and fills %v, want %v and %v (%v %v %v %v)", c.r, got, box2, wide, box1, err1, err2, err3, err4)
		}
	}
	old, i := has(t, goregular.TTF, 'é')
	more, k := has(t, ttf, 'é')
	var b sfnt.Buffer
	a, err1 := old.LoadGlyph(&b, i, 2048, nil)
	var c sfnt.Buffer
	z, err2 := more.LoadGlyph(&c, k, 2048, nil)
	if err1 != nil || err2 != nil || len(a) != len(z) || i != k {
		t.Errorf("é was glyph %d of %d lines and is glyph %d of %d (%v %v)", i, len(a), k, len(z), err1, err2)
	}
}

func apart(a, b fixed.Rectangle26_6) fixed.Int26_6 {
	most := fixed.Int26_6(0)
	for _, d := range []fixed.Int26_6{a.Min.X - b.Min.X, a.Min.Y - b.Min.Y, a.Max.X - b.Max.X, a.Max.Y - b.Max.Y} {
		most = max(most, d, -d)
	}
	return most
}

// Without fonts, with one that cannot be read, with one that forbids to be
// embedded, and for letters that need shaping, the font stays as it is.
func TestWhatIsNotLent(t *testing.T) {
	hebrew, err := os.ReadFile("testdata/share/fonts/NotoSansHebrew-part.ttf")
	if err != nil {
		t.Fatal(err)
	}
	put := func(data []byte) string {
		share := t.TempDir()
		if err := os.MkdirAll(filepath.Join(share, "fonts"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(share, "fonts", "Hebrew.ttf"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return share
	}
	locked := bytes.Clone(hebrew)
	at := bytes.Index(locked, []byte("OS/2"))
	binary.BigEndian.PutUint16(locked[binary.BigEndian.Uint32(locked[at+8:])+8:], 2)
	for name, c := range map[string]struct {
		share, text string
		lent        bool
	}{
		"a font":         {put(hebrew), "שלום", true},
		"none":           {t.TempDir(), "שלום", false},
		"locked":         {put(locked), "שלום", false},
		"cut":            {put(hebrew[:len(hebrew)/2]), "שלום", false},
		"no font at all": {put([]byte("hello")), "שלום", false},
		"shaped":         {"/usr/share", "سلام สวัสดี नमस्ते", false},
		"our own":        {"/usr/share", "Цена: ουδέν, 12 €", false},
	} {
		withFonts(t, c.share)
		got, err := typeface.Extend(goregular.TTF, c.text, typeface.Wish{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Equal(got, goregular.TTF) == c.lent {
			t.Errorf("%s: lent: %v, want %v", name, !c.lent, c.lent)
		}
	}
}

// Doctor learns which scripts no font here has.
func TestAbsentScripts(t *testing.T) {
	withFonts(t, t.TempDir())
	if got := typeface.Absent(); len(got) != len(typeface.Scripts()) {
		t.Errorf("without fonts %v are absent", got)
	}
	withFonts(t, "testdata/share")
	for _, s := range typeface.Absent() {
		if s.Name == "Hebrew" {
			t.Error("Hebrew is called absent")
		}
		if s.Package == "" {
			t.Errorf("nothing helps with %s", s.Name)
		}
	}
}

// A line is drawn as a reader of the script sees it; figures, their signs and
// words of other scripts keep their own direction, brackets their sense.
func TestLinesAreDrawnInTheirDirection(t *testing.T) {
	for line, want := range map[string]string{
		"Price 12":            "Price 12",
		"שלום":                "םולש",
		"מחיר 219 יורו":       "ורוי 219 ריחמ",
		"מחיר (1,219.50 €).":  ".(€ 1,219.50) ריחמ",
		"לפי Werkrad GmbH כן": "ןכ Werkrad GmbH יפל",
		"25% הנחה":            "החנה 25%",
		"the word שלום here":  "the word םולש here",
	} {
		if got := typeface.Visual(line); got != want {
			t.Errorf("%q is drawn %q, want %q", line, got, want)
		}
	}
}

// Lines of Chinese and Japanese end between their letters, not before what
// closes and not behind what opens.
func TestPartsOfAWord(t *testing.T) {
	for word, want := range map[string][]string{
		"Werkstatt":     {"Werkstatt"},
		"価格は「高い」。":      {"価", "格", "は", "「高", "い」。"},
		"月額219ユーロ":      {"月", "額", "219", "ユー", "ロ"},
		"2026年11月30日まで": {"2026年11月30日", "ま", "で"},
		"今年1年":          {"今", "年", "1年"},
		"1,150円か":       {"1,150円", "か"},
	} {
		got := typeface.Parts(word)
		if len(got) != len(want) {
			t.Errorf("%q: %q, want %q", word, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %q, want %q", word, got, want)
			}
		}
	}
}
