package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Sizes of pages after decompression, in bytes, and how much bigger than its
// packed form a page may be: a bomb is refused long before it fills memory.
const (
	maxHTML     = 2 << 20
	maxPDF      = 10 << 20
	maxRatio    = 100
	ratioGrace  = 256 << 10 // small pages of one repeated word may exceed the ratio
	maxHeaders  = 64 << 10
	sniffedHead = 4096
)

var errTooLarge = errors.New("too large")

// The limit is that of what the first bytes show. The content type is what the bytes say; of text,
// what the server says of it.
func readBody(res *http.Response) ([]byte, string, error) {
	if res.ContentLength > maxPDF {
		return nil, "", fmt.Errorf("%w: %d bytes", errTooLarge, res.ContentLength)
	}
	var kind form
	raw, err := unpack(res, func(head []byte) (int64, error) {
		if kind = findForm(head); kind == formOther {
			return 0, fmt.Errorf("it begins as no document does: %w", errFormat)
		}
		if kind == formPaper {
			return maxPDF, nil
		}
		if res.ContentLength > maxHTML {
			return 0, fmt.Errorf("%w: %d bytes", errTooLarge, res.ContentLength)
		}
		return maxHTML, nil
	})
	if err != nil {
		return nil, "", err
	}
	if kind == formPaper {
		raw = raw[findPDFBegin(raw):]
	}
	return raw, findContentType(kind, raw, res.Header.Get("Content-Type")), nil
}

var errFormat = errors.New("not a format that research reads")

// Only the encodings that we offered are undone, and both sides counted. Once the first bytes are
// there, limit says how many there may be in all.
func unpack(res *http.Response, limit func(head []byte) (int64, error)) ([]byte, error) {
	packed := &counted{r: res.Body}
	var r io.Reader = packed
	switch e := strings.ToLower(strings.TrimSpace(res.Header.Get("Content-Encoding"))); e {
	case "", "identity":
		packed.plain = true
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(packed)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		r = z
	case "deflate":
		// Servers disagree whether deflate has a zlib header; look at it.
		b := bufio.NewReader(packed)
		head, err := b.Peek(1)
		if err != nil {
			return nil, fmt.Errorf("deflate: %w", err)
		}
		if head[0]&0x0f != 8 {
			r = flate.NewReader(b)
			break
		}
		if r, err = zlib.NewReader(b); err != nil {
			return nil, fmt.Errorf("deflate: %w", err)
		}
	default:
		return nil, fmt.Errorf("content encoding %q: %w", e, errFormat)
	}
	return readLimited(r, packed, limit)
}

// Beyond the limit it returns what there is until there; the ratio bounds bombs.
func readLimited(r io.Reader, packed *counted, limits func(head []byte) (int64, error)) ([]byte, error) {
	out := make([]byte, sniffedHead)
	n, err := io.ReadFull(r, out)
	out = out[:n]
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("read body: %w", err)
	}
	limit, err := limits(out)
	if err != nil {
		return nil, err
	}
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		out = append(out, chunk[:n]...)
		size := int64(len(out))
		if size > limit {
			return out[:limit], fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
		}
		if !packed.plain && size > ratioGrace && size > maxRatio*packed.n {
			return nil, fmt.Errorf("%w: grows more than %d times when unpacked", errTooLarge, maxRatio)
		}
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read body: %w", err)
		}
	}
}

// counted counts the bytes that come from the network.
type counted struct {
	r     io.Reader
	n     int64
	plain bool
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
