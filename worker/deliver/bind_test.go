package deliver_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Dates, amounts with their units and short ranges hold together; sentences do not.
func TestWhatHoldsTogetherInACell(t *testing.T) {
	for text, want := range map[string]string{
		"30 Nov 2026":                   "30~Nov~2026",
		"By 30 November 2026, then ask": "By 30~November~2026, then ask",
		"30 Sept. 2026":                 "30~Sept.~2026",
		"November 30, 2026":             "November~30,~2026",
		"1er mars 2027":                 "1er~mars~2027",
		"30 de noviembre de 2026":       "30~de~noviembre~de~2026",
		"30. November":                  "30.~November",
		"30 listopada 2026":             "30~listopada~2026",
		"30 Νοεμβρίου 2026":             "30~Νοεμβρίου~2026",
		"30 ноября 2026 г.":             "30~ноября~2026~г.",
		"March 2027":                    "March~2027",
		"24 420,00 €":                   "24~420,00~€",
		"CHF 1'250.50":                  "CHF~1'250.50",
		"1 250 zł netto":                "1~250~zł netto",
		"6,509.04 euros are free":       "6,509.04~euros are free",
		"12 % of it":                    "12~% of it",
		"190 to 220 Euro":               "190~to~220~Euro",
		"190 bis 220 Euro":              "190~bis~220~Euro",
		"9 – 12 kg":                     "9~–~12~kg",
		"Order none and go on":          "Order none and go on",
		"Phase 2 begins":                "Phase 2 begins",
		"":                              "",
	} {
		if got := strings.ReplaceAll(paper.Bind(text), paper.Unbroken, "~"); got != want {
			t.Errorf("%q holds together as %q, want %q", text, got, want)
		}
		if paper.Loose(paper.Bind(text)) != text {
			t.Errorf("%q is not the same afterwards", text)
		}
	}
}

// sevenColumns is a table of seven columns, as a model writes one for risks or payments.
func sevenColumns(day, amount string) string {
	var b strings.Builder
	b.WriteString("Text.\n\n| Rank | Risk | What it rests on | Damage | Who | By | Cost, euros |\n|---|---|---|--:|---|---|--:|\n")
	for i := range 6 {
		fmt.Fprintf(&b, "| %d | The replacement is not there on the day on which it is needed | Zaragoza had one in twelve of them fail, and the workshop names no term for it | %s | Brandt | %s | %s |\n", i+1, amount, day, amount)
	}
	return b.String()
}

// In a table of seven columns no date and no amount breaks, no word is cut, and a column of
// names takes no more than its names; in PDF and Word.
func TestSevenColumnsAreReadable(t *testing.T) {
	const day, amount = "30 November 2026", "24 420,00 €"
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", sevenColumns(day, amount))}, nil)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{day, "24 420,00", "replacement", "Damage", "Rank", "Brandt"} {
		if n := linesOf(t, v.PDF, strings.ReplaceAll(text, " ", "")); n != 1 {
			t.Errorf("%q stands on %d lines of the PDF", text, n)
		}
	}
	body := wordText(t, word(t, d))
	for _, text := range []string{day, amount} {
		if !strings.Contains(body, strings.ReplaceAll(text, " ", paper.Unbroken)) {
			t.Errorf("%q may break in Word", text)
		}
	}
	var widths []int
	for _, m := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(body, -1) {
		widths = append(widths, number(t, m[1]))
	}
	const beside, size = 216, 8 * 20 // twentieths of a point; the least of a letter is half its size
	if len(widths) != 7 || widths[0] > widths[1] || widths[4] > widths[2] || widths[5] < beside+len(day)*size/2 || widths[0] < beside+len("Rank")*size/2 {
		t.Errorf("the columns of Word are %v wide", widths)
	}
}

// One long name among short ones takes nothing from a column of sentences.
func TestAColumnOfNamesIsNarrow(t *testing.T) {
	const long = "Ask in writing to hold the offer until the middle of January, the insurer about the lock, and the workshop to leave one of them with a trial firm."
	body := "Text.\n\n| Who | Step |\n|---|---|\n| Martina Kolb, with Frau Althoff of the chamber and the two who stood in for her in November |  " + long + " |\n" + strings.Repeat("| Brandt | "+long+" |\n", 9)
	text := wordText(t, word(t, deliver.Compose(project(), []work.Upstream{done("i1", "Title", body)}, nil)))
	var widths []int
	for _, m := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(text, -1) {
		widths = append(widths, number(t, m[1]))
	}
	if len(widths) != 2 || 4*widths[0] > widths[1] {
		t.Errorf("the columns of Word are %v wide, want that of the names at most a fifth", widths)
	}
}

// A table that needs little has columns as wide as its words, in Word as in PDF.
func TestASmallTableIsNotStretched(t *testing.T) {
	text := wordText(t, word(t, deliver.Compose(project(), []work.Upstream{done("i1", "Title", "Text.\n\n| Month | Sum |\n|---|--:|\n| March 2027 | 5 |\n")}, nil)))
	sum := 0
	for _, m := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(text, -1) {
		sum += number(t, m[1])
	}
	if sum == 0 || sum > 4700 {
		t.Errorf("the table is %d wide, want less than half of the text", sum)
	}
}

// A title of a mail is its subject, else what it is, never the whole order.
func TestAMailStandsUnderItsSubject(t *testing.T) {
	const order = "Write a short email in German to the first ten customers that asks for one clear answer"
	for body, want := range map[string]string{
		"**Betreff:** Ihr Ja oder Nein\n\nGuten Tag,\n\nmieten Sie eines?": "Ihr Ja oder Nein",
		"To: all\nSubject: One bike for you?\n\nHello,\n\nyes or no?":      "One bike for you?",
		"Guten Tag,\n\nmieten Sie eines?":                                  "Short email in German to the first ten customers",
	} {
		mail := done("i1", order, body)
		mail.Kind = "writing"
		d := deliver.Compose(project(), []work.Upstream{mail, done("i2", "Other", "Some text.")}, nil)
		md := d.Markdown()
		if !strings.Contains(md, "## "+want+"\n") || strings.Contains(md, "## "+order) || !strings.Contains(md, "Asked for: "+order) {
			t.Errorf("the mail stands under %.300q, want %q", md, want)
		}
		v, err := d.Deliverable()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range v.Files {
			if strings.HasPrefix(f.Name, "text-i1") && strings.HasPrefix(string(f.Data), "#") {
				t.Errorf("the mail to be pasted begins with a heading: %.80q", f.Data)
			}
		}
	}
}

// What does not fit one page in type that can be read says so, and what does says nothing.
func TestAPlanLongerThanAPageIsTold(t *testing.T) {
	for words, told := range map[int]bool{300: false, 1600: true} {
		v, err := onOnePage(planOf(words, 3)).Deliverable()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(v.Markdown, "was asked for on one page and is longer"); got != told || strings.Contains(v.HTML, "was asked for on one page and is longer") != told {
			t.Errorf("%d words: told %v, want %v", words, got, told)
		}
	}
}

// A column of dates is not one of figures.
func TestDatesAreNoFigures(t *testing.T) {
	for cell, figure := range map[string]bool{"26 February": false, "2026年9月1日": false, "10. Mai": false, "1,077.50": true, "14 %": true, "36 months": true, "980円": true, "12.000 €": true, "": false} {
		if paper.Figure(cell) != figure {
			t.Errorf("%q is a figure: %v, want %v", cell, !figure, figure)
		}
	}
}
