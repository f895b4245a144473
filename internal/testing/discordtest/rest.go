package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// call is one request of the bot on its way through.
type call struct {
	s     *Server
	route *route
	vars  map[string]string
	query url.Values
	raw   json.RawMessage // the JSON body, or payload_json
	body  map[string]any  // raw, when it is an object
	files map[string]File // by name of the form's field
	entry int             // in s.requests
	alien bool            // refused in a way that is not Discord's
}

// What a route does, with the world's lock held. Its status is the one
// of success; a nil body is an empty answer.
type do func(c *call) (status int, body any, fail *apiError)

type route struct {
	method, path string
	parts        []string
	open         bool // needs no bot token
	do           do
}

func (r *route) match(method string, parts []string) (map[string]string, bool) {
	if r.method != method || len(r.parts) != len(parts) {
		return nil, false
	}
	vars := map[string]string{}
	for i, p := range r.parts {
		if strings.HasPrefix(p, "{") {
			v, err := url.PathUnescape(parts[i])
			if err != nil || v == "" || strings.HasPrefix(v, "@") {
				return nil, false
			}
			vars[strings.Trim(p, "{}")] = v
			continue
		}
		if p != parts[i] {
			return nil, false
		}
	}
	return vars, true
}

// rest answers one request of the API.
func (s *Server) rest(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/api")
	for _, v := range []string{"/v9", "/v10"} {
		if rest, ok := strings.CutPrefix(path, v+"/"); ok {
			path = "/" + rest
		}
	}
	c := &call{s: s, query: r.URL.Query()}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := range s.route {
		if vars, ok := s.route[i].match(r.Method, parts); ok {
			c.route, c.vars = &s.route[i], vars
			break
		}
	}
	req := Request{Method: r.Method, Path: path, Query: r.URL.RawQuery, Head: r.Header.Clone()}
	if c.route != nil {
		req.Route = c.route.path
	}
	fail := c.read(r)
	req.Body, req.Files = c.raw, len(c.files)
	s.mu.Lock()
	req.N, req.Time = len(s.requests)+1, s.now()
	c.entry = len(s.requests)
	s.requests = append(s.requests, req)
	away := s.offline
	s.mu.Unlock()
	switch {
	case away:
		s.done(c, -1, "offline")
		cut(w)
	case c.route == nil:
		s.violate("unknown route: " + r.Method + " " + path)
		s.answer(w, c, 0, nil, notFound())
	case fail != nil:
		s.answer(w, c, 0, nil, fail)
	default:
		s.handle(w, r, c)
	}
}

// handle takes a known, readable request through faults, token, limits and
// rules to its effect.
func (s *Server) handle(w http.ResponseWriter, r *http.Request, c *call) {
	hit := s.strike(c)
	if hit != nil && !hit.After && hit.Do != DoSlow {
		s.done(c, -1, hit.name())
		s.fail(w, r, c, hit)
		return
	}
	if hit != nil && hit.Do == DoSlow {
		s.note(c, hit.name())
		if !pause(r.Context(), hit.Delay) {
			return
		}
	}
	if !c.route.open && r.Header.Get("Authorization") != "Bot "+s.o.Token {
		s.answer(w, c, 0, nil, unauthorized())
		return
	}
	if lim := s.limited(c); lim != nil {
		s.tooMany(w, c, lim)
		return
	}
	if err := s.spec.request(c); err != nil {
		s.violate(fmt.Sprintf("request %s %s: %v: %.400s", c.route.method, c.route.path, err, c.raw))
		s.answer(w, c, 0, nil, invalid("request", "NOT_AS_DESCRIBED", err.Error()))
		return
	}
	s.mu.Lock()
	status, body, fail := 0, any(nil), s.foreign(c)
	if c.alien = fail != nil; fail == nil {
		status, body, fail = c.route.do(c)
	}
	s.mu.Unlock()
	if hit != nil && hit.After {
		s.done(c, -1, hit.name())
		s.fail(w, r, c, hit)
		return
	}
	s.answer(w, c, status, body, fail)
}

// answer writes an answer of the API after checking it.
func (s *Server) answer(w http.ResponseWriter, c *call, status int, body any, fail *apiError) {
	if fail != nil {
		status, body = fail.status, fail.body()
	}
	s.done(c, status, "")
	s.headers(w, c)
	if body == nil {
		w.WriteHeader(status)
		return
	}
	s.mu.Lock()
	raw, err := json.Marshal(body)
	half := s.shape.Half
	s.mu.Unlock()
	if err != nil {
		s.violate("write answer: " + err.Error())
	}
	if c.route != nil && !half && !c.alien {
		if err := s.spec.answer(c.route, status, raw); err != nil {
			s.violate(fmt.Sprintf("answer %d to %s %s: %v: %.400s", status, c.route.method, c.route.path, err, raw))
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(status)
	write(w, raw)
}

// write sends what may no longer have a reader: a bot that was killed is part
// of the game.
func write(w io.Writer, raw []byte) {
	if _, err := w.Write(raw); err != nil {
		return
	}
}

func (s *Server) done(c *call, status int, fault string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.requests[c.entry]
	r.Status = status
	if fault != "" {
		r.Fault = fault
	}
	s.stir()
}

func (s *Server) note(c *call, fault string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[c.entry].Fault = fault
}

// read decodes the body of a request.
func (c *call) read(r *http.Request) *apiError {
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	if err != nil {
		return refused(50109, "The request body contains invalid JSON.")
	}
	if len(raw) > maxRequest {
		return tooLarge()
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if len(raw) == 0 {
		return nil
	}
	if err != nil {
		return refused(0, "unreadable Content-Type")
	}
	switch kind {
	case "application/json":
	case "multipart/form-data":
		form, err := multipart.NewReader(bytes.NewReader(raw), params["boundary"]).ReadForm(maxRequest)
		if err != nil {
			return refused(0, "unreadable form: "+err.Error())
		}
		if fail := c.readFiles(form); fail != nil {
			return fail
		}
		if raw = nil; len(form.Value["payload_json"]) > 0 {
			raw = []byte(form.Value["payload_json"][0])
		}
	default:
		return &apiError{http.StatusUnsupportedMediaType, 0, "Expected \"Content-Type\" header to be one of {'application/json'}.", nil}
	}
	if len(raw) == 0 {
		return nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return refused(50109, "The request body contains invalid JSON.")
	}
	c.raw = raw
	if m, ok := v.(map[string]any); ok {
		c.body = m
	}
	return nil
}

func (c *call) readFiles(form *multipart.Form) *apiError {
	c.files = map[string]File{}
	for field, list := range form.File {
		for _, h := range list {
			if h.Size > maxFile {
				return tooLarge()
			}
			f, err := h.Open()
			if err != nil {
				return refused(0, "unreadable file: "+err.Error())
			}
			data, err := io.ReadAll(f)
			if err != nil || f.Close() != nil {
				return refused(0, "unreadable file")
			}
			kind := h.Header.Get("Content-Type")
			c.files[field] = File{Name: h.Filename, Type: kind, Data: data}
		}
	}
	return nil
}

func tooLarge() *apiError {
	return &apiError{http.StatusRequestEntityTooLarge, 40005, "Request entity too large", nil}
}

// text, flag and num read fields of a body that the rules have accepted; a
// field that is null or absent is empty.
func (c *call) text(field string) string { return textOf(c.body, field) }

func (c *call) num(field string) int { return numOf(c.body, field) }

func textOf(m map[string]any, field string) string {
	v, ok := m[field].(string)
	if !ok {
		return ""
	}
	return v
}

func numOf(m map[string]any, field string) int {
	v, ok := m[field].(float64)
	if !ok {
		return 0
	}
	return int(v)
}

func boolOf(m map[string]any, field string) bool {
	v, ok := m[field].(bool)
	return ok && v
}

func listOf(m map[string]any, field string) []any {
	v, ok := m[field].([]any)
	if !ok {
		return nil
	}
	return v
}

func mapOf(m map[string]any, field string) map[string]any {
	v, ok := m[field].(map[string]any)
	if !ok {
		return nil
	}
	return v
}
