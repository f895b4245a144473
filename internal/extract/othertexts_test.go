package extract_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// Tables in each dialect that programs write.
func TestCSVDialects(t *testing.T) {
	const want = "| Monat | Umsatz | Notiz |\n| --- | --- | --- |\n| Januar | 1.204,50 | gut, \"sehr\" gut |\n| Februar |  | zwei Zeilen |\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"semicolons":            {"Monat;Umsatz;Notiz\r\nJanuar;1.204,50;\"gut, \"\"sehr\"\" gut\"\r\nFebruar;;\"zwei\nZeilen\"\r\n", want},
		"named by Excel":        {"sep=;\nMonat;Umsatz;Notiz\nJanuar;1.204,50;\"gut, \"\"sehr\"\" gut\"\nFebruar;;zwei Zeilen\n", want},
		"tabs":                  {"Monat\tUmsatz\tNotiz\nJanuar\t1.204,50\tgut, \"sehr\" gut\nFebruar\t\tzwei Zeilen\n", want},
		"bars":                  {"Monat|Umsatz|Notiz\nJanuar|1.204,50|gut, \"sehr\" gut\nFebruar||zwei Zeilen\n", want},
		"a mark and UTF-16":     {"\xff\xfe" + wideLittle("Monat;Umsatz;Notiz\nJanuar;1.204,50;gut, \"sehr\" gut\nFebruar;;zwei Zeilen\n"), want},
		"lines before it":       {"Kontoauszug 2026\n\nMonat;Umsatz;Notiz\nJanuar;1.204,50;gut, \"sehr\" gut\nFebruar;;zwei Zeilen\n", "Kontoauszug 2026\n\n" + want},
		"commas stay":           {"a,b\n1,2\n", "a,b\n1,2\n"},
		"prose with semicolons": {"It rained; we stayed.\nThen it stopped.\nWe left, at last.\nNobody knew; nobody asked.\nFine.\nDone.\n", "It rained; we stayed.\nThen it stopped.\nWe left, at last.\nNobody knew; nobody asked.\nFine.\nDone.\n"},
	} {
		r, err := extract.Text("x.csv", "", []byte(c.text))
		if err != nil || r.Text != c.want || r.Kind != extract.KindCSV {
			t.Errorf("%s: got kind %s, error %v and\n%q\nwant\n%q", name, r.Kind, err, r.Text, c.want)
		}
	}
}

func wideLittle(s string) string {
	var b strings.Builder
	for _, c := range s {
		b.WriteByte(byte(c))
		b.WriteByte(byte(c >> 8))
	}
	return b.String()
}

const mailWithFiles = "From: =?utf-8?q?J=C3=B6rg?= <j@a.example>\r\nTo: ada@a.example\r\nSubject: =?iso-8859-1?q?Gr=FC=DFe?=\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n" +
	"--m\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThe rent is 1=2C200 =E2=82=AC.\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>The rent is <b>wrong</b></p>\r\n--a--\r\n" +
	"--m\r\nContent-Type: application/pdf; name=\"lease.pdf\"\r\nContent-Disposition: attachment; filename=\"lease.pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n" +
	"--m\r\nContent-Type: message/rfc822\r\n\r\nFrom: bob@b.example\r\nSubject: Old offer\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>We ask for <i>900</i>.</p>\r\n--m--\r\n"

func TestMail(t *testing.T) {
	r, err := extract.Text("a.eml", "", []byte(mailWithFiles))
	want := "# Grüße\n\nFrom: Jörg <j@a.example>\nTo: ada@a.example\nDate: Tue, 3 Mar 2026 10:00:00 +0100\n\nThe rent is 1,200 €.\n\n## Old offer\n\nFrom: bob@b.example\n\nWe ask for *900*.\n\n"
	if err != nil || r.Text != want || r.Title != "Grüße" || r.Published != "2026-03-03" || strings.Join(r.Notes, " ") != "a.eml has 1 attachment, which I did not read; send what matters as a file of its own: lease.pdf." {
		t.Errorf("got title %q, date %q, notes %q, error %v and\n%q\nwant\n%q", r.Title, r.Published, r.Notes, err, r.Text, want)
	}
	box := "From a@a Mon Mar  2 10:00:00 2026\nSubject: One\n\nfirst\n\nFrom b@b Mon Mar  2 11:00:00 2026\nSubject: Two\n\nsecond\n"
	if r, err = extract.Text("a.mbox", "", []byte(box)); err != nil || r.Text != "# One\n\nfirst\n\n# Two\n\nsecond\n\n" {
		t.Errorf("a.mbox: got %q, error %v", r.Text, err)
	}
}

func TestCalendar(t *testing.T) {
	r, err := extract.Text("a.ics", "", []byte("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Board\\, spring\r\nDTSTART;TZID=Europe/Berlin:20260503T090000\r\nDTEND:20260503T080000Z\r\nLOCATION:Har\r\n bour\r\nDESCRIPTION:Budget\\nPlan\r\nBEGIN:VALARM\r\nDESCRIPTION:bell\r\nEND:VALARM\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nSUMMARY:Pay\r\nDUE;VALUE=DATE:20260510\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"))
	want := "## Board, spring\n\n- Begins: 2026-05-03 09:00 (Sunday, Europe/Berlin)\n- Ends: 2026-05-03 08:00 (Sunday, UTC)\n- Takes: 1 hour\n- Where: Harbour\n- About: Budget\n  Plan\n\n## Pay\n\n- Due: 2026-05-10 (Sunday)\n\n"
	if err != nil || r.Text != want || r.Kind != extract.KindCalendar {
		t.Errorf("got error %v and\n%q\nwant\n%q", err, r.Text, want)
	}
}

// A length is said in words, an end that only follows from it too, and every time has its zone.
func TestLengthsInACalendar(t *testing.T) {
	for entry, want := range map[string]string{
		"DTSTART:20261201T093000\nDURATION:P0DT0H45M0S":                                        "- Begins: 2026-12-01 09:30 (Tuesday, local time)\n- Ends: 2026-12-01 10:15 (Tuesday, local time)\n- Takes: 45 minutes",
		"DTSTART;TZID=Europe/Berlin:20260328T220000\nDTEND;TZID=Europe/Berlin:20260329T060000": "- Begins: 2026-03-28 22:00 (Saturday, Europe/Berlin)\n- Ends: 2026-03-29 06:00 (Sunday, Europe/Berlin)\n- Takes: 7 hours",
		"DTSTART;TZID=\"W. Europe Standard Time\":20260706T130000\nDURATION:PT1H30M":           "- Begins: 2026-07-06 13:00 (Monday, W. Europe Standard Time)\n- Ends: 2026-07-06 14:30 (Monday, W. Europe Standard Time)\n- Takes: 1 hour and 30 minutes",
		"DTSTART;VALUE=DATE:20261205\nDTEND;VALUE=DATE:20261208":                               "- Begins: 2026-12-05 (Saturday)\n- Ends: 2026-12-07 (Monday)\n- Takes: 3 days",
		"DTSTART;VALUE=DATE:20261205\nDURATION:P1W":                                            "- Begins: 2026-12-05 (Saturday)\n- Ends: 2026-12-11 (Friday)\n- Takes: 7 days",
		"DTSTART:20261201T083000Z\nDURATION:PT90S":                                             "- Begins: 2026-12-01 09:30 (Tuesday, Europe/Madrid), 08:30 UTC\n- Ends: 2026-12-01 09:31 (Tuesday, Europe/Madrid), 08:31 UTC\n- Takes: 1 minute and 30 seconds",
		"DTSTART:soon\nDURATION:a while":                                                       "- Begins: soon\n- Takes: a while",
		"DURATION:P2DT3H":                                                                      "- Takes: 2 days and 3 hours",
	} {
		r, err := extract.Text("a.ics", "", []byte("BEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Madrid\nBEGIN:VEVENT\nSUMMARY:x\n"+entry+"\nEND:VEVENT\nEND:VCALENDAR\n"))
		if got := strings.TrimSpace(strings.TrimPrefix(r.Text, "## x\n")); err != nil || got != want {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", entry, err, got, want)
		}
	}
}

func TestRTF(t *testing.T) {
	r, err := extract.Text("a.rtf", "", []byte(`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator X}{\info{\title T}}{\header page head}\pard\outlinelevel0 Plan\par\pard We sell \b 40\b0  boxes for 3 \'80 in K\u246?ln \u8211- daily.{\v hidden}\par{\listtext 1.\tab}First\par{\listtext 2.\tab}Second\par\pard After.\par\trowd\intbl A\cell B\cell\row\intbl 1\cell\cell\row\pard End \{x\}.\par}`))
	want := "# Plan\n\nWe sell 40 boxes for 3 € in Köln – daily.\n\n1. First\n2. Second\n\nAfter.\n\n| A | B |\n| --- | --- |\n| 1 |  |\n\nEnd {x}.\n\n"
	if err != nil || r.Text != want || r.Kind != extract.KindRTF {
		t.Errorf("got kind %s, error %v and\n%q\nwant\n%q", r.Kind, err, r.Text, want)
	}
}

// What LibreOffice and pandoc wrote of one text reads as that text.
func TestForeignTexts(t *testing.T) {
	for _, name := range []string{"pandoc.epub", "libreoffice.rtf", "libreoffice.csv", "python.eml"} {
		raw, err := os.ReadFile("testdata/foreign/" + name)
		if err != nil {
			t.Fatal(err)
		}
		got := readAloud(extract.Text(name, "", raw))
		want, err := os.ReadFile("testdata/foreign/" + name + ".txt")
		if err != nil || got != string(want) {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// Files of these kinds that ask for much end in time, as text or as a sentence.
func TestOtherTextsAskForMuch(t *testing.T) {
	nested := "Subject: x\r\nContent-Type: text/plain\r\n\r\nleaf\r\n"
	for range 200 {
		nested = "Subject: x\r\nContent-Type: message/rfc822\r\n\r\n" + nested
	}
	for name, raw := range map[string]string{
		"groups.rtf":  `{\rtf1 ` + strings.Repeat("{", 2_000_000),
		"cells.rtf":   `{\rtf1 \trowd\intbl ` + strings.Repeat(`a\cell `, 1_000_000),
		"para.rtf":    `{\rtf1 ` + strings.Repeat("word ", 4_000_000),
		"nested.eml":  nested,
		"large.eml":   "Subject: x\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("QUFB\r\n", 4_000_000),
		"parts.eml":   "Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n", 200_000),
		"events.ics":  "BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n", 200_000),
		"open.ics":    strings.Repeat("BEGIN:VEVENT\n", 500_000) + "END:VEVENT\n",
		"quote.csv":   "a;b\n\"" + strings.Repeat("x;\n", 2_000_000),
		"columns.csv": strings.Repeat(strings.Repeat(";", 100_000)+"\n", 40),
		"rows.csv":    strings.Repeat("1;2;3;4\n", 800_000),
	} {
		start := pace.Spent()
		r, err := extract.Text(name, "", []byte(raw))
		if took := pace.Spent() - start; took > pace.Most(6*time.Second) {
			t.Errorf("%s: took %v, error %v", name, took, err)
		}
		if err == nil && len(r.Text) > extract.AttachmentBytesUsed {
			t.Errorf("%s: got %d bytes", name, len(r.Text))
		}
	}
}

// A mail whose head is as long as a book is read by its beginning, with its body.
func TestAMailWithALongHead(t *testing.T) {
	for _, end := range []string{"\r\n", "\n"} {
		raw := "From: a@b.example" + end + "Subject: Prices" + end + strings.Repeat("X-A: b"+end, 100_000) + end + "The crate costs 12 dollars." + end
		got, err := extract.Text("long.eml", "message/rfc822", []byte(raw))
		if err != nil || !strings.Contains(got.Text, "Prices") || !strings.Contains(got.Text, "The crate costs 12 dollars.") {
			t.Errorf("read as %.200q, error %v", got.Text, err)
		}
	}
	raw := "Subject: " + strings.Repeat("=?utf-8?q?x?=\r\n ", 50_000) + "\r\n\r\nbody\r\n"
	if got, err := extract.Text("long.eml", "message/rfc822", []byte(raw)); err != nil || len(got.Text) > 2000 {
		t.Errorf("%d bytes of a long subject, error %v", len(got.Text), err)
	}
}
