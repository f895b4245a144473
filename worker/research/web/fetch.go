package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/netguard"
)

// Rules of fetching.
const (
	maxRedirects  = 5
	fetchTimeout  = 15 * time.Second
	hostEvery     = time.Second
	hostAtOnce    = 2
	maxRetryAfter = 30 * time.Second
	agentName     = "FrasierBot"
	userAgent     = agentName + "/1.0 (+https://github.com/frasier-cos/frasier)"
)

// Fetcher reads pages of the web, politely and without reaching into the
// machine or its network. The zero value is ready; fields must not change
// after the first use. It is safe for concurrent use.
type Fetcher struct {
	// Allow lists networks that may be reached on any port although they are
	// not public (FRASIER_FETCH_ALLOW).
	Allow []netip.Prefix
	// Resolver resolves names; nil is the system's.
	Resolver *net.Resolver
	// Timeout bounds one page, redirects included; zero is 15 s.
	Timeout time.Duration
	// HostEvery is the least time between requests to one host; zero is 1 s.
	HostEvery time.Duration
	// HostAtOnce is the number of open requests to one host; zero is 2.
	HostAtOnce int
	// Metered wraps the transport, to count what goes through it; nil for not.
	Metered func(http.RoundTripper) http.RoundTripper
	// Wait waits before a retry; nil waits by the clock.
	Wait func(ctx context.Context, d time.Duration) error
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Log takes notes; nil discards them.
	Log *slog.Logger

	once   sync.Once
	guard  *netguard.Guard
	client *http.Client
	pace   *pace
	robots robots
}

// Page is one page as it came from the web.
type Page struct {
	URL         string // as asked for
	Final       string // after redirects
	ContentType string
	Body        []byte // unpacked
	Name        string // of the file, where the server gives it one
	Exported    bool   // it is the file behind a link, from where its service gives it out
	Disallowed  bool   // robots.txt disallows it; read because the founder gave the link
}

// Fetch reads one page. Own marks a link that the founder gave: it is read
// even if robots.txt disallows it. Again is asked before the page is asked for
// a second time; nil lets it. The error is a *FetchError, or the context's.
func (f *Fetcher) Fetch(ctx context.Context, address string, own bool, again func() bool) (Page, error) {
	page, wait, err := f.followRedirects(ctx, address, own)
	if err == nil || ctx.Err() != nil || wait < 0 || again != nil && !again() {
		return page, f.wrapError(ctx, address, err)
	}
	if err := waitFor(ctx, f.Wait, wait); err != nil {
		return Page{}, fmt.Errorf("fetch %s: %w", address, err)
	}
	page, _, err = f.followRedirects(ctx, address, own)
	return page, f.wrapError(ctx, address, err)
}

func (f *Fetcher) wrapError(ctx context.Context, address string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("fetch %s: %w", address, ctx.Err())
	}
	return wrapFault(address, err)
}

// The duration is the wait before the one retry; negative means that none is due.
func (f *Fetcher) followRedirects(ctx context.Context, address string, own bool) (Page, time.Duration, error) {
	f.getGuard()
	page := Page{URL: address}
	at := address
	for range maxRedirects + 1 {
		file := formatExport(at)
		page.Exported = page.Exported || file != at
		u, err := f.guard.ParseTarget(file)
		if err != nil {
			return Page{}, -1, err
		}
		allowed, err := f.robots.isAllowed(ctx, f, u)
		if err != nil && (!own || !errors.Is(err, netguard.ErrRefused)) {
			return Page{}, -1, err
		}
		if !allowed && !own {
			return Page{}, -1, &FetchError{Cause: CauseBlocked, URL: at, Err: errors.New("robots.txt disallows it or could not be read")}
		}
		page.Disallowed = page.Disallowed || !allowed
		next, retry, err := f.sendHop(ctx, u, &page)
		if err != nil || next == "" {
			return page, retry, err
		}
		at = next
	}
	return Page{}, -1, &FetchError{Cause: CauseError, URL: address, Err: fmt.Errorf("more than %d redirects", maxRedirects)}
}

// It returns the next address of a chain, or fills page.
func (f *Fetcher) sendHop(ctx context.Context, u *url.URL, page *Page) (string, time.Duration, error) {
	done, err := f.pace.waitForSlot(ctx, u.Host)
	if err != nil {
		return "", -1, err
	}
	defer done()
	limited, cancel := context.WithTimeout(ctx, f.getTimeout())
	defer cancel()
	res, err := f.send(limited, u)
	if err != nil {
		if errors.Is(err, netguard.ErrRefused) {
			return "", -1, err
		}
		return "", 0, err
	}
	defer func() { f.logClose(ctx, u, res.Body.Close()) }()
	next, moved := findLocation(u, res)
	if moved {
		return next, -1, nil
	}
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusNonAuthoritativeInfo && res.StatusCode != http.StatusAccepted {
		wait, err := f.readStatus(u, res)
		return "", wait, err
	}
	raw, kind, err := readBody(res)
	if err != nil {
		if errors.Is(err, errFormat) {
			return "", -1, &FetchError{Cause: CauseType, URL: u.String(), Err: err}
		}
		if errors.Is(err, errTooLarge) {
			return "", -1, err
		}
		return "", 0, err
	}
	if hasChallengeHeader(res.Header) || res.StatusCode == http.StatusAccepted && isChallenge(raw) {
		return "", -1, &FetchError{Cause: CauseCheck, URL: u.String(), Err: errors.New(res.Status)}
	}
	page.Final, page.ContentType, page.Body, page.Name = u.String(), kind, raw, parseFileName(res.Header)
	return "", -1, nil
}

// The duration is the wait before the one retry.
func (f *Fetcher) readStatus(u *url.URL, res *http.Response) (time.Duration, error) {
	fail := &FetchError{Cause: CauseError, URL: u.String(), Err: errors.New(res.Status)}
	switch code := res.StatusCode; {
	case isChallenged(res):
		fail.Cause = CauseCheck
	case code == http.StatusUnauthorized, code == http.StatusProxyAuthRequired:
		fail.Cause = CauseSignIn
	case code == http.StatusPaymentRequired:
		fail.Cause = CausePaywall
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		fail.Cause = CauseBlocked
		wait, given := parseRetryAfter(res.Header.Get("Retry-After"), f.now())
		switch {
		case given && wait <= maxRetryAfter:
			return wait, fail
		case code == http.StatusServiceUnavailable && !given:
			fail.Cause = CauseError
			return 0, fail
		}
	case code == http.StatusForbidden, code == http.StatusUnavailableForLegalReasons, code == 999:
		fail.Cause = CauseBlocked
	case code == http.StatusNotFound, code == http.StatusGone:
		fail.Cause = CauseMissing
	case code >= http.StatusInternalServerError:
		return 0, fail
	}
	return -1, fail
}

// The header has two forms, seconds and a date.
func parseRetryAfter(header string, now time.Time) (time.Duration, bool) {
	if n, err := strconv.Atoi(header); err == nil && n >= 0 {
		return time.Duration(min(n, int(time.Hour/time.Second))) * time.Second, true
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}

// No redirect is followed.
func (f *Fetcher) send(ctx context.Context, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", netguard.ErrRefused, err)
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,text/markdown;q=0.9,application/json;q=0.8,*/*;q=0.5")
	req.Header.Set("Accept-Encoding", "gzip, deflate")
	res, err := f.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", u.Host, err)
	}
	return res, nil
}

func findLocation(u *url.URL, res *http.Response) (string, bool) {
	switch res.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return "", false
	}
	next, err := u.Parse(res.Header.Get("Location"))
	if err != nil || res.Header.Get("Location") == "" {
		return "", false
	}
	return next.String(), true
}

// What was read is still good.
func (f *Fetcher) logClose(ctx context.Context, u *url.URL, err error) {
	if err != nil {
		f.log().DebugContext(ctx, "close body", "host", u.Host, "error", err)
	}
}

// Allows refuses an address that would never be fetched, whoever asks.
func (f *Fetcher) Allows(address string) error {
	_, err := f.getGuard().ParseTarget(address)
	return err
}

// The client is built on first use.
func (f *Fetcher) getGuard() *netguard.Guard {
	f.once.Do(func() {
		f.guard = netguard.New(f.Allow)
		every, atOnce := f.HostEvery, f.HostAtOnce
		if every == 0 {
			every = hostEvery
		}
		if atOnce == 0 {
			atOnce = hostAtOnce
		}
		f.pace = &pace{every: every, atOnce: atOnce}
		dial := &net.Dialer{Timeout: f.getTimeout(), Control: f.guard.CheckDial, Resolver: f.Resolver}
		var transport http.RoundTripper = &http.Transport{
			Proxy:                  nil,
			DialContext:            dial.DialContext,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
			MaxResponseHeaderBytes: maxHeaders,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    f.getTimeout(),
			IdleConnTimeout:        10 * time.Second,
			MaxIdleConnsPerHost:    1,
		}
		if f.Metered != nil {
			transport = f.Metered(transport)
		}
		f.client = &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	})
	return f.guard
}

// Close closes idle connections.
func (f *Fetcher) Close() {
	f.getGuard()
	f.client.CloseIdleConnections()
}

func (f *Fetcher) getTimeout() time.Duration {
	if f.Timeout > 0 {
		return f.Timeout
	}
	return fetchTimeout
}

func (f *Fetcher) now() time.Time {
	if f.Now != nil {
		return f.Now()
	}
	return time.Now()
}

func (f *Fetcher) log() *slog.Logger {
	if f.Log != nil {
		return f.Log
	}
	return slog.New(slog.DiscardHandler)
}
