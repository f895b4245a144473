// Package webtest is a small web on loopback for tests and evaluation: pages
// about a few topics (primary, secondary, stale, contradictory, hostile and
// copied ones), pages that misbehave, and search engines that speak Brave's
// and SearXNG's protocols over an index of them.
//
// Each host of the small web has a loopback address of its own, so a fetcher
// sees different sites; reach it with FRASIER_FETCH_ALLOW=127.0.0.0/8. Pages
// are made from the texts in the folder site, always the same bytes.
package webtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Network is the CIDR that FRASIER_FETCH_ALLOW must open.
const Network = "127.0.0.0/8"

// Web is a running small web.
type Web struct {
	// BraveURL and SearXNGURL are the search engines' base addresses.
	BraveURL, SearXNGURL string

	pages   map[string]*page // by "host/path"
	hosts   []string         // host n has the address 127.0.1.n+1
	port    string
	engine  *engine
	servers []*http.Server

	mu      sync.Mutex
	asked   []string // "host/path" of each request, robots.txt and searches left out
	queries []string
	odd     []string // requests to the search engines that no such engine takes
	heard   []string

	noSearch, noPages atomic.Bool  // away: requests are cut off
	editing           sync.RWMutex // over what pages say
}

// Serve starts the small web at addr, such as "127.0.0.1:0", and stops it when
// ctx ends. The host of addr answers searches; the sites listen on 127.0.1.1
// and up, on the same port.
func Serve(ctx context.Context, addr string) (*Web, error) {
	pages, err := load()
	if err != nil {
		return nil, err
	}
	w := &Web{pages: map[string]*page{}}
	for _, p := range append(pages, specials()...) {
		w.pages[p.host+p.path] = p
		if !slices.Contains(w.hosts, p.host) {
			w.hosts = append(w.hosts, p.host)
		}
	}
	slices.Sort(w.hosts)
	listeners, err := w.listen(ctx, addr)
	if err != nil {
		return nil, err
	}
	main := "http://" + listeners[0].Addr().String()
	w.BraveURL, w.SearXNGURL = main+"/res/v1", main+"/searxng"
	w.engine = newEngine(w)
	for i, l := range listeners {
		handler := http.Handler(http.HandlerFunc(w.search))
		if i > 0 {
			host := w.hosts[i-1]
			handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.serve(host, rw, r) })
		}
		away := &w.noSearch
		if i > 0 {
			away = &w.noPages
		}
		s := &http.Server{Handler: cut(away, handler), ReadHeaderTimeout: 10 * time.Second}
		w.servers = append(w.servers, s)
		go func() {
			if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				w.note("server stopped: " + err.Error())
			}
		}()
	}
	context.AfterFunc(ctx, w.Close)
	return w, nil
}

// Offline has the search engines, or all sites, cut off every request until it
// is taken back.
func (w *Web) Offline(search, pages bool) {
	w.noSearch.Store(search)
	w.noPages.Store(pages)
}

func cut(away *atomic.Bool, otherwise http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if away.Load() {
			panic(http.ErrAbortHandler) // net/http's way to close a connection without an answer
		}
		otherwise.ServeHTTP(rw, r)
	})
}

// listen opens the main address and one for each host, all on one port. A
// port of which some other program holds a part is tried again.
func (w *Web) listen(ctx context.Context, addr string) ([]net.Listener, error) {
	var conf net.ListenConfig
	var err error
	for range 20 {
		var list []net.Listener
		if list, err = w.ports(ctx, conf, addr); err == nil {
			return list, nil
		}
	}
	return nil, fmt.Errorf("serve the small web at %s: %w", addr, err)
}

func (w *Web) ports(ctx context.Context, conf net.ListenConfig, addr string) ([]net.Listener, error) {
	main, err := conf.Listen(ctx, "tcp4", addr)
	if err != nil {
		return nil, err
	}
	list := []net.Listener{main}
	if _, w.port, err = net.SplitHostPort(main.Addr().String()); err != nil {
		return nil, errors.Join(err, main.Close())
	}
	for n := range w.hosts {
		l, err := conf.Listen(ctx, "tcp4", net.JoinHostPort(address(n), w.port))
		if err != nil {
			for _, o := range list {
				err = errors.Join(err, o.Close())
			}
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}

func address(n int) string { return fmt.Sprintf("127.0.1.%d", n+1) }

// Close stops the small web.
func (w *Web) Close() {
	for _, s := range w.servers {
		if err := s.Close(); err != nil {
			w.note("close: " + err.Error())
		}
	}
}

// URL returns the address of a page named like "host.example/path"; the test's
// fault when the small web has no such host.
func (w *Web) URL(page string) string {
	host, path := page, "/"
	for i := range page {
		if page[i] == '/' {
			host, path = page[:i], page[i:]
			break
		}
	}
	n := slices.Index(w.hosts, host)
	return "http://" + net.JoinHostPort(address(n), w.port) + path
}

// Pages lists the names of all pages, sorted.
func (w *Web) Pages() []string {
	var out []string
	for name := range w.pages {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Asked returns the pages that were asked for so far, in order.
func (w *Web) Asked() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// Queries returns the queries of both search engines so far, in order.
func (w *Web) Queries() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.queries)
}

// Strange lists requests that the search engines whose place this one takes
// would not understand; a test that sees any has found a fault.
func (w *Web) Strange() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.odd)
}

func (w *Web) strange(r *http.Request, why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.odd = append(w.odd, why+": "+r.URL.Path)
}

// Heard returns the address and headers of all requests so far, but for the
// search engine's own key in its own header.
func (w *Web) Heard() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.heard)
}

func (w *Web) hear(r *http.Request, own string) {
	head := r.Header.Clone()
	head.Del(own)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, fmt.Sprintf("%s %s%s %v", r.Method, r.Host, r.URL.RequestURI(), head))
}

func (w *Web) note(page string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, page)
}
