package extract

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"

	"golang.org/x/image/tiff/lzw"
)

// What could be read comes with the error.
func (f *pdfFile) unpackStream(s *pdfStream) ([]byte, error) {
	filters, params := f.getArray(s.dict["Filter"]), f.getArray(s.dict["DecodeParms"])
	if filters == nil {
		if one, ok := f.resolveRef(s.dict["Filter"]).(pdfName); ok {
			filters, params = pdfArray{one}, pdfArray{s.dict["DecodeParms"]}
		}
	}
	if len(filters) > pdfFilters {
		return nil, errStopped
	}
	data := s.raw
	var fault error
	for i, name := range filters {
		var param pdfDict
		if i < len(params) {
			param = f.getDict(params[i])
		}
		var err error
		if data, err = f.applyFilter(data, f.resolveRef(name), param); err != nil {
			fault = err
		}
		if f.toll.over != nil {
			return nil, f.toll.over
		}
	}
	if len(data) > pdfStreamMax {
		return nil, errStopped
	}
	return data, fault
}

func (f *pdfFile) applyFilter(data []byte, name any, param pdfDict) ([]byte, error) {
	switch name {
	case pdfName("FlateDecode"), pdfName("Fl"):
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("unpack stream: %w", err)
		}
		out, err := io.ReadAll(io.LimitReader(z, pdfStreamMax+1))
		if !f.toll.countBytes(len(out)) || len(out) > pdfStreamMax {
			return nil, errStopped
		}
		if err != nil {
			err = fmt.Errorf("unpack stream: %w", err)
		}
		out, wrong := f.undoPrediction(out, param)
		if wrong != nil {
			return out, wrong
		}
		return out, err
	case pdfName("ASCII85Decode"), pdfName("A85"):
		data, _, _ = bytes.Cut(data, []byte("~"))
		out, err := io.ReadAll(ascii85.NewDecoder(bytes.NewReader(data)))
		f.toll.countBytes(len(out))
		if err != nil {
			err = fmt.Errorf("unpack stream: %w", err)
		}
		return out, err
	case pdfName("LZWDecode"), pdfName("LZW"):
		out, err := f.unpackLZW(data)
		if err != nil {
			return out, err
		}
		return f.undoPrediction(out, param)
	case pdfName("ASCIIHexDecode"), pdfName("AHx"):
		out := []byte((&lexer{data: append([]byte("<"), data...)}).readHex())
		f.toll.countBytes(len(out))
		return out, nil
	case pdfName("RunLengthDecode"), pdfName("RL"):
		return f.unpackRuns(data)
	case pdfName("Crypt"):
		return data, nil
	}
	return nil, fmt.Errorf("%w: filter %v", errBroken, name)
}

func (f *pdfFile) unpackLZW(data []byte) ([]byte, error) {
	z := lzw.NewReader(bytes.NewReader(data), lzw.MSB, 8)
	out, err := io.ReadAll(io.LimitReader(z, pdfStreamMax+1))
	if err = errors.Join(err, z.Close()); err != nil {
		err = fmt.Errorf("unpack stream: %w", err)
	}
	if !f.toll.countBytes(len(out)) || len(out) > pdfStreamMax {
		return nil, errStopped
	}
	return out, err
}

// Bytes are written with how often they stand in a row.
func (f *pdfFile) unpackRuns(data []byte) ([]byte, error) {
	const end = 128
	var out []byte
	for len(data) > 1 && data[0] != end && len(out) <= pdfStreamMax {
		if n := int(data[0]) + 1; n <= end {
			n = min(n, len(data)-1)
			out = append(out, data[1:1+n]...)
			data = data[1+n:]
			continue
		}
		out = append(out, bytes.Repeat(data[1:2], 257-int(data[0]))...)
		data = data[2:]
	}
	if !f.toll.countBytes(len(out)) || len(out) > pdfStreamMax {
		return nil, errStopped
	}
	return out, nil
}

// Rows are predicted by those above them.
func (f *pdfFile) undoPrediction(data []byte, param pdfDict) ([]byte, error) {
	of := func(k pdfName, otherwise int) int {
		if n := f.getNumber(param[k]); n > 0 {
			return int(min(n, pdfStreamMax))
		}
		return otherwise
	}
	if of("Predictor", 1) < 10 { // 10 to 15: as in PNG
		return data, nil
	}
	bits := of("Colors", 1) * min(32, of("BitsPerComponent", 8))
	step, row := max(1, bits/8), (of("Columns", 1)*bits+7)/8
	if row > len(data) {
		return nil, errBroken
	}
	out := make([]byte, 0, len(data))
	above := make([]byte, row)
	for len(data) > row {
		kind, line := data[0], bytes.Clone(data[1:row+1])
		data = data[row+1:]
		for i := range line {
			left, corner := byte(0), byte(0)
			if i >= step {
				left, corner = line[i-step], above[i-step]
			}
			line[i] += predictByte(kind, left, above[i], corner)
		}
		out = append(out, line...)
		above = line
	}
	return out, nil
}

// The guess is PNG's.
func predictByte(kind, left, up, corner byte) byte {
	switch kind {
	case 1:
		return left
	case 2:
		return up
	case 3:
		return byte((int(left) + int(up)) / 2)
	case 4:
		p := int(left) + int(up) - int(corner)
		a, b, c := computeDistance(p, left), computeDistance(p, up), computeDistance(p, corner)
		switch {
		case a <= b && a <= c:
			return left
		case b <= c:
			return up
		}
		return corner
	}
	return 0
}

func computeDistance(p int, b byte) int {
	if d := p - int(b); d >= 0 {
		return d
	}
	return int(b) - p
}
