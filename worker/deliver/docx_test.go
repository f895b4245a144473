package deliver_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// unpacked reads a Word document into its parts; all XML must be well formed.
func unpacked(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		if out[f.Name] = string(text); strings.HasSuffix(f.Name, ".png") {
			continue
		}
		d := xml.NewDecoder(bytes.NewReader(text))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
	}
	return out
}

func word(t *testing.T, d deliver.Document) []byte {
	t.Helper()
	raw, err := d.DOCX()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// coherentFile demands what a word processor needs to open a file without a
// repair: every part has a type and every reference its target.
func coherentFile(t *testing.T, name string, raw []byte) string {
	t.Helper()
	parts := unpacked(t, raw)
	types, body, links := parts["[Content_Types].xml"], parts["word/document.xml"], parts["word/_rels/document.xml.rels"]
	for part := range parts {
		if !strings.Contains(types, `PartName="/`+part+`"`) && !strings.HasSuffix(part, ".rels") && !strings.HasSuffix(part, ".png") && part != "[Content_Types].xml" {
			t.Errorf("%s: part %s has no type", name, part)
		}
	}
	marks := map[string]bool{}
	for _, m := range regexp.MustCompile(`<w:bookmarkStart w:id="\d+" w:name="([^"]+)"/>`).FindAllStringSubmatch(body, -1) {
		if marks[m[1]] || len(m[1]) > 40 || strings.Trim(m[1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			t.Errorf("%s: bookmark %q stands twice or has no good name", name, m[1])
		}
		marks[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`w:anchor="([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if !marks[m[1]] {
			t.Errorf("%s: a link leads to bookmark %q, which is not there", name, m[1])
		}
	}
	for _, m := range regexp.MustCompile(`r:(?:id|embed)="([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if !strings.Contains(links, `Id="`+m[1]+`"`) {
			t.Errorf("%s: relation %s is not there", name, m[1])
		}
	}
	for _, m := range regexp.MustCompile(`Target="([^"]+)"(?: TargetMode="(\w+)")?`).FindAllStringSubmatch(links, -1) {
		if _, ok := parts["word/"+m[1]]; !ok && m[2] != "External" {
			t.Errorf("%s: the target %q is not there", name, m[1])
		}
	}
	for _, m := range regexp.MustCompile(`<w:(?:pStyle|rStyle|tblStyle) w:val="([^"]+)"/>`).FindAllStringSubmatch(body, -1) {
		if !strings.Contains(parts["word/styles.xml"], `w:styleId="`+m[1]+`"`) {
			t.Errorf("%s: style %s is not there", name, m[1])
		}
	}
	for _, m := range regexp.MustCompile(`<w:numId w:val="(\d+)"/>`).FindAllStringSubmatch(body, -1) {
		if !strings.Contains(parts["word/numbering.xml"], `<w:num w:numId="`+m[1]+`">`) {
			t.Errorf("%s: list %s is not there", name, m[1])
		}
	}
	return body
}

// The Word form says what the others say: headings, tables, lists, footnotes,
// citations that lead to their passage, the chart.
func TestWordSaysWhatTheDocumentSays(t *testing.T) {
	d, _ := bakery(t, true)
	raw := word(t, d)
	body := coherentFile(t, "bakery", raw)
	if n := len(regexp.MustCompile(`<w:hyperlink w:anchor="to_\d+_sum_\d+" w:history="1"><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/>`).FindAllString(body, -1)); n < 21 {
		t.Errorf("%d marks lead to sums, want one for each sum of the document", n)
	}
	sums := regexp.MustCompile(`(?s)<w:p><w:pPr><w:pStyle w:val="Sums"/>.*?</w:p>`).FindAllString(body, -1)
	if len(sums) != 1 || !strings.Contains(sums[0], "138 × 14.5 = 2001") || strings.Count(sums[0], "·") < 15 {
		t.Errorf("the sums stand in %d paragraphs, want one behind the other in one", len(sums))
	}
	if strings.Count(body, "<w:drawing>") != 1 || strings.Count(body, "<w:tbl>") != 6 || !strings.Contains(body, "<w:tblHeader/>") {
		t.Error("the chart, a table or its header row is missing")
	}
	if n := strings.Count(body, "<w:pageBreakBefore/>"); n != 2 {
		t.Errorf("%d page breaks, want one before the one-page piece and one behind it", n)
	}
	if got := strings.Count(body, `<w:jc w:val="right"/>`); got < 10 {
		t.Errorf("%d cells to the right, want the columns of figures", got)
	}
	citations := mdCitation.FindAllString(d.Markdown(), -1)
	if got := strings.Count(body, ">[1") + strings.Count(body, ">[2") + strings.Count(body, ">[3"); got < len(citations) {
		t.Errorf("%d citations, want %d", got, len(citations))
	}
	r, err := extract.Text("report.docx", "", raw) // our reader of founders' files reads it
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Rye & Shine: subscription bread for offices", "# Summary", "## Rye at £3.40 and seeded at £3.59 leave £2.06 a loaf", "Asked for: Set our price",
		"- By 30 November 2026: the founder asks", "| Harbour Grain | £2.95 [2a] |", "leave £2.06 a loaf", "“Its minimum order is 10 loaves.”", "The margin, and so both prices. Packaging",
	} {
		if !strings.Contains(strings.ReplaceAll(r.Text, "\u2002", " "), want) {
			t.Errorf("the Word form lacks %q", want)
		}
	}
	if n := strings.Count(r.Text, "[^"); n < 21 { // never a digit of the figure before it
		t.Errorf("%d marks of sums are read as such", n)
	}
}

func TestWordOfAllShapes(t *testing.T) {
	body := "Plain **bold** *italic* `code` ~~struck~~ [link](https://example.org/a?b=1&c=2) <https://example.org> &amp; \\*stars\\* [own](#i1) [no](javascript:x) \x01\x0b.\n\n" +
		"1. one\n   - deeper\n\n     more of it\n2. two\n\n4. four\n\n- [ ] open\n- [x] shut\n\n> quoted\n>\n> - in it\n\n```go\nfunc f() { return \"<&>\" }\n\n\tx\n```\n\n| A | B |\n|---|--:|\n| c | d<br>e |\n| f |\n\n---\n\n<div>raw</div>\n\n![a picture](https://example.org/p.png)\n\n# H1\n\n###### H6\n"
	for name, text := range map[string]string{
		"all": body, "empty": "", "table alone": "| a |\n|---|", "deep": deep(40), "quotes": strings.Repeat(">", 60) + " x", "bad bytes": "a\xff\xfe\x00b\u202e\ufffe]]>",
	} {
		d := deliver.Compose(project("One", "Two"), []work.Upstream{done("i1", "Title <b>&\"", text), done(`i"2`, "Title", text)}, nil)
		d.Opening = text
		raw := word(t, d)
		coherentFile(t, name, raw)
		if !bytes.Equal(raw, word(t, d)) {
			t.Errorf("%s: two renderings differ", name)
		}
	}
	list := []deliver.Document{mixed(), long(t), mail(t), coffee(t), {}}
	for i, d := range list {
		body := coherentFile(t, d.Title, word(t, d))
		if has := strings.Contains(body, ">Contents<"); has != slices.Contains([]int{1, 3}, i) {
			t.Errorf("%s: contents: %v", d.Title, has)
		}
	}
}

// One page is one page in Word too: a piece begins on the first one, in type that
// lets it end there, and in the document the heading of its phase stands with it.
func TestOnePageIsOnePageInWord(t *testing.T) {
	sizes := regexp.MustCompile(`w:styleId="TextOnePage">.*?<w:sz w:val="(\d+)"/>`)
	for points, want := range map[int]int{2: 21, 6: 20} {
		plan := done("i2", "Write the one-page plan", "Begin on Monday.\n\n"+strings.Repeat("## A point\n\nA line of text that somebody reads, and that goes on until it needs a second line on the page of the plan.\n\n- one thing\n- another thing\n\n", points))
		plan.Phase = 1
		last := done("i3", "More", "More text.")
		last.Phase = 1
		d := deliver.Compose(project("One", "Two"), []work.Upstream{done("i1", "Other", "Some text."), plan, last}, nil)
		v, err := d.Deliverable()
		if err != nil {
			t.Fatal(err)
		}
		whole := coherentFile(t, "document", v.Files[0].Data)
		breaks := regexp.MustCompile(`(?:<w:pageBreakBefore/>|</w:sectPr></w:pPr></w:p>).*?<w:t[^>]*>([^<]*)<`).FindAllStringSubmatch(whole, -1)
		if len(breaks) != 2 || breaks[0][1] != "Two" || breaks[1][1] != "More" {
			t.Errorf("%d points: pages begin with %q, want the phase of the plan and what follows the plan", points, breaks)
		}
		at := slices.IndexFunc(v.Files, func(f org.File) bool { return strings.HasPrefix(f.Name, "page-") && strings.HasSuffix(f.Name, ".docx") })
		piece := coherentFile(t, "piece", v.Files[at].Data)
		if strings.Contains(piece, "pageBreakBefore") {
			t.Errorf("%d points: the piece leaves its first page empty", points)
		}
		for name, raw := range map[string][]byte{"document": v.Files[0].Data, "piece": v.Files[at].Data} {
			m := sizes.FindStringSubmatch(unpacked(t, raw)["word/styles.xml"])
			if m == nil {
				t.Fatalf("%d points: the %s has no type for one page", points, name)
			}
			if size := number(t, m[1]); size > want || size < 18 {
				t.Errorf("%d points: the %s has type of %d half points, want at most %d, and 18 that can be read", points, name, size, want)
			}
		}
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A short table is not split between pages; a long one may be, between its rows.
func TestShortTablesStayWholeInWord(t *testing.T) {
	for rows, want := range map[int]int{4: 4, 30: 0} {
		table := "| A | B |\n|---|---|\n" + strings.Repeat("| c | d |\n", rows)
		body := wordText(t, word(t, deliver.Compose(project(), []work.Upstream{done("i1", "Title", "Text.\n\n"+table)}, nil)))
		kept := 0
		for _, r := range regexp.MustCompile(`(?s)<w:tr>.*?</w:tr>`).FindAllString(body, -1) {
			if strings.Count(r, "<w:keepNext/>") == 2 {
				kept++
			}
		}
		if kept != want {
			t.Errorf("of %d rows below a head %d stay with the next", rows, kept)
		}
	}
}

// What announces a table or a list with a colon stays on its page, and so do the contents when they are short.
func TestAnnouncementsAndContentsStayWholeInWord(t *testing.T) {
	const table = "\n\n| A | B |\n|---|---|\n| c | d |\n"
	steps := []work.Upstream{
		done("i1", "First", "Begin.\n\nWhen it is paid:"+table+"\nIt is paid."+table+"\nThe reasons:\n\n- One.\n- Two.\n\nThe end:\n\nText."),
	}
	body := wordText(t, word(t, deliver.Compose(project(), steps, nil)))
	paragraphs := regexp.MustCompile(`(?s)<w:p>.*?</w:p>`).FindAllString(body, -1)
	for said, want := range map[string]bool{"When it is paid:": true, "It is paid.": false, "The reasons:": true, "The end:": false} {
		i := slices.IndexFunc(paragraphs, func(p string) bool { return strings.Contains(p, ">"+said+"<") })
		if i < 0 || strings.Contains(paragraphs[i], "<w:keepNext/>") != want {
			t.Errorf("%q stays with what follows: want %t", said, want)
		}
	}
	kept, entries := 0, 0
	for _, p := range regexp.MustCompile(`(?s)<w:p>.*?</w:p>`).FindAllString(wordText(t, word(t, coffee(t))), -1) {
		if strings.Contains(p, `w:val="Contents"`) {
			entries++
			if strings.Contains(p, "<w:keepNext/>") {
				kept++
			}
		}
	}
	if entries < 3 || kept != entries-1 {
		t.Errorf("%d of %d lines of the contents stay with the next, want all but the last", kept, entries)
	}
}

// A column of Word has room for its longest word, however much the others say.
func TestColumnsOfWordHoldTheirWords(t *testing.T) {
	long := strings.Repeat("Words that say much of it and go on. ", 3)
	table := "| Rank | Risk | What we do | Who | When it shows |\n|---|---|---|---|---|\n| 1 | " + long + " | " + long + " | Operations | " + long + " |\n| 2 | " + long + " | " + long + " | Sales | " + long + " |\n"
	body := wordText(t, word(t, deliver.Compose(project(), []work.Upstream{done("i1", "Title", "Text.\n\n"+table)}, nil)))
	var widths []int
	sum := 0
	for _, m := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(body, -1) {
		widths, sum = append(widths, number(t, m[1])), sum+number(t, m[1])
	}
	const letter, beside = 100, 216 // twentieths of a point: 9 points in bold, and the margins of a cell
	if len(widths) != 5 || widths[0] < beside+4*letter || widths[3] < beside+10*letter || widths[1] < 2*widths[0] || sum > 9412 {
		t.Errorf("the columns are %v wide, %d together", widths, sum)
	}
}
