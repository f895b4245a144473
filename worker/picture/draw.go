package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/typeface"
)

const (
	titleSize = 36
	labelSize = 27
	metaSize  = 22
	pad       = 18
	markSize  = 34 // of a box's mark
	labelMost = 4  // lines of a box's title
)

type pen struct {
	img                *image.RGBA
	title, label, meta font.Face
	letters            *opentype.Font // of titles
}

// The pen has the letters of the text as far as fonts of the system do.
func newPen(text string) (*pen, error) {
	regular, err1 := fontFor(goregular.TTF, text, false)
	bold, err2 := fontFor(gobold.TTF, text, true)
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("read fonts: %w", err)
	}
	p := &pen{letters: bold}
	for _, f := range []struct {
		into *font.Face
		from *opentype.Font
		size float64
	}{{&p.title, bold, titleSize}, {&p.label, bold, labelSize}, {&p.meta, regular, metaSize}} {
		face, err := opentype.NewFace(f.from, &opentype.FaceOptions{Size: f.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, fmt.Errorf("make font: %w", err)
		}
		*f.into = face
	}
	return p, nil
}

func fontFor(own []byte, text string, bold bool) (*opentype.Font, error) {
	ttf, err := typeface.Extend(own, text, typeface.Wish{Bold: bold, Language: prose.Language(text)})
	if err != nil {
		return nil, err
	}
	return opentype.Parse(ttf)
}

// Colours that people with any of the common kinds of colour blindness tell
// apart (Okabe and Ito, 2008), each with its tint for the box.
func statusColours(l look) (ink, tint color.RGBA) {
	switch l {
	case done:
		return color.RGBA{0, 128, 94, 255}, color.RGBA{226, 244, 238, 255}
	case working:
		return color.RGBA{0, 104, 168, 255}, color.RGBA{222, 238, 250, 255}
	case reviewing:
		return color.RGBA{158, 74, 124, 255}, color.RGBA{250, 234, 243, 255}
	case held:
		return color.RGBA{166, 112, 0, 255}, color.RGBA{255, 245, 220, 255}
	case failed:
		return color.RGBA{190, 76, 0, 255}, color.RGBA{253, 231, 219, 255}
	case cancelled, waiting:
	}
	return color.RGBA{112, 118, 126, 255}, color.RGBA{246, 247, 249, 255}
}

var (
	paper = color.RGBA{255, 255, 255, 255} //nolint:gochecknoglobals // a constant that Go has no form for
	black = color.RGBA{24, 28, 34, 255}    //nolint:gochecknoglobals // the same
	grey  = color.RGBA{92, 99, 108, 255}   //nolint:gochecknoglobals // the same
	wire  = color.RGBA{150, 157, 166, 255} //nolint:gochecknoglobals // the same
)

// breakLines breaks a text into lines of at most wide pixels, at most most of them;
// the last ends in a mark when something is left out.
func breakLines(f font.Face, text string, wide, most int) []string {
	var out []string
	now := ""
	parts := partsOf(text)
	for i, w := range parts {
		if !fitsWidth(f, strings.TrimSpace(w), wide) {
			w = clipLine(f, w, wide)
		}
		if long := now + w; fitsWidth(f, strings.TrimSpace(long), wide) {
			now = long
			continue
		}
		if len(out) == most-1 {
			return append(out, clipLine(f, strings.TrimSpace(now+strings.Join(parts[i:], "")), wide))
		}
		out, now = append(out, strings.TrimSpace(now)), w
	}
	if now = strings.TrimSpace(now); now != "" {
		out = append(out, now)
	}
	return out
}

// A line may end between two parts; the space before a part belongs to it.
func partsOf(text string) []string {
	var out []string
	for i, w := range strings.Fields(strings.ToValidUTF8(text, "")) {
		parts := typeface.Parts(w)
		if i > 0 {
			parts[0] = " " + parts[0]
		}
		out = append(out, parts...)
	}
	return out
}

func fitsWidth(f font.Face, text string, wide int) bool {
	return font.MeasureString(f, text).Ceil() <= wide
}

func clipLine(f font.Face, text string, wide int) string {
	if fitsWidth(f, text, wide) {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && !fitsWidth(f, string(runes)+"…", wide) {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,.;:") + "…"
}

// boxHeight returns the height that a box of a width must have.
func (p *pen) boxHeight(n node, w int) int {
	h := 2*pad + len(breakLines(p.label, n.label, innerWidth(w), labelMost))*lineHeight(labelSize)
	if n.meta != "" {
		h += lineHeight(metaSize)
	}
	return max(h, markSize+2*pad)
}

func innerWidth(w int) int { return w - 3*pad - markSize }

func lineHeight(size int) int { return size * 5 / 4 }

func (p *pen) drawText(f font.Face, ink color.RGBA, x, baseline int, s string) {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(ink), Face: f, Dot: fixed.P(x, baseline)}
	d.DrawString(typeface.Visual(s))
}

// path is the outline of a shape, in the picture's own measures.
type path struct {
	r      *vector.Rasterizer
	dx, dy float32 // where the rasterizer's corner is
}

func (b path) moveTo(x, y float32) { b.r.MoveTo(x-b.dx, y-b.dy) }
func (b path) lineTo(x, y float32) { b.r.LineTo(x-b.dx, y-b.dy) }

// The line goes to the last of the points; the others pull.
func (b path) bendTo(p [6]float32) {
	b.r.CubeTo(p[0]-b.dx, p[1]-b.dy, p[2]-b.dx, p[3]-b.dy, p[4]-b.dx, p[5]-b.dy)
}

func (p *pen) fillShape(ink color.RGBA, within image.Rectangle, outline func(path)) {
	within = within.Intersect(p.img.Bounds())
	if within.Empty() {
		return
	}
	r := vector.NewRasterizer(within.Dx(), within.Dy())
	outline(path{r, float32(within.Min.X), float32(within.Min.Y)})
	r.ClosePath()
	r.Draw(p.img, within, image.NewUniform(ink), image.Point{})
}

func circlePath(much float64, points ...point) image.Rectangle {
	var out image.Rectangle
	for _, q := range points {
		out = out.Union(image.Rect(int(q.x-much)-1, int(q.y-much)-1, int(q.x+much)+2, int(q.y+much)+2))
	}
	return out
}

type rect struct{ x, y, w, h float32 }

func roundedBox(b path, at rect, round float32) {
	x, y, w, h := at.x, at.y, at.w, at.h
	const k = 0.5523 // of a quarter circle in a cubic curve
	c := round * (1 - k)
	b.moveTo(x+round, y)
	b.lineTo(x+w-round, y)
	b.bendTo([6]float32{x + w - c, y, x + w, y + c, x + w, y + round})
	b.lineTo(x+w, y+h-round)
	b.bendTo([6]float32{x + w, y + h - c, x + w - c, y + h, x + w - round, y + h})
	b.lineTo(x+round, y+h)
	b.bendTo([6]float32{x + c, y + h, x, y + h - c, x, y + h - round})
	b.lineTo(x, y+round)
	b.bendTo([6]float32{x, y + c, x + c, y, x + round, y})
}

type point struct{ x, y float64 }

// drawStroke draws a line through points, with round joints.
func (p *pen) drawStroke(ink color.RGBA, thick float64, points ...point) {
	for i, a := range points {
		p.fillDisc(ink, a, thick/2)
		if i+1 == len(points) {
			return
		}
		b := points[i+1]
		long := math.Hypot(b.x-a.x, b.y-a.y)
		if long == 0 {
			continue
		}
		dx, dy := (b.y-a.y)/long*thick/2, (a.x-b.x)/long*thick/2
		p.fillShape(ink, circlePath(thick, a, b), func(v path) {
			v.moveTo(float32(a.x+dx), float32(a.y+dy))
			v.lineTo(float32(b.x+dx), float32(b.y+dy))
			v.lineTo(float32(b.x-dx), float32(b.y-dy))
			v.lineTo(float32(a.x-dx), float32(a.y-dy))
		})
	}
}

func (p *pen) fillDisc(ink color.RGBA, at point, radius float64) {
	p.fillShape(ink, circlePath(radius, at), func(v path) {
		roundedBox(v, rect{float32(at.x - radius), float32(at.y - radius), float32(2 * radius), float32(2 * radius)}, float32(radius))
	})
}

// The curvePoints leaves and arrives upright.
func curvePoints(a, b point) []point {
	const pieces = 16
	mid := (a.y + b.y) / 2
	out := make([]point, 0, pieces+1)
	for i := range pieces + 1 {
		t := float64(i) / pieces
		u := 1 - t
		out = append(out, point{
			u*u*u*a.x + 3*u*u*t*a.x + 3*u*t*t*b.x + t*t*t*b.x,
			u*u*u*a.y + 3*u*u*t*mid + 3*u*t*t*mid + t*t*t*b.y,
		})
	}
	return out
}

func (p *pen) drawMark(l look, x, y float64) {
	const r = markSize / 2
	ink, _ := statusColours(l)
	p.fillDisc(ink, point{x, y}, r)
	const thick = 4.5
	switch l {
	case done:
		p.drawStroke(paper, thick, point{x - 7.5, y + 0.5}, point{x - 2, y + 6}, point{x + 8, y - 5.5})
	case failed:
		p.drawStroke(paper, thick, point{x - 6, y - 6}, point{x + 6, y + 6})
		p.drawStroke(paper, thick, point{x - 6, y + 6}, point{x + 6, y - 6})
	case working:
		p.fillShape(paper, circlePath(r, point{x, y}), func(v path) {
			v.moveTo(float32(x-5), float32(y-8.5))
			v.lineTo(float32(x+9), float32(y))
			v.lineTo(float32(x-5), float32(y+8.5))
		})
	case reviewing:
		p.fillDisc(paper, point{x - 1.5, y - 1.5}, 7.5)
		p.fillDisc(ink, point{x - 1.5, y - 1.5}, 4)
		p.drawStroke(paper, thick-0.5, point{x + 3.5, y + 3.5}, point{x + 8.5, y + 8.5})
	case held:
		p.drawStroke(paper, thick, point{x - 4.5, y - 6}, point{x - 4.5, y + 6})
		p.drawStroke(paper, thick, point{x + 4.5, y - 6}, point{x + 4.5, y + 6})
	case cancelled:
		p.drawStroke(paper, thick, point{x - 7, y}, point{x + 7, y})
	case waiting:
		p.fillDisc(paper, point{x, y}, r-4)
	}
}

func (p *pen) drawBox(n node, at place) {
	ink, tint := statusColours(n.state)
	const border, round = 3, 14
	x, y, w, h := float32(at.x), float32(at.y), float32(at.w), float32(at.h)
	whole := image.Rect(at.x, at.y, at.x+at.w, at.y+at.h)
	p.fillShape(ink, whole, func(v path) { roundedBox(v, rect{x, y, w, h}, round) })
	p.fillShape(tint, whole, func(v path) { roundedBox(v, rect{x + border, y + border, w - 2*border, h - 2*border}, round-border) })
	p.drawMark(n.state, float64(at.x+pad)+markSize/2, float64(at.y+pad)+markSize/2)
	left := at.x + 2*pad + markSize
	rows := breakLines(p.label, n.label, innerWidth(at.w), labelMost)
	base := at.y + pad + labelSize
	for _, s := range rows {
		p.drawText(p.label, black, left, base, s)
		base += lineHeight(labelSize)
	}
	if n.meta != "" {
		p.drawText(p.meta, grey, left, base-labelSize+metaSize, clipLine(p.meta, n.meta, innerWidth(at.w)))
	}
}

// drawWay draws one line with its arrow.
func (p *pen) drawWay(from, to place, l line) {
	const thick, head = 3.5, 9.0
	at := point{float64(from.x) + float64(from.w)/2, float64(from.y + from.h)}
	for _, s := range l.lanes {
		in, out := point{float64(s.x), float64(s.top)}, point{float64(s.x), float64(s.bottom)}
		p.drawStroke(wire, thick, append(curvePoints(at, in), out)...)
		at = out
	}
	tip := point{float64(to.x) + float64(to.w)/2, float64(to.y) - 1}
	p.drawStroke(wire, thick, curvePoints(at, point{tip.x, tip.y - head})...)
	p.fillShape(wire, circlePath(2*head, tip), func(v path) {
		v.moveTo(float32(tip.x), float32(tip.y))
		v.lineTo(float32(tip.x-head), float32(tip.y-1.5*head))
		v.lineTo(float32(tip.x+head), float32(tip.y-1.5*head))
	})
}

// drawLegend says what the marks mean that occur.
func (p *pen) drawLegend(nodes []node, y int) {
	x := margin
	for _, l := range []look{done, working, reviewing, waiting, held, failed, cancelled} {
		occurs := false
		for _, n := range nodes {
			occurs = occurs || n.state == l
		}
		if !occurs {
			continue
		}
		p.drawMark(l, float64(x)+markSize/2, float64(y)+markSize/2)
		x += markSize + pad/2
		p.drawText(p.meta, grey, x, y+markSize/2+metaSize/3, string(l))
		x += font.MeasureString(p.meta, string(l)).Ceil() + 2*pad
	}
}

func (p *pen) encodePNG() ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, p.img); err != nil {
		return nil, fmt.Errorf("write picture: %w", err)
	}
	return b.Bytes(), nil
}
