package cmd_test

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// wayIn is one way to ask the dashboard for something.
type wayIn struct{ host, from, who, what string }

// askedFrom are the headers by which a browser says which page asks.
func askedFrom() map[string]map[string]string {
	return map[string]map[string]string{
		"no browser":    {},
		"our page":      {"Sec-Fetch-Site": "same-origin"},
		"typed":         {"Sec-Fetch-Site": "none"},
		"another site":  {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
		"another port":  {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:9"},
		"an old one":    {"Origin": "https://evil.example"},
		"a sealed one":  {"Origin": "null"},
		"a form inside": {"Sec-Fetch-Site": "cross-site", "Origin": "null"},
	}
}

// want is what such a request is answered with: its status and, for one that is
// sent on, where to.
func (a wayIn) want() (int, string) {
	foreign := strings.Contains("another site, another port, an old one, a sealed one, a form inside", a.from)
	switch {
	case strings.Contains(a.host, "evil"):
		return http.StatusMisdirectedRequest, ""
	case foreign && !strings.HasPrefix(a.what, "GET"):
		return http.StatusForbidden, ""
	}
	switch a.what {
	case "GET /projects", "POST /do", "POST /leave":
		switch {
		case a.who != "a session":
			return http.StatusSeeOther, "/enter"
		case a.what == "POST /do":
			return http.StatusSeeOther, "/projects?said=k"
		case a.what == "POST /leave":
			return http.StatusSeeOther, "/settings"
		}
		return http.StatusOK, ""
	case "DELETE /projects/p1":
		return http.StatusMethodNotAllowed, ""
	}
	switch {
	case a.who != "a token to look" && a.who != "a token to act":
		return http.StatusUnauthorized, ""
	case a.who == "a token to look" && !strings.HasPrefix(a.what, "GET"):
		return http.StatusForbidden, ""
	case strings.HasPrefix(a.what, "DELETE"):
		return http.StatusNotFound, ""
	}
	return http.StatusOK, ""
}

// TestDashboardGatesExactly asks in each combination of host, page that asks,
// person and thing, and each is answered as the table has it.
func TestDashboardGatesExactly(t *testing.T) {
	t.Parallel()
	p := &program{cockpit: startCockpit(t)}
	at, err := url.Parse(p.base)
	if err != nil {
		t.Fatal(err)
	}
	people := map[string]map[string]string{
		"nobody": {}, "a made-up session": {"Cookie": "frasier=AAAA; __Host-frasier=AAAA"}, "a session": {"Cookie": p.session()},
		"a token to look": {"Authorization": "Bearer " + p.token("wall", "-read")}, "a token to act": {"Authorization": "Bearer " + p.token("script")},
		"a token as a cookie": {"Cookie": "frasier=" + p.token("third")}, "a session as a token": {"Authorization": "Basic " + strings.TrimPrefix(p.session(), "frasier=")},
	}
	port, n := ":"+at.Port(), 0
	for _, host := range []string{"frasier.localhost" + port, "127.0.0.1" + port, "[::1]" + port, "evil.example", "evil.example" + port, "127.0.0.1.evil.example" + port} {
		for from, marks := range askedFrom() {
			for who, shows := range people {
				for _, what := range []string{"GET /projects", "POST /do", "POST /leave", "DELETE /projects/p1", "GET /api/v1/inbox", "POST /api/v1/commands", "DELETE /api/v1/projects/p99"} {
					a := wayIn{host, from, who, what}
					status, to := p.try(a, marks, shows)
					if wantStatus, wantTo := a.want(); status != wantStatus || !strings.HasPrefix(to, wantTo) {
						t.Errorf("%+v: %d %s, want %d %s", a, status, to, wantStatus, wantTo)
					}
					n++
				}
			}
		}
	}
	t.Logf("%d ways to ask", n)
}

// session signs in and returns the header that shows it.
func (p *program) session() string {
	p.t.Helper()
	_, code, _ := strings.Cut(p.link(), "#")
	founder := browser(p.t)
	if status, _ := p.post(founder, "/enter", "code", code); status != http.StatusOK {
		p.t.Fatalf("sign in: %d", status)
	}
	at, err := url.Parse(p.base)
	if err != nil || len(founder.Jar.Cookies(at)) != 1 {
		p.t.Fatalf("no cookie: %v", err)
	}
	return founder.Jar.Cookies(at)[0].String()
}

// try asks once and returns the status and where it is sent on to.
func (p *program) try(a wayIn, headers ...map[string]string) (int, string) {
	p.t.Helper()
	method, path, _ := strings.Cut(a.what, " ")
	body, kind := "", "application/x-www-form-urlencoded"
	switch path {
	case "/do":
		body = "key=k&line=status&back=/projects"
	case "/leave":
		body = "id=nobody"
	case "/api/v1/commands":
		body, kind = `{"key": "k", "line": "status"}`, "application/json"
	}
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.base+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Host = a.host
	req.Header.Set("Content-Type", kind)
	for _, set := range headers {
		for name, value := range set {
			req.Header.Set(name, value)
		}
	}
	here := &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := here.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only its head is looked at
	return resp.StatusCode, resp.Header.Get("Location")
}

// TestDashboardOutlastsSlowClients has many clients begin a request and never end
// it: others are answered all the while, and memory stays.
func TestDashboardOutlastsSlowClients(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	p := &program{cockpit: startCockpit(t)}
	token := p.token("wall", "-read")
	before := p.memory()
	at := strings.TrimPrefix(p.base, "http://")
	for range testlevel.Count(100, 500, 2000) {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() }) //nolint:errcheck // the server may have closed it
		if _, err := fmt.Fprintf(c, "POST /enter HTTP/1.1\r\nHost: %s\r\nX-Slow: %s", at, strings.Repeat("x", 2000)); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		begun := time.Now()
		if status, _ := answer(t, &http.Client{Timeout: patience}, p.request(token)); status != http.StatusOK {
			t.Errorf("an honest client: %d", status)
		}
		if took := time.Since(begun); took > 10*time.Second { // a second on a quiet machine
			t.Errorf("an honest client waited %s", took)
		}
	}
	more := p.memory() - before
	t.Logf("they cost %d kB", more)
	if more > 64<<10 {
		t.Errorf("the slow clients cost %d kB, want 65536 at the most", more)
	}
}

// memory is what the process that serves the dashboard holds, in kB.
func (s *cockpit) memory() int {
	s.t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		s.t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.Fields(between(string(raw), "VmRSS:", "kB"))[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
