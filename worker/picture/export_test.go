package picture

import (
	"image"

	"github.com/frasier-cos/frasier/internal/reports"
)

// Way is one line of a layout: the boxes it joins and what its lanes cover.
type Way struct {
	From, To int
	Lanes    []image.Rectangle
}

// Layout is where Draw puts things.
func Layout(d reports.Drawing) (boxes []image.Rectangle, ways []Way, size image.Point) {
	p, err := newPen("")
	if err != nil {
		panic(err)
	}
	lay, _, _ := p.layOutPlan(d)
	for _, a := range lay.at {
		boxes = append(boxes, image.Rect(a.x, a.y, a.x+a.w, a.y+a.h))
	}
	for _, l := range lay.lines {
		w := Way{From: l.from, To: l.to}
		for _, s := range l.lanes {
			w.Lanes = append(w.Lanes, image.Rect(s.x-2, s.top, s.x+2, s.bottom))
		}
		ways = append(ways, w)
	}
	return boxes, ways, p.img.Bounds().Max
}

// Lines are those into which a box's title is broken.
func Lines(text string, wide, most int) []string {
	p, err := newPen("")
	if err != nil {
		panic(err)
	}
	return breakLines(p.label, text, wide, most)
}

// Lacking is what a picture says of letters of a text that our own fonts lack.
func Lacking(text string) (string, error) {
	p, err := newPen("")
	if err != nil {
		return "", err
	}
	return p.lacksFont(p.drawableText(text)), nil
}
