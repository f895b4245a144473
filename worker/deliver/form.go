package deliver

import (
	"image/color"

	"github.com/frasier-cos/frasier/internal/org"
)

// documentForm says how a template's document looks and what its own parts are called.
type documentForm struct {
	kicker  string // above the title
	summary string // title of the opening
	accent  color.RGBA
	tint    color.RGBA // ground of table heads and copy
	chapter bool       // in a long document each part begins a page when the present one is well used
	boxes   bool       // all boxes are gathered in a list at the end
}

// Older documents look like reports.
func findForm(t org.Template) documentForm {
	switch t {
	case org.TemplateGuide:
		return documentForm{kicker: "Guide", summary: "What this guide gives you", accent: makeColor(0x1f, 0x6b, 0x4f), tint: makeColor(0xe9, 0xf3, 0xee), chapter: true}
	case org.TemplateBrief:
		return documentForm{kicker: "Brief", summary: "In short", accent: makeColor(0x8a, 0x2f, 0x3c), tint: makeColor(0xf6, 0xec, 0xed)}
	case org.TemplateKit:
		return documentForm{kicker: "Launch kit", summary: "How to use this kit", accent: makeColor(0xa3, 0x54, 0x0b), tint: makeColor(0xfb, 0xf2, 0xe7), chapter: true, boxes: true}
	case org.TemplateReport:
	}
	return documentForm{kicker: reportKicker, summary: summaryTitle, accent: makeColor(0x23, 0x4f, 0x7d), tint: makeColor(0xea, 0xf0, 0xf6)}
}

const reportKicker = "Report"

// A mail is no report, nor are five of them.
func (d Document) chooseKicker() string {
	all, pasted := d.Sections(), 0
	for _, s := range all {
		if s.Paste {
			pasted++
		}
	}
	switch {
	case len(all) == 1 && (all[0].Kind == org.KindWriting || all[0].Kind == org.KindCreative):
		return ""
	case 2*pasted > len(all):
		return "Texts to send"
	}
	return reportKicker
}

func makeColor(r, g, b uint8) color.RGBA { return color.RGBA{R: r, G: g, B: b, A: 0xff} }

func (d Document) findForm() documentForm { return findForm(d.Project.Template) }
