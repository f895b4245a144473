package web_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/frasier-cos/frasier/worker/research/web"
)

// resolver is a name server over loopback UDP. It is told the name and how often
// the name was asked for before, and says which IPv4 addresses it has.
func resolver(t *testing.T, say func(name string, before int) [][4]byte) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close()) })
	go func() {
		asked := map[string]int{}
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			m.Response = true
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				name := strings.TrimSuffix(strings.ToLower(q.Name.String()), ".")
				for _, a := range say(name, asked[name]) {
					m.Answers = append(m.Answers, dnsmessage.Resource{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: a},
					})
				}
				asked[name]++
			}
			m.Additionals = nil
			out, err := m.Pack()
			if err == nil {
				_, err = conn.WriteTo(out, from)
			}
			if err != nil {
				return
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// inside is a server on the machine itself, which nobody may reach, and web one
// that stands for the public web on the same port.
type twoWorlds struct {
	inside, web string // host:port
	port        string
	hits        atomic.Int64 // connections to inside
	pages       atomic.Int64 // requests to web
}

func worlds(t *testing.T, pages http.Handler) *twoWorlds {
	t.Helper()
	w := &twoWorlds{}
	at := func(addr string, h http.Handler, seen func(net.Conn, http.ConnState)) string {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", addr)
		must(t, err)
		s := httptest.NewUnstartedServer(h)
		must(t, s.Listener.Close())
		s.Listener, s.Config.ConnState = l, seen
		s.Start()
		t.Cleanup(s.Close)
		return l.Addr().String()
	}
	w.inside = at("127.0.0.1:0", http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprint(rw, "<p>secret</p>") }), func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			w.hits.Add(1)
		}
	})
	w.port = w.inside[strings.LastIndexByte(w.inside, ':')+1:]
	w.web = at("127.0.0.2:"+w.port, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Connection", "close")
		if r.URL.Path == "/robots.txt" {
			rw.WriteHeader(http.StatusNotFound)
			return
		}
		w.pages.Add(1)
		pages.ServeHTTP(rw, r)
	}), nil)
	return w
}

// reader fetches from the public web only.
func (w *twoWorlds) reader(r *net.Resolver) *web.Fetcher {
	return &web.Fetcher{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}, HostEvery: time.Microsecond, Timeout: 2 * time.Second, Resolver: r}
}

// 25 spellings of hosts inside in 8 forms of an address each: none
// is connected to, and each refusal has its cause.
func TestSSRFMatrix(t *testing.T) {
	w := worlds(t, http.NotFoundHandler())
	r := resolver(t, func(string, int) [][4]byte { return [][4]byte{{127, 0, 0, 1}} })
	t.Setenv("HTTP_PROXY", "http://"+w.inside)
	t.Setenv("http_proxy", "http://"+w.inside)
	hosts := []string{
		"127.0.0.1", "127.1", "127.0.1", "2130706433", "017700000001", "0177.0.0.1", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "0.0.0.0", "0",
		"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1%25lo]",
		"localhost", "LOCALHOST.", "inside.example", "１２７.０.０.１", "①②⑦.⓪.⓪.①",
	}
	forms := []string{
		"http://%s:PORT/", "HTTP://%s:PORT/latest/meta-data/?q=canary", "http://%s:PORT/#https://good.example/", "http://%s.:PORT/", "http://good.example@%s:PORT/",
		"http://good.example\\@%s:PORT/", " http://%s:PORT/a%%0d%%0aHost:%%20x ", "https://%s:PORT/",
	}
	shapes := 0
	for _, h := range hosts {
		f := w.reader(r)
		for _, form := range forms {
			shapes++
			address := strings.ReplaceAll(fmt.Sprintf(form, h), "PORT", w.port)
			page, err := f.Fetch(t.Context(), address, shapes%2 == 0, nil)
			c := cause(err) // a name that nobody has is an error
			if c != web.CauseRefused && (c != web.CauseError || !strings.Contains(err.Error(), "no such host")) || len(page.Body) > 0 {
				t.Errorf("%s: read %q, error %v; want it refused", address, page.Body, err)
			}
			if said := web.Unread(1, map[web.Cause]int{c: 1}); !strings.Contains(said, string(c)) {
				t.Errorf("%s: the founder reads %q", address, said)
			}
		}
		f.Close()
	}
	if n := w.hits.Load(); n > 0 || shapes < 200 {
		t.Errorf("%d of %d shapes reached the machine itself", n, shapes)
	}
	res, err := http.Get("http://" + w.inside)
	must(t, err)
	must(t, res.Body.Close())
	if w.hits.Load() == 0 {
		t.Error("a request to the machine is not seen, so this test proves nothing")
	}
	t.Logf("shapes=%d hits=0", shapes)
}

// Every hop of a chain is looked at like a first address, whatever leads
// there; what is too long or turns round ends; a chain within the limit is read.
func TestRedirectChains(t *testing.T) {
	chains := map[string][]string{
		"to the machine": {"http://IN/"}, "in another spelling": {"http://2130706433:PORT/"}, "as a mapped address": {"http://[::ffff:127.0.0.1]:PORT/"}, "without a scheme": {"//IN/"},
		"after two hops": {"/a", "http://WEB/b", "http://IN/"}, "after five hops": {"/a", "/b", "/c", "/d", "http://IN/"}, "by a name": {"http://inside.example:PORT/"}, "to metadata": {"http://169.254.169.254/latest/"},
		"to a file": {"file:///etc/passwd"}, "to gopher": {"gopher://IN/"}, "to a script": {"javascript:alert(1)"}, "with a user": {"http://a:b@WEB/"}, "to the machine over TLS": {"https://IN/"},
		"from one scheme to another and in": {"http://WEB/x", "https://inside.example:PORT/"}, "to another port": {"http://1.1.1.1:22/"},
	}
	ends := map[string][]string{
		"round and round": {"/0"}, "round in two": {"/a", "/0"}, "in behind the limit": {"/a", "/b", "/c", "/d", "/e", "http://IN/"}, "six hops": {"/a", "/b", "/c", "/d", "/e", "/end"}, "to the same with another query": {"/0?x=1", "/0?x=2", "/0?x=3", "/0?x=4", "/0?x=5", "/0?x=6", "/0?x=7"},
	}
	good := map[string][]string{"one hop": {"/end"}, "five hops": {"/a", "http://WEB/b", "//WEB/c", "/d", "/end"}, "by a name": {"http://good.example:PORT/end"}}
	names := resolver(t, func(name string, _ int) [][4]byte {
		if name == "good.example" {
			return [][4]byte{{127, 0, 0, 2}}
		}
		return [][4]byte{{127, 0, 0, 1}}
	})
	for _, kind := range []struct {
		chains map[string][]string
		want   web.Cause
	}{{chains, web.CauseRefused}, {ends, web.CauseError}, {good, ""}} {
		for what, chain := range kind.chains {
			t.Run(what, func(t *testing.T) {
				var w *twoWorlds
				step := 0
				w = worlds(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/end" {
						fmt.Fprint(rw, "<p>the end</p>")
						return
					}
					to := chain[step%len(chain)]
					step++
					rw.Header().Set("Location", strings.NewReplacer("IN", w.inside, "WEB", w.web, "PORT", w.port).Replace(to))
					rw.WriteHeader([]int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect}[step%5])
				}))
				f := w.reader(names)
				defer f.Close()
				page, err := f.Fetch(t.Context(), "http://"+w.web+"/0", true, nil)
				if cause(err) != kind.want || (kind.want == "") != (string(page.Body) == "<p>the end</p>") {
					t.Errorf("read %q, error %v; want cause %q", page.Body, err, kind.want)
				}
				if n := w.hits.Load(); n > 0 {
					t.Errorf("the machine was reached %d times", n)
				}
				if n := w.pages.Load(); n > 6 {
					t.Errorf("%d pages of the chain were asked for, 6 are the most", n)
				}
			})
		}
	}
}

// A name that changes its address between two questions, or has a good one
// beside a bad one, leads nowhere but to the good one.
func TestNamesThatChange(t *testing.T) {
	w := worlds(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprint(rw, "<p>public</p>") }))
	good, bad := [4]byte{127, 0, 0, 2}, [4]byte{127, 0, 0, 1}
	f := w.reader(resolver(t, func(name string, before int) [][4]byte {
		switch {
		case strings.HasPrefix(name, "both"):
			return [][4]byte{bad, good}
		case before == 0: // for robots.txt
			return [][4]byte{good}
		}
		return [][4]byte{bad}
	}))
	defer f.Close()
	for i := range 20 {
		address := fmt.Sprintf("http://n%d.example:%s/", i, w.port)
		if page, err := f.Fetch(t.Context(), address, i%2 == 0, nil); cause(err) != web.CauseRefused {
			t.Errorf("%s: read %q, error %v; want it refused at its second address", address, page.Body, err)
		}
		address = fmt.Sprintf("http://both%d.example:%s/", i, w.port)
		if page, err := f.Fetch(t.Context(), address, i%2 == 0, nil); err != nil && cause(err) != web.CauseRefused || err == nil && string(page.Body) != "<p>public</p>" {
			t.Errorf("%s: read %q, error %v", address, page.Body, err)
		}
	}
	if n := w.hits.Load(); n > 0 {
		t.Errorf("the machine was reached %d times", n)
	}
}
