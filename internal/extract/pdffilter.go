package extract

import (
	"bytes"
	"compress/zlib"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // the format's own choice
	"crypto/rc4" //nolint:gosec // the format's own choice
	"encoding/ascii85"
	"fmt"
	"io"
)

// unpack undoes the filters of a stream. What could be read comes with the
// error.
func (f *pdfFile) unpack(s *pdfStream) ([]byte, error) {
	filters, params := f.array(s.dict["Filter"]), f.array(s.dict["DecodeParms"])
	if filters == nil {
		if one, ok := f.resolve(s.dict["Filter"]).(pdfName); ok {
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
			param = f.dict(params[i])
		}
		var err error
		if data, err = f.filter(data, f.resolve(name), param); err != nil {
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

func (f *pdfFile) filter(data []byte, name any, param pdfDict) ([]byte, error) {
	switch name {
	case pdfName("FlateDecode"), pdfName("Fl"):
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("unpack stream: %w", err)
		}
		out, err := io.ReadAll(io.LimitReader(z, pdfStreamMax+1))
		if !f.toll.unpacked(len(out)) || len(out) > pdfStreamMax {
			return nil, errStopped
		}
		if err != nil {
			err = fmt.Errorf("unpack stream: %w", err)
		}
		out, wrong := f.predict(out, param)
		if wrong != nil {
			return out, wrong
		}
		return out, err
	case pdfName("ASCII85Decode"), pdfName("A85"):
		data, _, _ = bytes.Cut(data, []byte("~"))
		out, err := io.ReadAll(ascii85.NewDecoder(bytes.NewReader(data)))
		f.toll.unpacked(len(out))
		if err != nil {
			err = fmt.Errorf("unpack stream: %w", err)
		}
		return out, err
	}
	return nil, fmt.Errorf("%w: filter %v", errBroken, name)
}

// predict undoes the prediction of rows by those above them.
func (f *pdfFile) predict(data []byte, param pdfDict) ([]byte, error) {
	of := func(k pdfName, otherwise int) int {
		if n := f.number(param[k]); n > 0 {
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
			line[i] += predicted(kind, left, above[i], corner)
		}
		out = append(out, line...)
		above = line
	}
	return out, nil
}

// predicted is PNG's guess at a byte.
func predicted(kind, left, up, corner byte) byte {
	switch kind {
	case 1:
		return left
	case 2:
		return up
	case 3:
		return byte((int(left) + int(up)) / 2)
	case 4:
		p := int(left) + int(up) - int(corner)
		a, b, c := distance(p, left), distance(p, up), distance(p, corner)
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

func distance(p int, b byte) int {
	if d := p - int(b); d >= 0 {
		return d
	}
	return int(b) - p
}

// lock takes the encryption off a file that opens without a password.
type lock struct {
	key []byte
	aes bool
}

const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// unlock finds the key of the empty password; PDF 32000-1:2008, 7.6.
func (f *pdfFile) unlock() (*lock, error) {
	e := f.dict(f.trailer["Encrypt"])
	version, revision := int(f.number(e["V"])), int(f.number(e["R"]))
	owner := as[string](f.resolve(e["O"]))
	user := as[string](f.resolve(e["U"]))
	ids := f.array(f.trailer["ID"])
	if e["Filter"] != pdfName("Standard") || revision < 2 || revision > 4 || len(owner) != len(padding) || len(user) != len(padding) || len(ids) == 0 {
		return nil, errLocked
	}
	id := as[string](f.resolve(ids[0]))
	bits := int(f.number(e["Length"]))
	if version < 2 || bits == 0 {
		bits = 40
	}
	k := &lock{}
	switch version {
	case 1, 2:
	case 4:
		name := as[pdfName](e["StmF"])
		switch f.dict(f.dict(e["CF"])[name])["CFM"] {
		case pdfName("AESV2"):
			k.aes, bits = true, 128
		case pdfName("V2"):
			bits = 128
		default:
			return nil, errLocked
		}
	default:
		return nil, errLocked
	}
	if bits < 40 || bits > 128 || bits%8 != 0 {
		return nil, errLocked
	}
	p := uint32(int64(f.number(e["P"])))
	tail := ""
	if revision == 4 && f.resolve(e["EncryptMetadata"]) == false {
		tail = "\xff\xff\xff\xff"
	}
	k.key = fileKey(padding+owner+string([]byte{byte(p), byte(p >> 8), byte(p >> 16), byte(p >> 24)})+id+tail, revision, bits/8)
	if !opens(k.key, user, id, revision) {
		return nil, errLocked
	}
	return k, nil
}

func fileKey(seed string, revision, n int) []byte {
	const rounds = 50
	sum := md5.Sum([]byte(seed))
	if revision >= 3 {
		for range rounds {
			sum = md5.Sum(sum[:n])
		}
	}
	return bytes.Clone(sum[:n])
}

// opens reports whether the key is the one that the user's entry was made with.
func opens(key []byte, user, id string, revision int) bool {
	if revision == 2 {
		return string(rc4Bytes(key, []byte(padding))) == user
	}
	sum := md5.Sum([]byte(padding + id))
	out := rc4Bytes(key, sum[:])
	for i := 1; i <= 19; i++ {
		turned := bytes.Clone(key)
		for k := range turned {
			turned[k] ^= byte(i)
		}
		out = rc4Bytes(turned, out)
	}
	return user[:len(out)] == string(out)
}

func rc4Bytes(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// bytes unlocks the stream or string of an object.
func (k *lock) bytes(data []byte, num, gen int) []byte {
	seed := append(bytes.Clone(k.key), byte(num), byte(num>>8), byte(num>>16), byte(gen), byte(gen>>8))
	if k.aes {
		seed = append(seed, "sAlT"...)
	}
	sum := md5.Sum(seed)
	key := sum[:min(len(sum), len(k.key)+5)]
	if !k.aes {
		return rc4Bytes(key, data)
	}
	block, err := aes.NewCipher(key)
	n := len(data) / aes.BlockSize * aes.BlockSize
	if err != nil || n < 2*aes.BlockSize {
		return nil
	}
	out := make([]byte, n-aes.BlockSize)
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(out, data[aes.BlockSize:n])
	if pad := int(out[len(out)-1]); pad <= aes.BlockSize && pad <= len(out) {
		out = out[:len(out)-pad]
	}
	return out
}

// value unlocks the strings of an object.
func (k *lock) value(v any, num, gen int) any {
	switch v := v.(type) {
	case string:
		return string(k.bytes([]byte(v), num, gen))
	case pdfArray:
		for i := range v {
			v[i] = k.value(v[i], num, gen)
		}
	case pdfDict:
		for key := range v {
			v[key] = k.value(v[key], num, gen)
		}
	}
	return v
}
