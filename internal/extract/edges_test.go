package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
)

// The head and the foot of pages are read once, behind the text, without the
// numbers of pages; a document of nothing else is empty.
func TestHeadsAndFeetAreReadOnce(t *testing.T) {
	head := func(text string) string {
		return `<w:hdr ` + wordNames + `><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:hdr>`
	}
	foot := `<w:ftr ` + wordNames + `><w:p><w:r><w:t>Confidential</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">Seite </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>3</w:t></w:r><w:r><w:t> von 12</w:t></w:r></w:p></w:ftr>`
	rel := func(kind, target string) string {
		return `<Relationship Id="` + target + `" Type="` + relationKinds + kind + `" Target="` + target + `"/>`
	}
	docx := func(body string) []byte {
		return zipped(t, map[string]string{
			"[Content_Types].xml":          `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
			"_rels/.rels":                  `<Relationships ` + relationNames + `><Relationship Id="a" Type="` + relationKinds + `officeDocument" Target="word/document.xml"/></Relationships>`,
			"word/document.xml":            `<w:document ` + wordNames + `><w:body>` + body + `</w:body></w:document>`,
			"word/header1.xml":             head("Werkrad GmbH, May 2026"),
			"word/header2.xml":             head("Werkrad GmbH, May 2026"),
			"word/footer1.xml":             foot,
			"word/_rels/document.xml.rels": `<Relationships ` + relationNames + `>` + rel("header", "header1.xml") + rel("header", "header2.xml") + rel("footer", "footer1.xml") + `</Relationships>`,
		})
	}
	office := func(body string) []byte {
		const names = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"`
		line := func(kind, text string) string {
			return `<style:` + kind + `><text:p>` + text + `</text:p></style:` + kind + `>`
		}
		return zipped(t, map[string]string{
			"mimetype":    "application/vnd.oasis.opendocument.text",
			"content.xml": `<office:document-content ` + names + `><office:body><office:text>` + body + `</office:text></office:body></office:document-content>`,
			"styles.xml": `<office:document-styles ` + names + `><office:master-styles><style:master-page>` + line("header", "Werkrad GmbH, May 2026") + line("header-first", "Werkrad GmbH, May 2026") +
				line("footer", "Confidential") + line("footer-left", `Page <text:page-number>3</text:page-number> of <text:page-count>12</text:page-count>`) + `</style:master-page></office:master-styles></office:document-styles>`,
		})
	}
	const want = "The text.\n\nAt the head of its pages: Werkrad GmbH, May 2026\n\nAt the foot of its pages: Confidential"
	for name, raw := range map[string][]byte{"a.docx": docx(wordPara("", "The text.")), "a.odt": office("<text:p>The text.</text:p>")} {
		r, err := extract.Text(name, "", raw)
		if err != nil || strings.TrimSpace(r.Text) != want {
			t.Errorf("%s: %q, error %v; want %q", name, r.Text, err, want)
		}
	}
	for name, raw := range map[string][]byte{"b.docx": docx(wordPara("", "")), "b.odt": office("")} {
		if r, err := extract.Text(name, "", raw); err == nil {
			t.Errorf("%s is read as %q, want it to be empty", name, r.Text)
		}
	}
}

// A workbook says where its sheets and its words are; programs differ in it.
func TestWorkbooksByTheirOwnNames(t *testing.T) {
	const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	const names = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	const types = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	shared := `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row></sheetData>`
	inline := `<sheetData><row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c t="inlineStr"><is><r><t>Al</t></r><r><t>pha</t></r></is></c></row></sheetData>`
	for name, c := range map[string]struct{ sheet, words, cells, book string }{
		"as Excel writes it":      {"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", shared, "xl/workbook.xml"},
		"words elsewhere":         {"xl/worksheets/sheet1.xml", "xl/strings.xml", shared, "xl/workbook.xml"},
		"words in another folder": {"xl/worksheets/sheet1.xml", "xl/shared/strings1.xml", shared, "xl/workbook.xml"},
		"sheets elsewhere":        {"xl/sheets/s1.xml", "xl/sharedStrings.xml", shared, "xl/workbook.xml"},
		"the workbook elsewhere":  {"xl/worksheets/sheet1.xml", "xl/strings.xml", shared, "xl/book.xml"},
		"words in the cells":      {"xl/worksheets/sheet1.xml", "", inline, "xl/workbook.xml"},
	} {
		rel := func(id int, kind, target string) string {
			return fmt.Sprintf(`<Relationship Id="rId%d" Type="%s%s" Target="/%s"/>`, id, kinds, kind, target)
		}
		override := func(part, kind string) string {
			return `<Override PartName="/` + part + `" ContentType="` + types + kind + `+xml"/>`
		}
		files := map[string]string{
			"_rels/.rels":                      `<Relationships ` + relationNames + `>` + rel(1, "officeDocument", c.book) + `</Relationships>`,
			"xl/_rels/" + c.book[3:] + ".rels": `<Relationships ` + relationNames + `>` + rel(1, "worksheet", c.sheet) + rel(2, "sharedStrings", c.words) + `</Relationships>`,
			c.book:                             `<workbook ` + names + `><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
			c.sheet:                            `<worksheet ` + names + `>` + c.cells + `</worksheet>`,
		}
		all := override(c.book, "sheet.main") + override(c.sheet, "worksheet")
		if c.words != "" {
			all += override(c.words, "sharedStrings")
			files[c.words] = `<sst ` + names + `><si><t>Name</t></si><si><t>Alpha</t></si></sst>`
		}
		files["[Content_Types].xml"] = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` + all + `</Types>`
		r, err := extract.Text("a.xlsx", "", zipped(t, files))
		if err != nil || !strings.Contains(r.Text, "| Name |") || !strings.Contains(r.Text, "| Alpha |") {
			t.Errorf("%s: %q, error %v", name, r.Text, err)
		}
	}
}
