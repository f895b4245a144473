package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/outbox"
)

const (
	// paceGap lies between two requests at least: 33 a second, of which Discord sees at
	// most 40, since requests do not take equally long to arrive. It allows a bot 50
	// (discord.com/developers, Rate Limits).
	paceGap      = 30 * time.Millisecond
	patience     = 5 * time.Second  // a longer pause is handed to who asked
	breakerTerm  = 10 * time.Minute // Discord bans an address at 10,000 invalid requests in this time
	breakerCount = 200
	mostRoutes   = 1000 // whose limits are remembered
)

// limiter is the one way to Discord: discordgo's requests and ours pass it. It
// sends at most one request in paceGap, keeps the limits that answers
// tell of, and stops before so many requests are invalid that Discord would ban
// the address. Answers to interactions are under neither: they have limits of
// their own and are due within 3 s.
type limiter struct {
	next http.RoundTripper
	base string // the API's address; what is not under it is not Discord's to limit
	now  func() time.Time
	pace pacer

	mu      sync.Mutex
	buckets map[string]string  // by route: Discord's name of the limit that it is under
	windows map[string]*window // by limit
	quiet   time.Time          // nothing is sent before
	invalid []time.Time        // of the last breakerTerm
	works   map[string]bool    // channels that took the last message
}

func newLimiter(base string, next http.RoundTripper, now func() time.Time) *limiter {
	return &limiter{next: next, base: base, now: now, buckets: map[string]string{}, windows: map[string]*window{}, works: map[string]bool{}}
}

// RoundTrip sends a request when it may be sent. One that would have to wait
// longer than patience is not sent: its error is an *outbox.LaterError.
func (l *limiter) RoundTrip(req *http.Request) (*http.Response, error) {
	path, ours := strings.CutPrefix(req.URL.String(), l.base)
	if !ours {
		return l.next.RoundTrip(req)
	}
	key := buildRoute(req.Method, path)
	var w *window
	if !isCallback(path) {
		var err error
		if w, err = l.admit(req.Context(), key, path, postsTo(req.Method, path)); err != nil {
			return nil, err
		}
	}
	res, err := l.next.RoundTrip(req)
	l.returnSlot(w)
	if err != nil {
		return nil, err
	}
	return res, l.readLimits(key, postsTo(req.Method, path), res)
}

// isCallback reports whether a request is the first answer to an interaction.
func isCallback(path string) bool {
	return strings.HasPrefix(path, "/interactions/")
}

// answersInteraction reports whether a request answers an interaction, now or
// later: such requests carry a token of their own.
func answersInteraction(path string) bool {
	return isCallback(path) || strings.HasPrefix(path, "/webhooks/")
}

// postsTo is the channel that a request posts a message in, empty for none.
func postsTo(method, path string) string {
	if m := regexp.MustCompile(`^/channels/([0-9]+)/messages$`).FindStringSubmatch(path); m != nil && method == http.MethodPost {
		return m[1]
	}
	return ""
}

// buildRoute returns what Discord counts a request under until it names the limit: the
// method and the path with only its first id left.
func buildRoute(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	n := 0
	path = regexp.MustCompile(`/[0-9]{5,}|/reactions/.*`).ReplaceAllStringFunc(path, func(id string) string {
		if n++; n == 1 && !strings.HasPrefix(id, "/reactions") {
			return id
		}
		if strings.HasPrefix(id, "/reactions") {
			return "/reactions"
		}
		return "/-"
	})
	return method + " " + path
}

// majorOf is the part of a route that has a limit of its own: the channel, the
// server or the webhook.
func majorOf(key string) string {
	m := regexp.MustCompile(`^\S+ /(?:channels|guilds)/([0-9]+)|^\S+ /webhooks/([^/]+/[^/]+)`).FindStringSubmatch(key)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

// The lock is held.
func (l *limiter) windowOf(key string) *window {
	limit := key
	if bucket := l.buckets[strings.Replace(key, majorOf(key), "-", 1)]; bucket != "" {
		limit = bucket + " " + majorOf(key)
	}
	w, ok := l.windows[limit]
	if !ok {
		w = &window{}
		l.windows[limit] = w
	}
	return w
}

// admit waits until a request may be sent and takes its place in the limit that
// it is under, or says when to come again. Nobody passes on what he knew before he
// waited: others may have used the limit up since.
func (l *limiter) admit(ctx context.Context, key, path, channel string) (*window, error) {
	if answersInteraction(path) {
		_, err := l.pace.wait(ctx, func() bool { return true })
		return nil, err
	}
	for waited := time.Duration(0); ; {
		pause, err := l.checkRoute(key, channel)
		if err != nil {
			return nil, err
		}
		if waited += pause; pause > 0 && waited > patience {
			return nil, &outbox.LaterError{After: pause, Err: errors.New("discord asks for a pause")}
		}
		sleep(ctx, pause)
		var w *window
		sent, err := l.pace.wait(ctx, func() bool { w = l.takeSlot(key); return w != nil })
		if err != nil || sent {
			return w, err
		}
	}
}

// checkRoute says how long the route must not be used, or that it must not.
func (l *limiter) checkRoute(key, channel string) (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for len(l.invalid) > 0 && now.Sub(l.invalid[0]) > breakerTerm {
		l.invalid = l.invalid[1:]
	}
	if len(l.invalid) >= breakerCount && (channel == "" || !l.works[channel]) {
		return 0, &outbox.LaterError{
			After: breakerTerm - now.Sub(l.invalid[0]),
			Err:   fmt.Errorf("%d requests were refused within 10 minutes; only channels that take messages are written in until that is over, or Discord would ban this address", breakerCount),
		}
	}
	return l.pauseOf(key, now), nil
}

// The lock is held.
func (l *limiter) pauseOf(key string, now time.Time) time.Duration {
	return max(l.windowOf(key).computePause(now), l.quiet.Sub(now))
}

// takeSlot takes a place in the limit of a route, nil when there is none any more.
func (l *limiter) takeSlot(key string) *window {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pauseOf(key, l.now()) > 0 {
		return nil
	}
	w := l.windowOf(key)
	w.flying++
	return w
}

// returnSlot gives a place back that take gave.
func (l *limiter) returnSlot(w *window) {
	if w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.flying--
}

// readLimits keeps what an answer says about limits.
func (l *limiter) readLimits(key, channel string, res *http.Response) error {
	asked, global, err := pauseAsked(res)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.windows) > mostRoutes || len(l.buckets) > mostRoutes || len(l.works) > maxChannels {
		l.windows, l.buckets, l.works = map[string]*window{}, map[string]string{}, map[string]bool{}
	}
	if name := res.Header.Get("X-RateLimit-Bucket"); name != "" {
		l.buckets[strings.Replace(key, majorOf(key), "-", 1)] = name
	}
	w := l.windowOf(key)
	w.readAnswer(res.Header, l.now())
	if channel != "" {
		l.works[channel] = res.StatusCode < http.StatusMultipleChoices
	}
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		l.invalid = append(l.invalid, l.now())
	case http.StatusTooManyRequests:
		if res.Header.Get("X-RateLimit-Scope") != "shared" {
			l.invalid = append(l.invalid, l.now())
		}
		if global {
			l.quiet = l.now().Add(asked)
		} else {
			w.blockUntil(l.now().Add(asked))
		}
	}
	return nil
}

// It reads the pause out of a 429, and whether all requests are meant. The answer can be read
// again.
func pauseAsked(res *http.Response) (pause time.Duration, global bool, err error) {
	if res.StatusCode != http.StatusTooManyRequests {
		return 0, false, nil
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerLimit))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return 0, false, fmt.Errorf("read how long Discord wants to be left alone: %w", err)
	}
	res.Body = io.NopCloser(bytes.NewReader(raw))
	var said struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
	}
	if json.Unmarshal(raw, &said) != nil { // HTML of a proxy says nothing more than the headers
		said.After = 0
	}
	return longestPause(res.Header, said.After), said.Global || res.Header.Get("X-RateLimit-Global") != "", nil
}

// longestPause is the longest pause that a 429 names in its header or body.
func longestPause(head http.Header, body float64) time.Duration {
	return max(parseSeconds(head.Get("Retry-After")), time.Duration(body*float64(time.Second)), time.Second/4)
}

// parseSeconds reads a header of seconds. Some servers send milliseconds: more than
// an hour is taken for them.
func parseSeconds(v string) time.Duration {
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || n < 0 || n > 1e9 {
		return 0
	}
	if n > 3600 {
		n /= 1000
	}
	return time.Duration(n * float64(time.Second))
}

// pacer lets one pass in paceGap, in the order in which they came. The zero value is
// ready.
type pacer struct {
	turn sync.Mutex
	last time.Time
}

// wait waits for its turn and uses it, unless take says no: then nothing is sent
// and the turn is the next one's.
func (p *pacer) wait(ctx context.Context, take func() bool) (bool, error) {
	p.turn.Lock()
	defer p.turn.Unlock()
	if pause := time.Until(p.last.Add(paceGap)); pause > 0 {
		sleep(ctx, pause)
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !take() {
		return false, nil
	}
	p.last = time.Now()
	return true, nil
}
