package deliver_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// The language of the text is set in each form, its direction too, and a PDF that lacks its letters says so in one sentence.
func TestLanguageOfTheText(t *testing.T) {
	withFonts(t, t.TempDir())
	for _, c := range []struct{ title, text, html, word, lang, lacks string }{
		{"Prices", "The prices are high and not for us.", `<html lang="en">`, `<w:lang w:val="en-GB"/>`, "en", ""},
		{"Preise", "Die Preise sind hoch und nicht für uns.", `<html lang="de">`, `<w:lang w:val="de-DE"/>`, "de", ""},
		{"Ціни", "Ціни високі, і вони не для нас: їжа, ґанок, є.", `<html lang="uk">`, `<w:lang w:val="uk-UA"/>`, "uk", ""},
		{"Τιμές", "Οι τιμές είναι υψηλές.", `<html lang="el">`, `<w:lang w:val="el-GR"/>`, "el", ""},
		{"מחירים", "המחירים גבוהים עם React מאוד.", `<html lang="he" dir="rtl">`, `w:bidi="he"/>`, "he", "Hebrew"},
		{"가격", "가격이 높다.", `<html lang="ko">`, `w:eastAsia="ko-KR"/>`, "ko", "Korean"},
		{"価格", "価格が高い。", `<html lang="ja">`, `w:eastAsia="ja-JP"/>`, "ja", "Japanese"},
		{"ราคา", "ราคาสูง", `<html lang="th">`, `w:bidi="th"/>`, "th", "Thai"},
		{"Giá", "Giá cao và không có cho những người mới.", `<html lang="vi">`, `<w:lang w:val="vi-VN"/>`, "vi", "Latin"},
	} {
		step := work.Upstream{Key: "p1s1", Title: c.title, State: org.StepCompleted, Result: c.text + "\n\n| " + c.title + " | x |\n|---|---|\n| " + c.title + " | 2 |\n"}
		d := deliver.Compose(org.Project{ID: "p1", Title: c.title, State: org.ProjectCompleted}, []work.Upstream{step}, nil)
		offline := d
		offline.Project.Offline = true
		if page, err := offline.HTML(); err != nil || c.lang != "de" && c.lang != "en" && !strings.Contains(page, c.html) {
			t.Errorf("%s: page without a model has %.60q (error %v)", c.title, page, err)
		}
		page, err := d.HTML()
		if err != nil || !strings.Contains(page, c.html) {
			t.Errorf("%s: page has %.80q, want %s (error %v)", c.title, page, c.html, err)
		}
		parts := unpacked(t, word(t, d))
		right := strings.Contains(c.html, "rtl")
		if !strings.Contains(parts["word/styles.xml"], c.word) || strings.Contains(parts["word/styles.xml"], "<w:bidi/>") != right ||
			strings.Contains(parts["word/document.xml"], "<w:rtl/>") != right || strings.Contains(parts["word/document.xml"], "<w:bidiVisual/>") != right {
			t.Errorf("%s: styles of Word lack %s, or its direction is wrong", c.title, c.word)
		}
		raw, err := d.PDF()
		if err != nil || !bytes.Contains(raw, []byte("/Lang ("+c.lang+")")) {
			t.Errorf("%s: the PDF has no language %s (error %v)", c.title, c.lang, err)
		}
		path := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command("pdftotext", "-l", "1", path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		one := strings.Join(strings.Fields(string(said)), " ")
		if has := strings.Contains(one, "missing in this PDF"); has != (c.lacks != "") || has && !strings.Contains(one, c.lacks) || has && !strings.Contains(one, "HTML and Word files of this document carry them") {
			t.Errorf("%s: page 1 says %q", c.title, one)
		}
	}
}

// withFonts makes the fonts of a folder those of the system.
func withFonts(t *testing.T, share string) {
	t.Helper()
	t.Setenv("XDG_DATA_DIRS", share)
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", t.TempDir())
}

// With a font of the system for its script a PDF says all of its text, in the
// order in which it is read, and page 1 misses nothing. What needs shaping is
// missing with every font.
func TestPDFsWithTheSystemsFonts(t *testing.T) {
	withFonts(t, "../../internal/typeface/testdata/share")
	for text, lacks := range map[string]string{
		"שלום (219) שלום": "", "日本語，価格中文。": "", "Tom &#x5d0; 한국": "", "한국 ราคา": "Thai", "日本語 नमस्ते": "Devanagari", "שלום سلام": "Arabic",
	} {
		d := deliver.Compose(org.Project{ID: "p1", Title: "Letters"}, []work.Upstream{done("i1", "Text", "Begin.\n\nx "+text)}, nil)
		one := printed(t, render(t, d))
		if has := strings.Contains(one, "missing in this PDF"); has != (lacks != "") || !strings.Contains(one, lacks) {
			t.Errorf("%s: page 1 says %q, want it to lack %q", text, one, lacks)
		}
		for _, word := range strings.Fields(text) {
			if r := []rune(word)[0]; r > 0x500 && typeface.Shaped(r) == "" && !strings.Contains(one, word) {
				t.Errorf("%s: the PDF lacks %q in %q", text, word, one)
			}
		}
	}
}

// A long text without spaces fills its lines, and ends none of them before what
// closes a sentence.
func TestLinesWithoutSpaces(t *testing.T) {
	withFonts(t, "../../internal/typeface/testdata/share")
	for n := range 12 {
		text := strings.Repeat("日", n) + strings.Repeat("日本語価格中文，", 40)
		path := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(path, render(t, deliver.Compose(org.Project{ID: "p1", Title: "Letters"}, []work.Upstream{done("i1", "Text", "Begin.\n\n"+text)}, nil)), 0o600); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command("pdftotext", "-layout", path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(said)) {
			if line = strings.TrimSpace(line); strings.Count(line, "本") > 1 {
				lines++
			}
			if strings.HasPrefix(line, "，") {
				t.Errorf("a line begins with %q", line)
			}
		}
		if lines < 7 || lines > 10 {
			t.Errorf("%d characters stand in %d lines:\n%s", n+320, lines, said)
		}
	}
}
