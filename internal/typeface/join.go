package typeface

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var errTable = errors.New("it lacks a table of TrueType fonts")

const mostGlyphs = 1<<16 - 1

// The letters stand behind the font's own.
func joinFont(font []byte, own *sfnt.Font, lent []glyph) ([]byte, error) {
	t, err := splitTables(font)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"head", "hhea", "maxp", "hmtx", "loca", "glyf", "OS/2", "name", "post"} {
		if len(t[name]) == 0 {
			return nil, errTable
		}
	}
	n := own.NumGlyphs()
	lent = lent[:min(len(lent), mostGlyphs-n)]
	t["loca"], t["glyf"] = appendOutlines(t, n, lent)
	t["hmtx"] = makeWidths(t, n, lent)
	t["cmap"] = makeCharacterMap(own, lent)
	all := uint16(n + len(lent))
	put := func(table string, at int, v uint16) {
		t[table] = bytes.Clone(t[table])
		binary.BigEndian.PutUint16(t[table][at:], v)
	}
	put("maxp", 4, all)
	put("hhea", 34, all)
	put("head", 50, 1) // places in loca have four bytes
	for name := range t {
		if !slices.Contains([]string{"head", "hhea", "maxp", "hmtx", "loca", "glyf", "OS/2", "name", "post", "cmap", "cvt ", "fpgm", "prep"}, name) {
			delete(t, name) // what speaks of the old glyphs alone
		}
	}
	return assembleFont(t), nil
}

func splitTables(font []byte) (map[string][]byte, error) {
	out := map[string][]byte{}
	if len(font) < 12 {
		return nil, errTable
	}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		at := 12 + 16*i
		if at+16 > len(font) {
			return nil, errTable
		}
		from, size := int(binary.BigEndian.Uint32(font[at+8:])), int(binary.BigEndian.Uint32(font[at+12:]))
		if from+size > len(font) {
			return nil, errTable
		}
		out[string(font[at:at+4])] = font[from : from+size]
	}
	return out, nil
}

func appendOutlines(t map[string][]byte, n int, lent []glyph) (loca, glyf []byte) {
	glyf = bytes.Clone(t["glyf"])
	short := binary.BigEndian.Uint16(t["head"][50:]) == 0
	for i := range n + 1 {
		var at uint32
		if short {
			at = 2 * uint32(binary.BigEndian.Uint16(t["loca"][2*i:]))
		} else {
			at = binary.BigEndian.Uint32(t["loca"][4*i:])
		}
		loca = binary.BigEndian.AppendUint32(loca, at)
	}
	for len(glyf)%4 != 0 {
		glyf = append(glyf, 0)
	}
	if n > 0 { // the last of the old ones ends where the new ones begin
		binary.BigEndian.PutUint32(loca[4*n:], uint32(len(glyf)))
	}
	for _, g := range lent {
		glyf = append(glyf, encodeOutline(g.segments)...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	}
	return loca, glyf
}

// Each glyph has one advance.
func makeWidths(t map[string][]byte, n int, lent []glyph) []byte {
	told := int(binary.BigEndian.Uint16(t["hhea"][34:]))
	var out []byte
	for i := range n {
		wide := t["hmtx"][4*min(i, told-1):][:2]
		left := t["hmtx"][4*min(i, told-1)+2:][:2]
		if i >= told {
			left = t["hmtx"][4*told+2*(i-told):][:2]
		}
		out = append(append(out, wide...), left...)
	}
	for _, g := range lent {
		box := findBox(makeContours(g.segments))
		out = binary.BigEndian.AppendUint16(out, toUnit(g.advance))
		out = binary.BigEndian.AppendUint16(out, toUnit(box[0]))
	}
	return out
}

func toUnit(v int) uint16 { return uint16(int16(max(math.MinInt16, min(math.MaxInt16, v)))) }

func makeCharacterMap(own *sfnt.Font, lent []glyph) []byte {
	type span struct{ from, to, first int } // letters, and the glyph of the first
	var spans []span
	add := func(letter, glyph int) {
		if n := len(spans); n > 0 && spans[n-1].to+1 == letter && spans[n-1].first+letter-spans[n-1].from == glyph {
			spans[n-1].to = letter
			return
		}
		spans = append(spans, span{letter, letter, glyph})
	}
	var b sfnt.Buffer
	for r := range letters - 1 {
		if at, found := slices.BinarySearchFunc(lent, rune(r), func(g glyph, r rune) int { return cmp.Compare(g.letter, r) }); found {
			add(r, own.NumGlyphs()+at)
		} else if i, err := own.GlyphIndex(&b, rune(r)); err == nil && i != 0 {
			add(r, int(i))
		}
	}
	spans = append(spans, span{0xffff, 0xffff, 0})
	n := len(spans)
	var ends, starts, deltas, ranges []byte
	for _, s := range spans {
		ends = binary.BigEndian.AppendUint16(ends, uint16(s.to))
		starts = binary.BigEndian.AppendUint16(starts, uint16(s.from))
		deltas = binary.BigEndian.AppendUint16(deltas, uint16(s.first-s.from))
		ranges = append(ranges, 0, 0)
	}
	power := 1
	for power*2 <= n {
		power *= 2
	}
	out := binary.BigEndian.AppendUint16(nil, 0)
	for _, v := range []int{1, 3, 1, 0, 12, 4, 16 + 8*n, 0, 2 * n, 2 * power, log2(power), 2 * (n - power)} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	return slices.Concat(out, ends, []byte{0, 0}, starts, deltas, ranges)
}

func log2(n int) int {
	out := 0
	for n > 1 {
		n /= 2
		out++
	}
	return out
}

// A dot that is not on the outline pulls the line.
type dot struct {
	x, y int
	on   bool
}

// Lines are closed, of straight lines and curves with one pulling point.
func makeContours(list sfnt.Segments) [][]dot {
	var out [][]dot
	at := func(p fixed.Point26_6, on bool) dot { return dot{int(p.X), -int(p.Y), on} }
	var now dot
	add := func(d dot) {
		if len(out) > 0 {
			out[len(out)-1] = append(out[len(out)-1], d)
		}
		now = d
	}
	for _, s := range list {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			out = append(out, nil)
			add(at(s.Args[0], true))
		case sfnt.SegmentOpLineTo:
			add(at(s.Args[0], true))
		case sfnt.SegmentOpQuadTo:
			add(at(s.Args[0], false))
			add(at(s.Args[1], true))
		case sfnt.SegmentOpCubeTo:
			for _, d := range splitCurve([4]dot{now, at(s.Args[0], false), at(s.Args[1], false), at(s.Args[2], true)}) {
				add(d)
			}
		}
	}
	for i, c := range out { // the end is the beginning
		if n := len(c); n > 1 && c[0] == c[n-1] {
			out[i] = c[:n-1]
		}
	}
	return slices.DeleteFunc(out, func(c []dot) bool { return len(c) < 2 })
}

// A curve with two pulling points becomes four with one each.
func splitCurve(p [4]dot) []dot {
	const pieces = 4
	along := func(t float64) (x, y, dx, dy float64) {
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		e, f, g := 3*u*u, 6*u*t, 3*t*t
		x = a*float64(p[0].x) + b*float64(p[1].x) + c*float64(p[2].x) + d*float64(p[3].x)
		y = a*float64(p[0].y) + b*float64(p[1].y) + c*float64(p[2].y) + d*float64(p[3].y)
		dx = e*float64(p[1].x-p[0].x) + f*float64(p[2].x-p[1].x) + g*float64(p[3].x-p[2].x)
		dy = e*float64(p[1].y-p[0].y) + f*float64(p[2].y-p[1].y) + g*float64(p[3].y-p[2].y)
		return x, y, dx, dy
	}
	near := func(v float64) int { return int(math.Round(v)) }
	var out []dot
	for i := range pieces {
		x0, y0, dx0, dy0 := along(float64(i) / pieces)
		x1, y1, dx1, dy1 := along(float64(i+1) / pieces)
		// The pulling point of the piece: half way between those of its two ends.
		const third = 1.0 / (4 * pieces)
		px, py := (x0+x1)/2+third*(dx0-dx1), (y0+y1)/2+third*(dy0-dy1)
		out = append(out, dot{near(px), near(py), false}, dot{near(x1), near(y1), true})
	}
	return out
}

// The box is left, bottom, right, top.
func findBox(list [][]dot) [4]int {
	if len(list) == 0 {
		return [4]int{}
	}
	out := [4]int{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16}
	for _, c := range list {
		for _, d := range c {
			out = [4]int{min(out[0], d.x), min(out[1], d.y), max(out[2], d.x), max(out[3], d.y)}
		}
	}
	return out
}

// A letter without lines gives nothing.
func encodeOutline(list sfnt.Segments) []byte {
	lines := makeContours(list)
	if len(lines) == 0 {
		return nil
	}
	out := binary.BigEndian.AppendUint16(nil, toUnit(len(lines)))
	for _, v := range findBox(lines) {
		out = binary.BigEndian.AppendUint16(out, toUnit(v))
	}
	last := -1
	var flags, xs, ys []byte
	x, y := 0, 0
	for _, c := range lines {
		last += len(c)
		out = binary.BigEndian.AppendUint16(out, uint16(last))
		for _, d := range c {
			flag := byte(0)
			if d.on {
				flag = 1
			}
			flags = append(flags, flag)
			xs, ys = binary.BigEndian.AppendUint16(xs, toUnit(d.x-x)), binary.BigEndian.AppendUint16(ys, toUnit(d.y-y))
			x, y = d.x, d.y
		}
	}
	return slices.Concat(out, []byte{0, 0}, flags, xs, ys)
}

// The sums of the tables come along.
func assembleFont(t map[string][]byte) []byte {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	n := len(names)
	power := 1
	for power*2 <= n {
		power *= 2
	}
	out := []byte{0, 1, 0, 0}
	for _, v := range []int{n, 16 * power, log2(power), 16 * (n - power)} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	at := 12 + 16*n
	var body []byte
	for _, name := range names {
		data := bytes.Clone(t[name])
		size := len(data)
		for len(data)%4 != 0 {
			data = append(data, 0)
		}
		out = append(out, name...)
		for _, v := range []uint32{computeSum(data), uint32(at), uint32(size)} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		at += len(data)
		body = append(body, data...)
	}
	return append(out, body...)
}

func computeSum(data []byte) uint32 {
	var out uint32
	for i := 0; i+4 <= len(data); i += 4 {
		out += binary.BigEndian.Uint32(data[i:])
	}
	return out
}
