package senses

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the forms that are decoded here
	_ "image/jpeg"
	_ "image/png"
	"strings"

	_ "golang.org/x/image/webp" // and this one
)

type form string

const (
	formPNG  form = "PNG"
	formJPEG form = "JPEG"
	formGIF  form = "GIF"
	formWebP form = "WebP"
	formHEIC form = "HEIC"
)

func formOf(raw []byte) (form, bool) {
	switch {
	case bytes.HasPrefix(raw, []byte("\x89PNG\r\n")):
		return formPNG, true
	case bytes.HasPrefix(raw, []byte("\xff\xd8\xff")):
		return formJPEG, true
	case bytes.HasPrefix(raw, []byte("GIF8")):
		return formGIF, true
	case len(raw) >= 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP":
		return formWebP, true
	case len(raw) >= 12 && string(raw[4:8]) == "ftyp":
		return formHEIC, true
	}
	return "", false
}

// why ends a sentence that begins with the picture's name.
type unfitError struct{ why string }

func (e *unfitError) Error() string { return e.why }

// A picture that is too large is refused by its size, without decoding it.
func measurePicture(raw []byte, f form) error {
	var w, h int
	var err error
	if f == formHEIC {
		w, h = heicSize(raw)
	} else {
		c, _, decoded := image.DecodeConfig(bytes.NewReader(raw))
		if err = decoded; err == nil {
			w, h = c.Width, c.Height
		}
	}
	switch {
	case err != nil && f == formWebP && bytes.Contains(raw[:min(len(raw), 64)], []byte("ANIM")):
		return &unfitError{"is a moving WebP picture. Send one picture of it as a PNG"}
	case err != nil || w <= 0 || h <= 0:
		return &unfitError{"is damaged, or no real " + string(f) + " picture. Open it and save it anew as a PNG or JPEG"}
	case w > pixelsMost/h:
		return &unfitError{fmt.Sprintf("has %d times %d pixels, and I look at %d million at the most. Make it smaller, or cut out what matters", w, h, pixelsMost/1_000_000)}
	}
	return nil
}

// The largest picture of a HEIC file is the whole one, when it is stored in tiles. Only the boxes
// that name sizes are read.
func heicSize(raw []byte) (w, h int) {
	const box = "ispe"
	for rest := raw; ; {
		i := bytes.Index(rest, []byte(box))
		if i < 0 || len(rest) < i+16 {
			return w, h
		}
		// After the name come four bytes of version and flags.
		bw, bh := int(binary.BigEndian.Uint32(rest[i+8:])), int(binary.BigEndian.Uint32(rest[i+12:]))
		if bw > 0 && bh > 0 && (w == 0 || bw > w*h/bh) {
			w, h = bw, bh
		}
		rest = rest[i+len(box):]
	}
}

// It is 1 to 8 by the Exif standard (JEITA CP-3451, tag 0x0112); 1 when the picture does not say.
func findOrientation(raw []byte, f form) int {
	var exif []byte
	switch f {
	case formJPEG:
		exif = jpegExif(raw)
	case formPNG:
		exif = chunkOf(raw[min(len(raw), 8):], "eXIf", binary.BigEndian, 4)
	case formWebP:
		exif = chunkOf(raw[min(len(raw), 12):], "EXIF", binary.LittleEndian, 0)
	case formGIF, formHEIC: // a HEIC file turns its picture itself
	}
	n, err := readOrientation(bytes.TrimPrefix(exif, []byte("Exif\x00\x00")))
	if err != nil || n < 1 || n > 8 {
		return 1
	}
	return n
}

// It returns the first segment of Exif data.
func jpegExif(raw []byte) []byte {
	for at := 2; at+4 <= len(raw) && raw[at] == 0xff; {
		kind, size := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if kind == 0xda || size < 2 || at+2+size > len(raw) {
			return nil
		}
		if body := raw[at+4 : at+2+size]; kind == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return body
		}
		at += 2 + size
	}
	return nil
}

// PNG's chunks have their length first and a sum of four bytes behind, WebP's their name first and
// are even.
func chunkOf(raw []byte, name string, order binary.ByteOrder, sum int) []byte {
	for len(raw) >= 8 {
		n, kind := order.Uint32(raw), string(raw[4:8])
		if sum == 0 {
			kind, n = string(raw[:4]), order.Uint32(raw[4:])
		}
		if int64(n) > int64(len(raw)-8) {
			return nil
		}
		if kind == name {
			return raw[8 : 8+n]
		}
		next := 8 + int(n) + sum
		if sum == 0 {
			next += int(n & 1)
		}
		raw = raw[min(next, len(raw)):]
	}
	return nil
}

var errNoExif = errors.New("no Exif data")

func readOrientation(b []byte) (int, error) {
	const entry, tag = 12, 0x0112
	if len(b) < 8 {
		return 0, errNoExif
	}
	var order binary.ByteOrder = binary.BigEndian
	if strings.HasPrefix(string(b), "II") {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 0, errNoExif
	}
	b = b[at:]
	for i := range int(order.Uint16(b)) {
		e := 2 + i*entry
		if e+entry > len(b) {
			break
		}
		if order.Uint16(b[e:]) == tag {
			return int(order.Uint16(b[e+8:])), nil
		}
	}
	return 0, errNoExif
}
