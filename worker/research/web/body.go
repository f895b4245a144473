package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"mime"
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
	sniffedHead = 512
)

var errTooLarge = errors.New("too large")

// media returns the lower-case content type without parameters, guessed from
// the first bytes when the server does not say.
func media(header string, head []byte) string {
	if t, _, err := mime.ParseMediaType(header); err == nil {
		return t
	}
	t, _, err := mime.ParseMediaType(http.DetectContentType(head))
	if err != nil {
		return ""
	}
	return t
}

// readable returns the size limit of a content type, 0 for types that research
// does not read.
func readable(kind string) int64 {
	switch kind {
	case "text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/json", "text/csv", "text/x-markdown":
		return maxHTML
	case "application/pdf", "application/x-pdf":
		return maxPDF
	}
	return 0
}

// body reads a response whole, unpacked, within the limit of its type. It
// returns the content type as the server gave it, or as it was guessed.
func body(res *http.Response) ([]byte, string, error) {
	header := res.Header.Get("Content-Type")
	limit := int64(maxPDF)
	if header != "" {
		if limit = readable(media(header, nil)); limit == 0 {
			return nil, header, fmt.Errorf("content type %q: %w", header, errFormat)
		}
	}
	if res.ContentLength > limit {
		return nil, header, fmt.Errorf("%w: %d bytes", errTooLarge, res.ContentLength)
	}
	raw, err := unpack(res, limit)
	if err != nil {
		return nil, header, err
	}
	if header == "" {
		header = media("", raw[:min(sniffedHead, len(raw))])
		limit = readable(header)
		if limit == 0 {
			return nil, header, fmt.Errorf("content type %q: %w", header, errFormat)
		}
		if int64(len(raw)) > limit {
			return nil, header, errTooLarge
		}
	}
	return raw, header, nil
}

var errFormat = errors.New("not a format that research reads")

// unpack undoes the content encodings that we offered, counting both sides.
func unpack(res *http.Response, limit int64) ([]byte, error) {
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
	return drain(r, packed, limit)
}

// drain reads r to its end unless it grows beyond the limit or the ratio.
func drain(r io.Reader, packed *counted, limit int64) ([]byte, error) {
	var out []byte
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		out = append(out, chunk[:n]...)
		size := int64(len(out))
		if size > limit {
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
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

// Read counts what it passes on.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
