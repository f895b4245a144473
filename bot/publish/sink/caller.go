package sink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	callMost   = 60 * time.Second // of one request: a long page is written at once
	patience   = 50 * time.Second // until the first byte of its answer
	answerMost = 16 << 20         // bytes of an answer: larger than any page of ours
	shortWait  = 2 * time.Second  // where the other side asks for patience and does not say how long
	longWait   = time.Minute      // and where it says that it is overloaded
	saidMost   = 300              // letters of its own words that are passed on
)

// Caller sends requests to one address.
type Caller struct {
	Name    string // of the service, as founders read it
	Address string // "https://api.notion.com"
	Head    http.Header
	Client  *http.Client
	Pace    *rate.Limiter
	Now     func() time.Time
	Fix     func(Fault) string // says what a refusal means and what to do, a sentence without a full stop; empty where it knows none
}

// Fault is what a service answers instead of what was asked for.
type Fault struct {
	Status int
	Code   string // in the service's words
	Said   string
	Doing  string // "make a page"
}

// Open returns a caller. A minute has at most so many requests, but for a service on this machine. transport is the way there; nil is an
// ordinary one.
func Open(name, address string, perMinute int, transport http.RoundTripper) *Caller {
	if transport == nil {
		transport = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute}
	}
	pace := rate.NewLimiter(rate.Every(time.Minute/time.Duration(perMinute)), 1)
	if u, err := url.Parse(address); err == nil && outward.IsLoopback(u.Hostname()) {
		pace = rate.NewLimiter(rate.Inf, 1)
	}
	return &Caller{Name: name, Address: address, Head: http.Header{}, Pace: pace, Now: time.Now, Client: &http.Client{Transport: transport, Timeout: callMost, CheckRedirect: stayThere}}
}

// stayThere follows no redirect to another host: the token goes with the request.
func stayThere(req *http.Request, via []*http.Request) error {
	const most = 3
	if len(via) > most || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}

// Ask is a request: what it is for ("make a page"), how, and where.
type Ask struct{ doing, method, path string }

// Get asks for something.
func Get(doing, path string) Ask { return Ask{doing, http.MethodGet, path} }

// Post makes something.
func Post(doing, path string) Ask { return Ask{doing, http.MethodPost, path} }

// Patch changes something.
func Patch(doing, path string) Ask { return Ask{doing, http.MethodPatch, path} }

// Call sends JSON and reads JSON into out, which may be nil.
func (c *Caller) Call(ctx context.Context, a Ask, in, out any) error {
	var body []byte
	kind := ""
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("could not %s: %w", a.doing, err)
		}
		body, kind = raw, "application/json"
	}
	raw, err := c.Send(ctx, a, kind, body)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("could not %s: %s answers with something that cannot be read: %w", a.doing, c.Name, err)
	}
	return nil
}

// Send sends bytes and returns those of the answer.
func (c *Caller) Send(ctx context.Context, a Ask, kind string, body []byte) (raw []byte, err error) {
	doing := a.doing
	if err := c.Pace.Wait(ctx); err != nil {
		return nil, fmt.Errorf("could not %s: %w", doing, err)
	}
	req, err := http.NewRequestWithContext(ctx, a.method, c.Address+a.path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("could not %s: %w", doing, err)
	}
	req.Header = c.Head.Clone()
	req.Header.Set("User-Agent", "frasier")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	resp, err := c.Client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("could not %s: %w", doing, err)
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	raw, err = io.ReadAll(io.LimitReader(resp.Body, answerMost+1))
	if err != nil {
		return nil, fmt.Errorf("could not %s: the answer of %s breaks off: %w", doing, c.Name, err)
	}
	if len(raw) > answerMost {
		return nil, fmt.Errorf("could not %s: %s answers with more than %d MB", doing, c.Name, answerMost>>20)
	}
	if resp.StatusCode < http.StatusOK || resp.StatusCode >= http.StatusMultipleChoices {
		return nil, c.explain(doing, resp, raw)
	}
	return raw, nil
}

// explain says what an answer means that is not what was asked for.
func (c *Caller) explain(doing string, resp *http.Response, raw []byte) error {
	f := readFault(raw)
	f.Status, f.Doing = resp.StatusCode, doing
	head := fmt.Sprintf("could not %s: %s ", doing, c.Name)
	fix := ""
	if c.Fix != nil {
		fix = c.Fix(f)
	}
	switch s := f.Status; {
	case s == http.StatusTooManyRequests, IsRate(f.Code):
		return &outward.LaterError{At: c.Now().Add(waitOf(resp, shortWait)), Text: head + "asks for patience"}
	case s == http.StatusUnauthorized:
		return &outward.RefusedError{Status: s, Text: head + "does not know the token any more; give a new one: frasier connect " + strings.ToLower(c.Name)}
	case s == statusOverloaded, s == http.StatusServiceUnavailable:
		return &outward.LaterError{At: c.Now().Add(waitOf(resp, longWait)), Text: head + fmt.Sprintf("is overloaded (%d)", s)}
	case s == http.StatusRequestTimeout, s == http.StatusConflict, s >= http.StatusInternalServerError:
		return fmt.Errorf("%shas a fault of its own (%s)", head, strings.TrimRight(fmt.Sprintf("%d: %s", s, f.Said), ": "))
	case fix != "":
		return &outward.RefusedError{Status: s, Text: head + fix}
	}
	return &outward.RefusedError{Status: f.Status, Text: head + fmt.Sprintf("does not take it (%s)", strings.TrimRight(fmt.Sprintf("%d: %s", f.Status, f.Said), ": "))}
}

// statusOverloaded is the one of Notion's for it.
const statusOverloaded = 529

// IsRate reports whether a service's code asks for patience, whatever its status.
func IsRate(code string) bool {
	switch code {
	case "rate_limited", "rateLimitExceeded", "userRateLimitExceeded", "sharingRateLimitExceeded":
		return true
	}
	return false
}

// waitOf reads how long to leave a service alone.
func waitOf(resp *http.Response, otherwise time.Duration) time.Duration {
	said := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(said); err == nil && n >= 0 {
		return max(time.Duration(n)*time.Second, time.Second)
	}
	if at, err := http.ParseTime(said); err == nil {
		return max(time.Until(at), time.Second)
	}
	return otherwise
}

// readFault reads the form of Notion's errors, of Google's, and of OAuth's.
func readFault(raw []byte) Fault {
	var f struct {
		Code    any             `json:"code"`
		Message string          `json:"message"`
		Error   json.RawMessage `json:"error"`
		Said    string          `json:"error_description"`
	}
	if json.Unmarshal(raw, &f) != nil {
		return Fault{Said: clip(string(raw))}
	}
	out := Fault{Said: clip(f.Message)}
	if word, ok := f.Code.(string); ok { // Google's is a number
		out.Code = word
	}
	var google struct {
		Message string `json:"message"`
		Errors  []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
	}
	var word string
	switch {
	case json.Unmarshal(f.Error, &google) == nil && google.Message != "":
		out.Said = clip(google.Message)
		if len(google.Errors) > 0 {
			out.Code = google.Errors[0].Reason
		}
	case json.Unmarshal(f.Error, &word) == nil:
		out.Code, out.Said = word, clip(f.Said)
	}
	return out
}

func clip(said string) string {
	return strings.TrimRight(prose.Clip(prose.OneLine(said), saidMost, "…"), ". ")
}
