package extract_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// A line of its own that names a phase begins it in every kind of file, also where it stands
// directly below a list.
func TestPhasesBelowListsInEveryKind(t *testing.T) {
	for _, names := range [][2]string{{"Week 1:", "Week 2:"}, {"第1段階：", "第2段階："}, {"Phase 1: Learn", "Phase 2: Build"}} {
		items := func(list int) string {
			return wordPara(wordItem(list, 0), "alpha one") + wordPara(wordItem(list, 0), "beta two")
		}
		docx := func(list, then int) []byte {
			return word{
				body:      wordPara("", names[0]) + items(list) + wordPara("", names[1]) + wordPara(wordItem(then, 0), "gamma three"),
				numbering: wordLists,
			}.bytes(t)
		}
		html := "<p>" + names[0] + "</p><ul><li>alpha one</li><li>beta two</li></ul><p>" + names[1] + "</p><ul><li>gamma three</li></ul>"
		for _, f := range []struct {
			name string
			raw  []byte
		}{
			{"bullets.docx", docx(2, 2)},
			{"numbers.docx", docx(1, 3)},
			{"running.docx", docx(1, 1)},
			{"page.html", []byte("<html><body>" + html + "</body></html>")},
			{"loose.html", []byte("<html><body>" + strings.NewReplacer("<p>", "", "</p>", "<br>").Replace(html) + "</body></html>")},
			{"plan.txt", []byte(names[0] + "\r\n- alpha one\r\n- beta two\r\n" + names[1] + "\r\n- gamma three\r\n")},
			{"plan.rtf", []byte(`{\rtf1\ansi ` + rtfText(names[0]) + `\par - alpha one\par - beta two\par ` + rtfText(names[1]) + `\par - gamma three\par}`)},
		} {
			read, err := extract.Text(f.name, "", f.raw)
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			r, err := roadmap.Parse(f.name, read.Text)
			if err != nil {
				t.Errorf("%s of %s: %v in\n%s", f.name, names, err, read.Text)
				continue
			}
			if len(r.Phases) != 2 || len(r.Items) != 3 || r.Items[1].Title != "beta two" || r.Items[1].Phase != 0 || r.Items[2].Phase != 1 {
				t.Errorf("%s of %s: got %q with %+v, want two phases of two and one in\n%s", f.name, names, r.Phases, r.Items, read.Text)
			}
		}
	}
}

// rtfText writes what is not ASCII as RTF does.
func rtfText(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 128 {
			b.WriteRune(r)
			continue
		}
		b.WriteString(`\u`)
		b.WriteString(strconv.Itoa(int(int16(r))))
		b.WriteString("?")
	}
	return b.String()
}
