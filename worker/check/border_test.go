package check_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/checktest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// What may be said before a claimed deed does not hide the deed behind it.
func TestDeedBehindWhatMayBeSaid(t *testing.T) {
	for _, first := range []string{"We sent 1,180 questionnaires in May [S1:p2].", "Prices rose.", "We launched the shop in May.", `"We hired two people," she said.`} {
		got := check.Deeds(check.ParseDraft(first+" We have deployed the site."), "Note: we launched the shop in May.")
		if len(got) != 1 || got[0].Text != "We have deployed the site." {
			t.Errorf("after %q: %+v; want the deed alone", first, got)
		}
	}
}

// A question that asks for nothing fresh, and a citation without a date, do not
// end the count.
func TestFreshnessGoesOnBehindWhatItPassesOver(t *testing.T) {
	ev := work.Evidence{Inquiry: work.Inquiry{Questions: []work.SubQuestion{{ID: "q1", Text: "What is old?"}, {ID: "q2", Text: "What is new?", FreshDays: 30}}}}
	text := "What is new is told below."
	for i, date := range []string{"recently", "1999-01-01", "1998-01-01"} {
		id := fmt.Sprintf("S%d:p1", i+1)
		ev.Passages = append(ev.Passages, work.Passage{ID: id, Text: "The law changed for all shops.", Site: "a.example", Date: date, For: []string{"q2"}})
		text += " The law changed for all shops [S9:p9] [" + id + "]."
	}
	a := check.Run(check.Subject{Draft: check.ParseDraft(text), Evidence: ev})
	if a.Dated != 2 {
		t.Errorf("%d dated citations, want the 2 behind one without a date and a question that asks for nothing fresh", a.Dated)
	}
}

// One source may give 60 of 100 citations and is told from there on; a share of
// few citations says nothing.
func TestOneSiteForMost(t *testing.T) {
	for _, c := range []struct {
		from, all int
		want      bool
	}{{2, 5, false}, {5, 5, true}, {4, 4, false}} {
		ev, text := work.Evidence{}, ""
		for i := range c.all {
			site := "a.example"
			if i >= c.from {
				site = fmt.Sprintf("b%d.example", i)
			}
			id := fmt.Sprintf("S%d:p1", i+1)
			ev.Passages = append(ev.Passages, work.Passage{ID: id, Text: "Shops open at eight.", Site: site})
			text += "Shops open at eight [" + id + "]. "
		}
		a := check.Run(check.Subject{Draft: check.ParseDraft(text), Evidence: ev})
		if got := strings.Contains(strings.Join(a.Warnings, "\n"), "citations come from a.example"); got != c.want {
			t.Errorf("%d of %d from one site: warnings %q", c.from, c.all, a.Warnings)
		}
	}
}

// A quote that stands nowhere is a hard defect, and it says of which claim.
func TestAnInventedQuoteIsHard(t *testing.T) {
	pack := []work.Passage{{ID: "S1:p1", Document: "d", Text: "The fee is 40 euros a month for each member of the club.", End: 56}}
	a := check.Run(check.Subject{
		Draft:    check.ParseDraft("The fee is due [S1:p1].\n```evidence\n" + `{"c":"Words of no sentence","p":["S1:p1"],"q":"The fee is nine hundred euros in every single week"}` + "\n```"),
		Evidence: work.Evidence{Passages: pack},
	})
	i := slices.IndexFunc(a.MustFix, func(d check.Defect) bool { return d.Check == "A2" })
	if i < 0 || !a.MustFix[i].Hard {
		t.Errorf("must-fixes %+v; want a hard one of check A2", a.MustFix)
	}
}

// A claim whose first words begin no sentence of the draft is cited by the
// words that it gives.
func TestClaimOfNoSentence(t *testing.T) {
	const doc = "The fee is 40 euros a month for each member of the club."
	a := check.Run(check.Subject{
		Draft:    check.ParseDraft("The fee is due [S1:p1].\n```evidence\n" + `{"c":"Members pay monthly","p":["S1:p1"],"q":"40 euros a month for each member"}` + "\n```"),
		Evidence: work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Document: "d", Text: doc, End: len(doc)}}},
	})
	if len(a.Citations) == 0 || a.Citations[0].Claim != "Members pay monthly" || a.Repaired != 0 {
		t.Errorf("citations %+v, %d repaired; want the claim's own words", a.Citations, a.Repaired)
	}
}

// Numbers in words bear out the same numbers in digits.
func TestWrittenNumbersSupportFigures(t *testing.T) {
	for text, figure := range map[string]string{
		"Sales doubled in the second year of the shop.":        "Sales grew by a factor of 2",
		"Sales tripled in the second year of the shop.":        "Sales grew by a factor of 3",
		"The shop sold twenty five boxes on its first day.":    "The shop sold 25 boxes",
		"The shop sold a dozen boxes on its first day.":        "The shop sold 12 boxes",
		"The shop sold twenty boxes and kept five for itself.": "The shop sold 20 boxes and kept 5",
	} {
		a := check.Run(check.Subject{
			Draft:    check.ParseDraft(figure + " [S1:p1]."),
			Evidence: work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Document: "d", Text: text, End: len(text)}}},
		})
		if len(a.BadNumbers) > 0 {
			t.Errorf("%q of %q: numbers %q are said to stand nowhere", figure, text, a.BadNumbers)
		}
	}
}

// Code sees deeds in English only, and says so to the reviewers of other texts.
func TestDeedsOfOtherLanguages(t *testing.T) {
	for _, text := range []string{
		"Wir haben die Seite gestern veröffentlicht und dem Lieferanten eine Nachricht geschickt. Der Preis liegt bei 40 Euro im Monat.",
		"Nous avons publié le site hier et envoyé un message au fournisseur. Le prix est de 40 euros par mois.",
		"Ayer publicamos la página y enviamos un mensaje al proveedor. El precio es de 40 euros al mes.",
		"昨日、サイトを公開し、業者に連絡しました。料金は月に四十ユーロです。",
	} {
		if check.DeedNote(check.ParseDraft(text)) == "" {
			t.Errorf("%q: the reviewers are told nothing", text)
		}
	}
	drafts, err := checktest.Drafts(os.DirFS("testdata/eval"), "m8")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range drafts {
		german := strings.Contains(d.Subject.Draft.Text, " Wir ")
		if note := check.DeedNote(d.Subject.Draft); (note != "") != german {
			t.Errorf("%.200q: %q", d.Subject.Draft.Text, note)
		}
	}
}
