package deliver

import (
	"bytes"
	"fmt"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Measures of a chart. The picture is as wide as a page's text.
const (
	chartWidth  = pageWidth - 2*pageMargin // millimetres
	barLeap     = 7.5                      // millimetres from one bar to the next
	chartMargin = 2.0                      // millimetres above and below the bars together
	chartDots   = 160                      // dots an inch: sharp in print, 20 kB a picture
)

// height of the picture in millimetres.
func (c chart) height() float64 { return float64(len(c.bars))*barLeap + chartMargin }

// png draws the chart: one bar a row from the top down, its figure at its end.
func (c chart) png() ([]byte, error) {
	face, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	own := font.Font{Typeface: "Go", Variant: "Sans", Size: vg.Points(9)}
	p := plot.New()
	p.TextHandler = text.Plain{Fonts: font.NewCache(font.Collection{{Font: own, Face: face}})}
	for _, s := range []*font.Font{&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.Title.TextStyle.Font} {
		*s = own
	}
	for _, s := range []*text.Handler{&p.X.Tick.Label.Handler, &p.Y.Tick.Label.Handler, &p.X.Label.TextStyle.Handler, &p.Y.Label.TextStyle.Handler, &p.Title.TextStyle.Handler} {
		*s = p.TextHandler
	}
	if err := c.fill(p, own); err != nil {
		return nil, fmt.Errorf("draw chart %q: %w", c.title, err)
	}
	canvas := vgimg.NewWith(vgimg.UseWH(chartWidth*vg.Millimeter, vg.Length(c.height())*vg.Millimeter), vgimg.UseDPI(chartDots))
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw chart %q: %w", c.title, err)
	}
	return b.Bytes(), nil
}

// fill puts the bars and their figures into the plot. The first row is on top.
func (c chart) fill(p *plot.Plot, own font.Font) error {
	n := len(c.bars)
	values, labels := make(plotter.Values, n), make([]string, n)
	ends := plotter.XYLabels{XYs: make(plotter.XYs, n), Labels: make([]string, n)}
	most := 0.0
	for i, b := range c.bars {
		at := n - 1 - i
		values[at], labels[at] = b.value, b.label
		ends.XYs[at], ends.Labels[at] = plotter.XY{X: b.value, Y: float64(at)}, " "+b.figure
		most = max(most, b.value)
	}
	bars, err := plotter.NewBarChart(values, vg.Length(barLeap*0.62)*vg.Millimeter)
	if err != nil {
		return err
	}
	bars.Horizontal = true
	bars.Color = c.color
	bars.LineStyle.Width = 0
	figures, err := plotter.NewLabels(ends)
	if err != nil {
		return err
	}
	for i := range figures.TextStyle {
		figures.TextStyle[i].Font = own
		figures.TextStyle[i].Handler = p.TextHandler
		figures.TextStyle[i].YAlign = text.YCenter
	}
	p.Add(bars, figures)
	p.NominalY(labels...)
	p.X.Min, p.X.Max = 0, most*1.25 // room for the figure of the longest bar
	p.HideX()
	p.Y.Width = vg.Points(0.5)
	p.Y.Padding = 0
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	return nil
}
