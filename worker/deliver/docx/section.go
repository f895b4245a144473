package docx

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Measures of A4 in twentieths of a point.
const (
	pageWidth  = 11906
	pageHeight = 16838
	footRoom   = 964 // at the foot of a page, for its running title
)

func toTwentieths(millimetres float64) int { return int(math.Round(millimetres * 1440 / 25.4)) }

func computeTextWidth(margin float64) int { return pageWidth - 2*toTwentieths(margin) }

// The margin is smaller where the part, or the one whose phase begins there, would not fit
// otherwise.
func chooseMargin(parts []paper.Reading, i int) float64 {
	if i < len(parts) && parts[i].Kind == paper.Phase {
		i++
	}
	if i < len(parts) && parts[i].Alone && parts[i].Fit.Margin > 0 {
		return parts[i].Fit.Margin
	}
	return paper.PageMargin
}

func (w *fileWriter) renderSection() string {
	at := slices.Index(w.margins, w.margin)
	if at < 0 {
		at = len(w.margins)
		w.margins = append(w.margins, w.margin)
	}
	id := w.addRelation("footer", fmt.Sprintf("footer%d.xml", at+1), "")
	m := toTwentieths(w.margin)
	return fmt.Sprintf(`<w:sectPr><w:footerReference w:type="default" r:id="%s"/><w:pgSz w:w="%d" w:h="%d"/>`+
		`<w:pgMar w:top="%d" w:right="%d" w:bottom="%d" w:left="%d" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`, id, pageWidth, pageHeight, m, m, max(footRoom, m), m)
}

// What follows begins a page.
func (w *fileWriter) endSection() {
	w.printf(`<w:p><w:pPr><w:pStyle w:val="Anchor"/>%s</w:pPr></w:p>`, w.renderSection())
}

func renderContentTypes(footers int) string {
	var b strings.Builder
	b.WriteString(contentTypesHead)
	for i := range footers {
		fmt.Fprintf(&b, `<Override PartName="/word/footer%d.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/>`, i+1)
	}
	return b.String() + `</Types>`
}

// sumsTitle stands above the sums, and sumKey begins the anchor of each.
const (
	sumsTitle = "Sums"
	sumKey    = "sum-"
)

// Sums stand one behind the other: a footnote for each, as word processors set them, takes a line,
// and many of them took a third of a page.
func (w *fileWriter) writeSums() {
	if len(w.paper.Notes) == 0 {
		return
	}
	w.addParagraph(paragraphStyle{name: nameHeading(1)}, func() { w.addText(sumsTitle, textFace{}) })
	w.addParagraph(paragraphStyle{name: "Sums"}, func() {
		for i, n := range w.paper.Notes {
			if i > 0 {
				w.addText("  ·  ", textFace{})
			}
			w.addBookmark(sumKey + strconv.Itoa(i+1))
			w.addRaised(strconv.Itoa(i + 1))
			w.addText(paper.Unbroken+paper.OneLine(n), textFace{})
		}
	})
}

// Two that follow one another have a comma between them.
func (w *fileWriter) addNote(n int, follows bool) {
	if n > len(w.paper.Notes) {
		return
	}
	if follows {
		w.addRaised(",")
	}
	w.addLink("#"+sumKey+strconv.Itoa(n), func(textFace) { w.addRaised(strconv.Itoa(n)) })
}

func (w *fileWriter) addRaised(text string) {
	w.printf(`<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>%s</w:t></w:r>`, escapeXML(text))
}
