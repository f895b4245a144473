package llm

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

type response struct {
	status int
	header http.Header
	body   []byte
	stream bool
	now    time.Time
}

func (r response) readAnswer() (Raw, *Fault) {
	raw := Raw{
		Generation: r.header.Get("X-Generation-Id"),
		CacheHit:   strings.EqualFold(r.header.Get("X-OpenRouter-Cache-Status"), "hit"),
	}
	if r.status >= http.StatusBadRequest {
		return raw, r.readErrorStatus()
	}
	trimmed := bytes.TrimSpace(r.body)
	if r.stream && !looksWhole(trimmed) {
		return r.readStream(raw)
	}
	if f := r.notJSON(trimmed); f != nil {
		return raw, f
	}
	a, err := decodeBody(trimmed)
	if err != nil {
		return raw, &Fault{Place: PlaceProtocol, Status: r.status, Generation: raw.Generation, Err: err}
	}
	raw = raw.fillAnswer(a)
	raw.Calls = joinCalls(raw.pieces)
	return raw, r.findInnerError(raw.Generation, a, trimmed)
}

// A body that should be a stream may be one object or a page instead.
func looksWhole(b []byte) bool { return len(b) > 0 && (b[0] == '{' || b[0] == '<') }

func (r response) notJSON(b []byte) *Fault {
	if len(b) > 0 && b[0] == '<' {
		return &Fault{Place: PlacePage, Status: r.status, Message: "an HTML page"}
	}
	return nil
}

func (r response) readErrorStatus() *Fault {
	f := &Fault{Place: PlaceStatus, Status: r.status, Generation: r.header.Get("X-Generation-Id")}
	b := bytes.TrimSpace(r.body)
	a, err := decodeBody(b)
	switch {
	case len(b) > 0 && b[0] == '<':
		f.Place, f.Message = PlacePage, "an HTML page"
		f.readWait(r.header, errorWords{now: r.now})
		return f
	case err != nil:
		f.Message = clipText(string(b), 200)
	case a.Error != nil:
		f.copyFacts(a.Error)
	default:
		f.Message = clipText(strings.TrimSpace(string(a.Message)+" "+string(a.Detail)), 300)
	}
	f.readWords(b, r)
	return f
}

// A 200 may hold an error object.
func (r response) findInnerError(generation string, a payload, body []byte) *Fault {
	e, place := a.Error, PlaceBody
	if e == nil && len(a.Choices) > 0 && a.Choices[0] != nil && a.Choices[0].Error != nil {
		e, place = a.Choices[0].Error, PlaceStream
	}
	if e == nil {
		return nil
	}
	f := &Fault{Place: place, Status: r.status, Generation: generation}
	f.copyFacts(e)
	if place == PlaceStream {
		body = e.raw // the answer around it is no word about the error
	}
	f.readWords(body, r)
	return f
}

// The time to wait that the words name is read too.
func (f *Fault) readWords(body []byte, r response) {
	w := wordsOf(body, r.now)
	f.Words, f.Param = w.joinWords(f.Kind, f.Code, f.Source), w.param
	if m := affords.FindStringSubmatch(f.Words); m != nil {
		f.afford = parseCount(m[1])
	}
	if f.Message == "" || strings.EqualFold(f.Message, "Provider returned error") {
		f.Message = clipText(strings.Join(w.all, " "), 500)
	}
	if !f.Waits {
		f.readWait(r.header, w)
	} else if r.header.Get("Retry-After") != "" { // it outranks the body
		f.Waits = false
		f.readWait(r.header, w)
	}
	f.holdForDay(r.now)
}

func (f *Fault) copyFacts(e *apiError) {
	f.Code, f.Message = string(e.Code), clipText(string(e.Message), 500)
	f.Kind = string(e.Kind)
	if e.Metadata != nil {
		for _, k := range []loose{e.Metadata.Type, e.Metadata.Kind} {
			if k != "" {
				f.Kind = string(k)
			}
		}
		f.Source = string(e.Metadata.Source)
	}
	if e.Avail == nil {
		return
	}
	if f.Kind == "" || f.Kind == "not_found" {
		f.Kind = string(e.Avail.Code)
	}
	if s, ok := e.Avail.Retry.readNumber(); ok {
		f.waitFor(s)
	}
}

func (r Raw) fillAnswer(a payload) Raw {
	if a.ID != "" && r.Generation == "" {
		r.Generation = a.ID
	}
	if a.Model != "" {
		r.Model = a.Model
	}
	if a.Provider != "" {
		r.Provider = a.Provider
	}
	if a.Usage != nil {
		r.Usage = a.Usage.readUsage()
	}
	if len(a.Choices) == 0 || a.Choices[0] == nil {
		return r
	}
	c := a.Choices[0]
	if c.Finish != "" {
		if r.Finish = finishOf(string(c.Finish)); r.Finish != string(c.Finish) {
			r.NativeFinish = string(c.Finish)
		}
	}
	if c.Native != "" {
		r.NativeFinish = string(c.Native)
	}
	r.Text += string(c.Text)
	for _, s := range []*wireReply{c.Message, c.Delta} {
		if s == nil {
			continue
		}
		r.Text += string(s.Content)
		r.Refusal += string(s.Refusal)
		for _, call := range s.Calls {
			call.whole = s == c.Message
			r.pieces = append(r.pieces, call)
		}
		if r.Reasoning += string(s.Reasoning); s.Reasoning == "" {
			r.Reasoning += string(s.Thought)
		}
	}
	return r
}

// Some servers give no reason why they finished: then [DONE] is the end, and without either the
// answer is cut.
func (r response) readStream(raw Raw) (Raw, *Fault) {
	// Concatenating tens of thousands of small pieces to one string would take
	// time in the square of their number.
	var said, thought, declined strings.Builder
	var fault *Fault
	gen := raw.Generation
	events, done := 0, false
	for data := range eventData(r.body) {
		if done = data == "[DONE]"; done {
			break
		}
		a, err := decodeBody([]byte(data))
		if err != nil {
			fault = &Fault{Place: PlaceProtocol, Status: r.status, Generation: gen, Err: err}
			break
		}
		events++
		raw = raw.fillAnswer(a)
		said.WriteString(raw.Text)
		thought.WriteString(raw.Reasoning)
		declined.WriteString(raw.Refusal)
		raw.Text, raw.Reasoning, raw.Refusal = "", "", ""
		if fault = r.findInnerError(gen, a, []byte(data)); fault != nil {
			break
		}
	}
	raw.Text, raw.Reasoning, raw.Refusal = said.String(), thought.String(), declined.String()
	raw.Calls = joinCalls(raw.pieces)
	raw.ended = done
	switch {
	case fault != nil:
		if events > 1 && fault.Place == PlaceBody {
			fault.Place = PlaceStream
		}
		return raw, fault
	case raw.Finish == "" && !done:
		return raw, &Fault{Place: PlaceCut, Status: r.status, Generation: raw.Generation, Message: "the answer has no end"}
	}
	return raw, nil
}

// Lines end in LF, CR LF or CR; comments and other fields are skipped; several data lines of one
// event are joined, as the standard asks, unless each is whole by itself.
func eventData(body []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var data []string
		flush := func() bool {
			whole := strings.Join(data, "\n")
			data = data[:0]
			return whole == "" || yield(whole)
		}
		s := strings.ReplaceAll(strings.ReplaceAll(string(body), "\r\n", "\n"), "\r", "\n")
		for line := range strings.SplitSeq(strings.TrimPrefix(s, "\ufeff"), "\n") {
			if line == "" {
				if !flush() {
					return
				}
				continue
			}
			v, ok := strings.CutPrefix(line, "data:")
			if !ok {
				continue
			}
			// Some servers forget the empty line between two events.
			if len(data) > 0 && startsEvent(v) {
				if !flush() {
					return
				}
			}
			data = append(data, strings.TrimPrefix(v, " "))
		}
		flush()
	}
}

func startsEvent(v string) bool {
	v = strings.TrimSpace(v)
	return strings.HasPrefix(v, `{"id":`) || strings.HasPrefix(v, `{"error":`) || v == "[DONE]"
}

func clipText(s string, n int) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "")
	if len(s) <= n {
		return s
	}
	return prose.FirstBytes(s, n) + "..."
}
