package extract_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/frasier-cos/frasier/internal/extract"
)

// Every kind that is refused is named by what it is, with what to save it as.
func TestRefusalsNameWhatItIs(t *testing.T) {
	box := func(names ...string) string {
		files := map[string]string{}
		for _, n := range names {
			files[n] = "x"
		}
		return string(zipped(t, files))
	}
	ole := func(stream string) string {
		wide := ""
		for _, c := range stream {
			wide += string(c) + "\x00"
		}
		return "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600) + wide
	}
	for name, c := range map[string]struct{ raw, says string }{
		"a.pages":    {box("Index/Document.iwa"), "a.pages is a Pages document, which I can't read. Save it as a Word document (File, Export To, Word) and send that."},
		"a.numbers":  {box("Index/Document.iwa"), "Numbers sheet"},
		"a.key":      {box("Index/Slide.iwa"), "Keynote presentation"},
		"a.doc":      {ole("WordDocument"), "old Word document (.doc), which I can't read. Save it as a Word document (.docx)"},
		"a.xls":      {ole("Workbook"), "old Excel workbook (.xls)"},
		"a.ppt":      {ole("PowerPoint Document"), "old PowerPoint presentation (.ppt)"},
		"a.msg":      {ole("__properties_version1.0"), "Outlook message (.msg)"},
		"b.docx":     {ole("EncryptedPackage"), "with a password"},
		"a.xlsb":     {box("xl/workbook.bin"), "Save it as an Excel workbook (.xlsx)"},
		"a.heic":     {"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "HEIC picture, which I can't read. Save it as a JPEG or PNG"},
		"a.m4a":      {"\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00", "an M4A recording"},
		"a.mp4":      {"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00", "an MP4 video"},
		"a.jar":      {box("META-INF/MANIFEST.MF"), "Java program"},
		"a.zip":      {box("plan.md"), "archives are not opened"},
		"broken.ods": {"no zip", "not a real ods"},
		"a.odg":      {string(zipped(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.graphics"})), "Save it as a PDF"},
	} {
		_, err := extract.Text(name, "", []byte(c.raw))
		if !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got error %v, want %q", name, err, c.says)
		}
	}
}

func TestXLSX(t *testing.T) {
	f := excelize.NewFile()
	set := func(sheet, cell string, value any) {
		if err := f.SetCellValue(sheet, cell, value); err != nil {
			t.Fatal(err)
		}
	}
	set("Sheet1", "A1", "Month")
	set("Sheet1", "B1", "Sum")
	set("Sheet1", "A2", "Jan | Feb")
	set("Sheet1", "B2", 1234.5)
	set("Sheet1", "D2", 0.25)
	for cell, format := range map[string]int{"B2": 4, "D2": 9} {
		style, err := f.NewStyle(&excelize.Style{NumFmt: format})
		if err == nil {
			err = f.SetCellStyle("Sheet1", cell, cell, style)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.NewSheet("Secret"); err != nil {
		t.Fatal(err)
	}
	set("Secret", "A1", "margin")
	if err := f.SetSheetVisible("Secret", false); err != nil {
		t.Fatal(err)
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Text("x.xlsx", "", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := "## Sheet1\n\n| Month | Sum |  |\n| --- | --- | --- |\n| Jan / Feb | 1,234.50 | 25% |\n\n## Secret\n\n| margin |\n| --- |\n\n"
	if r.Text != want || r.Kind != extract.KindXLSX || strings.Join(r.Notes, " ") != "x.xlsx has 1 hidden sheet, which I read too: Secret." {
		t.Errorf("got kind %s, notes %q and\n%q\nwant\n%q", r.Kind, r.Notes, r.Text, want)
	}
}

// A workbook with more cells than are read is read up to there, and says so.
func TestXLSXWithTooMuch(t *testing.T) {
	var rows strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>1</v></c><c r="B%d"><v>2</v></c><c r="C%d"><v>3</v></c><c r="D%d"><v>4</v></c><c r="E%d" s="1"/></row>`, i+1, i+1, i+1, i+1, i+1, i+1)
	}
	raw := zipped(t, map[string]string{
		"[Content_Types].xml":        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
		"_rels/.rels":                `<Relationships ` + relationNames + `><Relationship Id="a" Type="` + relationKinds + `officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Big" sheetId="1" r:id="s"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships ` + relationNames + `><Relationship Id="s" Type="` + relationKinds + `worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows.String() + `</sheetData></worksheet>`,
	})
	r, err := extract.Text("big.xlsx", "", raw)
	if err != nil || !r.Truncated || !strings.Contains(strings.Join(r.Notes, " "), "200000 filled cells") || !strings.Contains(r.Text, "| 1 | 2 | 3 | 4 |") {
		t.Errorf("got %d bytes, truncated %v, notes %q, error %v", len(r.Text), r.Truncated, r.Notes, err)
	}
}

// What pandoc wrote of one text reads as that text: testdata/foreign/README says how it was made.
func TestFilesOfPandoc(t *testing.T) {
	const want = "Launch plan\n\n## Phase 1: Find out\n\n1. Survey twelve customers\n2. Write the offer\n\nWords behind the list.\n\n## Phase 2: Build\n\n- Build the page\n- Send the mail\n"
	for _, name := range []string{"pandoc.docx", "pandoc.odt", "pandoc.pptx"} {
		raw, err := os.ReadFile("testdata/foreign/" + name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := extract.Text(name, "", raw)
		if err != nil || strings.TrimLeft(strings.TrimSpace(r.Text), "# ") != strings.TrimSpace(want) {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", name, err, r.Text, want)
		}
	}
}

const odfNames = `xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:style="s" xmlns:xlink="x" xmlns:draw="d" xmlns:presentation="p"`

func odfFile(t *testing.T, media, styles, body string) []byte {
	t.Helper()
	return zipped(t, map[string]string{
		"mimetype":    "application/vnd.oasis.opendocument." + media,
		"content.xml": `<office:document-content ` + odfNames + `><office:automatic-styles>` + styles + `</office:automatic-styles><office:body>` + body + `</office:body></office:document-content>`,
	})
}

func TestOpenDocuments(t *testing.T) {
	lists := `<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>`
	item := func(text string) string { return `<text:list-item><text:p>` + text + `</text:p></text:list-item>` }
	cell := func(text string) string { return `<table:table-cell><text:p>` + text + `</text:p></table:table-cell>` }
	for _, c := range []struct{ name, media, styles, body, want, note string }{
		{
			"a.odt", "text", lists, `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p text:style-name="Title">Plan</text:p><text:h text:outline-level="2">Phase 1</text:h><text:list text:style-name="N">` + item("Ask") + item("Build") +
				`</text:list><text:p>See <text:a xlink:href="https://a.example">this</text:a><text:s/>now<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>It says 19.</text:p></text:note-body></text:note>.</text:p><text:list text:style-name="B">` + item("Sell") + `</text:list>`,
			"# Plan\n\n## Phase 1\n\n1. Ask\n2. Build\n\nSee [this](https://a.example) now[^1].\n\n- Sell\n\n[^1]: It says 19.\n\n", "a.odt has tracked changes; I read it as if they were accepted.",
		},
		{
			"a.ods", "spreadsheet", `<style:style style:name="h"><style:table-properties table:display="false"/></style:style>`, `<table:table table:name="Sales"><table:table-row>` + cell("Month") + cell("Sum") + `</table:table-row><table:table-row>` + cell("Jan") + cell("€1,234.50") +
				`</table:table-row><table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="Secret" table:style-name="h"><table:table-row>` + cell("x") + `</table:table-row></table:table>`,
			"## Sales\n\n| Month | Sum |\n| --- | --- |\n| Jan | €1,234.50 |\n\n## Secret\n\n| x |\n| --- |\n\n", "a.ods has 1 hidden sheet, which I read too: Secret.",
		},
		{
			"a.odp", "presentation", lists, `<draw:page draw:name="page1"><draw:frame presentation:class="title"><draw:text-box><text:p>Why now</text:p></draw:text-box></draw:frame><draw:frame presentation:class="outline"><draw:text-box><text:list text:style-name="B">` + item("Rents fell") + `</text:list></draw:text-box></draw:frame></draw:page>`,
			"## page1\n\n### Why now\n\n- Rents fell\n", "",
		},
	} {
		r, err := extract.Text(c.name, "", odfFile(t, c.media, c.styles, c.body))
		if err != nil || r.Text != c.want || strings.Join(r.Notes, " ") != c.note {
			t.Errorf("%s: got error %v, notes %q and\n%q\nwant\n%q", c.name, err, r.Notes, r.Text, c.want)
		}
	}
}

func TestPPTX(t *testing.T) {
	shape := func(kind, body string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><p:txBody>` + body + `</p:txBody></p:sp>`
	}
	para := func(text string) string { return `<a:p><a:r><a:t>` + text + `</a:t></a:r></a:p>` }
	r, err := extract.Text("a.pptx", "", zipped(t, map[string]string{
		"ppt/presentation.xml":            `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": `<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/slide2.xml"/></Relationships>`,
		"ppt/slides/slide2.xml":           `<p:sld xmlns:p="p" xmlns:a="a">` + shape("body", para("Rents fell")+para("Shops close")) + shape("title", para("Why now")) + shape("sldNum", para("1")) + `</p:sld>`,
		"ppt/slides/slide1.xml":           `<p:sld xmlns:p="p" xmlns:a="a" show="0"><a:tbl><a:tr><a:tc>` + para("Plan") + `</a:tc><a:tc>` + para("Euro") + `</a:tc></a:tr></a:tbl></p:sld>`,
	}))
	want := "## Why now\n\n- Rents fell\n- Shops close\n\n## Slide 2\n\n| Plan | Euro |\n| --- | --- |\n\n"
	if err != nil || r.Text != want || strings.Join(r.Notes, " ") != "a.pptx has 1 hidden slide, which I read too." {
		t.Errorf("got error %v, notes %q and\n%q\nwant\n%q", err, r.Notes, r.Text, want)
	}
}
