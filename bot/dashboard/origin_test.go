package dashboard_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/dashboard"
)

// A browser that does not say from which site a form comes names its origin. Behind a proxy
// Host may lack the port or be the proxy's word for us: the origin of the settings counts
// there, and no other, least of all the same name on another port.
func TestOriginsBehindAProxy(t *testing.T) {
	t.Parallel()
	const public = "https://frasier.example.com:8443"
	for _, c := range []struct {
		own, host, origin string
		in                bool
	}{
		{public, "frasier.example.com", public, true},                              // nginx: proxy_set_header Host $host
		{public, "127.0.0.1:8787", public, true},                                   // nginx without such a line
		{public, "frasier.example.com:8443", public, true},                         // Host $http_host
		{"", "frasier.localhost:8787", "http://frasier.localhost:8787", true},      // no proxy
		{public, "frasier.example.com", "", true},                                  // no browser
		{public, "frasier.example.com", "https://frasier.example.com:9000", false}, // another program of that machine
		{public, "127.0.0.1:8787", "http://frasier.example.com:8443", false},
		{public, "127.0.0.1:8787", "https://frasier.example.com.evil.example", false},
		{public, "frasier.example.com", "null", false},
		{"", "frasier.localhost", "http://frasier.localhost:9000", false},
		{"", "frasier.localhost:8787", "http://frasier.localhost:9000", false},
	} {
		d := openDoorsAs(t, "one", func(o *dashboard.Options) { o.Hosts, o.Origin = []string{"frasier.example.com"}, c.own })
		code, err := d.db.NewCode(t.Context(), "ana", "test")
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/enter", strings.NewReader("code="+code))
		r.Host = c.host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		d.at.Config.Handler.ServeHTTP(w, r)
		if want := map[bool]int{true: http.StatusSeeOther, false: http.StatusForbidden}[c.in]; w.Code != want {
			t.Errorf("own %q, Host %q, Origin %q: %d, want %d", c.own, c.host, c.origin, w.Code, want)
		}
	}
}
