package llmtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// faulty produces one fault on one connection.
type faulty struct {
	w  http.ResponseWriter
	st *story
	e  exchange
}

const hugeBody = 9 << 20 // bytes; one MiB above what a client should read

// produce writes the fault and returns the status that was sent, 0 for none.
func (f *faulty) produce(ctx context.Context, x Fault) int {
	f.e.out = outcome{text: author(f.e.req, verdicts{})}
	switch x.act {
	case actError:
		writeError(f.w, x.fail)
		return x.fail.status
	case actRaw:
		f.raw(x.fail.status, x.kind, x.raw)
		return x.fail.status
	case actAnswer:
		f.e.out = x.edit(f.e.req)
		f.answer()
	case actHang:
		<-ctx.Done()
		return 0
	case actReset:
		f.reset()
		return 0
	case actMid:
		f.middle(x.kind == "bare")
	case actCut:
		f.cut(x.kind == "line")
	case actStall:
		f.stall(ctx, x.kind == "hang")
	case actDrip:
		f.drip(ctx)
	case actHuge:
		f.raw(http.StatusOK, "application/json", `{"id":"`+strings.Repeat("x", hugeBody)+`"}`)
	}
	return http.StatusOK
}

func (f *faulty) raw(status int, kind, body string) {
	f.w.Header().Set("Content-Type", kind)
	f.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	f.w.WriteHeader(status)
	if _, err := f.w.Write([]byte(body)); err != nil {
		return // the client has seen enough
	}
}

func (f *faulty) answer() {
	f.w.Header().Set("X-Generation-Id", f.e.id())
	switch {
	case !f.e.req.Stream:
		writeJSON(f.w, http.StatusOK, f.e.result())
	case f.e.out.noChoices || f.e.out.nullMessage:
		s := newStreamer(f.w, f.e, f.st.o.Stream)
		s.comment()
		s.done()
	case f.e.out.failed != nil:
		f.middle(false)
	default:
		newStreamer(f.w, f.e, f.st.o.Stream).all()
	}
}

// middle ends a half-written answer with an error.
func (f *faulty) middle(bare bool) {
	f.w.Header().Set("X-Generation-Id", f.e.id())
	fail := apiError{status: http.StatusBadGateway, kind: "provider_unavailable", message: "Provider disconnected"}
	text := f.e.out.text
	if f.e.out.failed == nil {
		text = text[:cutAt(text, 2, 1)]
	}
	f.e.out = outcome{text: text, finish: "error", failed: &fail}
	if !f.e.req.Stream {
		writeJSON(f.w, http.StatusOK, f.e.result())
		return
	}
	s := newStreamer(f.w, f.e, f.st.o.Stream)
	s.comment()
	s.pieces(len(text))
	if bare {
		s.event(map[string]any{"error": fail.body()})
		return
	}
	c := s.chunk(map[string]any{"content": ""}, "error", false)
	c["error"] = fail.body()
	s.event(c)
	s.done()
}

// cut ends an answer early: at the end of an event, or inside one.
func (f *faulty) cut(inLine bool) {
	text := f.e.out.text
	if !f.e.req.Stream {
		body := fmt.Sprintf(`{"id":%q,"choices":[{"message":{"content":%q`, f.e.id(), text[:cutAt(text, 2, 1)])
		f.w.Header().Set("Content-Type", "application/json")
		f.w.Header().Set("Content-Length", strconv.Itoa(len(body)+1000))
		if _, err := f.w.Write([]byte(body)); err != nil {
			return
		}
		if inLine && http.NewResponseController(f.w).Flush() == nil {
			f.reset()
		}
		return
	}
	f.w.Header().Set("X-Generation-Id", f.e.id())
	s := newStreamer(f.w, f.e, f.st.o.Stream)
	s.pieces(cutAt(text, 2, 1))
	if inLine {
		s.line(`data: {"id":"` + f.e.id() + `","choices":[{"index":0,"del`)
		f.reset()
	}
}

// stall sends one piece and then nothing that counts.
func (f *faulty) stall(ctx context.Context, silent bool) {
	f.w.Header().Set("X-Generation-Id", f.e.id())
	s := newStreamer(f.w, f.e, f.st.o.Stream)
	if !f.e.req.Stream {
		f.w.Header().Set("Content-Type", "application/json")
	} else if !silent {
		s.pieces(cutAt(f.e.out.text, 4, 1))
	}
	s.flush()
	for f.tick(ctx) {
		switch {
		case silent:
		case f.e.req.Stream:
			s.comment()
		default:
			s.line("\n")
		}
	}
}

// drip sends pieces until the client leaves.
func (f *faulty) drip(ctx context.Context) {
	f.w.Header().Set("X-Generation-Id", f.e.id())
	s := newStreamer(f.w, f.e, f.st.o.Stream)
	if !f.e.req.Stream {
		f.w.Header().Set("Content-Type", "application/json")
		s.flush()
	}
	for f.tick(ctx) && !s.gone {
		if f.e.req.Stream {
			s.event(s.chunk(map[string]any{"role": "assistant", "content": "and so on "}, nil, false))
		} else {
			s.line("\n")
		}
	}
}

// tick waits for the next event of an endless answer; false means the client
// has left.
func (f *faulty) tick(ctx context.Context) bool {
	return wait(ctx, f.st.drip())
}

const (
	defaultDrip = 20 * time.Millisecond
	slowLatency = 250 * time.Millisecond
)

func (st *story) drip() time.Duration {
	if st.o.Drip <= 0 {
		return defaultDrip
	}
	return st.o.Drip
}

// reset drops the connection so that the client sees a reset, not an end.
func (f *faulty) reset() {
	conn, _, err := http.NewResponseController(f.w).Hijack()
	if err != nil {
		// HTTP/2 and recorders cannot be hijacked; aborting is as near as it gets.
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetLinger(0)
	}
	if cerr := conn.Close(); err != nil || cerr != nil {
		return // it is closed either way
	}
}

// RefusedURL returns a base URL whose port refuses connections: it was free a
// moment ago and nobody listens there.
func RefusedURL(ctx context.Context) (string, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", fmt.Errorf("close port: %w", err)
	}
	return "http://" + addr + "/api/v1", nil
}
