package paper

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/frasier-cos/frasier/internal/typeface"
)

// Measures of a chart. The picture is as wide as a page's text.
const (
	// ChartWidth is the width of a chart, in millimetres.
	ChartWidth  = 166.0
	barLeap     = 7.5  // millimetres from one bar to the next
	barShare    = 0.62 // of that, the bar
	chartMargin = 2.0  // millimetres above and below the bars together
	chartDots   = 160  // dots an inch: sharp in print, 20 kB a picture
	chartText   = 9    // points
	chartGap    = 1.0  // millimetres between a text and its bar
)

// Height returns the picture's height in millimetres.
func (c Chart) Height() float64 { return float64(len(c.bars))*barLeap + chartMargin }

// PNG draws the chart: one bar a row from the top down, its figure at its end.
// It goes by the plotting library's parts: the library's own plot reads a dozen
// fonts at the start of every process, 5 MB that an idle worker would hold.
func (c Chart) PNG() ([]byte, error) {
	ttf, err := typeface.Extend(goregular.TTF, c.collectText(), typeface.Wish{Language: c.language})
	if err != nil {
		return nil, fmt.Errorf("draw chart %q: %w", c.title, err)
	}
	face, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	own := font.Font{Typeface: "Go", Variant: "Sans", Size: vg.Points(chartText)}
	style := text.Style{
		Color: color.Black, Font: own, YAlign: text.YCenter,
		Handler: text.Plain{Fonts: font.NewCache(font.Collection{{Font: own, Face: face}})},
	}
	canvas := vgimg.NewWith(vgimg.UseWH(ChartWidth*vg.Millimeter, vg.Length(c.Height())*vg.Millimeter), vgimg.UseDPI(chartDots))
	c.fill(draw.New(canvas), style)
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw chart %q: %w", c.title, err)
	}
	return b.Bytes(), nil
}

func (c Chart) collectText() string {
	var b strings.Builder
	for _, x := range c.bars {
		b.WriteString(x.label + " " + x.figure + "\n")
	}
	return b.String()
}

// The longest label and the longest figure find room; the longest bar takes what they leave.
func (c Chart) fill(on draw.Canvas, style text.Style) {
	const gap = chartGap * vg.Millimeter
	var label, figure vg.Length
	most := 0.0
	for _, b := range c.bars {
		label, figure, most = max(label, style.Width(typeface.Visual(b.label))), max(figure, style.Width(b.figure)), max(most, b.value)
	}
	axis := on.Min.X + label + gap
	room := on.Max.X - axis - figure - 2*gap
	left := style
	left.XAlign = text.XRight
	for i, b := range c.bars {
		at := on.Max.Y - (chartMargin/2+vg.Length(float64(i)+0.5)*barLeap)*vg.Millimeter
		const half = barLeap * barShare / 2 * vg.Millimeter
		end := axis
		if most > 0 {
			end += room * vg.Length(b.value/most)
		}
		fill := c.color
		if b.own {
			fill = color.RGBA{R: 0xd9, G: 0x8a, B: 0x29, A: 0xff} // the document decides it
		}
		on.FillPolygon(fill, []vg.Point{{X: axis, Y: at - half}, {X: end, Y: at - half}, {X: end, Y: at + half}, {X: axis, Y: at + half}})
		on.FillText(left, vg.Point{X: axis - gap, Y: at}, typeface.Visual(b.label))
		on.FillText(style, vg.Point{X: end + gap, Y: at}, typeface.Visual(b.figure))
	}
	line := draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}
	on.StrokeLine2(line, axis, on.Min.Y, axis, on.Max.Y)
}
