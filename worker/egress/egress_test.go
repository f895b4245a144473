package egress_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/frasier-cos/frasier/worker/egress"
	"github.com/frasier-cos/frasier/worker/fence"
)

// This test's own program is also what opens the way out inside a sandbox.
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was { //nolint:forbidigo // as a program of its own
		os.Exit(code) //nolint:forbidigo // as above
	}
	goleak.VerifyTestMain(m)
}

const secret = "s3cret-of-the-registry"

// scene is a registry that wants a password, a host that has its files, one with encryption, and one that
// nobody named.
type scene struct {
	registry, files, closed, other *httptest.Server

	mu    sync.Mutex
	asked []string // of the registry and the files: method, path, Authorization
	wrong int      // requests to the host that nobody named
}

func build(t *testing.T) *scene {
	t.Helper()
	s := &scene{}
	note := func(r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+r.Header.Get("Cookie"))
	}
	s.other = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.wrong++
	}))
	s.files = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note(r)
		_, _ = io.WriteString(w, "bytes of "+r.URL.Path) //nolint:errcheck // the test sees it
	}))
	s.closed = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note(r)
		_, _ = io.WriteString(w, "behind a tunnel") //nolint:errcheck // the test sees it
	}))
	s.registry = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note(r)
		s.answer(w, r)
	}))
	t.Cleanup(func() {
		for _, srv := range []*httptest.Server{s.registry, s.files, s.closed, s.other} {
			srv.Close()
		}
	})
	return s
}

func (s *scene) answer(w http.ResponseWriter, r *http.Request) {
	if user, password, ok := r.BasicAuth(); !ok || user != "robot" || password != secret {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.Header().Set("Set-Cookie", "session="+secret)
	w.Header().Set("X-Echo", r.Header.Get("Authorization"))
	say := func(kind, text string) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, text) //nolint:errcheck // the test sees it
	}
	base := s.registry.URL + "/base/"
	switch at := strings.TrimPrefix(r.URL.EscapedPath(), "/base/"); {
	case at == "simple/flask/":
		say("text/html; charset=utf-8", `<a href="`+base+`f/flask-2.0-py3-none-any.whl">a</a> <a href="`+s.files.URL+`/p/flask-2.0.tar.gz#sha256=1">b</a> <a href="`+s.other.URL+`/x">c</a>`)
	case at == "shop" || at == "@a%2fb":
		say("application/json", fmt.Sprintf(`{"dist":{"tarball":%q},"two":"%s"}`, base+"shop/-/shop-1.2.3.tgz", strings.ReplaceAll(s.files.URL+"/x", "/", `\/`)))
	case at == "config.json":
		say("application/json", fmt.Sprintf(`{"dl":%q,"api":%q}`, s.files.URL+"/crates", s.registry.URL+"/base"))
	case at == "echo":
		say("application/json", fmt.Sprintf(`{"you":%q,"plain":%q}`, r.Header.Get("Authorization"), secret))
	case at == "to":
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
	case at == "large-1.0.tgz":
		_, _ = w.Write(make([]byte, 3<<20)) //nolint:errcheck // the other side may go away
	case strings.HasSuffix(at, ".json"):
		say("application/json", s.registry.URL+"/base/")
	default:
		say("application/octet-stream", "file "+r.URL.EscapedPath()+" "+s.registry.URL+"/base/")
	}
}

func (s *scene) rules() egress.Rules {
	return egress.Rules{
		Registries: []egress.Registry{{Name: "shop", URL: s.registry.URL + "/base/", Also: []string{s.files.URL, s.closed.URL}, Credential: "robot:" + secret}},
		Hosts:      []string{"Files.Example.", "localhost"}, Port: 18080,
	}
}

func open(t *testing.T, r egress.Rules) (*egress.Proxy, string) {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "s")
	p, err := egress.Open(t.Context(), socket, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, socket
}

// say sends words to the proxy as they are and returns its whole answer.
func say(t *testing.T, socket, words string) (status int, text string) {
	t.Helper()
	c, err := new(net.Dialer).DialContext(t.Context(), "unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // it was read to its end
	if _, err := io.WriteString(c, words); err != nil {
		t.Fatal(err)
	}
	reply, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: strings.Fields(words)[0]})
	if err != nil {
		return 0, err.Error()
	}
	defer reply.Body.Close() //nolint:errcheck // it is read to its end
	if strings.HasPrefix(words, "CONNECT") && reply.StatusCode == http.StatusOK {
		return reply.StatusCode, ""
	}
	raw, err := io.ReadAll(reply.Body)
	if err != nil {
		return 0, err.Error()
	}
	var head strings.Builder
	if err := reply.Header.Write(&head); err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, head.String() + string(raw)
}

func get(path string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:18080\r\nConnection: close\r\n\r\n"
}

func method(m, path string) string { return strings.Replace(get(path), "GET", m, 1) }

func connect(to string) string { return "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n" }

// The proxy reads from registries that are named, connects to hosts that are named, and does nothing else; and the
// credential is never in what it says.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := build(t)
	p, socket := open(t, s.rules())
	host := func(srv *httptest.Server) string {
		return strings.TrimPrefix(strings.TrimPrefix(srv.URL, "http://"), "https://")
	}
	to := func(u string) string { return "/r/shop/to?to=" + url.QueryEscape(u) }
	for name, c := range map[string]struct {
		words  string
		status int
		has    string // of the answer
	}{
		// What is let through.
		"a file":                   {get("/r/shop/shop/-/shop-1.2.3.tgz"), 200, "file /base/shop/-/shop-1.2.3.tgz " + s.registry.URL + "/base/"},
		"a file's head":            {method("HEAD", "/r/shop/shop/-/shop-1.2.3.tgz"), 200, ""},
		"a scoped name":            {get("/r/shop/@a%2fb"), 200, `"tarball":"http://127.0.0.1:18080/r/shop/shop/-/shop-1.2.3.tgz"`},
		"links with slashes":       {get("/r/shop/shop"), 200, `http:\/\/127.0.0.1:18080\/r\/shop\/-also\/1\/x`},
		"an index":                 {get("/r/shop/simple/flask/"), 200, `href="http://127.0.0.1:18080/r/shop/f/flask-2.0-py3-none-any.whl"`},
		"an index to other hosts":  {get("/r/shop/simple/flask/"), 200, `href="http://127.0.0.1:18080/r/shop/-also/1/p/flask-2.0.tar.gz#sha256=1"`},
		"a link to nobody's":       {get("/r/shop/simple/flask/"), 200, `href="` + s.other.URL + `/x"`},
		"cargo's settings":         {get("/r/shop/config.json"), 200, `"dl":"http://127.0.0.1:18080/r/shop/-also/1/crates","api":"http://127.0.0.1:18080/r/shop"`},
		"the files' host":          {get("/r/shop/-also/1/p/flask-2.0.tar.gz"), 200, "bytes of /p/flask-2.0.tar.gz"},
		"a whole address":          {get(s.registry.URL + "/base/a-1.0.tgz"), 200, "file /base/a-1.0.tgz"},
		"a redirect to the files":  {get(to(s.files.URL + "/p/b-1.0.crate")), 200, "bytes of /p/b-1.0.crate"},
		"a redirect within":        {get(to(s.registry.URL + "/base/echo")), 200, `{"you":"Basic ***","plain":"***"}`},
		"a tunnel to a registry's": {connect(host(s.closed)), 200, ""},
		// What is not.
		"another registry":                      {get("/r/else/x"), 403, "no registry has the path /r/else/x"},
		"a registry's longer name":              {get("/r/shopping/x"), 403, "no registry"},
		"no registry":                           {get("/"), 403, "no registry"},
		"a path up":                             {get("/r/shop/../../secret"), 403, "leads out"},
		"a path up, escaped":                    {get("/r/shop/%2e%2e/%2e%2e/secret"), 403, "leads out"},
		"a path up, escaped twice":              {get("/r/shop/%252e%252e/secret"), 403, "leads out"},
		"a path up, with another slash":         {get(`/r/shop/..%5c..%5csecret`), 403, "leads out"},
		"a whole address above the registry":    {get(s.registry.URL + "/secret"), 403, "without encryption"},
		"a whole address of another":            {get(s.other.URL + "/x"), 403, "without encryption"},
		"a whole address up":                    {get(s.registry.URL + "/base/../secret"), 403, "without encryption"},
		"a whole address with a user":           {get(strings.Replace(s.registry.URL, "//", "//a:b@", 1) + "/base/x"), 403, "without encryption"},
		"the machine's cloud":                   {get("http://169.254.169.254/latest/meta-data"), 403, "169.254.169.254:80"},
		"sending":                               {"POST /r/shop/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc", 403, "only reading"},
		"putting":                               {method("PUT", "/r/shop/x"), 403, "only reading"},
		"deleting":                              {method("DELETE", "/r/shop/x"), 403, "only reading"},
		"asking what is allowed":                {method("OPTIONS", "/r/shop/x"), 403, "only reading"},
		"tracing":                               {method("TRACE", "/r/shop/x"), 403, "only reading"},
		"reading with a body":                   {"GET /r/shop/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc", 403, "only reading"},
		"reading with a body of unknown length": {"GET /r/shop/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 403, "only reading"},
		"a redirect to nobody's":                {get(to("https://evil.example/x")), 403, "evil.example: nobody named this host"},
		"a redirect without encryption":         {get(to(s.other.URL + "/x")), 403, "no public address that is encrypted"},
		"a redirect to a private number":        {get(to("https://10.0.0.1/x")), 403, "10.0.0.1: nobody named this host"},
		"a redirect to a private name":          {get(to("https://localhost/x")), 403, "localhost: it is no public address"},
		"a redirect above the registry":         {get(to(s.registry.URL + "/secret")), 403, "no public address that is encrypted"},
		"a redirect in a circle":                {get(to("/base/to?to=" + url.QueryEscape("/base/to?to="+url.QueryEscape("/base/to?to="+url.QueryEscape("/base/to?to="+url.QueryEscape("/base/to?to="+url.QueryEscape("/base/to?to="+url.QueryEscape("/base/x")))))))), 403, "more than 5 redirects"},
		"a tunnel to nobody's":                  {connect("evil.example:443"), 403, "evil.example: nobody named this host"},
		"a tunnel to a longer name":             {connect("files.example.evil.example:443"), 403, "nobody named"},
		"a tunnel to a shorter name":            {connect("example:443"), 403, "nobody named"},
		"a tunnel to another port":              {connect("files.example:22"), 403, "no public address that is encrypted"},
		"a tunnel to the registry's port":       {connect(host(s.registry)), 403, "no public address that is encrypted"},
		"a tunnel to this machine":              {connect(host(s.other)), 403, "no public address that is encrypted"},
		"a tunnel to a private name":            {connect("localhost:443"), 403, "localhost: it is no public address"},
		"a tunnel to a private number":          {connect("192.168.1.1:443"), 403, "nobody named"},
		"a tunnel to an odd number":             {connect("2130706433:443"), 403, "nobody named"},
		"a tunnel to another odd number":        {connect("0x7f.1:443"), 403, "nobody named"},
		"a tunnel to six":                       {connect("[::1]:443"), 403, "nobody named"},
		"a tunnel with a user":                  {connect("a@files.example:443"), 400, ""},
		"a host in the head":                    {strings.Replace(get("/r/else/x"), "127.0.0.1:18080", "files.example", 1), 403, "no registry"},
		"no request":                            {"hello\r\n\r\n", 400, ""},
	} {
		status, text := say(t, socket, c.words)
		if status != c.status || !strings.Contains(text, c.has) {
			t.Errorf("%s: %d %s, want %d with %q", name, status, text, c.status, c.has)
		}
		if leak(text) {
			t.Errorf("%s: the credential is in %s", name, text)
		}
	}
	if s.wrong > 0 {
		t.Errorf("the host that nobody named was asked %d times", s.wrong)
	}
	for _, asked := range s.asked {
		if strings.Contains(asked, "/secret") || !strings.Contains(asked, " /base/") && !strings.HasSuffix(asked, " ") {
			t.Errorf("asked: %s", asked)
		}
	}
	if said := fmt.Sprint(p.Report()); leak(said) || !strings.Contains(said, "{evil.example nobody named this host true}") || !strings.Contains(said, "{10.0.0.1 nobody named this host false}") {
		t.Errorf("the report is %s", said)
	}
}

func leak(text string) bool {
	return strings.Contains(text, secret) || strings.Contains(text, base64.StdEncoding.EncodeToString([]byte("robot:"+secret)))
}

// What came through is told with its name and version, once it is whole.
func TestDownloadsAreTold(t *testing.T) {
	t.Parallel()
	s := build(t)
	rules := s.rules() // whose credential stands in the address
	rules.Registries[0].Credential, rules.Registries[0].URL = "", strings.Replace(rules.Registries[0].URL, "//", "//robot:"+secret+"@", 1)
	p, socket := open(t, rules)
	for _, at := range []string{"shop/-/shop-1.2.3.tgz", "@a/b/-/b-0.1.0-rc.1.tgz", "-also/1/p/flask-2.0-py3-none-any.whl", "simple/flask/", "github.com/!burnt!sushi/toml/@v/v1.0.0.zip", "github.com/a/b/@v/v1.0.0.mod"} {
		if status, text := say(t, socket, get("/r/shop/"+at)); status != http.StatusOK {
			t.Errorf("%s: %d %s", at, status, text)
		}
	}
	say(t, socket, method("HEAD", "/r/shop/x-1.0.tgz"))
	var got []string
	for _, d := range p.Report().Downloads {
		got = append(got, d.Name+" "+d.Version)
		if d.Bytes == 0 || d.Registry != "shop" {
			t.Errorf("%+v", d)
		}
	}
	if want := "[@a/b 0.1.0-rc.1 flask 2.0 shop 1.2.3 github.com/BurntSushi/toml v1.0.0]"; fmt.Sprint(got) != want {
		t.Errorf("told are %v, want %s", got, want)
	}
	raw, err := p.Get(t.Context(), "shop", "echo", "")
	if err != nil || string(raw) != `{"you":"Basic ***","plain":"***"}` {
		t.Errorf("Get: %s, %v", raw, err)
	}
	if _, err := p.Get(t.Context(), "else", "echo", ""); err == nil {
		t.Error("Get of a registry that is none is fine")
	}
}

// Fetches have an end: in bytes, also those of one file, and in requests.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := build(t)
	rules := s.rules()
	rules.Bytes, rules.Requests = 1<<20, 3
	p, socket := open(t, rules)
	if status, text := say(t, socket, get("/r/shop/large-1.0.tgz")); status != 0 {
		t.Errorf("a file that is too long comes whole: %d, %d bytes", status, len(text))
	}
	for range 2 {
		say(t, socket, get("/r/shop/x"))
	}
	if status, text := say(t, socket, get("/r/shop/x")); status != http.StatusForbidden || !strings.Contains(text, "more than 3 requests") {
		t.Errorf("the fourth request: %d %s", status, text)
	}
	r := p.Report()
	if len(r.Downloads) > 0 || !strings.Contains(fmt.Sprint(r.Refused), "more than 1 MB in one fetch") {
		t.Errorf("the report is %+v", r)
	}
}

// A tunnel carries encryption to the host that it was opened to, and nothing else.
func TestTunnels(t *testing.T) {
	t.Parallel()
	s := build(t)
	p, socket := open(t, s.rules())
	host := strings.TrimPrefix(s.closed.URL, "https://")
	client := func(name string) *http.Client {
		return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialTLSContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			c, err := new(net.Dialer).DialContext(ctx, "unix", socket)
			if err != nil {
				return nil, err
			}
			if _, err := io.WriteString(c, connect(host)); err != nil {
				return nil, err
			}
			if reply, err := http.ReadResponse(bufio.NewReaderSize(c, 1), nil); err != nil || reply.StatusCode != http.StatusOK { //nolint:bodyclose // it has none
				return nil, fmt.Errorf("connect: %v, %w", reply, err)
			}
			return tls.Client(c, &tls.Config{ServerName: name, InsecureSkipVerify: true}), nil // the test's own server
		}}}
	}
	ask := func(name string) (string, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+host+"/t", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := client(name).Do(r)
		if err != nil {
			return "", err
		}
		defer reply.Body.Close() //nolint:errcheck // it is read to its end
		raw, err := io.ReadAll(reply.Body)
		return string(raw), err
	}
	// A number is no name that is said in a hello, so the registry's number has a connection without one.
	if text, err := ask(""); err != nil || text != "behind a tunnel" {
		t.Errorf("a tunnel: %q, %v", text, err)
	}
	if text, err := ask("other.example"); err == nil {
		t.Errorf("a tunnel to another host says %q", text)
	}
	c, err := new(net.Dialer).DialContext(t.Context(), "unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, connect(host)+"GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(c); err != nil || strings.Contains(string(raw), "400") {
		t.Errorf("plain words reach the host: %q, %v", raw, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if said := fmt.Sprint(p.Report().Refused); strings.Count(said, "not an encrypted connection") != 1 {
		t.Errorf("refused: %s", said)
	}
}

// Where this machine has a proxy, what is let through goes by it.
func TestTheMachinesProxy(t *testing.T) {
	t.Parallel()
	s := build(t)
	var mu sync.Mutex
	var asked []string
	via := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization"))
		mu.Unlock()
		if r.Method != http.MethodConnect || r.Host == "nowhere.example:443" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		c, _, err := w.(http.Hijacker).Hijack() //nolint:errcheck // a server's writer is one
		if err != nil {
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n") //nolint:errcheck // the other side sees it
		_ = c.Close()                                       //nolint:errcheck // as above
	}))
	defer via.Close()
	rules := s.rules()
	rules.Hosts = append(rules.Hosts, "nowhere.example")
	rules.Network = []string{"HTTPS_PROXY=" + strings.Replace(via.URL, "//", "//me:mine@", 1), "NO_PROXY=127.0.0.1", "SSH_AUTH_SOCK=/x"}
	_, socket := open(t, rules)
	for to, want := range map[string]int{"files.example:443": http.StatusOK, "nowhere.example:443": http.StatusBadGateway, "evil.example:443": http.StatusForbidden} {
		if status, text := say(t, socket, connect(to)); status != want {
			t.Errorf("%s: %d %s, want %d", to, status, text, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 2 || !strings.Contains(strings.Join(asked, ","), "CONNECT files.example:443 Basic "+base64.StdEncoding.EncodeToString([]byte("me:mine"))) {
		t.Errorf("the machine's proxy was asked %q", asked)
	}
}

// Rules that are none are said, without what may be a password.
func TestRulesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, r := range []egress.Registry{
		{Name: "a/b", URL: "http://x"}, {Name: "", URL: "http://x"}, {Name: "a", URL: "ftp://robot:" + secret + "@x"}, {Name: "a", URL: "http://robot:" + secret + "@"}, {Name: "a", URL: "http://x", Also: []string{"x"}},
	} {
		_, err := egress.Open(t.Context(), filepath.Join(t.TempDir(), "s"), egress.Rules{Registries: []egress.Registry{r}})
		if err == nil || leak(err.Error()) {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

// Links of a list that say no host are meant from where the list stands: their files come through the proxy too, with the credential, and
// what leads out of the registry stays as it is.
func TestRelativeLinksLeadThroughTheProxy(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		mu.Lock()
		asked = append(asked, r.URL.Path+" "+user+":"+password)
		mu.Unlock()
		switch r.URL.Path {
		case "/index/simple/flask/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<a href="../../packages/flask-1.0-py3-none-any.whl#sha256=1">a</a> <a href="flask-0.9.tar.gz">b</a> <a href="/else/x.whl">c</a> <a href='/index/packages/flask-1.1.tar.gz'>d</a>`) //nolint:errcheck // the test sees it
		case "/index/simple/json/":
			w.Header().Set("Content-Type", "application/vnd.pypi.simple.v1+json")
			_, _ = io.WriteString(w, `{"files":[{"filename":"json-1.0.whl","url":"../../packages/json-1.0.whl"}]}`) //nolint:errcheck // as above
		default:
			_, _ = io.WriteString(w, "bytes of "+r.URL.Path) //nolint:errcheck // as above
		}
	}))
	defer registry.Close()
	p, err := egress.Open(t.Context(), filepath.Join(t.TempDir(), "s"), egress.Rules{Port: 3128, Registries: []egress.Registry{{Name: "python", URL: registry.URL + "/index/simple/", Credential: "robot:" + secret}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	list, err := p.Get(t.Context(), "python", "flask/", "")
	if err != nil {
		t.Fatal(err)
	}
	at := p.Address("python")
	want := `<a href="` + at + `-beside/packages/flask-1.0-py3-none-any.whl#sha256=1">a</a> <a href="` + at + `flask/flask-0.9.tar.gz">b</a> <a href="/else/x.whl">c</a> <a href='` + at + `-beside/packages/flask-1.1.tar.gz'>d</a>`
	if string(list) != want {
		t.Errorf("the list is\n%s, want\n%s", list, want)
	}
	page, err := p.Get(t.Context(), "python", "json/", "application/vnd.pypi.simple.v1+json")
	if err != nil || !strings.Contains(string(page), `"url":"`+at+`-beside/packages/json-1.0.whl"`) {
		t.Errorf("%s, %v", page, err)
	}
	file, err := p.Get(t.Context(), "python", "-beside/packages/flask-1.0-py3-none-any.whl", "")
	if err != nil || string(file) != "bytes of /index/packages/flask-1.0-py3-none-any.whl" {
		t.Errorf("%s, %v", file, err)
	}
	if got := p.Report().Downloads; len(got) != 1 || got[0].Name != "flask" || got[0].Version != "1.0" {
		t.Errorf("what came is %+v", got)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, a := range asked {
		if !strings.HasSuffix(a, " robot:"+secret) {
			t.Errorf("asked without the credential: %s", a)
		}
	}
}
