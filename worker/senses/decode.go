package senses

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/frasier-cos/frasier/worker/fence"
)

// InsideArgument is the first argument of Frasier's program behind the walls: it
// decodes a picture there and does nothing else.
const InsideArgument = "decode-picture"

// The files in the folder of a picture behind the walls.
const (
	fileIn     = "in"
	fileHEIC   = "heic.png" // what another program made of a HEIC picture
	fileOut    = "out.json"
	fileLetter = "letters.png" // for tesseract
)

type decodedPicture struct {
	Unfit string `json:"unfit"` // why it cannot be looked at; empty when it can
	HEIC  bool   `json:"heic"`  // it must be turned into a PNG first
	Parts []part `json:"parts"`
}

// part is one piece of a picture as a model gets it.
type part struct {
	File   string `json:"file"`
	Media  string `json:"media"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Inside is the program behind the walls. It reads the picture in the folder,
// which anybody may have made, and writes it anew: turned as it was held, without
// anything but its pixels, and as large as models take it. Its result is the
// exit code of the process; what went wrong is written to faults.
func Inside(faults io.Writer) int {
	return inFolder(fence.InsideWork, faults)
}

func inFolder(dir string, faults io.Writer) int {
	const memory = 1 << 30
	debug.SetMemoryLimit(memory)
	out, err := decodeFolder(dir)
	if unfit := new(unfitError); errors.As(err, &unfit) {
		out, err = decodedPicture{Unfit: unfit.why}, nil
	}
	if err == nil {
		var raw []byte
		if raw, err = json.Marshal(out); err == nil {
			err = os.WriteFile(filepath.Join(dir, fileOut), raw, 0o600)
		}
	}
	if err != nil {
		_, _ = fmt.Fprintln(faults, err)
		return 1
	}
	return 0
}

func decodeFolder(dir string) (decodedPicture, error) {
	raw, err := os.ReadFile(filepath.Join(dir, fileIn)) // the folder of this run
	if err != nil {
		return decodedPicture{}, err
	}
	f, ok := formOf(raw)
	if !ok {
		return decodedPicture{}, &unfitError{"is no picture that I know. Save it as a PNG or JPEG and send that"}
	}
	if err := measurePicture(raw, f); err != nil {
		return decodedPicture{}, err
	}
	turn := findOrientation(raw, f)
	if f == formHEIC {
		turned, err := os.ReadFile(filepath.Join(dir, fileHEIC)) // the folder of this run
		if errors.Is(err, os.ErrNotExist) {
			return decodedPicture{HEIC: true}, nil
		}
		if err != nil {
			return decodedPicture{}, err
		}
		raw = turned
		if err := measurePicture(raw, formPNG); err != nil {
			return decodedPicture{}, err
		}
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return decodedPicture{}, &unfitError{"is damaged: it breaks off or holds what no " + string(f) + " picture holds. Open it and save it anew as a PNG or JPEG"}
	}
	return writeParts(dir, img, turn)
}

func writeParts(dir string, img image.Image, turn int) (decodedPicture, error) {
	var out decodedPicture
	letters := turnPicture(shrinkPart(img, img.Bounds(), ocrSide), turn)
	if err := writePNG(filepath.Join(dir, fileLetter), letters); err != nil {
		return out, err
	}
	for i, piece := range cutPieces(letters.Bounds()) {
		small := shrinkPart(letters, piece, longSide)
		p := part{File: fmt.Sprintf("part%d.png", i+1), Media: "image/png", Width: small.Bounds().Dx(), Height: small.Bounds().Dy()}
		if err := writePNG(filepath.Join(dir, p.File), small); err != nil {
			return out, err
		}
		info, err := os.Stat(filepath.Join(dir, p.File))
		if err != nil {
			return out, err
		}
		const large = 1 << 20 // a photo, which another form carries in a tenth
		if info.Size() > large {
			p.File, p.Media = fmt.Sprintf("part%d.jpg", i+1), "image/jpeg"
			if err := writeJPEG(filepath.Join(dir, p.File), small); err != nil {
				return out, err
			}
		}
		out.Parts = append(out.Parts, p)
	}
	return out, nil
}

// Pieces overlap a little, so that a model sees the words of a picture that is much longer than
// wide in a size that can be read.
func cutPieces(b image.Rectangle) []image.Rectangle {
	w, h := b.Dx(), b.Dy()
	if h <= longSide || float64(h) < tallRatio*float64(w) {
		return []image.Rectangle{b}
	}
	n := min(partsMost, (h+2*w-1)/(2*w))
	var out []image.Rectangle
	for i := range n {
		top, bottom := b.Min.Y+h*i/n, b.Min.Y+h*(i+1)/n
		const overlap = 20 // a twentieth
		out = append(out, image.Rect(b.Min.X, max(b.Min.Y, top-h/n/overlap), b.Max.X, bottom))
	}
	return out
}

// The part is put on white and made smaller so that its longer side has at most so many pixels.
// Each pixel is the mean of those that it stands for.
func shrinkPart(src image.Image, b image.Rectangle, long int) *image.RGBA {
	w, h := b.Dx(), b.Dy()
	if m := max(w, h); m > long {
		w, h = max(1, w*long/m), max(1, h*long/m)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	at := countPixels(src)
	for y := range h {
		y0, y1 := b.Min.Y+y*b.Dy()/h, b.Min.Y+(y+1)*b.Dy()/h
		for x := range w {
			x0, x1 := b.Min.X+x*b.Dx()/w, b.Min.X+(x+1)*b.Dx()/w
			var red, green, blue, n uint64
			for sy := y0; sy < max(y1, y0+1); sy++ {
				for sx := x0; sx < max(x1, x0+1); sx++ {
					c := at(sx, sy)
					white := uint64(0xffff - c.A)
					red, green, blue, n = red+uint64(c.R)+white, green+uint64(c.G)+white, blue+uint64(c.B)+white, n+1
				}
			}
			dst.SetRGBA(x, y, color.RGBA{uint8(red / n >> 8), uint8(green / n >> 8), uint8(blue / n >> 8), 0xff})
		}
	}
	return dst
}

// Pictures of the standard library need no memory for each pixel.
func countPixels(src image.Image) func(x, y int) color.RGBA64 {
	if fast, ok := src.(image.RGBA64Image); ok {
		return fast.RGBA64At
	}
	return func(x, y int) color.RGBA64 {
		r, g, b, a := src.At(x, y).RGBA()
		return color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)} // each is below 1<<16
	}
}

// The picture is returned as the camera was held.
func turnPicture(src *image.RGBA, turn int) *image.RGBA {
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	from := map[int]func(x, y int) (int, int){
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}[turn]
	if from == nil {
		return src
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if turn >= 5 {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range dst.Bounds().Dy() {
		for x := range dst.Bounds().Dx() {
			sx, sy := from(x, y)
			dst.SetRGBA(x, y, src.RGBAAt(sx, sy))
		}
	}
	return dst
}

func writePNG(path string, img image.Image) error {
	return writeWith(path, func(f *os.File) error { return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, img) })
}

func writeJPEG(path string, img image.Image) error {
	const quality = 90
	return writeWith(path, func(f *os.File) error { return jpeg.Encode(f, img, &jpeg.Options{Quality: quality}) })
}

func writeWith(path string, write func(*os.File) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // the folder of this run
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
