package extract

import (
	"bytes"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// objectPlace points into the file, or into an object stream.
type objectPlace struct {
	at, gen       int // behind the word "obj"
	stream, bytes int // where its stream begins, and its length; 0 without one
	holder        int // number of the object stream that holds it, 0 for none
}

// It reads no table of contents: those lie or are damaged more often than the objects, and a file
// that is read from front to back, the last of two objects with one number counting, needs none.
type pdfFile struct {
	raw     []byte
	toll    *toll
	places  map[int]objectPlace
	holders []int // object streams in the order of the file
	held    map[int][]byte
	room    int // bytes that held may still take
	trailer pdfDict
	lock    *lock
}

func openPDF(raw []byte, t *toll) (*pdfFile, error) {
	f := &pdfFile{raw: raw, toll: t, places: map[int]objectPlace{}, held: map[int][]byte{}, room: pdfHeld, trailer: pdfDict{}}
	f.scanObjects()
	f.readTrailers()
	if f.trailer["Encrypt"] != nil {
		var err error
		if f.lock, err = f.findKey(); err != nil {
			return nil, err
		}
	}
	for _, n := range f.holders {
		f.unfoldStream(n)
	}
	if f.getDict(f.getDict(f.trailer["Root"])["Pages"]) == nil {
		f.findRoot()
	}
	if t.over != nil {
		return nil, t.over
	}
	if f.getDict(f.trailer["Root"]) == nil {
		return nil, errBroken
	}
	return f, nil
}

// Each begins with "12 0 obj"; its stream is gone over.
func (f *pdfFile) scanObjects() {
	noEnd := false
	for at := 0; f.toll.over == nil && len(f.places) < pdfObjects; {
		i := bytes.Index(f.raw[at:], []byte("obj"))
		if i < 0 {
			return
		}
		num, gen, ok := readNumbersBefore(f.raw[:at+i])
		at += i + len("obj")
		if !ok {
			continue
		}
		p := objectPlace{at: at, gen: gen}
		l := newLexer(f.raw, at, f.toll)
		v, ok := l.readNext()
		if ok {
			at = l.at
		}
		d, isDict := v.(pdfDict)
		if ok && isDict && l.skipSpace() && bytes.HasPrefix(f.raw[l.at:], []byte("stream")) && !noEnd {
			p.stream = skipLineEnd(f.raw, l.at+len("stream"))
			if p.bytes = f.measureStream(p.stream, d); p.bytes < 0 {
				noEnd, p.bytes = true, len(f.raw)-p.stream
			} else {
				at = p.stream + p.bytes
			}
			f.noteStream(num, d)
		}
		f.places[num] = p
	}
}

// The stream may say something about the file.
func (f *pdfFile) noteStream(num int, d pdfDict) {
	switch d["Type"] {
	case pdfName("ObjStm"):
		f.holders = append(f.holders, num)
	case pdfName("XRef"):
		f.mergeTrailer(d)
	}
}

// It is -1 when nothing ends the stream.
func (f *pdfFile) measureStream(start int, d pdfDict) int {
	end := []byte("endstream")
	if n, ok := d["Length"].(int64); ok && n >= 0 && n <= int64(len(f.raw)-start) {
		if rest := bytes.TrimLeft(f.raw[start+int(n):min(len(f.raw), start+int(n)+16)], "\r\n \t"); bytes.HasPrefix(rest, end) {
			return int(n)
		}
	}
	n := bytes.Index(f.raw[start:], end)
	if n > 0 && f.raw[start+n-1] == '\n' {
		n--
	}
	if n > 0 && f.raw[start+n-1] == '\r' {
		n--
	}
	return n
}

// The line end stands behind the word "stream".
func skipLineEnd(raw []byte, at int) int {
	if at < len(raw) && raw[at] == '\r' {
		at++
	}
	if at < len(raw) && raw[at] == '\n' {
		at++
	}
	return at
}

// "12 0 " stands before the word "obj".
func readNumbersBefore(raw []byte) (num, gen int, ok bool) {
	fields := bytes.Fields(raw[max(0, len(raw)-24):])
	if len(fields) < 2 || len(raw) == 0 || !isPDFSpace(raw[len(raw)-1]) {
		return 0, 0, false
	}
	gen, err := strconv.Atoi(string(fields[len(fields)-1]))
	if err != nil || gen < 0 || gen > 1<<16 {
		return 0, 0, false
	}
	digits := fields[len(fields)-2] // may hang on what stands before it: "endobj12 0 obj"
	for i := range digits {
		if num, err = strconv.Atoi(string(digits[i:])); err == nil && digits[i] != '+' && digits[i] != '-' {
			return num, gen, num <= 1<<31
		}
	}
	return 0, 0, false
}

// The last dictionary behind the word "trailer" counts.
func (f *pdfFile) readTrailers() {
	for at := 0; f.toll.over == nil; {
		i := bytes.Index(f.raw[at:], []byte("trailer"))
		if i < 0 {
			return
		}
		at += i + len("trailer")
		l := newLexer(f.raw, at, f.toll)
		if v, ok := l.readNext(); ok {
			if d, is := v.(pdfDict); is {
				f.mergeTrailer(d)
			}
		}
	}
}

func (f *pdfFile) mergeTrailer(d pdfDict) {
	for _, k := range []pdfName{"Root", "Encrypt", "ID", "Info"} {
		if v := d[k]; v != nil {
			f.trailer[k] = v
		}
	}
}

// The trailer of some files names no catalog.
func (f *pdfFile) findRoot() {
	for num := range f.places {
		ref := pdfRef{num: num}
		if d := f.getDict(ref); d["Type"] == pdfName("Catalog") && f.getDict(d["Pages"]) != nil {
			f.trailer["Root"] = ref
			return
		}
		if f.toll.over != nil {
			return
		}
	}
}

// An object stream holds objects.
func (f *pdfFile) unfoldStream(num int) {
	s, ok := f.readObject(pdfRef{num: num}).(*pdfStream)
	if !ok || f.toll.over != nil {
		return
	}
	n := castTo[int64](s.dict["N"])
	first := castTo[int64](s.dict["First"])
	data, err := f.unpackStream(s)
	if err != nil && len(data) == 0 || first <= 0 || first > int64(len(data)) {
		return
	}
	if f.room -= len(data); f.room < 0 {
		f.toll.over = errStopped
		return
	}
	f.held[num] = data
	l := newLexer(data[:first], 0, f.toll)
	for range min(n, pdfObjects) {
		a, ok1 := l.readNext()
		b, ok2 := l.readNext()
		id, ok3 := a.(int64)
		off, ok4 := b.(int64)
		if !ok1 || !ok2 || !ok3 || !ok4 || off < 0 || first+off >= int64(len(data)) || len(f.places) > pdfObjects {
			return
		}
		if p, known := f.places[int(id)]; known && p.holder == 0 && p.at > f.places[num].at {
			continue // written anew later in the file
		}
		f.places[int(id)] = objectPlace{at: int(first + off), holder: num}
	}
}

// It is nil when there is none. An object that is a reference itself is none: it could be its own.
func (f *pdfFile) readObject(r pdfRef) any {
	p, ok := f.places[r.num]
	if !ok || f.toll.over != nil {
		return nil
	}
	data := f.raw
	if p.holder != 0 {
		data = f.held[p.holder]
	}
	v, ok := newLexer(data, p.at, f.toll).readNext()
	if !ok {
		return nil
	}
	if _, loop := v.(pdfRef); loop {
		return nil
	}
	if f.lock != nil && p.holder == 0 {
		v = f.lock.unlockValue(v, r.num, p.gen)
	}
	d, isDict := v.(pdfDict)
	if !isDict || p.stream == 0 {
		return v
	}
	raw := f.raw[p.stream : p.stream+p.bytes]
	if f.lock != nil && d["Type"] != pdfName("XRef") && f.toll.countBytes(len(raw)) {
		raw = f.lock.unlockBytes(raw, r.num, p.gen)
	}
	return &pdfStream{dict: d, raw: raw}
}

func (f *pdfFile) resolveRef(v any) any {
	if r, ok := v.(pdfRef); ok {
		return f.readObject(r)
	}
	return v
}

// v may be a reference, or a stream, which has a dictionary too.
func (f *pdfFile) getDict(v any) pdfDict {
	switch v := f.resolveRef(v).(type) {
	case pdfDict:
		return v
	case *pdfStream:
		return v.dict
	}
	return nil
}

// It is the zero value when v is no T.
func castTo[T any](v any) T {
	t, ok := v.(T)
	if !ok {
		var zero T
		return zero
	}
	return t
}

func (f *pdfFile) getArray(v any) pdfArray {
	return castTo[pdfArray](f.resolveRef(v))
}

// It is 0 when v is no number.
func (f *pdfFile) getNumber(v any) float64 {
	switch v := f.resolveRef(v).(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// The string is one of the document's description.
func (f *pdfFile) decodeString(v any) string {
	s := castTo[string](f.resolveRef(v))
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		return decodeUTF16(s[2:])
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "")
	}
	out, err := charmap.Windows1252.NewDecoder().String(s)
	if err != nil {
		return ""
	}
	return out
}

// The units are big-endian.
func decodeUTF16(s string) string {
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}

// "D:20260407090000Z" is such a date.
func readPDFDate(s string) string {
	s = strings.TrimPrefix(s, "D:")
	at, err := time.Parse("20060102", s[:min(8, len(s))])
	if err != nil {
		return ""
	}
	return at.Format(time.DateOnly)
}

// A page inherits what it does not have.
type pdfPage struct {
	dict, resources   pdfDict
	media, crop, turn any
}

// d is the dictionary of a page, or of pages.
func (s *pdfPage) inheritFrom(f *pdfFile, d pdfDict) {
	s.dict = d
	if own := f.getDict(d["Resources"]); own != nil {
		s.resources = own
	}
	for key, to := range map[pdfName]*any{"MediaBox": &s.media, "CropBox": &s.crop, "Rotate": &s.turn} {
		if v := d[key]; v != nil {
			*to = v
		}
	}
}

// total counts the pages that are left out too.
func (f *pdfFile) listPages() (pages []pdfPage, total int) {
	type knot struct {
		v     any
		sheet pdfPage
		depth int
	}
	root := f.getDict(f.trailer["Root"])["Pages"]
	seen := map[pdfRef]bool{}
	for todo := []knot{{v: root}}; len(todo) > 0 && len(pages) < pdfPages && f.toll.countValues(1); {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r, ok := k.v.(pdfRef); ok {
			if seen[r] {
				continue
			}
			seen[r] = true
		}
		d := f.getDict(k.v)
		k.sheet.inheritFrom(f, d)
		kids := f.getArray(d["Kids"])
		if kids == nil && d != nil && d["Type"] != pdfName("Pages") {
			pages = append(pages, k.sheet)
		}
		if k.depth > pdfDepth {
			continue
		}
		for i := len(kids) - 1; i >= 0; i-- {
			todo = append(todo, knot{kids[i], k.sheet, k.depth + 1})
		}
	}
	total = len(pages)
	if count := f.getNumber(f.getDict(root)["Count"]); len(pages) == pdfPages && count > pdfPages && count < pdfObjects {
		total = int(count)
	}
	return pages, total
}

// A page's program may have several parts.
func (f *pdfFile) readProgram(s pdfPage) ([]byte, error) {
	parts := pdfArray{s.dict["Contents"]}
	if list := f.getArray(s.dict["Contents"]); list != nil {
		parts = list
	}
	var out []byte
	var fault error
	for _, part := range parts {
		stream, ok := f.resolveRef(part).(*pdfStream)
		if !ok {
			continue
		}
		data, err := f.unpackStream(stream)
		if err != nil {
			fault = err
		}
		if len(out)+len(data) > pdfStreamMax {
			return out, errStopped
		}
		out = append(append(out, data...), '\n')
	}
	return out, fault
}
