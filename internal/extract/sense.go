package extract

import (
	"bytes"
	"path"
	"strings"
)

// Somebody may look at or listen to such files, which are no text.
const (
	SensePicture = "picture"
	SenseSound   = "sound"
)

// Sense reports whether a file is a picture to look at or a recording to listen
// to, by its bytes, and its media type; empty for all others. Containers that hold
// films as well are taken for recordings where name or sender say so.
func Sense(name, contentType string, raw []byte) (sense, media string) {
	ext := strings.ToLower(path.Ext(name))
	spoken := strings.HasPrefix(contentType, "audio/")
	has := func(at int, s string) bool { return len(raw) >= at+len(s) && string(raw[at:at+len(s)]) == s }
	switch {
	case has(0, "\x89PNG\r\n"):
		return SensePicture, "image/png"
	case has(0, "\xff\xd8\xff"):
		return SensePicture, "image/jpeg"
	case has(0, "GIF87a"), has(0, "GIF89a"):
		return SensePicture, "image/gif"
	case has(0, "RIFF") && has(8, "WEBP"):
		return SensePicture, "image/webp"
	case has(0, "RIFF") && has(8, "WAVE"):
		return SenseSound, "audio/wav"
	case has(0, "OggS") && (spoken || ext != ".ogv" && !bytes.Contains(raw[:min(len(raw), 256)], []byte("theora"))):
		return SenseSound, "audio/ogg"
	case has(0, "fLaC"):
		return SenseSound, "audio/flac"
	case has(0, "ID3"), len(raw) > 2 && raw[0] == 0xff && raw[1]&0xe6 == 0xe2 && (spoken || ext == ".mp3"):
		return SenseSound, "audio/mpeg"
	case has(0, "\x1aE\xdf\xa3") && (spoken || ext == ".weba"):
		return SenseSound, "audio/webm"
	case has(4, "ftyp") && len(raw) >= 12:
		return senseByBrand(string(raw[8:12]), ext, spoken)
	}
	return "", ""
}

// The file is in the container of MP4.
func senseByBrand(brand, ext string, spoken bool) (sense, media string) {
	switch {
	case strings.HasPrefix(brand, "hei"), strings.HasPrefix(brand, "hev"), brand == "mif1" && ext != ".avif", brand == "msf1":
		return SensePicture, "image/heic"
	case strings.HasPrefix(brand, "M4A"), strings.HasPrefix(brand, "M4B"), spoken, ext == ".m4a":
		return SenseSound, "audio/mp4"
	}
	return "", ""
}
