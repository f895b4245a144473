package docx

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Parts that are the same in all files. Measures are twentieths of a point.
const (
	firstRelation = 10 // the ids before belong to the file's own parts

	xmlHead       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	relationTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	namespaces    = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
		`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
	contentTypesHead = xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>` +
		`<Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/>` +
		`<Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>` +
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`
	packageRelations = xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + relationTypes + `officeDocument" Target="word/document.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`
	settings = xmlHead + `<w:settings ` + namespaces + `><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`
)

// The title begins a line of this width, and the number of the page ends it.
func renderFooter(title string, width int) string {
	return xmlHead + `<w:ftr ` + namespaces + `><w:p><w:pPr><w:pStyle w:val="Footer"/><w:tabs><w:tab w:val="right" w:pos="` + fmt.Sprint(width) + `"/></w:tabs></w:pPr>` +
		`<w:r><w:t xml:space="preserve">` + title + `</w:t></w:r><w:r><w:tab/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r>` +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`
}

// Word processors name languages apart that are written from right to left or need shaping, and
// those of East Asia.
func findLanguage(language string) string {
	const english = "en-GB"
	switch language {
	case "", "en":
		return `<w:lang w:val="` + english + `"/>`
	case "ja", "zh", "ko":
		return `<w:lang w:val="` + english + `" w:eastAsia="` + map[string]string{"ja": "ja-JP", "zh": "zh-CN", "ko": "ko-KR"}[language] + `"/>`
	case "he", "ar", "fa", "th", "hi", "bn", "ta", "km", "lo", "my":
		return `<w:lang w:val="` + english + `" w:bidi="` + escapeXML(language) + `"/>`
	}
	if region := map[string]string{"da": "DK", "cs": "CZ", "el": "GR", "uk": "UA", "sv": "SE", "vi": "VN", "sr": "RS", "be": "BY", "ka": "GE", "hy": "AM"}[language]; region != "" {
		return `<w:lang w:val="` + escapeXML(language) + "-" + region + `"/>`
	}
	return `<w:lang w:val="` + escapeXML(language) + "-" + escapeXML(strings.ToUpper(language)) + `"/>`
}

func renderDirection(language string) string {
	if prose.RightToLeft(language) {
		return `<w:pPr><w:bidi/></w:pPr>`
	}
	return ""
}

func formatColor(c color.RGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) }

// Styles have the names that word processors know, where there is one, and the document's colours.
func renderStyles(p paper.Paper) string {
	accent, tint := formatColor(p.Accent), formatColor(p.Tint)
	var b strings.Builder
	b.WriteString(xmlHead + `<w:styles ` + namespaces + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="21"/><w:szCs w:val="21"/>` + findLanguage(p.Language) + `</w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>` + renderDirection(p.Language) + `</w:style>` +
		`<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>` +
		`<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0B57A4"/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>` +
		`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>` +
		`<w:style w:type="table" w:styleId="Plain"><w:name w:val="Plain Rows"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders><w:bottom w:val="single" w:sz="4" w:space="0" w:color="CDCDCD"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="CDCDCD"/></w:tblBorders></w:tblPr></w:style>`)
	add := func(id, name, para, run string) {
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>%s</w:pPr><w:rPr>%s</w:rPr></w:style>`, id, name, para, run)
	}
	color := `<w:color w:val="` + accent + `"/>`
	add("Text", "Text", `<w:spacing w:after="120"/>`, `<w:sz w:val="21"/>`)
	add("Kicker", "Kicker", `<w:spacing w:before="0" w:after="60"/>`, `<w:b/>`+color+`<w:spacing w:val="40"/><w:sz w:val="19"/>`)
	add("Title", "Title", `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="4" w:color="`+accent+`"/></w:pBdr><w:spacing w:after="160"/>`, `<w:b/>`+color+`<w:sz w:val="40"/>`)
	add("Facts", "Facts", `<w:spacing w:after="80"/>`, `<w:color w:val="464646"/><w:sz w:val="19"/>`)
	for level, size := range []int{34, 29, 25, 23, 22, 21} {
		add(nameHeading(level+1), fmt.Sprintf("heading %d", level+1), fmt.Sprintf(`<w:keepNext/><w:keepLines/><w:spacing w:before="%d" w:after="80"/><w:outlineLvl w:val="%d"/>`, 360-40*level, level), fmt.Sprintf(`<w:b/>%s<w:sz w:val="%d"/>`, color, size))
	}
	gray := `<w:color w:val="6E6E6E"/>`
	add("AskedFor", "Asked For", `<w:keepNext/><w:spacing w:after="100"/>`, `<w:i/>`+gray+`<w:sz w:val="17"/>`)
	add("ContentsTitle", "Contents Title", `<w:keepNext/><w:spacing w:before="360"/>`, `<w:b/>`+color+`<w:sz w:val="29"/>`)
	add("Contents", "Contents Entry", `<w:spacing w:after="40"/>`, ``)
	add("ListParagraph", "List Paragraph", `<w:spacing w:after="60"/>`, `<w:sz w:val="21"/>`)
	add("Quote", "Quote", `<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="`+accent+`"/></w:pBdr>`, `<w:color w:val="505050"/><w:sz w:val="21"/>`)
	add("Code", "Code", `<w:shd w:val="clear" w:color="auto" w:fill="`+tint+`"/>`, `<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="18"/>`)
	add("Cell", "Cell", `<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>`, `<w:sz w:val="18"/>`)
	add(smallCell, "Small Cell", `<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>`, `<w:sz w:val="16"/>`)
	add("Caption", "caption", `<w:spacing w:after="200"/>`, `<w:i/><w:sz w:val="18"/>`)
	add("Entry", "Entry", `<w:spacing w:after="80"/><w:ind w:left="400" w:hanging="400"/>`, ``)
	add("SmallEntry", "Small Entry", `<w:spacing w:after="40"/><w:ind w:left="800" w:hanging="400"/>`, `<w:color w:val="464646"/><w:sz w:val="18"/>`)
	add("Sums", "Sums", `<w:spacing w:after="20" w:line="240" w:lineRule="auto"/>`, `<w:sz w:val="17"/>`)
	add("Footer", "footer", `<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>`, gray+`<w:sz w:val="16"/>`)
	add("Anchor", "Anchor", `<w:spacing w:after="0" w:line="120" w:lineRule="exact"/>`, `<w:sz w:val="8"/>`)
	return b.String() + renderOnePage(b.String(), p) + `</w:styles>`
}

// onePageStyle ends the names of the styles of parts that must fit one page.
const onePageStyle = "OnePage"

var (
	ownStyle = lazyregexp.New(`<w:style w:type="paragraph" w:styleId="([^"]+)"><w:name w:val="([^"]+)"/><w:basedOn w:val="Normal"/>`)
	gaps     = lazyregexp.New(`(w:before="|w:after=")(\d+)"`)
	typeSize = lazyregexp.New(`<w:sz w:val="(\d+)"/>`)
	spacing  = lazyregexp.New(`<w:spacing (w:(?:before|after)=[^>]*?)(?: w:line="\d+" w:lineRule="\w+")?/>`)
)

// Each style of a part that must fit one page is a smaller one of its kind; without such a part
// there are none. The distance of their lines is said, since those of a font that takes the place
// of ours may be taller.
func renderOnePage(styles string, p paper.Paper) string {
	at := slices.IndexFunc(p.Parts, func(part paper.Part) bool { return part.Alone })
	if at < 0 {
		return ""
	}
	fit := cmp.Or(p.Parts[at].Fit, paper.Usual()) // all that stand alone have the same
	var out strings.Builder
	for s := range strings.SplitAfterSeq(styles, "</w:style>") {
		m := ownStyle.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		out.WriteString(renderOnePageStyle(s, m, fit))
	}
	return out.String()
}

// m is the match of the style.
func renderOnePageStyle(s string, m []string, fit paper.Fit) string {
	const anchor = "Anchor" // has no text
	s = strings.Replace(s, m[0], fmt.Sprintf(`<w:style w:type="paragraph" w:styleId="%s%s"><w:name w:val="%s one page"/><w:basedOn w:val="%s"/>`, m[1], onePageStyle, m[2], m[1]), 1)
	s = gaps.ReplaceAllStringFunc(s, func(g string) string {
		x := gaps.FindStringSubmatch(g)
		return x[1] + scaleNumber(x[2], fit.Scale*fit.Leap*fit.Leap) + `"`
	})
	if m[1] == anchor {
		return s
	}
	x := typeSize.FindStringSubmatch(s)
	if x == nil {
		return s
	}
	points := parseNumber(x[1]) / 2
	if small := points * fit.Scale; points < paper.TextSize {
		points = max(paper.LeastCell, small)
	} else {
		points = max(paper.LeastSize, small)
	}
	s = strings.Replace(s, x[0], fmt.Sprintf(`<w:sz w:val="%d"/>`, int(math.Round(points*2))), 1)
	line := fmt.Sprintf(` w:line="%d" w:lineRule="exact"/>`, int(math.Round(points*computeLineShare(fit)*20)))
	if spacing.MatchString(s) {
		return spacing.ReplaceAllString(s, `<w:spacing $1`+line)
	}
	return strings.Replace(s, `</w:pPr>`, `<w:spacing`+line+`</w:pPr>`, 1)
}

// Lines are so far apart, against the size of their type.
func computeLineShare(f paper.Fit) float64 { return max(1.16, 1.36*f.Leap) }

func scaleNumber(digits string, by float64) string {
	return strconv.Itoa(int(math.Floor(parseNumber(digits) * by)))
}

func parseNumber(digits string) float64 {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0 // the pattern has digits only, of our own measures
	}
	return float64(n)
}
