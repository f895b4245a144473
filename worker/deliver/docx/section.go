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

func twentieths(millimetres float64) int { return int(math.Round(millimetres * 1440 / 25.4)) }

// textWidth is how wide the text is on a page with these margins.
func textWidth(margin float64) int { return pageWidth - 2*twentieths(margin) }

// margin is around the page on which a part stands: a smaller one where the part, or
// the one whose phase begins there, would not fit otherwise.
func margin(parts []paper.Reading, i int) float64 {
	if i < len(parts) && parts[i].Kind == paper.Phase {
		i++
	}
	if i < len(parts) && parts[i].Alone && parts[i].Fit.Margin > 0 {
		return parts[i].Fit.Margin
	}
	return paper.PageMargin
}

// section ends a stretch of pages with the present margins.
func (w *writer) section() string {
	at := slices.Index(w.margins, w.margin)
	if at < 0 {
		at = len(w.margins)
		w.margins = append(w.margins, w.margin)
	}
	id := w.relate("footer", fmt.Sprintf("footer%d.xml", at+1), "")
	m := twentieths(w.margin)
	return fmt.Sprintf(`<w:sectPr><w:footerReference w:type="default" r:id="%s"/><w:pgSz w:w="%d" w:h="%d"/>`+
		`<w:pgMar w:top="%d" w:right="%d" w:bottom="%d" w:left="%d" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`, id, pageWidth, pageHeight, m, m, max(footRoom, m), m)
}

// endSection ends the present stretch of pages; what follows begins a page.
func (w *writer) endSection() {
	w.printf(`<w:p><w:pPr><w:pStyle w:val="Anchor"/>%s</w:pPr></w:p>`, w.section())
}

// contentTypes says what the parts of a file with so many footers are.
func contentTypes(footers int) string {
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

// sums lists how the figures of the text were reached, one behind the other: a
// footnote for each, as word processors set them, takes a line, and many of them took
// a third of a page.
func (w *writer) sums() {
	if len(w.paper.Notes) == 0 {
		return
	}
	w.paragraph(style{name: heading(1)}, func() { w.text(sumsTitle, face{}) })
	w.paragraph(style{name: "Sums"}, func() {
		for i, n := range w.paper.Notes {
			if i > 0 {
				w.text("  ·  ", face{})
			}
			w.bookmark(sumKey + strconv.Itoa(i+1))
			w.raised(strconv.Itoa(i + 1))
			w.text(paper.Unbroken+paper.OneLine(n), face{})
		}
	})
}

// note refers to a sum. Two that follow one another have a comma between them.
func (w *writer) note(n int, follows bool) {
	if n > len(w.paper.Notes) {
		return
	}
	if follows {
		w.raised(",")
	}
	w.link("#"+sumKey+strconv.Itoa(n), func(face) { w.raised(strconv.Itoa(n)) })
}

// raised writes the mark of a sum.
func (w *writer) raised(text string) {
	w.printf(`<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>%s</w:t></w:r>`, escape(text))
}
