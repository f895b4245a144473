package discordtest

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Do is what a fault does to a call.
type Do string

// What faults do.
const (
	Do500       Do = "500"
	Do502       Do = "502" // with Cloudflare's HTML page
	Do503       Do = "503"
	Do504       Do = "504"
	Do429       Do = "429"        // JSON, of this bucket
	Do429Global Do = "429-global" // JSON, of the whole bot
	Do429HTML   Do = "429-html"   // Cloudflare's ban page
	DoReset     Do = "reset"      // the connection is reset
	DoHalf      Do = "half"       // half an answer, then the end
	DoHang      Do = "hang"       // no byte until the caller gives up
	DoSlow      Do = "slow"       // the right answer, Delay late
	DoError     Do = "error"      // Status, Code and Text
)

// Fault changes calls. The zero value of each field means any.
type Fault struct {
	Method string `json:"method"`
	// Route is a route of the API description, or a part of one.
	Route string `json:"route"`
	// Holds is a text that the path or the body must hold.
	Holds string `json:"holds"`
	// Files is how many files the call must have at least.
	Files int `json:"files"`
	Do    Do  `json:"do"`
	// After applies the call first, then breaks the answer.
	After bool `json:"after"`
	// From is the first matching call that is changed, from 1; 0 means 1.
	From int `json:"from"`
	// Times is how many calls are changed; 0 means all.
	Times int `json:"times"`
	// Chance changes a matching call with this probability; 0 means always.
	Chance float64 `json:"chance"`
	// Delay is the wait of DoSlow, and Retry-After of a 429; 0 means 50 ms.
	Delay time.Duration `json:"delay"`
	// Status, Code and Text are the answer of DoError.
	Status int    `json:"status"`
	Code   int    `json:"code"`
	Text   string `json:"text"`
}

type fault struct {
	Fault
	seen, hit int
}

func (f *fault) name() string {
	if f.After {
		return string(f.Do) + " after"
	}
	return string(f.Do)
}

// Break adds a fault; the first that matches a call and is not used up acts.
func (s *Server) Break(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Delay == 0 {
		f.Delay = 50 * time.Millisecond
	}
	s.faults = append(s.faults, &fault{Fault: f})
}

// Mend removes all faults.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// strike returns the fault that hits this call, or nil.
func (s *Server) strike(c *call) *fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.requests[c.entry]
	for _, f := range s.faults {
		if f.Times > 0 && f.hit >= f.Times {
			continue
		}
		if f.Method != "" && f.Method != r.Method || !strings.Contains(r.Route, f.Route) || r.Files < f.Files ||
			f.Holds != "" && !strings.Contains(r.Path+string(r.Body), f.Holds) {
			continue
		}
		f.seen++
		if f.seen < f.From || f.Chance > 0 && s.rng.Float64() >= f.Chance {
			continue
		}
		f.hit++
		return f
	}
	return nil
}

// fail answers a call with a fault.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, c *call, f *fault) {
	seconds := f.Delay.Seconds()
	switch f.Do {
	case DoReset:
		cut(w)
	case DoHalf:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "4096")
		w.WriteHeader(http.StatusOK)
		write(w, []byte(`{"id":"1`))
		cut(w)
	case DoHang:
		<-r.Context().Done()
		cut(w)
	case DoSlow: // after applying: the answer is lost in time
		if pause(r.Context(), f.Delay) {
			cut(w)
		}
	case Do429, Do429Global:
		s.bump429(w, seconds, f.Do == Do429Global)
		s.done(c, http.StatusTooManyRequests, "")
	case Do429HTML:
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(seconds))))
		page(w, http.StatusTooManyRequests, "error code: 1015")
		s.done(c, http.StatusTooManyRequests, "")
	case DoError:
		s.answer(w, c, 0, nil, &apiError{f.Status, f.Code, f.Text, nil})
	case Do500, Do502, Do503, Do504:
		status, err := strconv.Atoi(string(f.Do))
		if err != nil {
			s.violate("fault " + f.name())
		}
		if f.Do == Do502 {
			page(w, status, "502 Bad Gateway")
		} else {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			write(w, []byte(`{"message": "`+strconv.Itoa(status)+`: `+http.StatusText(status)+`", "code": 0}`))
		}
		s.done(c, status, "")
	default:
		s.violate("no such fault: " + f.name())
		cut(w)
	}
}

// bump429 writes a 429 as Discord itself does.
func (s *Server) bump429(w http.ResponseWriter, seconds float64, global bool) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(seconds+0.999))))
	w.Header().Set("Via", "1.1 google")
	scope := "user"
	if global {
		w.Header().Set("X-RateLimit-Global", "true")
		scope = "global"
	}
	w.Header().Set("X-RateLimit-Scope", scope)
	w.WriteHeader(http.StatusTooManyRequests)
	raw, err := json.Marshal(map[string]any{"message": "You are being rate limited.", "retry_after": seconds, "global": global, "code": 0})
	if err != nil {
		s.violate(err.Error())
	}
	write(w, raw)
}

func page(w http.ResponseWriter, status int, title string) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.Header().Set("Server", "cloudflare")
	w.WriteHeader(status)
	write(w, []byte("<html><head><title>"+title+"</title></head><body><center><h1>"+title+"</h1></center><hr><center>cloudflare</center></body></html>"))
}

// cut resets the connection of a call.
func cut(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok && w.Header().Get("Content-Length") != "" {
		f.Flush()
	}
	h, ok := w.(http.Hijacker)
	if !ok {
		return
	}
	c, _, err := h.Hijack()
	if err != nil {
		return
	}
	if t, ok := c.(*net.TCPConn); ok {
		if err := t.SetLinger(0); err != nil {
			return
		}
	}
	if err := c.Close(); err != nil {
		return
	}
}

// pause waits; it returns false when the caller has gone.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// bucket is the use of one limit.
type bucket struct {
	Limit
	used  []time.Time
	name  string
	scope string
}

func (b *bucket) refill(now time.Time) {
	b.used = slices.DeleteFunc(b.used, func(t time.Time) bool { return now.Sub(t) >= b.Per })
}

func (b *bucket) wait(now time.Time) time.Duration {
	if len(b.used) == 0 {
		return 0
	}
	return b.Per - now.Sub(b.used[0])
}

// bucketOf returns the bucket of a call by its route and its channel, guild or
// webhook; nil when it is not limited. The world's lock is held.
func (s *Server) bucketOf(c *call) *bucket {
	key := c.route.method + " " + c.route.path
	l, ok := s.o.Limits[key]
	if !ok {
		if l, ok = s.o.Limits["*"]; !ok {
			return nil
		}
	}
	key += " " + c.vars["channel_id"] + c.vars["guild_id"] + c.vars["webhook_id"] + c.vars["webhook_token"]
	return s.bucketNamed(key, l)
}

func (s *Server) bucketNamed(key string, l Limit) *bucket {
	b, ok := s.buckets[key]
	if !ok {
		b = &bucket{Limit: l, name: strconv.FormatUint(uint64(len(s.buckets)+1)*0x9e3779b97f4a7c15, 16)}
		s.buckets[key] = b
	}
	return b
}

// limited takes a place in the buckets of a call, or returns the one that is
// full. Interactions are not under the global limit.
func (s *Server) limited(c *call) *bucket {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var list []*bucket
	if l, ok := s.o.Limits["global"]; ok && !c.route.open {
		g := s.bucketNamed("global", l)
		g.scope = "global"
		list = append(list, g)
	}
	if b := s.bucketOf(c); b != nil {
		list = append(list, b)
	}
	for _, b := range list {
		if b.refill(now); len(b.used) >= b.N {
			return b
		}
	}
	for _, b := range list {
		b.used = append(b.used, now)
	}
	return nil
}

func (s *Server) tooMany(w http.ResponseWriter, c *call, b *bucket) {
	s.done(c, http.StatusTooManyRequests, "")
	s.headers(w, c)
	s.mu.Lock()
	seconds := b.wait(s.now()).Seconds()
	s.mu.Unlock()
	s.bump429(w, seconds, b.scope == "global")
}

// headers tells the state of a call's bucket. A route without a limit tells
// one that cannot be used up.
func (s *Server) headers(w http.ResponseWriter, c *call) {
	if c.route == nil || c.route.open {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	b := s.bucketOf(c)
	if b == nil {
		b = &bucket{Limit: Limit{1000, time.Second}, name: "unlimited"}
	}
	left := b.wait(now)
	reset := float64(now.Add(left).UnixMicro()) / 1e6
	if s.o.MillisReset {
		reset *= 1000
	}
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(b.N))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, b.N-len(b.used))))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(reset, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(left.Seconds(), 'f', 3, 64))
	h.Set("X-RateLimit-Bucket", b.name)
}
