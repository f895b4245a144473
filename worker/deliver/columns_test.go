package deliver_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// A column of dates is not broken while one of sentences has room to give, in PDF and Word.
func TestShortColumnsAreNotBroken(t *testing.T) {
	const long = "Ask in writing to hold the offer until 15 January, the insurer about the lock, and the workshop to leave one of them with a trial firm."
	var rows strings.Builder
	for _, day := range []string{"28 November", "30 November", "11 December"} {
		rows.WriteString("| " + day + " | " + long + " | -4,990.00 | 12,390.00 |\n")
	}
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", "Text.\n\n| Date | Step | Cost or income (€) | Money left (€) |\n|---|---|--:|--:|\n"+rows.String())}, nil)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	if n := linesOf(t, v.PDF, "28November"); n != 1 {
		t.Errorf("a date stands on %d lines of the PDF", n)
	}
	var widths []int
	for _, m := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(wordText(t, word(t, d)), -1) {
		widths = append(widths, number(t, m[1]))
	}
	const letter, beside = 100, 216
	if len(widths) != 4 || widths[0] < beside+len("28 November")*letter || widths[1] < 2*widths[0] {
		t.Errorf("the columns of Word are %v wide", widths)
	}
}

// linesOf counts the lines on which some words without their spaces stand on the
// first page of a PDF; 0 when they do not stand there.
func linesOf(t *testing.T, raw []byte, words string) int {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	var heights []float64
	for _, x := range r.Page(1).Content().Text {
		for range []byte(strings.TrimSpace(x.S)) {
			heights = append(heights, x.Y)
		}
		said.WriteString(strings.TrimSpace(x.S))
	}
	at := strings.Index(said.String(), words)
	if at < 0 {
		return 0
	}
	lines := slices.Clone(heights[at : at+len(words)])
	slices.Sort(lines)
	return len(slices.Compact(lines))
}

// A mail is sent as it is: no sign of Markdown is left in its file, and a greeting
// keeps its lines in every file.
func TestAMailKeepsItsLines(t *testing.T) {
	const mail = "**Betreff:** Ihr Ja oder Nein\n\nGuten Tag,\n\nich vermiete *ab Februar* Räder mit 2 * 3 Kisten und der Datei a_b_c. **Mieten Sie eines, ja oder nein?**\n\nMit freundlichen Grüßen\nMartina Kolb\nWerkrad, Marlingen"
	step := done("i1", "Write a short mail in German to the first ten", mail)
	step.Kind = "writing"
	d := deliver.Compose(project(), []work.Upstream{step}, nil)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	const want = "Betreff: Ihr Ja oder Nein\n\nGuten Tag,\n\nich vermiete ab Februar Räder mit 2 * 3 Kisten und der Datei a_b_c. Mieten Sie eines, ja oder nein?\n\nMit freundlichen Grüßen\nMartina Kolb\nWerkrad, Marlingen\n"
	for _, f := range v.Files {
		if strings.HasPrefix(f.Name, "text-i1") && string(f.Data) != want {
			t.Errorf("the mail's file is %q, want %q", f.Data, want)
		}
	}
	if n := linesOf(t, v.PDF, "MitfreundlichenGrüßenMartinaKolbWerkrad,Marlingen"); n != 3 {
		t.Errorf("the greeting stands on %d lines of the PDF, want 3", n)
	}
	if !strings.Contains(v.HTML, "Grüßen<br") || !strings.Contains(wordText(t, word(t, d)), "Grüßen</w:t></w:r><w:r><w:br/>") {
		t.Error("HTML or Word joins the lines of the greeting")
	}
}

// A short table stays on one page. One that is short by its rows and tall by their
// words goes on upon the next, and leaves no gap where it begins.
func TestOnlyShortTablesStayWhole(t *testing.T) {
	const kept = `<w:pStyle w:val="Cell"/><w:keepNext/>`
	for words, whole := range map[int]bool{4: true, 140: false} {
		body := strings.Repeat("A line of text that somebody reads.\n\n", 21) + "| Who | Step |\n|---|---|\n" + strings.Repeat("| Brandt | "+strings.Repeat("word ", words)+"|\n", 9)
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", body)}, nil)
		if list := measure(t, render(t, d)); list[0].share < 0.75 && !whole || (len(list) > 1 && strings.Contains(list[0].text, "word")) == whole {
			t.Errorf("%d words in a cell: %d pages, the first is %.0f%% full", words, len(list), 100*list[0].share)
		}
		if text := wordText(t, word(t, d)); strings.Contains(text, kept) != whole {
			t.Errorf("%d words in a cell: rows are kept together in Word: %v, want %v", words, !whole, whole)
		}
	}
}
