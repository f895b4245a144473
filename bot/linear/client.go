package linear

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/Khan/genqlient/graphql"
	"golang.org/x/time/rate"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Address is where Linear answers.
const Address = "https://api.linear.app"

const (
	callMost = 30 * time.Second
	bodyMost = 16 << 20 // bytes of an answer
	textMost = 200      // letters of what Linear says of a fault
	// How long Linear is left alone where it says that it is asked too often and not until when.
	limitPause = time.Minute
	// How long it is left alone where its plan has no room: somebody has to make some.
	usagePause = time.Hour
	// mostPatience bounds what Linear asks for: it counts by the hour.
	mostPatience = time.Hour
)

// Pace spaces requests: one a second, five at once, 600 an hour. Linear's own figures differ between its pages, the least being 1500 an
// hour; when it says that less than a tenth is left it is asked every ten seconds.
type Pace struct {
	second, hour *rate.Limiter
	mu           sync.Mutex
	rest         time.Time // not before
}

// NewPace returns one that nobody has used.
func NewPace() *Pace {
	const anHour = 600
	return &Pace{second: rate.NewLimiter(1, 5), hour: rate.NewLimiter(rate.Every(time.Hour/anHour), anHour)}
}

const scarcePause = 10 * time.Second

func (p *Pace) wait(ctx context.Context) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	rest := time.Until(p.rest)
	p.mu.Unlock()
	if rest > 0 {
		timer := time.NewTimer(rest)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
	}
	return errors.Join(p.hour.Wait(ctx), p.second.Wait(ctx))
}

// note slows down by what an answer says of its limits.
func (p *Pace) note(h http.Header) {
	if p == nil {
		return
	}
	const tenth = 10
	for _, of := range []string{"requests", "complexity"} {
		limit, err := strconv.Atoi(h.Get("X-RateLimit-" + of + "-Limit"))
		left, wrong := strconv.Atoi(h.Get("X-RateLimit-" + of + "-Remaining"))
		if err == nil && wrong == nil && left < limit/tenth {
			p.mu.Lock()
			p.rest = time.Now().Add(scarcePause)
			p.mu.Unlock()
		}
	}
}

// client asks Linear. It is a graphql.Client whose errors are a *forge.RefusedError, a *forge.LaterError or something that may be over soon.
type client struct {
	address string
	key     string
	http    *http.Client
	pace    *Pace
	now     func() time.Time
}

func newClient(address, key string, transport http.RoundTripper, pace *Pace, now func() time.Time) *client {
	if transport == nil {
		transport = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: callMost, ResponseHeaderTimeout: callMost, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute}
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key goes with the request
	return &client{address: address, key: key, http: &http.Client{Transport: transport, Timeout: callMost, CheckRedirect: stay}, pace: pace, now: now}
}

// fault is an error of GraphQL as Linear writes it.
type fault struct {
	Message    string `json:"message"`
	Extensions struct {
		Type    string `json:"type"`
		Code    string `json:"code"`
		Shown   string `json:"userPresentableMessage"`
		UserErr bool   `json:"userError"`
	} `json:"extensions"`
}

func (f fault) text() string {
	text := f.Message
	if f.Extensions.Shown != "" {
		text = f.Extensions.Shown
	}
	return prose.Clip(strings.TrimRight(strings.Join(strings.Fields(text), " "), "."), textMost, "…")
}

// MakeRequest asks one question.
func (c *client) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	if err := c.pace.wait(ctx); err != nil {
		return err
	}
	raw, err := json.Marshal(req)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+"/graphql", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", c.key)
	got, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("Linear cannot be reached: %w", err) //nolint:staticcheck // its name
	}
	body, err := io.ReadAll(io.LimitReader(got.Body, bodyMost))
	if err = errors.Join(err, got.Body.Close()); err != nil {
		return fmt.Errorf("Linear's answer broke off: %w", err) //nolint:staticcheck // its name
	}
	c.pace.note(got.Header)
	var in struct {
		Data   json.RawMessage `json:"data"`
		Errors []fault         `json:"errors"`
	}
	wrong := json.Unmarshal(body, &in)
	switch {
	case got.StatusCode == http.StatusTooManyRequests:
		return c.later(got.Header, "Linear asks for patience")
	case got.StatusCode == http.StatusUnauthorized:
		return &forge.RefusedError{Status: http.StatusUnauthorized, Text: "Linear does not know this key"}
	case wrong == nil && len(in.Errors) > 0:
		return c.explain(got, in.Errors[0])
	case got.StatusCode != http.StatusOK:
		return fmt.Errorf("Linear answered %s", got.Status) //nolint:staticcheck // its name
	case wrong != nil:
		return fmt.Errorf("Linear answered something that is no answer: %w", wrong) //nolint:staticcheck // its name
	case len(in.Data) == 0 || string(in.Data) == "null":
		return errors.New("Linear answered nothing") //nolint:staticcheck // its name
	}
	if err := json.Unmarshal(in.Data, resp.Data); err != nil {
		return fmt.Errorf("Linear's answer is not as its schema says: %w", err) //nolint:staticcheck // its name
	}
	return nil
}

// explain sorts a fault by what it asks of us.
func (c *client) explain(got *http.Response, f fault) error {
	switch kind := strings.ToLower(f.Extensions.Type + " " + f.Extensions.Code); {
	case strings.Contains(kind, "ratelimit"):
		return c.later(got.Header, "Linear asks for patience: "+f.text())
	case strings.Contains(kind, "usage limit"):
		return &forge.LaterError{At: c.now().Add(usagePause), Text: "Linear's plan is full: " + f.text()}
	case strings.Contains(kind, "authentication"), strings.Contains(kind, "unauthenticated"):
		return &forge.RefusedError{Status: http.StatusUnauthorized, Text: "Linear does not know this key: " + f.text()}
	case strings.Contains(kind, "lock timeout"), strings.Contains(kind, "internal"), strings.Contains(kind, "network"), got.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("Linear could not do it now: %s", f.text()) //nolint:staticcheck // its name
	case isMissing(f):
		return &forge.RefusedError{Status: http.StatusNotFound, Text: "Linear has it not: " + f.text()}
	case strings.Contains(kind, "forbidden"):
		return &forge.RefusedError{Status: http.StatusForbidden, Text: "the key may not do this: " + f.text()}
	}
	return &forge.RefusedError{Status: http.StatusBadRequest, Text: "Linear refuses it: " + f.text()}
}

func isMissing(f fault) bool {
	text := strings.ToLower(f.Message + " " + f.Extensions.Shown)
	return strings.Contains(text, "not found") || strings.Contains(text, "could not find")
}

func (c *client) later(h http.Header, text string) error {
	at := c.now().Add(limitPause)
	if s, err := strconv.Atoi(h.Get("Retry-After")); err == nil && s > 0 {
		at = c.now().Add(time.Duration(s) * time.Second)
	} else if ms, err := strconv.ParseInt(h.Get("X-RateLimit-Requests-Reset"), 10, 64); err == nil && ms > 0 {
		at = time.UnixMilli(ms)
	}
	if most := c.now().Add(mostPatience); at.After(most) {
		at = most
	}
	if at.Before(c.now()) {
		at = c.now().Add(limitPause)
	}
	return &forge.LaterError{At: at, Text: text}
}

// isNotThere reports whether Linear says that it has something not.
func isNotThere(err error) bool {
	var no *forge.RefusedError
	return errors.As(err, &no) && no.Status == http.StatusNotFound
}
