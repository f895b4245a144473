package senses

import (
	"bytes"
	"encoding/binary"
	"time"
)

// It goes by the recording's headers; false when they do not say.
func readDuration(raw []byte) (time.Duration, bool) {
	switch {
	case bytes.HasPrefix(raw, []byte("OggS")):
		return oggDuration(raw)
	case len(raw) >= 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WAVE":
		return wavDuration(raw)
	case len(raw) >= 8 && string(raw[4:8]) == "ftyp":
		return mp4Duration(raw)
	}
	return mp3Duration(raw)
}

// It is false for what can be no count.
func toSeconds(ticks, rate uint64) (time.Duration, bool) {
	const most = 1 << 40
	if rate == 0 || ticks > most {
		return 0, false
	}
	return time.Duration(float64(ticks) / float64(rate) * float64(time.Second)), true
}

// The last page counts samples; Opus always counts 48 000 a second, Vorbis says how many.
func oggDuration(raw []byte) (time.Duration, bool) {
	const opusRate, at = 48_000, 6
	last := bytes.LastIndex(raw, []byte("OggS"))
	if last < 0 || len(raw) < last+at+8 {
		return 0, false
	}
	rate := uint64(opusRate)
	if i := bytes.Index(raw[:min(len(raw), 512)], []byte("\x01vorbis")); i >= 0 && len(raw) >= i+16 {
		rate = uint64(binary.LittleEndian.Uint32(raw[i+12:]))
	}
	return toSeconds(binary.LittleEndian.Uint64(raw[last+at:]), rate)
}

func wavDuration(raw []byte) (time.Duration, bool) {
	format := chunkOf(raw[12:], "fmt ", binary.LittleEndian, 0)
	i := bytes.Index(raw, []byte("data"))
	if len(format) < 12 || i < 0 || len(raw) < i+8 {
		return 0, false
	}
	size := min(uint64(binary.LittleEndian.Uint32(raw[i+4:])), uint64(len(raw))) // one that was not finished says all ones
	return toSeconds(size, uint64(binary.LittleEndian.Uint32(format[8:])))
}

// The header of the whole film is "mvhd".
func mp4Duration(raw []byte) (time.Duration, bool) {
	i := bytes.Index(raw, []byte("mvhd"))
	if i < 0 || len(raw) < i+36 {
		return 0, false
	}
	b := raw[i+4:]
	if b[0] == 1 {
		return toSeconds(binary.BigEndian.Uint64(b[24:]), uint64(binary.BigEndian.Uint32(b[20:])))
	}
	return toSeconds(uint64(binary.BigEndian.Uint32(b[16:])), uint64(binary.BigEndian.Uint32(b[12:])))
}

// Frames are counted (ISO 11172-3, layer III).
func mp3Duration(raw []byte) (time.Duration, bool) {
	at := 0
	if bytes.HasPrefix(raw, []byte("ID3")) && len(raw) > 10 {
		at = 10 + int(raw[6])<<21 + int(raw[7])<<14 + int(raw[8])<<7 + int(raw[9])
	}
	var total time.Duration
	for at+4 <= len(raw) {
		size, lasts := mp3Frame(raw[at:])
		if size == 0 {
			break
		}
		at, total = at+size, total+lasts
	}
	return total, total > 0
}

// size is 0 when no frame begins there; lasts is how long it sounds.
func mp3Frame(b []byte) (size int, lasts time.Duration) {
	kilobits := [2][16]int{
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0},
	}
	rates := [4]int{44_100, 48_000, 32_000, 0}
	if b[0] != 0xff || b[1]&0xe6 != 0xe2 {
		return 0, 0
	}
	rate, low, samples := rates[b[2]>>2&3], 0, 1152
	switch b[1] >> 3 & 3 {
	case 0:
		rate, low, samples = rate/4, 1, 576
	case 2:
		rate, low, samples = rate/2, 1, 576
	case 1:
		return 0, 0
	}
	bits := kilobits[low][b[2]>>4] * 1000
	if rate == 0 || bits == 0 {
		return 0, 0
	}
	return samples/8*bits/rate + int(b[2]>>1&1), time.Duration(samples) * time.Second / time.Duration(rate)
}
