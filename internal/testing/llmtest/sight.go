package llmtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // pictures come in both forms
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/frasier-cos/frasier/internal/org"
)

// The pictures that this endpoint can read: lines of basicfont, black on white.
const (
	cellWide, cellHigh = 7, 13
	pageMargin         = 4
	leastScale         = 2
	mostScale          = 12
)

// DrawText draws lines as a PNG that the author can read: as a model does, from
// the pixels alone.
func DrawText(text string, scale int) ([]byte, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	wide := 0
	for _, l := range lines {
		wide = max(wide, len(l))
	}
	small := image.NewGray(image.Rect(0, 0, wide*cellWide+2*pageMargin, len(lines)*cellHigh+2*pageMargin))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	for i, l := range lines {
		d := font.Drawer{Dst: small, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(pageMargin, pageMargin+i*cellHigh+basicfont.Face7x13.Ascent)}
		d.DrawString(l)
	}
	w, h := small.Bounds().Dx()*scale, small.Bounds().Dy()*scale
	large := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			large.SetGray(x, y, small.GrayAt(x/scale, y/scale))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, large); err != nil {
		return nil, fmt.Errorf("draw %q: %w", text, err)
	}
	return b.Bytes(), nil
}

// ReadPicture reads a picture of DrawText, whatever its scale; empty when it is
// none, or lies on its side.
func ReadPicture(raw []byte) string {
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	for scale := leastScale; scale <= mostScale; scale++ {
		w, h := img.Bounds().Dx()-2*pageMargin*scale, img.Bounds().Dy()-2*pageMargin*scale
		if w <= 0 || h <= 0 || w%(cellWide*scale) != 0 || h%(cellHigh*scale) != 0 {
			continue
		}
		if text, ok := readCells(img, scale, w/(cellWide*scale), h/(cellHigh*scale)); ok {
			return text
		}
	}
	return ""
}

// readCells reads a grid of letters; ok is false when a cell is none.
func readCells(img image.Image, scale, columns, rows int) (string, bool) {
	known := letters()
	var b strings.Builder
	for row := range rows {
		var line strings.Builder
		for col := range columns {
			at := func(x, y int) bool {
				px := img.At(img.Bounds().Min.X+(pageMargin+col*cellWide+x)*scale+scale/2, img.Bounds().Min.Y+(pageMargin+row*cellHigh+y)*scale+scale/2)
				gray, ok := color.GrayModel.Convert(px).(color.Gray)
				return ok && gray.Y < 128
			}
			c, ok := known[cell(at)]
			if !ok {
				return "", false
			}
			line.WriteByte(c)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String(), strings.TrimSpace(b.String()) != ""
}

// cell is the form of a letter: one bit a dot.
func cell(at func(x, y int) bool) (form [cellHigh]byte) {
	for y := range cellHigh {
		for x := range cellWide {
			if at(x, y) {
				form[y] |= 1 << x
			}
		}
	}
	return form
}

func letters() map[[cellHigh]byte]byte {
	out := map[[cellHigh]byte]byte{}
	for c := byte(' '); c < 127; c++ {
		img := image.NewGray(image.Rect(0, 0, cellWide, cellHigh))
		draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
		d := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(0, basicfont.Face7x13.Ascent)}
		d.DrawString(string(rune(c)))
		out[cell(func(x, y int) bool { return img.GrayAt(x, y).Y < 128 })] = c
	}
	return out
}

// Pictures are the pictures of a call, as the model gets them.
func (r Request) Pictures() [][]byte {
	var w struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(r.Body, &w) != nil {
		return nil
	}
	var out [][]byte
	for _, m := range w.Messages {
		var parts []struct {
			Image struct {
				URL string `json:"url"`
			} `json:"image_url"`
		}
		if json.Unmarshal(m.Content, &parts) != nil {
			continue // a string
		}
		for _, p := range parts {
			_, coded, ok := strings.Cut(p.Image.URL, ";base64,")
			raw, err := base64.StdEncoding.DecodeString(coded)
			if ok && err == nil {
				out = append(out, raw)
			}
		}
	}
	return out
}

// sight reads what the pictures of the call show.
func (s sheet) sight() string {
	var all []string
	for _, raw := range s.r.Pictures() {
		if text := strings.TrimSpace(ReadPicture(raw)); text != "" {
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, "\n")
}

// look tells a picture as a diligent model would: a first line "chart" says that
// its figures are off a scale.
func (s sheet) look() any {
	text := s.sight()
	if text == "none" {
		text = ""
	}
	kind := "document"
	if strings.HasPrefix(text, "chart") {
		kind = "chart"
	}
	figures := []any{}
	for line := range strings.SplitSeq(text, "\n") {
		if label, value, ok := strings.Cut(line, ": "); ok && strings.ContainsAny(value, "0123456789") {
			figures = append(figures, map[string]any{"label": label, "value": value, "printed": kind != "chart"})
		}
	}
	if s.Stage == org.StageFigures {
		return map[string]any{"figures": figures}
	}
	return map[string]any{"kind": kind, "text": text, "shows": "", "figures": figures}
}
