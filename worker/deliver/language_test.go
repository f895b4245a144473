package deliver_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// The language of the text is set in each form, its direction too, and a PDF that lacks its letters says so in one sentence.
func TestLanguageOfTheText(t *testing.T) {
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
