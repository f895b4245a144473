package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/research/web"
)

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// quick waits for nothing between requests, and for a page as long as the pages
// that never come allow.
func quick() *web.Fetcher {
	return &web.Fetcher{Allow: loopback(), HostEvery: time.Microsecond, Timeout: 2 * time.Second}
}

func cause(err error) web.Cause {
	var f *web.FetchError
	if errors.As(err, &f) {
		return f.Cause
	}
	return ""
}

func TestForbiddenAddressesAreRefused(t *testing.T) {
	f := &web.Fetcher{HostEvery: time.Microsecond, Timeout: 2 * time.Second, Resolver: resolver(t, func(string, int) [][4]byte { return [][4]byte{{127, 0, 0, 1}} })}
	for _, address := range []string{
		"http://127.0.0.1/", "http://127.0.0.1:80/", "http://127.1.2.3/", "http://localhost/", "http://LOCALHOST./",
		"http://0.0.0.0/", "http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
		"http://[0:0:0:0:0:0:0:1]/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.1.1/", "http://100.64.0.1/",
		"http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[fd00:ec2::254]/", "http://[64:ff9b::7f00:1]/",
		"http://[2002:7f00:1::]/", "http://224.0.0.1/", "http://255.255.255.255/", "http://192.0.2.1/", "http://198.18.0.1/",
		"http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/", "http://rebind.example.com/",
		"http://user:pass@example.com/", "file:///etc/passwd", "gopher://127.0.0.1/", "javascript:alert(1)", "data:text/html,x",
		"http://1.1.1.1:22/", "http:///nohost", "http://example.com/" + strings.Repeat("a", 3000),
	} {
		_, err := f.Fetch(t.Context(), address, true, nil)
		if got := cause(err); got != web.CauseRefused {
			t.Errorf("Fetch(%.60q) = %v (cause %q), want cause %q", address, err, got, web.CauseRefused)
		}
	}
}

func gz(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func TestAnswersBecomeCauses(t *testing.T) {
	t.Parallel()
	var slow atomic.Int64
	mux := http.NewServeMux()
	status := func(path string, code int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
	}
	status("/403", 403)
	status("/404", 404)
	status("/410", 410)
	status("/451", 451)
	status("/401", 401)
	status("/402", 402)
	status("/500", 500)
	status("/429", 429)
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) {
		slow.Add(1)
		<-r.Context().Done()
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	serve := func(path, kind, encoding string, body []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			if encoding != "" {
				w.Header().Set("Content-Encoding", encoding)
			}
			if _, err := w.Write(body); err != nil {
				t.Logf("%s: %v", path, err)
			}
		})
	}
	serve("/huge", "text/html", "", bytes.Repeat([]byte("<p>a"), 3<<18))
	serve("/bomb", "text/html", "gzip", gz(bytes.Repeat([]byte("<p>a"), 1<<18)))
	serve("/brotli", "text/html", "br", []byte("x"))
	serve("/picture", "text/html", "", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"))
	serve("/words.png", "image/png", "", []byte("The words of a page."))
	serve("/packed", "text/html", "gzip", gz([]byte("<p>hello</p>")))
	serve("/big.pdf", "text/html", "", append([]byte("%PDF-1.4\n"), make([]byte, 3<<20)...))
	s := httptest.NewServer(mux)
	defer s.Close()
	f := quick()
	for path, want := range map[string]web.Cause{
		"/403": web.CauseBlocked, "/404": web.CauseMissing, "/410": web.CauseMissing, "/451": web.CauseBlocked, "/401": web.CauseSignIn, "/402": web.CausePaywall,
		"/500": web.CauseError, "/429": web.CauseBlocked, "/slow": web.CauseSlow, "/loop": web.CauseError,
		"/huge": web.CauseTooLarge, "/bomb": web.CauseTooLarge, "/brotli": web.CauseType,
		"/picture": web.CauseType, "/words.png": "", "/packed": "", "/big.pdf": "",
	} {
		page, err := f.Fetch(t.Context(), s.URL+path, false, nil)
		if got := cause(err); got != want || (want == "" && err != nil) {
			t.Errorf("Fetch(%s) = %v (cause %q), want cause %q", path, err, got, want)
		}
		if path == "/packed" && string(page.Body) != "<p>hello</p>" {
			t.Errorf("Fetch(%s) body = %q, want it unpacked", path, page.Body)
		}
	}
	if got := slow.Load(); got != 2 {
		t.Errorf("a page that is too slow was asked for %d times, want 2", got)
	}
}

func TestRetryAfterIsHonouredOnce(t *testing.T) {
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		asked.Add(1)
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer s.Close()
	f := quick()
	var waited []time.Duration
	f.Wait = func(_ context.Context, d time.Duration) error {
		waited = append(waited, d)
		return nil
	}
	_, err := f.Fetch(t.Context(), s.URL, false, nil)
	if cause(err) != web.CauseBlocked || asked.Load() != 2 || fmt.Sprint(waited) != "[7s]" {
		t.Errorf("429 with Retry-After 7: error %v, asked %d times, waited %v; want blocked, 2, [7s]", err, asked.Load(), waited)
	}
}

func TestRobotsRules(t *testing.T) {
	for _, c := range []struct {
		name, body string
		status     int
		own        bool
		want       web.Cause
	}{
		{"allowed", "User-agent: *\nDisallow: /private", 200, false, ""},
		{"disallowed", "User-agent: *\nDisallow: /page", 200, false, web.CauseBlocked},
		{"disallowed by our name", "User-agent: FrasierBot\nDisallow: /", 200, false, web.CauseBlocked},
		{"disallowed, founder's link", "User-agent: *\nDisallow: /", 200, true, ""},
		{"missing", "", 404, false, ""},
		{"forbidden", "", 403, false, ""},
		{"broken server", "", 503, false, web.CauseBlocked},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
				return
			}
			fmt.Fprint(w, "<p>text</p>")
		}))
		page, err := quick().Fetch(t.Context(), s.URL+"/page", c.own, nil)
		s.Close()
		if got := cause(err); got != c.want || (c.want == "" && err != nil) {
			t.Errorf("%s: error %v, want cause %q", c.name, err, c.want)
		}
		if page.Disallowed != (c.own && c.want == "") {
			t.Errorf("%s: Disallowed = %v", c.name, page.Disallowed)
		}
	}
}

func TestRequestsToOneHostAreSpaced(t *testing.T) {
	var open, most atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		most.Store(max(most.Load(), open.Add(1)))
		defer open.Add(-1)
		fmt.Fprint(w, "<p>text</p>")
	}))
	defer s.Close()
	f := quick()
	f.HostEvery = 20 * time.Millisecond
	start := time.Now()
	errs := make(chan error)
	for i := range 5 {
		go func() {
			_, err := f.Fetch(t.Context(), fmt.Sprintf("%s/%d", s.URL, i), true, nil)
			errs <- err
		}()
	}
	for range 5 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(start); took < 80*time.Millisecond {
		t.Errorf("5 pages of one host took %v, want at least 4 x 20 ms", took)
	}
	if most.Load() > 3 {
		t.Errorf("%d requests were open at once, want 2 and robots.txt", most.Load())
	}
}

func TestUnread(t *testing.T) {
	got := web.Unread(16, map[web.Cause]int{web.CauseBlocked: 3, web.CauseTooLarge: 2, web.CauseError: 2})
	if want := "7 of 16 pages could not be read (3 blocked, 2 too large, 2 errors)."; got != want {
		t.Errorf("Unread = %q, want %q", got, want)
	}
	if got := web.Unread(4, nil); got != "" {
		t.Errorf("Unread without failures = %q, want nothing", got)
	}
}
