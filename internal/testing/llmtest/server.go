package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Server is the endpoint. It is an http.Handler and safe for many goroutines.
type Server struct {
	first Options // as New was given them
	o     Options // of the server's own story now
	spec  *spec
	mu    sync.Mutex
	calls []Request
	bad   []string
	stray []string
	extra []string
	story map[string]*story
	gens  map[string]generation
}

// story is one setting string's own state.
type story struct {
	name  string
	o     Options
	mu    sync.Mutex
	n     int            // calls so far
	seen  map[string]int // calls by body
	stage map[string]int // calls by stage
	rules map[int]int    // matching calls by rule
	shown []string       // orders and secrets that prompts held, for ModeByzantine
	tape  *tape
	// failing holds the prompts whose last call failed, for ModeFlaky.
	failing map[string]bool
}

// New returns a server with the settings of o. It fails when a file that o
// names cannot be read.
func New(o Options) (*Server, error) {
	s := &Server{first: o, o: o, story: map[string]*story{}, gens: map[string]generation{}}
	var err error
	if s.spec, err = loadSpec(); err != nil {
		return nil, err
	}
	if _, err := s.Story("", o); err != nil {
		return nil, err
	}
	return s, nil
}

// Story gives the story of that name settings of its own and returns the path
// to put behind the base URL, "/~story=NAME". A second call with the same
// name starts the story's counters again.
func (s *Server) Story(name string, o Options) (string, error) {
	st, err := newStory(name, o)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.story[name] = st
	if name == "" {
		s.o = o
		return "", nil
	}
	return "/~story=" + url.PathEscape(name), nil
}

func newStory(name string, o Options) (*story, error) {
	st := &story{name: name, o: o, seen: map[string]int{}, stage: map[string]int{}, rules: map[int]int{}, failing: map[string]bool{}}
	if o.Mode != "" && !slices.Contains(Modes(), o.Mode) {
		return nil, fmt.Errorf("unknown mode %q", o.Mode)
	}
	for _, r := range o.Rules {
		if err := r.check(); err != nil {
			return nil, err
		}
	}
	if o.Mode == ModeSlow && o.Latency == 0 {
		st.o.Latency = slowLatency
	}
	if o.Mode == ModeReplay {
		t, err := openTape(o.Replay)
		if err != nil {
			return nil, err
		}
		st.tape = t
	}
	return st, nil
}

// Start serves o on a free loopback port until the test ends and returns the
// server and its base URL.
func Start(t interface {
	Helper()
	Fatal(args ...any)
	Cleanup(f func())
}, o Options,
) (*Server, string) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return s, h.URL + "/api/v1"
}

// Serve listens on addr ("127.0.0.1:0" picks a free port) and serves o until
// ctx ends or stop is called; url is the base URL for clients. Stop cuts open
// calls and returns when all is quiet.
func Serve(ctx context.Context, addr string, o Options) (url string, stop func(), err error) {
	s, err := New(o)
	if err != nil {
		return "", nil, err
	}
	return s.Serve(ctx, addr)
}

// Serve is the function Serve for a server that exists already.
func (s *Server) Serve(ctx context.Context, addr string) (url string, stop func(), err error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return "", nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.note(&s.bad, "serve: "+err.Error())
		}
	}()
	quiet := context.AfterFunc(ctx, func() {
		if err := h.Close(); err != nil {
			s.note(&s.bad, "close: "+err.Error())
		}
	})
	stop = func() {
		cancel()
		quiet()
		if err := h.Close(); err != nil {
			s.note(&s.bad, "close: "+err.Error())
		}
		<-done
	}
	return "http://" + l.Addr().String() + "/api/v1", stop, nil
}

func (s *Server) note(list *[]string, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*list = append(*list, text)
}

// Requests returns the calls for completions so far, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Violations returns what was wrong with requests so far: bodies that the API
// description or this server could not accept, and recordings that did not
// match. Each was answered with 400.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bad)
}

// Unknown returns the requests for paths or methods that the endpoint does
// not have, as "METHOD /path".
func (s *Server) Unknown() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.stray)
}

// Undeclared returns the names of top-level request fields that the API
// description does not know. The real endpoint ignores them, as this one does.
func (s *Server) Undeclared() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Compact(slices.Sorted(slices.Values(s.extra)))
}

// storyFor returns the story that a request names by its path or header.
func (s *Server) storyFor(setting string) (*story, error) {
	set, err := parseSettings(setting)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name := set.name()
	if st, ok := s.story[name]; ok {
		return st, nil
	}
	o, err := set.apply(s.o)
	if err != nil {
		return nil, err
	}
	st, err := newStory(name, o)
	if err != nil {
		return nil, err
	}
	s.story[name] = st
	return st, nil
}

// ServeHTTP answers one request of the API, or of the server's own window
// under /_llmtest/: requests, violations and unknown as JSON, and set.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setting, path := splitPath(r.URL.EscapedPath())
	if h := r.Header.Get("X-Llmtest"); h != "" {
		setting = strings.Trim(setting+","+h, ",")
	}
	if strings.HasPrefix(path, "/_llmtest/") {
		s.window(w, r, path)
		return
	}
	st, err := s.storyFor(setting)
	if err != nil {
		s.note(&s.bad, err.Error())
		writeError(w, apiError{status: http.StatusBadRequest, kind: "invalid_request", message: err.Error()})
		return
	}
	switch name, ok := strings.CutPrefix(path, "/api/v1"); {
	case ok && name == "/chat/completions" && r.Method == http.MethodPost:
		s.complete(w, r, st)
	case ok && name == "/models" && r.Method == http.MethodGet:
		writeJSON(w, http.StatusOK, map[string]any{"data": catalog()})
	case ok && name == "/key" && r.Method == http.MethodGet:
		s.key(w, r, st)
	case ok && name == "/generation" && r.Method == http.MethodGet:
		s.generation(w, r, st)
	default:
		s.note(&s.stray, r.Method+" "+r.URL.Path)
		writeError(w, apiError{
			status: http.StatusNotFound, kind: "not_found",
			message: "no such path or method here: " + r.Method + " " + r.URL.Path,
		})
	}
}

// splitPath takes the part that begins with "~" out of a path and adds the
// API's prefix where a client left it out.
func splitPath(path string) (setting, rest string) {
	var keep []string
	for p := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if v, ok := strings.CutPrefix(p, "~"); ok {
			if u, err := url.PathUnescape(v); err == nil {
				v = u
			}
			setting = strings.Trim(setting+","+v, ",")
			continue
		}
		keep = append(keep, p)
	}
	return setting, "/" + strings.Join(keep, "/")
}

func (s *Server) window(w http.ResponseWriter, r *http.Request, path string) {
	switch path {
	case "/_llmtest/set":
		s.set(w, r)
	case "/_llmtest/requests":
		writeJSON(w, http.StatusOK, map[string]any{"requests": s.Requests()})
	case "/_llmtest/violations":
		writeJSON(w, http.StatusOK, map[string]any{"violations": append([]string{}, s.Violations()...)})
	case "/_llmtest/unknown":
		writeJSON(w, http.StatusOK, map[string]any{"unknown": append([]string{}, s.Unknown()...)})
	default:
		s.note(&s.stray, r.Method+" "+path)
		writeError(w, apiError{status: http.StatusNotFound, kind: "not_found", message: "no such window"})
	}
}

// set gives a story new settings: POST /_llmtest/set?story=NAME&to=mode=down.
// Without a name it is the server's own story that changes.
func (s *Server) set(w http.ResponseWriter, r *http.Request) {
	o, err := s.changed(r.URL.Query().Get("to"))
	if err == nil && r.Method != http.MethodPost {
		err = fmt.Errorf("%s changes nothing", r.Method)
	}
	if err == nil {
		_, err = s.Story(r.URL.Query().Get("story"), o)
	}
	if err != nil {
		s.note(&s.bad, err.Error())
		writeError(w, apiError{status: http.StatusBadRequest, kind: "invalid_request", message: err.Error()})
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"ok": true})
}

// changed returns the options that New was given, changed by settings.
func (s *Server) changed(text string) (Options, error) {
	set, err := parseSettings(text)
	if err != nil {
		return Options{}, err
	}
	return set.apply(s.first)
}

const bodyLimit = 16 << 20 // bytes of one request; larger prompts than any tier takes

func (s *Server) complete(w http.ResponseWriter, r *http.Request, st *story) {
	if e, ok := st.authorised(r); !ok {
		writeError(w, e)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	if err != nil {
		s.reject(w, "read body: "+err.Error())
		return
	}
	body, about, err := takeFacts(body)
	if err != nil {
		s.reject(w, err.Error())
		return
	}
	undeclared, err := s.spec.check(body)
	for _, f := range undeclared {
		s.note(&s.extra, f)
	}
	if err != nil {
		s.reject(w, err.Error())
		return
	}
	req, err := readRequest(body, about)
	if err != nil {
		s.reject(w, err.Error())
		return
	}
	req.At, req.Head = time.Now(), r.Header.Clone()
	req.Story = st.name
	st.count(&req)
	s.mu.Lock()
	req.Seq = len(s.calls) + 1
	s.calls = append(s.calls, req)
	s.mu.Unlock()
	if !wait(r.Context(), st.o.Latency) {
		return
	}
	if len(st.o.Coding) > 0 && offersTools(req) && req.Stage == "" { // somebody else's program
		s.sendAct(w, st, req)
		return
	}
	out := st.answer(req)
	if out.violation != "" {
		s.note(&s.bad, out.violation)
	}
	s.send(r.Context(), w, st, exchange{req: req, out: out})
}

func (s *Server) reject(w http.ResponseWriter, why string) {
	s.note(&s.bad, why)
	writeError(w, apiError{status: http.StatusBadRequest, kind: "invalid_request", message: why})
}

func (st *story) authorised(r *http.Request) (apiError, bool) {
	if st.o.Key == "" || r.Header.Get("Authorization") == "Bearer "+st.o.Key {
		return apiError{}, true
	}
	return apiError{status: http.StatusUnauthorized, kind: "authentication", message: "User not found."}, false
}

// count numbers a request inside its story.
func (st *story) count(req *Request) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.n++
	st.seen[req.sum]++
	st.stage[req.Stage]++
	req.Nth, req.call, req.stageCall = st.seen[req.sum], st.n, st.stage[req.Stage]
}

// finished completes the log's line of a request and records it.
func (s *Server) finished(req Request, status int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.calls[req.Seq-1]
	c.Status, c.Reply, c.Fault, c.Calls = status, text, req.Fault, req.Calls
	if s.o.Record == nil {
		return
	}
	line, err := json.Marshal(c)
	if err == nil {
		_, err = s.o.Record.Write(append(line, '\n'))
	}
	if err != nil {
		s.bad = append(s.bad, "record: "+err.Error())
	}
}

// wait waits for d or the end of ctx; false means ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
