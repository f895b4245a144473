package extract_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

const wordNames = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
	`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`

const relationNames = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`

const relationKinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

// word are the parts of a Word document.
type word struct{ body, styles, numbering, rels, footnotes, comments string }

type tester interface {
	Helper()
	Fatal(args ...any)
}

func zipped(t tester, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (w word) bytes(t tester) []byte {
	t.Helper()
	kind := func(name string) string {
		return `<Relationship Id="` + name + `" Type="` + relationKinds + name + `" Target="` + name + `.xml"/>`
	}
	part := func(root, body string) string {
		return `<?xml version="1.0"?><w:` + root + " " + wordNames + ">" + body + "</w:" + root + ">"
	}
	return zipped(t, map[string]string{
		"[Content_Types].xml":          `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
		"_rels/.rels":                  `<Relationships ` + relationNames + `><Relationship Id="a" Type="` + relationKinds + `officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml":            part("document", "<w:body>"+w.body+"</w:body>"),
		"word/styles.xml":              part("styles", w.styles),
		"word/numbering.xml":           part("numbering", w.numbering),
		"word/footnotes.xml":           part("footnotes", w.footnotes),
		"word/comments.xml":            part("comments", w.comments),
		"word/_rels/document.xml.rels": `<Relationships ` + relationNames + `>` + kind("styles") + kind("numbering") + kind("footnotes") + kind("comments") + w.rels + `</Relationships>`,
	})
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err)
	}
	return b.String()
}

// wordPara is a paragraph with properties.
func wordPara(properties, text string) string {
	return `<w:p><w:pPr>` + properties + `</w:pPr><w:r><w:t xml:space="preserve">` + escape(text) + `</w:t></w:r></w:p>`
}

func wordStyle(id, name, more string) string {
	return `<w:style w:type="paragraph" w:styleId="` + id + `"><w:name w:val="` + name + `"/>` + more + `</w:style>`
}

func wordItem(list, level int) string {
	return fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, level, list)
}

// wordLists are lists 1 (numbers), 2 (bullets), 3 (numbers, begun anew), 4 (headings) and 5 (continuations, as pandoc writes them).
const wordLists = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>` +
	`<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Phase %1:"/></w:lvl></w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=" "/></w:lvl></w:abstractNum>` +
	`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` +
	`<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>` +
	`<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>`

func TestDocxByItsStyles(t *testing.T) {
	box := func(text string) string {
		in := `<w:txbxContent><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:txbxContent>`
		return `<mc:AlternateContent><mc:Choice Requires="wps">` + in + `</mc:Choice><mc:Fallback><w:pict>` + in + `</w:pict></mc:Fallback></mc:AlternateContent>`
	}
	run := func(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }
	cell := func(properties, body string) string {
		return `<w:tc><w:tcPr>` + properties + `</w:tcPr>` + body + `</w:tc>`
	}
	for _, c := range []struct {
		name, want, note string
		word
	}{
		{
			name: "headings by outline, base, own level and name",
			word: word{
				body: wordPara(`<w:pStyle w:val="T"/>`, "Plan") + wordPara(`<w:pStyle w:val="a1"/>`, "One") + wordPara(`<w:pStyle w:val="Own"/>`, "Two") +
					wordPara(`<w:outlineLvl w:val="1"/>`, "Three") + wordPara(`<w:pStyle w:val="berschrift3"/>`, "Four") + wordPara(`<w:pStyle w:val="Flat"/>`, "no heading"),
				styles: wordStyle("T", "Title", "") + wordStyle("a1", "heading 1", `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>`) + wordStyle("Own", "Mein Kapitel", `<w:basedOn w:val="a1"/>`) +
					wordStyle("Flat", "Flat", `<w:basedOn w:val="a1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>`),
			},
			want: "# Plan\n\n# One\n\n# Two\n\n## Three\n\n### Four\n\nno heading\n\n",
		},
		{
			name: "a list by style, nested by its name, and words behind it",
			word: word{
				body: wordPara(`<w:pStyle w:val="N"/>`, "first") + wordPara(`<w:pStyle w:val="N"/>`, "second") + wordPara("", "Words.") +
					wordPara(`<w:pStyle w:val="B"/>`, "outer") + wordPara(`<w:pStyle w:val="B2"/>`, "inner") + wordPara(`<w:outlineLvl w:val="0"/>`, "Head"),
				styles: wordStyle("N", "List Number", `<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>`) + wordStyle("B", "List Bullet", `<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>`) +
					wordStyle("B2", "List Bullet 2", `<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>`),
				numbering: wordLists,
			},
			want: "1. first\n2. second\n\nWords.\n\n- outer\n  - inner\n\n# Head\n\n",
		},
		{
			name: "numbers: nested, gone on with, begun anew, on headings",
			word: word{
				body: wordPara(`<w:outlineLvl w:val="0"/>`+wordItem(4, 0), "Find out") + wordPara(wordItem(1, 0), "a") + wordPara(wordItem(1, 1), "b") + wordPara(wordItem(1, 0), "c") +
					wordPara(wordItem(3, 0), "d") + wordPara(wordItem(5, 0), "more of d") + wordPara(`<w:numPr><w:numId w:val="0"/></w:numPr>`, "plain"),
				numbering: wordLists,
			},
			want: "# Phase 1: Find out\n\n1. a\n   1. b\n2. c\n1) d\n\n   more of d\n\n\nplain\n\n",
		},
		{
			name: "what is indented as an item's words belongs to it, whatever level of the outline it has; headings and flush words do not",
			word: word{
				body: wordPara(wordItem(1, 0)+`<w:ind w:left="540"/>`, "Docs") + wordPara(`<w:ind w:left="540"/><w:outlineLvl w:val="2"/>`, "Goal: useful") +
					wordPara(wordItem(1, 0), "Bot") + wordPara(`<w:ind w:left="720"/>`, "Goal: fast") + wordPara(`<w:ind w:left="300"/>`, "Words.") +
					wordPara(wordItem(1, 0)+`<w:ind w:left="540"/>`, "Site") + wordPara(`<w:pStyle w:val="P"/>`, "By style.") + wordPara(`<w:pStyle w:val="h1"/><w:ind w:left="900"/>`, "End"),
				styles:    wordStyle("h1", "heading 1", `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>`) + wordStyle("P", "List Paragraph", `<w:pPr><w:ind w:left="720"/></w:pPr>`),
				numbering: strings.Replace(wordLists, `<w:lvlText w:val="%1."/>`, `<w:lvlText w:val="%1."/><w:pPr><w:ind w:left="700" w:hanging="360"/></w:pPr>`, 1),
			},
			want: "1. Docs\n\n   Goal: useful\n\n2. Bot\n\n   Goal: fast\n\n\nWords.\n\n3. Site\n\n   By style.\n\n\n# End\n\n",
		},
		{
			name: "text boxes once, in their place",
			word: word{body: `<w:p><w:r>` + box("Urgent") + `</w:r>` + run("The work begins.") + `</w:p><w:p>` + run("Deadline: ") + `<w:r>` + box("1 March") + `</w:r>` + run(" for Ana") + `</w:p><w:p>` + run("Words") + `<w:r>` + box(strings.Repeat("long ", 30)) + `</w:r></w:p>`},
			want: "Urgent\n\nThe work begins.\n\nDeadline: 1 March for Ana\n\nWords\n\n" + strings.TrimSpace(strings.Repeat("long ", 30)) + "\n\n",
		},
		{
			name: "tracked changes as accepted",
			word: word{body: `<w:p>` + run("Price ") + `<w:del>` + run("19") + `</w:del><w:ins>` + run("29") + `</w:ins></w:p><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>` + run("joined ") + `</w:p><w:p>` + run("words") + `</w:p>` +
				`<w:p><w:moveFrom>` + run("moved") + `</w:moveFrom></w:p><w:p><w:moveTo>` + run("moved") + `</w:moveTo></w:p>` +
				wordPara(`<w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>`, "was a heading")},
			want: "Price 29\n\njoined words\n\nmoved\n\nwas a heading\n\n",
			note: "x.docx has tracked changes; I read it as if they were accepted.",
		},
		{
			name: "links, notes, hyphens, symbols, fields and comments",
			word: word{
				body: `<w:p>` + run("See ") + `<w:hyperlink r:id="h">` + run("the list") + `</w:hyperlink>` + run(" and ") + `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://b.example"</w:instrText></w:r>` +
					`<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + run("that") + `<w:r><w:fldChar w:fldCharType="end"/></w:r>` + run(", Non") + `<w:r><w:noBreakHyphen/></w:r>` + run("stop") + `<w:r><w:footnoteReference w:id="2"/></w:r>` +
					`<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r></w:p>`,
				rels:      `<Relationship Id="h" Type="` + relationKinds + `hyperlink" Target="https://a.example/list" TargetMode="External"/>`,
				footnotes: `<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p>` + run("It says 19.") + `</w:p></w:footnote>`,
				comments:  `<w:comment w:author="Ben" w:id="1"/><w:comment w:author="Ana" w:id="2"/>`,
			},
			want: "See [the list](https://a.example/list) and [that](https://b.example), Non-stop[^1]→\n\n[^1]: It says 19.\n\n",
			note: "x.docx has 2 comments by Ana and Ben, which I left out.",
		},
		{
			name: "tables: spans, merged cells, a table in a cell, a frame",
			word: word{body: `<w:tbl><w:tr>` + cell("", wordPara("", "Plan")) + cell(`<w:gridSpan w:val="2"/>`, wordPara("", "Europe")) + `</w:tr><w:tr>` + cell(`<w:vMerge w:val="restart"/>`, wordPara("", "Pro")) + cell("", wordPara("", "9")) + cell("", wordPara("", "90")) + `</w:tr><w:tr>` +
				cell(`<w:vMerge/>`, `<w:p/>`) + cell("", wordPara("", "before")+`<w:tbl><w:tr>`+cell("", wordPara("", "in 1"))+cell("", wordPara("", "in 2"))+`</w:tr></w:tbl>`+wordPara("", "after")) + cell("", wordPara("", "8|0")) + `</w:tr></w:tbl>` +
				`<w:tbl><w:tr>` + cell("", wordPara(`<w:outlineLvl w:val="1"/>`, "Frame")) + `</w:tr></w:tbl>`},
			want: "| Plan | Europe | Europe |\n| --- | --- | --- |\n| Pro | 9 | 90 |\n| Pro | before in 1, in 2 after | 8/0 |\n\n## Frame\n\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := extract.Text("x.docx", "", c.bytes(t))
			if err != nil {
				t.Fatal(err)
			}
			checkResult(t, r)
			if d := cmp.Diff(c.want, r.Text); d != "" {
				t.Errorf("Text (-want +got):\n%s", d)
			}
			if got := strings.Join(r.Notes, " "); got != c.note {
				t.Errorf("notes %q, want %q", got, c.note)
			}
		})
	}
}

// A roadmap that is written in Markdown and the same one as a Word document
// give the same plan, whichever way a program writes lists.
func TestDocxPlansAsMarkdownDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var md, body strings.Builder
		direct := rapid.Bool().Draw(t, "lists by paragraph")
		heading := func(level int, text string) {
			fmt.Fprintf(&md, "%s %s\n\n", strings.Repeat("#", level), text)
			body.WriteString(wordPara(fmt.Sprintf(`<w:pStyle w:val="h%d"/>`, level), text))
		}
		words := rapid.StringMatching(`[A-Z][a-z]{2,6}( [a-z]{2,7}){1,3}`)
		heading(1, "Launch plan")
		n := 0
		for i := range rapid.IntRange(1, 4).Draw(t, "phases") {
			heading(2, fmt.Sprintf("Phase %d: %s", i+1, words.Draw(t, "phase")))
			numbered := rapid.Bool().Draw(t, "numbered")
			for k := range rapid.IntRange(1, 6).Draw(t, "items") {
				title := fmt.Sprintf("%s x%d", words.Draw(t, "title"), n)
				n++
				mark, list, style := "- ", 2, "List Bullet"
				if numbered {
					mark, list, style = fmt.Sprintf("%d. ", k+1), 10+i, fmt.Sprintf("num%d", i)
				}
				fmt.Fprintf(&md, "%s%s\n", mark, title)
				if direct || numbered {
					body.WriteString(wordPara(wordItem(list, 0), title))
				} else {
					body.WriteString(wordPara(`<w:pStyle w:val="`+style+`"/>`, title))
				}
				if n > 1 && rapid.IntRange(0, 3).Draw(t, "needs") == 0 {
					line := "accept: " + words.Draw(t, "accept")
					fmt.Fprintf(&md, "%s- %s\n", strings.Repeat(" ", len(mark)), line)
					body.WriteString(wordPara(wordItem(2, 1), line))
				}
			}
			md.WriteString("\n")
			if rapid.Bool().Draw(t, "words") {
				text := words.Draw(t, "text") + "."
				fmt.Fprintf(&md, "%s\n\n", text)
				body.WriteString(wordPara("", text))
			}
		}
		var nums strings.Builder
		for i := range 4 {
			fmt.Fprintf(&nums, `<w:num w:numId="%d"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`, 10+i)
		}
		raw := word{
			body: body.String(), numbering: wordLists + nums.String(),
			styles: wordStyle("h1", "heading 1", `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>`) + wordStyle("h2", "heading 2", `<w:pPr><w:outlineLvl w:val="1"/></w:pPr>`) +
				wordStyle("List Bullet", "List Bullet", `<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>`),
		}.bytes(t)
		read, err := extract.Text("plan.docx", "", raw)
		if err != nil {
			t.Fatal(err)
		}
		want, err := roadmap.Parse("plan", md.String())
		if err != nil {
			t.Fatal(err)
		}
		got, err := roadmap.Parse("plan", read.Text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, read.Text)
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreFields(org.Roadmap{}, "Source"), cmpopts.IgnoreFields(org.Item{}, "Line")); d != "" {
			t.Fatalf("the plan of\n%s\nand that of\n%s\ndiffer (-md +docx):\n%s", md.String(), read.Text, d)
		}
	})
}
